import { BusinessProfile } from '../entities/business-profile.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { insert, inTransaction, requireMerchant } from '../writes/transactions.ts';
import { applySettings } from './apply-settings.ts';
import type { BusinessProfileCreation } from './business-profile-input.ts';
import { makeSigningKey } from './signing-key.ts';

/**
 * Creates a business profile of the context's merchant and answers its identifier. The merchant's default
 * profile stays what it was. Specification: Business profile.
 *
 * @throws {Problem} `resource_already_exists`; `invalid_parameter` for settings that do not hold together;
 * `resource_not_found` for an unknown merchant or tax connector.
 */
export function createBusinessProfile(ctx: Context, given: BusinessProfileCreation): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const profile = await newProfile(tx, requireMerchant(tx), given);
    await insert(tx, profile);
    return profile.profile_id;
  });
}

/** A profile that is not written yet, everything that nobody set as it is at first. */
export async function newProfile(
  tx: WritingContext,
  merchantId: string,
  given: BusinessProfileCreation,
): Promise<BusinessProfile> {
  const { profile_id: chosen, payment_response_hash_key: key, ...settings } = given;
  const profile = new BusinessProfile();
  profile.merchant_id = merchantId;
  profile.profile_id = chosen ?? tx.ids.make('pro');
  profile.created_at = profile.modified_at = tx.now();
  await applySettings(tx, profile, { ...settings, payment_response_hash_key: key ?? makeSigningKey(tx) });
  return profile;
}
