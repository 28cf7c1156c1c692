import { requireOwnMerchant } from '../access/require-own-merchant.ts';
import { makeSigningKey, requireSigningKey } from '../business-profiles/signing-key.ts';
import { BusinessProfile } from '../entities/business-profile.ts';
import { MerchantAccount } from '../entities/merchant-account.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import { readByKeys } from '../reads/index.ts';
import { resetEndpoint } from '../webhook-endpoints/endpoint-health.ts';
import { requireWebhookTarget } from '../webhook-endpoints/require-target.ts';
import { applyChanges, decryptField } from '../writes/apply-changes.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import { profileNames, profileOfAccount } from './lines-of-business.ts';
import { type MerchantAccountUpdate, standing } from './merchant-account-input.ts';
import { requireParent } from './require-parent.ts';

/**
 * Changes a merchant account: the caller's own, or any for the admin key. A line of business that is new gets
 * a profile of its own. Specification: Merchant account.
 *
 * @throws {Problem} `resource_not_found`, also for a parent or default profile that there is not;
 * `wrong_key_kind` for what only the operator says of a merchant; `invalid_parameter`.
 */
export function updateMerchantAccount(
  ctx: Context,
  merchantId: string,
  changes: MerchantAccountUpdate,
): Promise<void> {
  if (ctx.caller.kind !== 'admin_key') {
    requireOwnMerchant(ctx, merchantId);
    requireNoStanding(changes);
  }
  return inTransaction(ctx, async (tx) => {
    const account = await lock(tx, MerchantAccount, merchantId);
    if (changes.payment_response_hash_key !== undefined) requireSigningKey(changes.payment_response_hash_key);
    await requireWebhookTarget(tx, changes.webhook_details);
    if (changes.parent_merchant_id) await requireParent(tx, merchantId, changes.parent_merchant_id);
    if (changes.default_profile) await requireProfile(tx, merchantId, changes.default_profile);
    if (changes.webhook_details !== undefined) await resetEndpoint(tx, merchantId, null);
    applyChanges(tx, account, changes);
    account.modified_at = tx.now();
    if (changes.primary_business_details) await addProfiles(tx, account);
  });
}

/** @throws {Problem} `wrong_key_kind`: a merchant that could move itself would get at other merchants. */
function requireNoStanding(changes: MerchantAccountUpdate): void {
  const param = standing.find((name) => changes[name] !== undefined);
  if (param) throw new Problem('wrong_key_kind', `${param} takes the admin API key.`, { param });
}

async function requireProfile(tx: WritingContext, merchantId: string, id: string): Promise<void> {
  const [found] = await readByKeys(tx, BusinessProfile, [{ merchantId, id }], []);
  if (!found) throw notFound('business profile', 'default_profile');
}

/** The account's row is locked, so two changes at once do not add the same profile twice. */
async function addProfiles(tx: WritingContext, account: MerchantAccount): Promise<void> {
  const { em } = tx.transaction;
  const wanted = profileNames(account.primary_business_details);
  const there = await em.find(BusinessProfile, { merchant_id: account.merchant_id, profile_name: wanted });
  const known = new Set(there.map((profile) => profile.profile_name));
  const kept = decryptField(tx, account, 'payment_response_hash_key') as string | null;
  const signingKey = kept ?? makeSigningKey(tx);
  for (const name of wanted.filter((one) => !known.has(one))) {
    em.persist(await profileOfAccount(tx, account, name, signingKey));
  }
}
