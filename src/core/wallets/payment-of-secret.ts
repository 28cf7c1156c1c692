import { requireClientSecret, wrongSecret } from '../access/client-secrets.ts';
import { Payment } from '../entities/payment.ts';
import { paymentStates } from '../entities/states/payment-states.ts';
import type { WritingContext } from '../foundation/context.ts';
import { requireState } from '../foundation/state-machine.ts';
import { requireRetryable } from '../payments/authorize/confirm-payment.ts';
import { sessionSecretOf } from '../payments/customer/customer-session.ts';
import { withoutRuleSurcharge } from '../rules/surcharge-amounts.ts';
import { requireMerchant } from '../writes/transactions.ts';

/** A client secret begins with its payment's identifier. */
const secretForm = /^([\w-]{1,64})_secret_(?:masked_)?[0-9A-Za-z]+$/;

/**
 * The payment of a client secret in the caller's merchant, if it can still be confirmed: as its confirmation would prepare it,
 * without the surcharge of a rule, which is decided anew.
 *
 * @throws {Problem} `client_secret_invalid` for a wrong secret, another merchant's or an unknown payment's;
 *   `client_secret_expired`; `rate_limited`; `unexpected_state`.
 */
export async function paymentOfSecret(tx: WritingContext, presented: string): Promise<Payment> {
  const paymentId = secretForm.exec(presented)?.[1];
  const key = { merchant_id: requireMerchant(tx), payment_id: paymentId! };
  const payment = paymentId ? await tx.transaction.em.findOne(Payment, key) : null;
  if (!payment) throw wrongSecret();
  requireClientSecret(tx, presented, sessionSecretOf(payment));
  requireState('payment', paymentStates, 'confirm', payment.status);
  requireRetryable(payment);
  return withoutRuleSurcharge(payment);
}
