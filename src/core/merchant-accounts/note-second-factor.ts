import { MerchantAccount } from '../entities/merchant-account.ts';
import { type Context, type WritingContext, withinMerchant } from '../foundation/context.ts';
import { notifyOwners } from '../writes/outbox/owner-notices.ts';
import { inTransaction, lock } from '../writes/transactions.ts';

/** Maximum number of merchant accounts per run. */
const NOTED_MAX = 500;

/** Notifies the owners that their merchant account no longer requires a second factor. */
export async function noteSecondFactorOff(tx: WritingContext, account: MerchantAccount): Promise<void> {
  account.second_factor_noted_at = tx.ports.now();
  await notifyOwners(tx, {
    merchantId: account.merchant_id,
    kind: 'second_factor_off',
    objectId: account.merchant_id,
    message: 'A second factor is not required any more: people may sign in with a password alone.',
  });
}

/**
 * Notifies, once, the owners of merchant accounts that never required a second factor, if new accounts do.
 *
 * @returns The accounts whose owners were notified.
 */
export async function noteMissingSecondFactors(ctx: Context): Promise<readonly string[]> {
  if (!ctx.ports.expectsSecondFactor) return [];
  const text = `select merchant_id from merchant_accounts
                where not require_second_factor and second_factor_noted_at is null order by merchant_id limit $1`;
  const found = await ctx.rows.query<{ merchant_id: string }>(
    { text, values: [NOTED_MAX], touches: { reads: ['merchant_accounts'] } },
    null,
  );
  for (const { merchant_id: merchantId } of found) {
    await inTransaction(withinMerchant(ctx, merchantId), async (tx) => {
      const account = await lock(tx, MerchantAccount, merchantId);
      if (account.require_second_factor || account.second_factor_noted_at) return;
      account.second_factor_noted_at = tx.ports.now();
      await notifyOwners(tx, {
        merchantId,
        kind: 'second_factor_off',
        objectId: merchantId,
        message:
          'People may sign in with a password alone. New merchant accounts require a second factor: require it under Settings.',
      });
    });
  }
  return found.map(({ merchant_id }) => merchant_id);
}
