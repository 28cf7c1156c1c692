import { enumeration, type ValueOf } from '../model/index.ts';

export const EventObject = enumeration('EventObject', 'Type of object an event is about.', {
  payment: 'Payment.',
  refund: 'Refund.',
  dispute: 'Dispute.',
  payout: 'Payout.',
  notification: 'Notification.',
  report: 'Report.',
});

export const EventType = enumeration('EventType', 'Type of an event.', {
  payment_created: 'A payment was created.',
  payment_succeeded: 'A payment succeeded: the full amount was received.',
  payment_failed: 'A payment failed. It can be confirmed again while `manual_retry_allowed` is true.',
  payment_processing: 'A payment is being processed; the connector has not returned a final result.',
  payment_cancelled: 'A payment was cancelled or expired; `status` says which.',
  payment_retry_scheduled: 'A declined off-session charge will be retried at `next_retry_at`.',
  payment_retry_cancelled:
    'A scheduled retry was cancelled: by the merchant, or because the payment can no longer be charged.',
  payment_authorized: 'A payment was authorized and can be captured.',
  payment_authorization_increased: 'The authorized amount of a payment was increased.',
  payment_authorization_increase_failed:
    'The authorized amount of a payment could not be increased; the last of `incremental_authorizations` says why.',
  payment_captured: 'A payment was captured, in full or in part.',
  payment_partially_captured:
    'A payment ended with only a part received: the rest was released, expired, or taken back.',
  payment_capture_failed:
    'A capture failed, at once or after it had succeeded; `error_code` says why. An authorization may remain.',
  payment_void_failed:
    'An authorization could not be voided; `error_code` says why. It can still be captured.',
  payment_reversed:
    'Money that the connector reported too late was returned; the last of `reversals` says why.',
  payment_reversal_failed:
    'Money that the connector reported too late could not be returned; the last failed entry of `reversals` says why. Return it at the connector.',
  payment_not_as_asked:
    'The connector moved a different amount than requested; see `error_message`. Check it at the connector.',
  action_required:
    "A payment requires action by the customer or the merchant; `next_action` holds the customer's next step.",
  refund_succeeded: 'A refund succeeded.',
  refund_failed: 'A refund failed, at once or after it had succeeded.',
  refund_not_as_asked:
    'The connector refunded a different amount than requested; see `error_message`. Check it at the connector.',
  dispute_opened: 'A dispute was opened, or reopened at a later stage.',
  dispute_challenged: 'A dispute was challenged by the merchant.',
  dispute_accepted: 'A dispute was accepted by the merchant.',
  dispute_won: 'A dispute was won by the merchant.',
  dispute_lost: 'A dispute was lost by the merchant.',
  dispute_expired: 'A dispute expired without a response from the merchant.',
  dispute_cancelled: 'A dispute was withdrawn.',
  payout_success: 'A payout succeeded.',
  payout_failed: 'A payout failed or its destination is ineligible; `status` says which.',
  payout_initiated: 'A payout was sent to the connector.',
  payout_processing: 'A payout is being processed; the connector has not returned a final result.',
  payout_cancelled: 'A payout was cancelled.',
  payout_expired: 'A payout expired before it was confirmed, or before it was fulfilled.',
  payout_not_as_asked:
    'The connector paid out a different amount than requested; see `error_message`. Check it at the connector.',
  payout_reversed: 'A payout was reversed: the funds were returned.',
  notification_created:
    "Something needs the merchant's attention: a notification was opened. Only additional endpoints receive it.",
  report_ready: 'A scheduled report can be downloaded.',
});

export type EventTypeValue = ValueOf<typeof EventType>;

/** Event type by object and new status. Statuses that are not listed emit no event. */
const eventByStatus: Readonly<Record<string, Readonly<Record<string, EventTypeValue>>>> = Object.freeze({
  payment: {
    succeeded: 'payment_succeeded',
    failed: 'payment_failed',
    cancelled: 'payment_cancelled',
    expired: 'payment_cancelled',
    partially_captured: 'payment_partially_captured',
    requires_customer_action: 'action_required',
    requires_merchant_action: 'action_required',
  },
  // A payment is `processing` during every connector call; only an outcome that stays pending emits an event.
  'payment attempt': {
    pending: 'payment_processing',
    authorized: 'payment_authorized',
    void_failed: 'payment_void_failed',
  },
  capture: { charged: 'payment_captured', failed: 'payment_capture_failed' },
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
  report: { ready: 'report_ready' },
});

/**
 * Event type for a status change, or null if it emits none. `from` is null for the initial status. A capture whose
 * initial status is `charged` was made with its authorization, which the payment's event reports.
 */
export function eventTypeOf(of: string, from: string | null, to: string): EventTypeValue | null {
  if (of === 'payment' && from === null) return 'payment_created';
  if (of === 'capture' && from === null) return null;
  return eventByStatus[of]?.[to] ?? null;
}

/** Type of object an event type is about. */
export function objectOf(type: EventTypeValue): ValueOf<typeof EventObject> {
  const [first] = type.split('_');
  return EventObject.values.find((name) => name === first) ?? 'payment';
}
