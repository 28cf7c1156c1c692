/*
 * What a connector settled: reports of an account's movements, and of the transfers to the merchant's bank. A report is
 * read as a stream, may be read again from any line, and may have a million lines.
 */

/** The type of a movement in a merchant's balance at a connector account, as of its entry. */
export type MovementType =
  | 'capture'
  | 'capture_failure'
  | 'refund'
  | 'refund_failure'
  | 'dispute'
  | 'dispute_reversal'
  | 'payout'
  | 'payout_failure'
  | 'fee'
  | 'adjustment'
  | 'transfer'
  | 'conversion';

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

/** An offered report that is to be read. */
export interface ReportToRead {
  readonly reference: string;
  readonly reportedAt: Date;
  /** The transfer that it is about: its lines add up to the amount, in minor units. */
  readonly transfer: { readonly amount: number; readonly currency: string } | null;
}

/** A request to read a report. */
export interface ReadReportRequest {
  readonly report: ReportToRead;
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
