import { Payout } from '../entities/payout.ts';
import type { Context } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { type LinkMail, mailLink } from '../payment-links/mail-link.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import { requirePayoutSession } from './expire-payouts.ts';
import { payoutPageSettings } from './payout-link.ts';

/**
 * Sends the link of a payout to its recipient.
 *
 * @throws {Problem} `resource_not_found`; `unexpected_state` without a link, once the recipient has responded, or without
 *   a mail server; `missing_parameter` without an address; `not_permitted`; `rate_limited`.
 */
export function mailPayoutLink(ctx: Context, payoutId: string, input: LinkMail): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const payout = await lock(tx, Payout, payoutId);
    const { link } = payout.payout_link ?? {};
    if (!link) {
      const message = 'The payout has no link. Update it with payout_link: true first.';
      throw new Problem('unexpected_state', message);
    }
    if (payout.status !== 'requires_payout_method_data') {
      throw new Problem(
        'unexpected_state',
        `The payout is ${payout.status}; its recipient has nothing left to do.`,
      );
    }
    requirePayoutSession(tx, payout, 'answered');
    // A request with the admin key may name no merchant: scope it to the payout's.
    const own = { ...tx, merchantId: payout.merchant_id };
    const settings = await payoutPageSettings(own, payout);
    await mailLink(
      own,
      {
        merchantId: payout.merchant_id,
        objectType: 'payout',
        objectId: payout.payout_id,
        link,
        money: { amount: payout.amount, currency: payout.currency },
        seller: settings.merchant_name,
        email: payout.email ?? payout.customer?.email,
        isSetUnread: payout.email_set_unread,
      },
      input,
    );
  });
}
