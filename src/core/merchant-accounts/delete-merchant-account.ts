import { ApiKey } from '../entities/api-key.ts';
import { Invitation } from '../entities/invitation.ts';
import { MerchantAccount } from '../entities/merchant-account.ts';
import { TeamMember } from '../entities/team-member.ts';
import type { Context } from '../foundation/context.ts';
import { requireNoDependents } from '../writes/delete.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import { underWay } from '../writes/under-way.ts';

/**
 * Closes a merchant account. Its payment records stay, as they must be kept.
 *
 * @throws {Problem} `resource_not_found`; `unexpected_state` with the reason, while money is under way.
 */
export function deleteMerchantAccount(ctx: Context, merchantId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const account = await lock(tx, MerchantAccount, merchantId);
    const ofMerchant = { merchant_id: merchantId };
    await requireNoDependents(tx, MerchantAccount, underWay(ofMerchant, 'suspend'));
    const now = tx.ports.now();
    const { em } = tx.transaction;
    for (const key of await em.find(ApiKey, { ...ofMerchant, revoked_at: null })) key.revoked_at = now;
    for (const member of await em.find(TeamMember, ofMerchant)) em.remove(member);
    const open = await em.find(Invitation, { ...ofMerchant, accepted_at: null, revoked_at: null });
    for (const invitation of open) invitation.revoked_at = now;
    account.suspended_at ??= now;
    account.suspension_reason = 'The account was deleted.';
    account.modified_at = now;
  });
}
