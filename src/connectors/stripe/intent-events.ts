import type Stripe from 'stripe';
import type { ConnectorAccess } from '../../core/foundation/ports/connector.ts';
import type { ConnectorSetup } from '../connector-setup.ts';
import { stripeAmounts } from './amounts.ts';
import { captured, captureId } from './capture.ts';
import { stripeClient } from './client.ts';
import type { Report } from './events.ts';
import { authorized, outcomeOfIntent } from './intent-outcome.ts';
import { callOf, markedParts } from './marks.ts';
import { chargeOf, chargesOf, EXPANDED_INTENT, storedResponseFrom } from './stored-response.ts';

/** How long a webhook waits for Stripe's response, before its own copy is used. */
const ASK_WITHIN_MS = 5_000;

/**
 * The current outcome of a payment. A webhook lacks the charge, which has the checks, the fee and the terms of a
 * success: such a payment is read from Stripe. If Stripe does not respond, or for any other status, the webhook's copy
 * counts.
 */
export async function paymentEvents(
  setup: ConnectorSetup,
  access: ConnectorAccess,
  sent: Stripe.PaymentIntent,
): Promise<Report[]> {
  // A payment of the same account that is not ours.
  if (!callOf(sent.metadata)) return [];
  return reportsOf(setup, isHeld(sent) ? await asItIs(setup, access, sent) : sent);
}

/** Whether money is authorized or captured. */
const isHeld = ({ status }: Stripe.PaymentIntent): boolean =>
  status === 'succeeded' || status === 'requires_capture';

async function asItIs(
  setup: ConnectorSetup,
  access: ConnectorAccess,
  sent: Stripe.PaymentIntent,
): Promise<Stripe.PaymentIntent> {
  try {
    const stripe = stripeClient(setup, access, AbortSignal.timeout(ASK_WITHIN_MS));
    return await stripe.paymentIntents.retrieve(sent.id, { expand: EXPANDED_INTENT });
  } catch {
    setup.warn({ payment: sent.id }, 'Stripe could not be asked for the payment of a webhook.');
    return sent;
  }
}

function reportsOf(setup: ConnectorSetup, intent: Stripe.PaymentIntent): Report[] {
  const call = { ...callOf(intent.metadata)!, operation: 'authorize' as const };
  if (intent.status === 'canceled') {
    const expired = intent.cancellation_reason === 'automatic' || intent.cancellation_reason === 'expired';
    const reason = expired ? ('expired' as const) : ('cancelled' as const);
    return [{ type: 'authorization_ended', connectorTransactionId: intent.id, reason }];
  }
  if (!isHeld(intent) || intent.capture_method !== 'manual') {
    const outcome = outcomeOfIntent(setup, intent);
    return [{ type: 'outcome', call, outcome }];
  }
  // The call that authorized it did not capture: captures are reported by themselves.
  return [{ type: 'outcome', call, outcome: authorized(setup, intent, 0) }, ...captureReports(setup, intent)];
}

/** Our captures, each by its call, and any made in Stripe's dashboard. */
function captureReports(setup: ConnectorSetup, intent: Stripe.PaymentIntent): Report[] {
  const { amount_received: received, currency, id, metadata, status } = intent;
  const marks = markedParts('capture', metadata);
  const ours = marks.map(({ amount, idempotencyKey, reference }): Report => {
    const money = stripeAmounts.fromVendor(amount, currency);
    return {
      type: 'outcome',
      call: { idempotencyKey, reference, operation: 'capture', parentTransactionId: id },
      outcome: captured(setup, intent, reference, money),
    };
  });
  const elsewhere = received - marks.reduce((total, { amount }) => total + amount, 0);
  if (elsewhere <= 0) return ours;
  const charge = chargeOf(intent)?.id ?? storedResponseFrom(setup, intent).connectorMandateId ?? 'elsewhere';
  return [
    ...ours,
    {
      ...stripeAmounts.fromVendor(elsewhere, currency),
      // The charge names the booking of its latest capture: of several it may be another's.
      ...(marks.length === 0 ? chargesOf(setup, chargeOf(intent)?.balance_transaction) : {}),
      type: 'capture_made',
      connectorTransactionId: id,
      // The total distinguishes the captures of one payment.
      connectorCaptureId: captureId(id, `${charge}-${received}`),
      final: status === 'succeeded',
    },
  ];
}
