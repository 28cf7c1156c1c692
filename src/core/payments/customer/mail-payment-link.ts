import { sessionEnd } from '../../access/choose-profile.ts';
import { Payment } from '../../entities/payment.ts';
import type { Context, WritingContext } from '../../foundation/context.ts';
import { Problem } from '../../foundation/errors.ts';
import { type LinkMail, mailLink } from '../../payment-links/mail-link.ts';
import { inTransaction, lock } from '../../writes/transactions.ts';
import { attachPaymentLink } from './attach-payment-link.ts';
import { EXPIRING, requireSession } from './customer-session.ts';

/**
 * Sends the link of a payment to its customer.
 *
 * @throws {Problem} `resource_not_found`; `unexpected_state` without a link, unless the payment failed; once it can be paid no more, or where no e-mail is sent; `missing_parameter` without an address; `not_permitted`; `rate_limited`.
 */
export function mailPaymentLink(ctx: Context, paymentId: string, input: LinkMail): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const payment = await lock(tx, Payment, paymentId);
    const isOpen = (EXPIRING as readonly string[]).includes(payment.status);
    if (!isOpen && !payment.manual_retry_allowed) {
      throw new Problem('unexpected_state', `The payment is ${payment.status}; it can no longer be paid.`);
    }
    requireSession(tx, payment, 'paid');
    // A request with the admin key may name no merchant: scope it to the payment's.
    const own = { ...tx, merchantId: payment.merchant_id };
    if (payment.status === 'failed') await reopen(own, payment);
    const { link } = payment.payment_link ?? {};
    if (!link) {
      const message = 'The payment has no link. Update it with payment_link: true first.';
      throw new Problem('unexpected_state', message);
    }
    await mailLink(
      own,
      {
        merchantId: payment.merchant_id,
        objectType: 'payment',
        objectId: payment.payment_id,
        link,
        money: { amount: payment.net_amount, currency: payment.currency },
        seller: payment.payment_link_config?.seller_name,
        email: payment.email ?? payment.customer?.email,
        isSetUnread: payment.email_set_unread,
        language: payment.browser_info?.language,
      },
      input,
    );
  });
}

/** Gives a failed payment, which is updated no more, a page and the time to pay there. */
async function reopen(tx: WritingContext, payment: Payment): Promise<void> {
  if (!payment.payment_link) await attachPaymentLink(tx, payment, { payment_link: true });
  const end = await sessionEnd(tx, payment, null);
  if (end > payment.expires_on) payment.expires_on = end;
  payment.updated = tx.ports.now();
}
