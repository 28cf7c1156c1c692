import { enumeration, type ValueOf } from '../model/index.ts';

export const EventType = enumeration('EventType', 'What an event tells of.', {
  payment_created: 'A payment was made.',
  payment_succeeded: 'The payment is paid in full.',
  payment_failed: 'The payment failed. It may be confirmed again where `manual_retry_allowed` says so.',
  payment_processing: 'The connector has not said yet what becomes of the payment.',
  payment_cancelled: 'Nothing will be paid: it was cancelled, or its session ended; `status` says which.',
  payment_authorized: 'The money is reserved and may be captured.',
  payment_captured: 'A part of an authorization, or all of it, was taken.',
  action_required: 'Somebody has to do something: `next_action` says what the customer must do.',
  refund_succeeded: 'The money of a refund went back.',
  refund_failed: 'The connector refused a refund.',
  dispute_opened: 'A customer objects to a payment, or takes the objection a stage further.',
  dispute_challenged: 'The merchant contests a dispute.',
  dispute_accepted: 'The merchant accepts a dispute.',
  dispute_won: 'A dispute was decided for the merchant.',
  dispute_lost: 'A dispute was decided against the merchant.',
  dispute_expired: 'A dispute was not answered in time.',
  dispute_cancelled: 'A dispute was taken back.',
  payout_success: 'The money of a payout arrived.',
  payout_failed: 'A payout failed, or its connector will not make it; `status` says which.',
  payout_initiated: 'A payout is on its way.',
  payout_processing: 'The connector has not said yet what becomes of a payout.',
  payout_cancelled: 'A payout was cancelled.',
  payout_expired: 'A payout was not confirmed in time.',
  payout_reversed: 'A payout came back.',
});

export type EventTypeValue = ValueOf<typeof EventType>;

/** Which status, newly taken by what, is told as which event. What is not listed is not told. */
const eventByStatus: Readonly<Record<string, Readonly<Record<string, EventTypeValue>>>> = Object.freeze({
  payment: {
    succeeded: 'payment_succeeded',
    failed: 'payment_failed',
    cancelled: 'payment_cancelled',
    expired: 'payment_cancelled',
    requires_customer_action: 'action_required',
    requires_merchant_action: 'action_required',
  },
  // A payment is `processing` for the time of every call; only an outcome that stays open is worth telling.
  'payment attempt': { pending: 'payment_processing', authorized: 'payment_authorized' },
  capture: { charged: 'payment_captured' },
  refund: { succeeded: 'refund_succeeded', failed: 'refund_failed' },
  dispute: {
    dispute_opened: 'dispute_opened',
    dispute_challenged: 'dispute_challenged',
    dispute_accepted: 'dispute_accepted',
    dispute_won: 'dispute_won',
    dispute_lost: 'dispute_lost',
    dispute_expired: 'dispute_expired',
    dispute_cancelled: 'dispute_cancelled',
  },
  payout: {
    success: 'payout_success',
    failed: 'payout_failed',
    ineligible: 'payout_failed',
    initiated: 'payout_initiated',
    pending: 'payout_processing',
    cancelled: 'payout_cancelled',
    expired: 'payout_expired',
    reversed: 'payout_reversed',
  },
});

/** The event that a step in an object's history is told as, if it is. `from` is null where the history begins. */
export function eventTypeOf(of: string, from: string | null, to: string): EventTypeValue | null {
  if (of === 'payment' && from === null) return 'payment_created';
  return eventByStatus[of]?.[to] ?? null;
}

/** The types of event that tell of a kind of object. */
export function eventTypesAbout(object: 'payment' | 'refund' | 'dispute' | 'payout'): EventTypeValue[] {
  return EventType.values.filter((type) => objectOf(type) === object);
}

/** The kind of object that a type of event tells of. */
export function objectOf(type: EventTypeValue): 'payment' | 'refund' | 'dispute' | 'payout' {
  const [first] = type.split('_');
  return first === 'refund' || first === 'dispute' || first === 'payout' ? first : 'payment';
}
