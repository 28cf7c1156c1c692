import { ApiKey } from '../entities/api-key.ts';
import { BusinessProfile } from '../entities/business-profile.ts';
import { ConnectorAccount } from '../entities/connector-account.ts';
import { MerchantAccount } from '../entities/merchant-account.ts';
import { Payment } from '../entities/payment.ts';
import { Payout } from '../entities/payout.ts';
import { WebhookEndpoint } from '../entities/webhook-endpoint.ts';
import type { Context } from '../foundation/context.ts';
import type { Row } from '../reads/index.ts';
import { type Dependent, deleteLocked, requireNoDependents } from '../writes/delete.ts';
import { inTransaction, lock } from '../writes/transactions.ts';

/** The objects that prevent a profile's deletion: its payments and payouts, for good, as their record names it. */
const dependentsOf = (profile: { merchant_id: string; profile_id: string }): Dependent[] => [
  {
    target: MerchantAccount,
    where: { merchant_id: profile.merchant_id, default_profile: profile.profile_id },
    reason: "the place of the merchant's default profile. Choose another in default_profile first.",
  },
  {
    target: Payment,
    where: profile,
    reason: 'payments, whose record it is part of. Disable its connector accounts instead.',
  },
  {
    target: Payout,
    where: profile,
    reason: 'payouts, whose record it is part of. Disable its connector accounts instead.',
  },
  { target: ConnectorAccount, where: profile, reason: 'connector accounts. Delete them first.' },
  { target: WebhookEndpoint, where: profile, reason: 'further webhook endpoints. Delete them first.' },
  { target: ApiKey, where: profile, reason: 'API keys restricted to it, whose record it is part of.' },
];

/**
 * Deletes an unused business profile.
 *
 * @returns Its last state, with secrets masked.
 * @throws {Problem} `resource_not_found`; `unexpected_state` with the reason, while something needs it.
 */
export function deleteBusinessProfile(ctx: Context, profileId: string): Promise<Row> {
  return inTransaction(ctx, async (tx) => {
    const profile = await lock(tx, BusinessProfile, profileId);
    const { merchant_id, profile_id } = profile;
    await requireNoDependents(tx, BusinessProfile, dependentsOf({ merchant_id, profile_id }));
    return deleteLocked(tx, BusinessProfile, profile, profileId);
  });
}
