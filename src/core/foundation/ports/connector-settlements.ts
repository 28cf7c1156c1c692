/*
 * What a connector settled: reports of an account's movements, and of the transfers to the merchant's bank. A report is
 * read as a stream, may be read again from any line, and may have a million lines.
 */

/** The types of movements in a merchant's balance at a connector account, with their descriptions. */
export const movementTypes = {
  capture: 'Captured money.',
  capture_failure: 'Captured money that the connector took back because it was not received.',
  refund: 'A refund.',
  refund_failure: 'A refund that failed: the money is back in the balance.',
  dispute: 'Money taken for a dispute.',
  dispute_reversal: 'Money returned after a dispute.',
  payout: 'A payout to a recipient.',
  payout_failure: 'A payout that did not arrive: the money is back in the balance.',
  fee: 'A fee charged alone, or given back.',
  adjustment: 'A correction.',
  transfer: "A transfer from the connector to the merchant's bank.",
  conversion: 'A conversion between currencies of the balance.',
} as const;

/** The type of a movement. */
export type MovementType = keyof typeof movementTypes;

/** A line of a report or file. Amounts are in minor units, signed as the merchant's balance at the account sees them. */
export interface SettledLine {
  /** Number of the line in its report or file, from 1. */
  readonly lineNumber: number;
  readonly type: MovementType;
  /** The connector's identifier of the movement. */
  readonly connectorReference: string | null;
  /** The reference that the connector was sent. */
  readonly orderReference: string | null;
  readonly settlementReference: string | null;
  readonly gross: number;
  /** Null if the line has no fee in its currency. */
  readonly fee: number | null;
  readonly currency: string;
  /** The amounts after conversion into the currency that is sent to the bank; null without conversion. */
  readonly settled: {
    readonly net: number;
    readonly fee: number | null;
    readonly currency: string;
  } | null;
  readonly occurredAt: Date;
  readonly availableOn: Date | null;
}

/** The transfer of a settlement to the merchant's bank. */
export interface ReportedTransfer {
  readonly settlementReference: string;
  readonly currency: string;
  /** The amount sent to the bank, in minor units. */
  readonly amount: number;
  /** Time at which it arrived; null before, and if the connector never says so. */
  readonly paidAt: Date | null;
  readonly bankReference: string | null;
}

/** A report that a connector has for an account. */
export interface OfferedReport {
  /** Identifies it among the reports of the account. */
  readonly reference: string;
  readonly reportedAt: Date;
  /** The transfer that the report is about; null if its lines have the transfers. */
  readonly transfer: ReportedTransfer | null;
  /** Whether it may be offered again with a later `paidAt`. */
  readonly awaitsBank: boolean;
}

/** The place in a report after a line. */
export interface ReportPosition {
  readonly lineNumber: number;
  /** The connector's own name for the place. */
  readonly cursor: string | null;
}

/** A line of a report as read: the line, or the reason why it does not count. */
export type ReportItem =
  | { readonly line: SettledLine; readonly cursor: string | null }
  | { readonly refused: string; readonly lineNumber: number; readonly cursor: string | null };

/** A request to list reports. */
export interface ListReportsRequest {
  /** Reports made before are known already. */
  readonly since: Date;
  readonly signal: AbortSignal;
}

/** A request to read a report. */
export interface ReadReportRequest {
  readonly report: OfferedReport;
  /** The place after which to read; null for the start. Read from the start, it is checked to be whole. */
  readonly after: ReportPosition | null;
  readonly signal: AbortSignal;
}

/**
 * The report is not whole: it ends inside a line, or its own totals are not those of its lines. It counts for nothing, and
 * is read again later.
 */
export class ReportTruncatedError extends Error {
  override readonly name = 'ReportTruncatedError';
}

/** The report cannot be used, such as one of another account. It is not read again. */
export class ReportRefusedError extends Error {
  override readonly name = 'ReportRefusedError';
}
