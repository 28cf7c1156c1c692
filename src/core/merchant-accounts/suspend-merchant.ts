import { MerchantAccount } from '../entities/merchant-account.ts';
import type { Context } from '../foundation/context.ts';
import * as f from '../model/fields.ts';
import { Input } from '../model/index.ts';
import { inTransaction, lock } from '../writes/transactions.ts';

@Input({ about: 'Parameters for suspending a merchant account.' })
export class MerchantSuspension {
  @f.Text('Reason, visible to the operator and the merchant.', { required: true }) reason!: string;
}

/**
 * Suspends a merchant account. It applies to requests that arrive after the commit: in this process at once, in others
 * within a second, the lifetime of a cached key. Reads, refunds, cancellations, dispute answers and deletions remain
 * allowed, and nothing else. Work in flight continues: requests already authenticated, connector calls and their
 * look-ups, customers' authentications, refunds, webhooks. Repeating it changes the reason only.
 *
 * @throws {Problem} `resource_not_found`.
 */
export function suspendMerchantAccount(
  ctx: Context,
  merchantId: string,
  { reason }: MerchantSuspension,
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const account = await lock(tx, MerchantAccount, merchantId);
    account.suspended_at ??= tx.ports.now();
    account.suspension_reason = reason;
    account.modified_at = tx.ports.now();
  });
}

/**
 * Ends a suspension. Does nothing for an account that is not suspended.
 *
 * @throws {Problem} `resource_not_found`.
 */
export function resumeMerchantAccount(ctx: Context, merchantId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const account = await lock(tx, MerchantAccount, merchantId);
    if (!account.suspended_at) return;
    account.suspended_at = account.suspension_reason = null;
    account.modified_at = tx.ports.now();
  });
}
