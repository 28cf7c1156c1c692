import { refuseDeleted } from '../customers/deleted-customer.ts';
import { CollectLink } from '../entities/collect-link.ts';
import { Customer } from '../entities/customer.ts';
import type { Context } from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import { type LinkMail, mailLink } from '../payment-links/mail-link.ts';
import { inTransaction, lock, requireMerchant } from '../writes/transactions.ts';
import { collectAddress } from './collect-links.ts';

/**
 * Sends a link to save payment methods to its customer.
 *
 * @returns The customer's identifier.
 * @throws {Problem} `resource_not_found`; `unexpected_state` for an expired link, a deleted customer, or without a mail
 *   server; `missing_parameter` without an address; `not_permitted`; `rate_limited`.
 */
export function mailCollectLink(ctx: Context, linkId: string, input: LinkMail): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const merchant_id = requireMerchant(tx);
    const key = { merchant_id, pm_collect_link_id: linkId };
    const link = await tx.transaction.em.findOne(CollectLink, key);
    if (!link) throw notFound('link');
    if (link.expires_at <= tx.ports.now()) {
      throw new Problem('unexpected_state', 'The link has expired. Create another one.');
    }
    const customer = await lock(tx, Customer, link.customer_id, 'customer_id');
    refuseDeleted(customer);
    const mailed = {
      merchantId: merchant_id,
      objectType: 'customer',
      objectId: link.customer_id,
      link: await collectAddress(tx, link),
      seller: link.pm_collect_link_config?.merchant_name,
      email: customer.email,
      isSetUnread: customer.email_set_unread,
    } as const;
    await mailLink(tx, mailed, input);
    return link.customer_id;
  });
}
