import type { DescribedClass, ValueOf } from '../../model/index.ts';
import { Attempt } from '../attempt.ts';
import type { BalanceEntryType } from '../balance-entry.ts';
import { Capture } from '../capture.ts';
import { Dispute, type DisputeStage, type DisputeStatus } from '../dispute.ts';
import type { AttemptStatus, CaptureStatus } from '../payment-enumerations.ts';
import { Payout } from '../payout.ts';
import type { PayoutStatus } from '../payout-status.ts';
import { Refund } from '../refund.ts';
import type { RefundStatus } from '../refund-status.ts';

/** Whether money has moved in a status. */
type Moves<Status extends string> = Readonly<Record<Status, boolean>>;

const charged: Moves<ValueOf<typeof CaptureStatus>> = {
  started: false,
  pending: false,
  charged: true,
  failed: false,
};

/** In the statuses without an outcome the money has moved once the connector has accepted the refund. */
const refunded: Readonly<Record<ValueOf<typeof RefundStatus>, boolean | 'if_accepted'>> = {
  pending: 'if_accepted',
  review: 'if_accepted',
  succeeded: true,
  failed: false,
};

const disputed: Moves<ValueOf<typeof DisputeStatus>> = {
  dispute_opened: true,
  dispute_challenged: true,
  dispute_accepted: true,
  dispute_expired: true,
  dispute_cancelled: false,
  dispute_won: false,
  dispute_lost: true,
};

/** Whether the connector has taken the money of a dispute. An inquiry takes it only if it is lost. */
const taken: Readonly<Record<ValueOf<typeof DisputeStage>, Moves<ValueOf<typeof DisputeStatus>>>> = {
  pre_dispute: {
    dispute_opened: false,
    dispute_challenged: false,
    dispute_accepted: false,
    dispute_expired: false,
    dispute_cancelled: false,
    dispute_won: false,
    dispute_lost: true,
  },
  dispute: disputed,
  pre_arbitration: disputed,
};

const paidOut: Moves<ValueOf<typeof PayoutStatus>> = {
  requires_payout_method_data: false,
  requires_confirmation: false,
  requires_creation: false,
  requires_vendor_account_creation: false,
  requires_fulfillment: false,
  initiated: false,
  pending: false,
  success: true,
  failed: false,
  cancelled: false,
  ineligible: false,
  expired: false,
  reversed: false,
};

/** Whether an attempt in a status has only its fee: what captured money cost is a fee of the capture. */
const costsAlone: Moves<ValueOf<typeof AttemptStatus>> = {
  started: false,
  payment_method_awaited: false,
  confirmation_awaited: false,
  authentication_pending: false,
  authentication_successful: false,
  authentication_failed: true,
  authorizing: false,
  authorized: false,
  authorization_failed: true,
  charged: false,
  partial_charged: false,
  partial_charged_and_chargeable: false,
  capture_initiated: false,
  capture_failed: false,
  void_initiated: false,
  voided: false,
  void_failed: false,
  router_declined: true,
  pending: false,
  unresolved: false,
  failure: true,
  auto_refunded: false,
};

/** An amount of a currency, in minor units. */
export interface MinorAmount {
  readonly amount: number;
  readonly currency: string;
}

/** How the state of an object acts on the merchant's balance at a connector account. */
export interface BalanceEffect<T> {
  readonly target: (new () => T) & DescribedClass;
  /** The field that names the object, in itself and in its entries. */
  readonly id: 'capture_id' | 'refund_id' | 'dispute_id' | 'payout_id' | 'attempt_id';
  /** The types of entries for money that moves, and for money that moves back. */
  readonly types: readonly [moved: EntryType, returned: EntryType];
  /** Whether money that moves adds to the balance, or takes from it. */
  readonly sign: 1 | -1;
  /** The money that has moved in the object's state, without a sign. */
  readonly moved: (object: T) => MinorAmount;
  /** The fee that is known in the object's state; null if none is. */
  readonly fee: (object: T) => MinorAmount | null;
  /** The connector's identifier of the change; for a capture that its authorization included, of the transaction. */
  readonly reference: (object: T, attempt: Attempt | null) => string | null | undefined;
  /** Time at which money of a stored object moved, for entries of the past. */
  readonly occurredAt: (object: T) => Date;
}

