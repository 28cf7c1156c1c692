import type Stripe from 'stripe';
import type { ConnectorAccess } from '../../core/foundation/ports/connector.ts';
import type { ConnectorSetup } from '../connector-setup.ts';
import { stripeAmounts } from './amounts.ts';
import { captured, captureId } from './capture.ts';
import type { Report } from './events.ts';
import { authorized, outcomeOfIntent } from './intent-outcome.ts';
import { callOf, markedParts } from './marks.ts';
import { paymentNow } from './payment-now.ts';
import { chargeOf, chargesOf, storedResponseFrom } from './stored-response.ts';

/**
 * The current outcome of a payment. A webhook lacks the charge, which has the checks, the fee and the terms of a
 * success: such a payment is read from Stripe. If Stripe does not have it any more, or for any other status, the
 * webhook's copy counts.
 *
 * @throws {UnansweredError} if Stripe does not answer: it sends the webhook again.
 */
export async function paymentEvents(
  setup: ConnectorSetup,
  access: ConnectorAccess,
  sent: Stripe.PaymentIntent,
  signal: AbortSignal,
): Promise<Report[]> {
  // A payment of the same account that is not ours.
  if (!callOf(sent.metadata)) return [];
  const now = isHeld(sent) ? await paymentNow(setup, access, sent.id, signal) : sent;
  if (now === null) setup.warn({ payment: sent.id }, 'Stripe does not have the payment of a webhook.');
  return reportsOf(setup, now ?? sent);
}

/** Whether money is authorized or captured. */
const isHeld = ({ status }: Stripe.PaymentIntent): boolean =>
  status === 'succeeded' || status === 'requires_capture';

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
