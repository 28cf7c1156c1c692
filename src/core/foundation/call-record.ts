import type { WritingContext } from './context.ts';
import type { Outcome } from './ports/connector.ts';

/**
 * The connector operations that move money, and the fraud check. Each is committed before it is sent. `fulfill` sends
 * a payout, and `recall` cancels a sent payout.
 */
export type CallOperation =
  | 'screen'
  | 'authorize'
  | 'increment'
  | 'capture'
  | 'void'
  | 'refund'
  | 'fulfill'
  | 'recall';

/** The view of a committed connector call for outcome handlers. The `ConnectorCall` entity implements it. */
export interface CallRecord {
  readonly merchant_id: string;
  readonly call_id: string;
  readonly flow: 'payment' | 'refund' | 'payout';
  readonly operation: CallOperation;
  /** The payment, refund or payout. */
  readonly object_id: string;
  /** The attempt, increment or capture this call executes, if any. */
  readonly part_id?: string | null;
  readonly merchant_connector_id: string;
  readonly connector: string;
  /** The request to the connector, encrypted. */
  readonly request: Uint8Array;
}

/** The immutable fields that identify a call and its objects. */
export type CommittedCall = Pick<
  CallRecord,
  'merchant_id' | 'call_id' | 'flow' | 'operation' | 'object_id' | 'part_id'
>;

/**
 * Applies an outcome to a call's object.
 *
 * @returns The follow-up call the outcome leads to, such as a retry at another connector: committed, not yet sent.
 */
export type OutcomeHandler = (
  tx: WritingContext,
  call: CallRecord,
  outcome: Outcome,
) => Promise<CallRecord | null>;

/**
 * Applies an outcome that a connector reports for a complete call.
 *
 * @param at Time of the connector's decision, by its clock.
 * @returns The follow-up call, such as a refund of money that its payment cannot accept: committed, not yet sent.
 */
export type Contradiction = (
  tx: WritingContext,
  call: CallRecord,
  outcome: Outcome,
  at: Date,
) => Promise<CallRecord | null>;

/** Effects of connector calls on the resources they belong to. Wired in the composition root. */
export interface OutcomeHandlers {
  /** Locks the payment, refund or payout of a call, then its attempt or capture, then the call. */
  lockObjects(tx: WritingContext, call: CommittedCall): Promise<void>;
  /** @param at Time of the connector's decision, by its clock; null for its response to the call or to a look-up. */
  apply(tx: WritingContext, call: CallRecord, outcome: Outcome, at: Date | null): Promise<CallRecord | null>;
  /** Applies a connector's report about a complete call; `later-reports.ts` defines the effects. */
  readonly contradict: Contradiction;
}
