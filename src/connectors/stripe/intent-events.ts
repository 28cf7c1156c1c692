import type Stripe from 'stripe';
import type { ConnectorAccess } from '../../core/foundation/ports/connector.ts';
import type { ConnectorSetup } from '../connector-setup.ts';
import { stripeAmounts } from './amounts.ts';
import { captured, captureId, latestAmount } from './capture.ts';
import type { Report } from './events.ts';
import { authorized, outcomeOfIntent } from './intent-outcome.ts';
import { callOf, markedParts } from './marks.ts';
import { paymentNow } from './payment-now.ts';
import { chargeOf, chargesOf, idOf } from './stored-response.ts';

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
const isHeld = ({ amount_received: received, status }: Stripe.PaymentIntent): boolean =>
  status === 'succeeded' || status === 'requires_capture' || received > 0;

/** The authorization and captures in the current state of a payment. */
export function reportsOf(setup: ConnectorSetup, intent: Stripe.PaymentIntent): Report[] {
  const call = { ...callOf(intent.metadata)!, operation: 'authorize' as const };
  if (!isHeld(intent)) {
    return intent.status === 'canceled'
      ? [endOf(intent)]
      : [{ type: 'outcome', call, outcome: outcomeOfIntent(setup, intent) }];
  }
  if (intent.capture_method !== 'manual') {
    return [{ type: 'outcome', call, outcome: outcomeOfIntent(setup, intent) }];
  }
  return [
    // The authorizing call did not capture: captures have their own reports.
    { type: 'outcome', call, outcome: authorized(setup, intent, 0) },
    ...ownCaptures(setup, intent),
    ...totalOf(setup, intent),
    // The rest may have been released without a capture.
    ...(intent.amount_received < intent.amount && isOver(intent) ? [endOf(intent)] : []),
  ];
}

/** Whether nothing more of a payment can be captured. */
const isOver = ({ status }: Stripe.PaymentIntent): boolean => status === 'succeeded' || status === 'canceled';

function endOf({ cancellation_reason: why, id }: Stripe.PaymentIntent): Report {
  const reason = why === 'automatic' || why === 'expired' ? 'expired' : 'cancelled';
  return { type: 'authorization_ended', connectorTransactionId: id, reason };
}

/** Our captures, each by its call. */
const ownCaptures = (setup: ConnectorSetup, intent: Stripe.PaymentIntent): Report[] =>
  markedParts('capture', intent.metadata).map(({ amount, idempotencyKey, reference }) => {
    const money = stripeAmounts.fromVendor(amount, intent.currency);
    return {
      type: 'outcome',
      call: { idempotencyKey, reference, operation: 'capture', parentTransactionId: intent.id },
      outcome: captured(setup, intent, reference, money),
    };
  });

/** All that was captured, also in Stripe's dashboard: a capture there leaves no trace but the sum. */
function totalOf(setup: ConnectorSetup, intent: Stripe.PaymentIntent): Report[] {
  const { amount_received: received, currency, id } = intent;
  if (received === 0) return [];
  const inMinorUnits = (amount: number) => stripeAmounts.fromVendor(amount, currency).amount;
  const marks = markedParts('capture', intent.metadata);
  const latest = latestAmount(intent);
  // The charge names the balance transaction of the latest capture, which may be one of ours.
  const isOurs = latest === null || marks.some(({ amount }) => amount === latest);
  return [
    {
      type: 'captured_total',
      connectorTransactionId: id,
      connectorCaptureId: captureId(id, `${idOf(intent.latest_charge) ?? 'elsewhere'}-${received}`),
      total: inMinorUnits(received),
      currency: stripeAmounts.fromVendor(received, currency).currency,
      captures: marks.map(({ amount, reference }) => ({ reference, amount: inMinorUnits(amount) })),
      ...(isOurs ? {} : chargesOf(setup, chargeOf(intent)?.balance_transaction)),
      chargedFor: isOurs ? null : inMinorUnits(latest),
      final: isOver(intent),
    },
  ];
}
