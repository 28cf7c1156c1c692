import type Stripe from 'stripe';
import { type ConnectorAccess, UnansweredError } from '../../core/foundation/ports/connector.ts';
import type { ConnectorSetup } from '../connector-setup.ts';
import { stripeClient } from './client.ts';
import { isMissing, unansweredOf } from './errors.ts';
import { EXPANDED_INTENT } from './stored-response.ts';

/**
 * The payment that a webhook is about, as Stripe has it now; null if Stripe has no such payment for the account.
 *
 * @throws {UnansweredError} if Stripe does not answer, or with something else.
 * @throws {NotSentError} if Stripe was not reached, or the account has no key for it.
 */
export async function paymentNow(
  setup: ConnectorSetup,
  access: ConnectorAccess,
  id: string,
  signal: AbortSignal,
): Promise<Stripe.PaymentIntent | null> {
  const stripe = stripeClient(setup, access, signal);
  try {
    const intent = await stripe.paymentIntents.retrieve(id, { expand: EXPANDED_INTENT });
    if (isPayment(intent, id)) return intent;
  } catch (error) {
    if (isMissing(error)) return null;
    const unanswered = unansweredOf(error);
    if (unanswered) throw unanswered;
    // The package fails with a runtime error on JSON that is not an object.
  }
  throw new UnansweredError('Stripe answered with something other than the payment of a webhook.');
}

/** Whether a response is the payment, with the members that reports are read from. */
function isPayment(answer: Partial<Stripe.PaymentIntent>, id: string): boolean {
  const { amount, amount_capturable, amount_received, currency, metadata, object, status } = answer;
  return (
    object === 'payment_intent' &&
    answer.id === id &&
    typeof status === 'string' &&
    typeof currency === 'string' &&
    typeof metadata === 'object' &&
    [amount, amount_capturable, amount_received].every((one) => Number.isSafeInteger(one))
  );
}
