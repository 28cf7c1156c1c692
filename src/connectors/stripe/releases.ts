import type Stripe from 'stripe';
import type { ConnectorAccess } from '../../core/foundation/ports/connector.ts';
import type { ConnectorSetup } from '../connector-setup.ts';
import { callOf } from './marks.ts';
import { paymentNow } from './payment-now.ts';
import { chargeOf, idOf } from './stored-response.ts';

/** How long after a capture Stripe may release the rest. */
const RELEASED_WITHIN_S = 60;

/**
 * Whether a refund without our marks concerns no captured money of ours. Stripe also makes a refund object of what is
 * authorized and never captured, by a void, by expiry and by a capture in part, and other systems may use the account.
 * The refund itself does not say, so its payment is read. A payment that Stripe does not have is another system's.
 *
 * @throws {UnansweredError} if Stripe does not answer: it sends the webhook again.
 */
export async function isNoRefund(
  setup: ConnectorSetup,
  access: ConnectorAccess,
  refund: Stripe.Refund,
  signal: AbortSignal,
): Promise<boolean> {
  const paymentId = idOf(refund.payment_intent);
  if (refund.reason === 'expired_uncaptured_charge' || paymentId === null) return true;
  const intent = await paymentNow(setup, access, paymentId, signal);
  return intent === null || !callOf(intent.metadata) || isRelease(refund, intent);
}

/** Whether a refund object is the rest of its authorization, which was never captured. */
function isRelease(refund: Stripe.Refund, intent: Stripe.PaymentIntent): boolean {
  const charge = chargeOf(intent);
  if (!charge) return false;
  const { amount, amount_captured: captured, balance_transaction: booked } = charge;
  if (captured === 0) return true;
  // Stripe releases the rest as it books the captured part.
  const bookedAt = booked !== null && typeof booked === 'object' ? booked.created : null;
  return (
    refund.amount === amount - captured &&
    bookedAt !== null &&
    Math.abs(refund.created - bookedAt) <= RELEASED_WITHIN_S
  );
}
