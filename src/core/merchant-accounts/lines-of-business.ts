import { profileNameOf } from '../access/choose-profile.ts';
import { newProfile } from '../business-profiles/business-profiles.ts';
import type { BusinessProfile } from '../entities/business-profile.ts';
import type { MerchantAccount } from '../entities/merchant-account.ts';
import type { PrimaryBusinessDetails } from '../entities/values/contact.ts';
import type { WritingContext } from '../foundation/context.ts';
import { invalidParameter } from '../foundation/errors.ts';

/**
 * The profile names of lines of business.
 *
 * @throws {Problem} `invalid_parameter` for a repeated line of business.
 */
export function profileNames(lines: readonly PrimaryBusinessDetails[] | null | undefined): string[] {
  const names = (lines ?? []).map(({ business, country }) => profileNameOf(country, business));
  const repeated = names.findIndex((name, i) => names.indexOf(name) < i);
  if (repeated >= 0) {
    const param = `primary_business_details[${repeated}]`;
    throw invalidParameter(param, `${param} must not repeat an earlier line of business.`);
  }
  return names;
}

/** Builds a profile with the account's redirect and signing settings. The caller persists it. */
export function profileOfAccount(
  tx: WritingContext,
  account: MerchantAccount,
  name: string,
  signingKey: string,
): Promise<BusinessProfile> {
  return newProfile(tx, account.merchant_id, {
    profile_name: name,
    payment_response_hash_key: signingKey,
    enable_payment_response_hash: account.enable_payment_response_hash,
    redirect_to_merchant_with_http_post: account.redirect_to_merchant_with_http_post ?? false,
  });
}
