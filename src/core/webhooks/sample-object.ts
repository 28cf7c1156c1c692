import { NOT_AS_ASKED_CODE } from '../connector-calls/not-as-asked.ts';
import { Capture } from '../entities/capture.ts';
import { objectClassOf } from '../entities/event-objects.ts';
import { type EventTypeValue, eventTypeOf, objectOf } from '../entities/event-types.ts';
import { machineOf } from '../entities/states/machines.ts';
import { customerMessages } from '../foundation/ports/connector-errors.ts';
import { exampleOf } from '../model/example.ts';

type Values = Record<string, unknown>;

const fresh: Values = { refunds: [], disputes: [] };
const unpaid: Values = { ...fresh, amount_received: 0, captures: [] };
const unconfirmed: Values = {
  ...unpaid,
  attempts: [],
  attempt_count: 0,
  connector: null,
  connector_label: null,
  connector_transaction_id: null,
  merchant_connector_id: null,
  payment_method: null,
  payment_method_data: null,
  payment_method_id: null,
  payment_method_type: null,
};
const unsent: Values = { attempts: [], connector_transaction_id: null };
const captureDeclined = { error_code: 'capture_declined', error_message: 'The capture was refused.' };
const voidDeclined = { error_code: 'void_declined', error_message: 'The void was refused.' };
const declined: Values = { error_code: 'card_declined', error_message: 'The card was declined.' };
const unified: Values = { unified_code: 'UE_1000', unified_message: customerMessages.UE_1000 };

/** An authorization after a failed capture or void, unchanged. */
const stillHeld: Values = {
  ...unpaid,
  status: 'requires_capture',
  amount_capturable: 6540,
  capture_method: 'manual',
};

/** The increase of an authorization that ended like this. */
const increase = (status: 'success' | 'failure') => ({
  incremental_authorization_allowed: true,
  incremental_authorizations: [
    {
      authorization_id: 'inc_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
      amount: status === 'success' ? 6540 : 9000,
      status,
      error_code: status === 'success' ? null : 'increment_declined',
      error_message: status === 'success' ? null : 'The increase of the authorization was declined.',
      previously_authorized_amount: 5000,
    },
  ],
});

/** Money of the first attempt that could not be the payment's. */
const reversal = (status: 'succeeded' | 'failed') => ({
  attempt_id: 'pay_01JZ5V0G7N4S8X2T6W9Y3B1C5D_1',
  reason: 'another_attempt',
  operation: 'refund',
  amount: 6540,
  currency: 'EUR',
  connector_capture_id: null,
  status,
  error_code: status === 'failed' ? 'refund_refused' : null,
  error_message: status === 'failed' ? 'The refund was refused.' : null,
});

const notAsAsked = {
  error_code: NOT_AS_ASKED_CODE,
  error_message:
    "The connector reports a capture of 70.00 EUR (7000 in minor units) as cap_4410, where 65.40 EUR (6540 in minor units) could be captured. Nothing of it is recorded as moved: compare it with the connector's dashboard.",
};