export type EntryType = ValueOf<typeof BalanceEntryType>;

const ifMoved = (amount: number, currency: string, moves: boolean): MinorAmount => ({
  amount: moves ? amount : 0,
  currency,
});

const reportedFee = ({ fee, fee_currency }: Capture | Refund): MinorAmount | null =>
  fee === null || fee === undefined || !fee_currency ? null : { amount: fee, currency: fee_currency };

/** The fee among the additional data of an attempt; see `storeResponse`. */
function attemptFee({ connector_metadata: known, status }: Attempt): MinorAmount | null {
  if (!costsAlone[status]) return null;
  const { fee_amount: amount, fee_currency: currency } = (known ?? {}) as Record<string, unknown>;
  return typeof amount === 'number' && typeof currency === 'string' ? { amount, currency } : null;
}

/** Whether the money of a refund has left the merchant's balance. */
export const refundMoves = ({ connector_refund_id: accepted, status }: Refund): boolean => {
  const moves = refunded[status];
  return moves === 'if_accepted' ? Boolean(accepted) : moves;
};

const captures: BalanceEffect<Capture> = {
  target: Capture,
  id: 'capture_id',
  types: ['capture', 'capture_failure'],
  sign: 1,
  moved: (capture) => ifMoved(capture.amount, capture.currency ?? '', charged[capture.status]),
  fee: reportedFee,
  reference: ({ connector_capture_id: own, settlement_reference: entry }, attempt) =>
    entry ?? own ?? attempt?.connector_transaction_id,
  occurredAt: ({ captured_at, created_at }) => captured_at ?? created_at,
};

const refunds: BalanceEffect<Refund> = {
  target: Refund,
  id: 'refund_id',
  types: ['refund', 'refund_failure'],
  sign: -1,
  moved: (refund) => ifMoved(refund.amount, refund.currency, refundMoves(refund)),
  fee: reportedFee,
  reference: ({ connector_refund_id: own, settlement_reference: entry }) => entry ?? own,
  occurredAt: ({ created_at }) => created_at,
};

const disputes: BalanceEffect<Dispute> = {
  target: Dispute,
  id: 'dispute_id',
  types: ['dispute', 'dispute_reversal'],
  sign: -1,
  moved: ({ amount, currency, dispute_stage, dispute_status }) =>
    ifMoved(amount, currency, taken[dispute_stage][dispute_status]),
  fee: () => null,
  reference: ({ connector_dispute_id: own }) => own,
  occurredAt: ({ connector_created_at, created_at }) => connector_created_at ?? created_at,
};

const payouts: BalanceEffect<Payout> = {
  target: Payout,
  id: 'payout_id',
  types: ['payout', 'payout_failure'],
  sign: -1,
  moved: ({ amount, currency, status }) => ifMoved(amount, currency, paidOut[status]),
  fee: () => null,
  reference: ({ connector_transaction_id: own }) => own,
  occurredAt: ({ updated }) => updated,
};

const attempts: BalanceEffect<Attempt> = {
  target: Attempt,
  id: 'attempt_id',
  types: ['fee', 'fee'],
  sign: -1,
  moved: ({ currency }) => ({ amount: 0, currency: currency ?? '' }),
  fee: attemptFee,
  reference: ({ connector_transaction_id: own }) => own,
  occurredAt: ({ modified_at }) => modified_at,
};

/**
 * The objects that change a merchant's balance, each with the effect of its states. Entries record the difference between
 * the state before a transaction and after it, whatever command or report changed it.
 */
export const balanceEffects = [
  captures,
  refunds,
  disputes,
  payouts,
  attempts,
] as readonly unknown[] as readonly BalanceEffect<object>[];

/** The effect of an object; undefined if its class does not change balances. */
export const balanceEffectOf = (object: object): BalanceEffect<object> | undefined =>
  balanceEffects.find(({ target }) => object.constructor === target);
