import type Stripe from 'stripe';
import type { ConnectorAccess } from '../../core/foundation/ports/connector.ts';
import type { ConnectorSetup } from '../connector-setup.ts';
import { callOf } from './marks.ts';
import { paymentNow } from './payment-now.ts';
import { chargeOf, idOf } from './stored-response.ts';

/** How long after a capture Stripe may release the rest. */
const RELEASED_WITHIN_S = 60;

/**
 * The payment of a refund without our marks; null if none of our captured money was refunded. Other systems may use the
 * account. Before version 2025-03-31.basil Stripe also created refund objects for authorized money that was never captured:
 * after a void, an expiry or a partial capture. The refund does not show this, so its payment is read. A payment that Stripe
 * does not have belongs to another system.
 *
 * @throws {UnansweredError} if Stripe does not answer: it sends the webhook again.
 */
export async function refundedPayment(
  setup: ConnectorSetup,
  access: ConnectorAccess,
  refund: Stripe.Refund,
  signal: AbortSignal,
): Promise<Stripe.PaymentIntent | null> {
  const paymentId = idOf(refund.payment_intent);
  if (refund.reason === 'expired_uncaptured_charge' || paymentId === null) return null;
  const intent = await paymentNow(setup, access, paymentId, signal);
  return intent === null || !callOf(intent.metadata) || isRelease(refund, intent) ? null : intent;
}

/**
 * Whether a refund object is the rest of its authorization, which was never captured. Requests in the version that the
 * connector pins make none: "Partially capturing or canceling payments no longer creates a Refund"
 * (docs.stripe.com/changelog, 2025-03-31.basil). Since then the booking of a capture has the captured amount; before, it
 * had the authorized one. So only a payment with such a booking was captured by an older version.
 */
function isRelease(refund: Stripe.Refund, intent: Stripe.PaymentIntent): boolean {
  const charge = chargeOf(intent);
  if (!charge) return false;
  const { amount, amount_captured: captured, balance_transaction: booked } = charge;
  if (captured === 0) return true;
  if (booked === null || typeof booked !== 'object' || refund.amount !== amount - captured) return false;
  const inCurrencyOfCharge = booked.amount / (booked.exchange_rate ?? 1);
  const isAllBooked = Math.abs(inCurrencyOfCharge - amount) < Math.abs(inCurrencyOfCharge - captured);
  // Stripe released the rest as it booked the captured part.
  return isAllBooked && Math.abs(refund.created - booked.created) <= RELEASED_WITHIN_S;
}