/** How the object of an event, and its attempts, differ from the example of their class. */
const differences: Partial<Record<EventTypeValue, { readonly object: Values; readonly attempt?: Values }>> = {
  payment_created: { object: { ...unconfirmed, status: 'requires_payment_method' } },
  payment_succeeded: { object: fresh },
  payment_failed: {
    object: { ...unpaid, ...declined, manual_retry_allowed: true },
    attempt: { status: 'failure', ...declined, ...unified },
  },
  payment_retry_scheduled: {
    object: {
      ...unpaid,
      status: 'failed',
      ...declined,
      manual_retry_allowed: true,
      off_session: true,
      next_retry_at: '2026-02-05T09:30:00.000Z',
    },
    attempt: { status: 'failure', ...declined, ...unified },
  },
  payment_retry_cancelled: {
    object: {
      ...unpaid,
      status: 'failed',
      ...declined,
      manual_retry_allowed: true,
      off_session: true,
    },
    attempt: { status: 'failure', ...declined, ...unified },
  },
  payment_processing: { object: { ...unpaid, status: 'processing' }, attempt: { status: 'pending' } },
  payment_cancelled: { object: { ...unconfirmed, cancellation_reason: 'requested_by_customer' } },
  payment_authorized: {
    object: { ...unpaid, status: 'requires_capture', amount_capturable: 6540, capture_method: 'manual' },
    attempt: { status: 'authorized', capture_method: 'manual' },
  },
  payment_authorization_increased: {
    object: { ...stillHeld, ...increase('success'), authorization_count: 1 },
    attempt: { status: 'authorized', capture_method: 'manual' },
  },
  payment_authorization_increase_failed: {
    object: { ...stillHeld, ...increase('failure'), authorization_count: 1 },
    attempt: { status: 'authorized', capture_method: 'manual' },
  },
  payment_captured: {
    object: { ...fresh, capture_method: 'manual' },
    attempt: { capture_method: 'manual' },
  },
  payment_partially_captured: {
    object: {
      ...fresh,
      amount_received: 5000,
      captures: [{ ...exampleOf(Capture, 'event'), amount: 5000 }],
      capture_method: 'manual',
    },
    attempt: { status: 'partial_charged', capture_method: 'manual' },
  },
  payment_capture_failed: {
    object: {
      ...stillHeld,
      ...captureDeclined,
      captures: [{ ...exampleOf(Capture, 'event'), status: 'failed', ...captureDeclined }],
    },
    attempt: { status: 'capture_failed', capture_method: 'manual', ...captureDeclined, ...unified },
  },
  payment_void_failed: {
    object: { ...stillHeld, ...voidDeclined },
    attempt: { status: 'void_failed', capture_method: 'manual', ...voidDeclined, ...unified },
  },
  payment_reversed: { object: { ...fresh, attempt_count: 2, reversals: [reversal('succeeded')] } },
  payment_reversal_failed: { object: { ...fresh, attempt_count: 2, reversals: [reversal('failed')] } },
  payment_not_as_asked: { object: { ...stillHeld, ...notAsAsked } },
  refund_not_as_asked: { object: { status: 'failed', ...notAsAsked } },
  payout_not_as_asked: { object: { status: 'success', ...notAsAsked } },
  action_required: {
    object: {
      ...unpaid,
      authentication_type: 'three_ds',
      next_action: { redirect_to_url: 'https://example.com/authenticate', type: 'redirect_to_url' },
    },
    attempt: { status: 'authentication_pending', authentication_type: 'three_ds' },
  },
  refund_failed: { object: { error_code: 'refund_refused', error_message: 'The refund was refused.' } },
  payout_failed: { object: { ...declined, ...unified }, attempt: { ...declined, ...unified } },
  payout_cancelled: { object: unsent },
  payout_expired: { object: unsent },
  notification_created: { object: { kind: 'dispute_due', read: false, read_at: null, resolved_at: null } },
};

/** The status whose transition emits an event of this type; none if another object's transition does. */
function statusFor(type: EventTypeValue): Values {
  if (objectOf(type) === 'notification') return {};
  const { field, machine } = machineOf(objectClassOf(type));
  const status = Object.keys(machine.transitions).find((to) => eventTypeOf(machine.of, to, to) === type);
  return status ? { [field]: status } : {};
}

/** A made-up object of an event, in the state right after the change that emits this type of event. */
export function sampleEventObject(type: EventTypeValue): Values {
  const { attempt, object }: { attempt?: Values; object?: Values } = differences[type] ?? {};
  const usual = exampleOf(objectClassOf(type), 'event');
  const status = statusFor(type);
  const changed = { ...(objectOf(type) === 'payout' ? status : {}), ...attempt };
  const attempts = (usual.attempts as Values[] | undefined)?.map((entry) => ({ ...entry, ...changed }));
  return { ...usual, ...(attempts ? { attempts } : {}), ...status, ...object };
}
