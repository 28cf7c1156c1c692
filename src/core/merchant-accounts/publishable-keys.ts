import { requireOwnMerchant } from '../access/acting-context.ts';
import { MerchantAccount } from '../entities/merchant-account.ts';
import type { Context } from '../foundation/context.ts';
import { randomBase62 } from '../foundation/ids.ts';
import * as f from '../model/fields.ts';
import { Input } from '../model/index.ts';
import { inTransaction, lock } from '../writes/transactions.ts';

const LENGTH = 32;
const DAY_S = 24 * 60 * 60;
const GRACE_MAX_S = 90 * DAY_S;

/** Generates a publishable key, `pk_test_…` or `pk_live_…`. */
export const makePublishableKey = ({ ports: { environment, randomBytes } }: Context): string =>
  `pk_${environment}_${randomBase62(LENGTH, randomBytes)}`;

@Input({ about: 'Parameters for replacing the publishable key of a merchant account.' })
export class PublishableKeyRotation {
  @f.Integer(
    'Time for which the replaced key remains valid, in seconds, up to 90 days; one day by default, 0 to invalidate it immediately. Pages and apps that customers have open continue to use it.',
    { min: 0, maximum: GRACE_MAX_S, example: DAY_S },
  )
  grace_period_seconds?: number | null;
}

/**
 * Replaces a merchant account's publishable key. The former key stays valid for the grace period; an earlier former key
 * ends at once, so that at most two are valid.
 *
 * @throws {Problem} `resource_not_found`, also for another merchant's account.
 */
export function rotatePublishableKey(
  ctx: Context,
  merchantId: string,
  { grace_period_seconds: graceS }: PublishableKeyRotation,
): Promise<void> {
  if (ctx.caller.kind !== 'admin_key') requireOwnMerchant(ctx, merchantId);
  return inTransaction(ctx, async (tx) => {
    const account = await lock(tx, MerchantAccount, merchantId);
    const now = tx.ports.now();
    account.previous_publishable_key = account.publishable_key;
    account.previous_publishable_key_expires_at = new Date(now.getTime() + (graceS ?? DAY_S) * 1000);
    account.publishable_key = makePublishableKey(tx);
    account.modified_at = now;
  });
}
