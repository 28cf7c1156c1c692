import { makeSigningKey, requireSigningKey } from '../business-profiles/signing-key.ts';
import { MerchantAccount } from '../entities/merchant-account.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { randomBase62 } from '../foundation/ids.ts';
import { requireWebhookTarget } from '../webhook-endpoints/require-target.ts';
import { applyChanges } from '../writes/apply-changes.ts';
import { insert, inTransaction } from '../writes/transactions.ts';
import { profileNames, profileOfAccount } from './lines-of-business.ts';
import type { MerchantAccountCreation } from './merchant-account-input.ts';
import { requireParent } from './require-parent.ts';

const PUBLISHABLE_KEY_CHARACTERS = 32;

/**
 * Creates a merchant account with its publishable key and a profile for each line of business, or one named
 * `default`; all of them or nothing. Specification: endpoint 13.
 *
 * @throws {Problem} `resource_already_exists`; `invalid_parameter` for a line of business that is there twice,
 * an empty signing key, a webhook address that is not public or an unsuitable parent; `resource_not_found` for
 * an unknown parent.
 */
export function createMerchantAccount(ctx: Context, given: MerchantAccountCreation): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const {
      merchant_id: merchantId,
      organization_id: organization,
      payment_response_hash_key,
      ...rest
    } = given;
    if (payment_response_hash_key === '') requireSigningKey(payment_response_hash_key);
    await requireWebhookTarget(tx, rest.webhook_details);
    if (rest.parent_merchant_id) await requireParent(tx, merchantId, rest.parent_merchant_id);
    const signingKey = (payment_response_hash_key as string | null | undefined) ?? makeSigningKey(tx);
    const names = profileNames(rest.primary_business_details);

    const account = new MerchantAccount();
    account.merchant_id = merchantId;
    account.organization_id = organization ?? tx.ids.make('org');
    account.publishable_key = publishableKey(tx);
    account.created_at = account.modified_at = tx.now();
    applyChanges(tx, account, { ...rest, payment_response_hash_key: signingKey });

    const profiles = [];
    for (const name of names.length > 0 ? names : ['default']) {
      profiles.push(await profileOfAccount(tx, account, name, signingKey));
    }
    if (profiles.length === 1) account.default_profile = profiles[0]!.profile_id;
    await insert(tx, account);
    await tx.transaction.em.persist(profiles).flush();
  });
}

function publishableKey(tx: WritingContext): string {
  return `pk_${tx.environment}_${randomBase62(PUBLISHABLE_KEY_CHARACTERS, tx.randomBytes)}`;
}
