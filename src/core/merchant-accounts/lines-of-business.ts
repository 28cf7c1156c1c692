import { newProfile } from '../business-profiles/create-business-profile.ts';
import type { BusinessProfile } from '../entities/business-profile.ts';
import type { MerchantAccount } from '../entities/merchant-account.ts';
import type { PrimaryBusinessDetails } from '../entities/values/merchant-details.ts';
import type { WritingContext } from '../foundation/context.ts';
import { invalidParameter } from '../foundation/errors.ts';
import { TEXT_MAX } from '../model/index.ts';

/** `US_clothing`: what the profile of a line of business is called. */
const profileName = ({ country, business }: PrimaryBusinessDetails) =>
  `${country}_${business}`.slice(0, TEXT_MAX);

/**
 * The names of the profiles that lines of business come to.
 *
 * @throws {Problem} `invalid_parameter` for a line that is there twice.
 */
export function profileNames(lines: readonly PrimaryBusinessDetails[] | null | undefined): string[] {
  const names = (lines ?? []).map(profileName);
  const repeated = names.findIndex((name, i) => names.indexOf(name) < i);
  if (repeated >= 0) {
    const param = `primary_business_details[${repeated}]`;
    throw invalidParameter(param, `${param} must not repeat an earlier line of business.`);
  }
  return names;
}

/** A profile of an account, not written yet, that sends browsers back and signs as the account does. */
export function profileOfAccount(
  tx: WritingContext,
  account: MerchantAccount,
  name: string,
  signingKey: string,
): Promise<BusinessProfile> {
  return newProfile(tx, account.merchant_id, {
    profile_name: name,
    payment_response_hash_key: signingKey,
    enable_payment_response_hash: account.enable_payment_response_hash ?? false,
    redirect_to_merchant_with_http_post: account.redirect_to_merchant_with_http_post ?? false,
  });
}
