import type { EventTypeValue } from '../entities/event-types.ts';
import { sampleOf } from '../model/sample.ts';
import { objectClassOf } from '../writes/outbox/event-body.ts';

type Values = Record<string, unknown>;

/** A payment by card of which nothing has come back, and whose customer left no consent for later. */
const plainPayment: Values = {
  refunds: [],
  disputes: [],
  feature_metadata: null,
  mandate_data: null,
  payment_method_id: null,
  payment_token: null,
};

const uncaptured: Values = { ...plainPayment, captures: [] };

/** What a payment does not have before it is confirmed. */
const unconfirmed: Values = {
  ...uncaptured,
  attempts: [],
  attempt_count: 0,
  amount_received: 0,
  connector: null,
  connector_label: null,
  connector_transaction_id: null,
  merchant_connector_id: null,
  payment_method: null,
  payment_method_data: null,
  payment_method_type: null,
};

const unpaid: Values = { ...uncaptured, amount_received: 0 };
const declined: Values = { error_code: 'card_declined', error_message: 'The card was declined.' };
const unified: Values = {
  unified_code: 'UE_1000',
  unified_message: 'Issue with payment method details',
};
const opened: Values = {
  dispute_stage: 'dispute',
  connector_dispute_id: 'dp_2207',
  connector_reason: 'The customer does not recognise the payment.',
  connector_created_at: '2026-01-31T09:30:00.000Z',
  connector_updated_at: '2026-01-31T09:30:00.000Z',
  challenge_required_by: '2026-02-14T09:30:00.000Z',
};
const unsent: Values = { attempts: [], connector_transaction_id: null };

/** What is different from what is usual: of the object itself, and of its attempts. */
interface Difference {
  readonly object: Values;
  readonly attempt?: Values;
}

const differences: Readonly<Record<EventTypeValue, Difference>> = Object.freeze({
  payment_created: { object: { status: 'requires_payment_method', ...unconfirmed } },
  payment_succeeded: { object: { status: 'succeeded', ...uncaptured } },
  payment_failed: {
    object: { status: 'failed', ...unpaid, ...declined, manual_retry_allowed: false },
    attempt: { status: 'failure', ...declined, ...unified },
  },
  payment_processing: { object: { status: 'processing', ...unpaid }, attempt: { status: 'pending' } },
  payment_cancelled: {
    object: { status: 'cancelled', ...unconfirmed, cancellation_reason: 'requested_by_customer' },
  },
  payment_authorized: {
    object: { status: 'requires_capture', ...unpaid, amount_capturable: 6540, capture_method: 'manual' },
    attempt: { status: 'authorized', capture_method: 'manual' },
  },
  payment_captured: {
    object: { status: 'succeeded', capture_method: 'manual', ...plainPayment },
    attempt: { capture_method: 'manual' },
  },
  action_required: {
    object: {
      status: 'requires_customer_action',
      ...unpaid,
      authentication_type: 'three_ds',
      next_action: { redirect_to_url: 'https://example.com/authenticate', type: 'redirect_to_url' },
    },
    attempt: { status: 'authentication_pending', authentication_type: 'three_ds' },
  },
  refund_succeeded: { object: { status: 'succeeded' } },
  refund_failed: {
    object: { status: 'failed', error_code: 'refund_refused', error_message: 'The refund was refused.' },
  },
  dispute_opened: { object: { dispute_status: 'dispute_opened', ...opened } },
  dispute_challenged: { object: { dispute_status: 'dispute_challenged', ...opened } },
  dispute_accepted: { object: { dispute_status: 'dispute_accepted', ...opened } },
  dispute_won: { object: { dispute_status: 'dispute_won', ...opened } },
  dispute_lost: { object: { dispute_status: 'dispute_lost', ...opened } },
  dispute_expired: { object: { dispute_status: 'dispute_expired', ...opened } },
  dispute_cancelled: { object: { dispute_status: 'dispute_cancelled', ...opened } },
  payout_success: { object: { status: 'success' } },
  payout_failed: {
    object: { status: 'failed', ...declined, ...unified },
    attempt: { status: 'failed', ...declined, ...unified },
  },
  payout_initiated: { object: { status: 'initiated' }, attempt: { status: 'initiated' } },
  payout_processing: { object: { status: 'pending' }, attempt: { status: 'pending' } },
  payout_cancelled: { object: { status: 'cancelled', ...unsent } },
  payout_expired: { object: { status: 'expired', ...unsent } },
  payout_reversed: { object: { status: 'reversed' }, attempt: { status: 'reversed' } },
});

/** An object such as a type of event tells of, as it would be in one: made up, and of nobody. */
export function sampleEventObject(type: EventTypeValue): Values {
  const { object, attempt } = differences[type];
  const usual = sampleOf(objectClassOf(type), 'event');
  const attempts = (usual.attempts as Values[] | undefined)?.map((entry) => ({ ...entry, ...attempt }));
  return { ...usual, ...(attempts ? { attempts } : {}), ...object };
}
