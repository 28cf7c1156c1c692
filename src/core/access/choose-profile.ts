import { BusinessProfile } from '../entities/business-profile.ts';
import { profileOfCaller, type WritingContext } from '../foundation/context.ts';
import { invalidParameter, notFound, Problem } from '../foundation/errors.ts';
import { requireProfile } from '../foundation/permissions.ts';
import { TEXT_MAX } from '../model/index.ts';
import { findOneSettings, readSettings } from '../reads/index.ts';
import { requireMerchant } from '../writes/transactions.ts';

/** The settings that a new payment or payout copies from its profile. */
export interface ChosenProfile {
  readonly profileId: string;
  readonly sessionExpiryS: number;
}

/** The country and the line of business. */
interface Business {
  readonly business_country?: string | null;
  readonly business_label?: string | null;
}

/** The name of the profile of a line of business, such as `US_clothing`. */
export const profileNameOf = (country: string, business: string): string =>
  `${country}_${business}`.slice(0, TEXT_MAX);

/**
 * Chooses the profile of a new payment or payout: the requested profile, else the caller's own, the profile of its line
 * of business, the merchant's default, or its only profile.
 *
 * @throws {Problem} `not_permitted` for a profile other than the caller's; `resource_not_found` for an unknown profile or
 *   merchant, `missing_parameter` if the merchant has more than one profile and no default.
 */
export async function chooseProfile(
  ctx: WritingContext,
  profileId: string | null | undefined,
  { business_country: country, business_label: label }: Business = {},
): Promise<ChosenProfile> {
  const merchantId = requireMerchant(ctx);
  const own = profileId ?? profileOfCaller(ctx.caller);
  requireProfile(ctx, own);
  if (!own) {
    const profile_name = country && label ? profileNameOf(country, label) : null;
    const ofBusiness =
      profile_name &&
      (await findOneSettings(ctx, BusinessProfile, { merchant_id: merchantId, profile_name }));
    if (ofBusiness) return { profileId: ofBusiness.profile_id, sessionExpiryS: ofBusiness.session_expiry };
    return readSettings(ctx, merchantId, ['default profile'], () => defaultProfile(ctx, merchantId));
  }
  const profile = await findOneSettings(ctx, BusinessProfile, {
    merchant_id: merchantId,
    profile_id: own,
  });
  if (!profile) throw notFound('business profile', 'profile_id');
  return { profileId: own, sessionExpiryS: profile.session_expiry };
}

async function defaultProfile(ctx: WritingContext, merchantId: string): Promise<ChosenProfile> {
  // The default profile sorts first; a second row shows that the first is not the only one.
  const text = `select p.profile_id, p.session_expiry, p.profile_id = m.default_profile as is_default
                from merchant_accounts m left join business_profiles p on p.merchant_id = m.merchant_id
                where m.merchant_id = $1
                order by 3 desc nulls last limit 2`;
  type ProfileRow = { profile_id: string | null; session_expiry: number; is_default: boolean | null };
  const [first, another] = await ctx.rows.query<ProfileRow>(
    { text, values: [merchantId], touches: { reads: ['merchant_accounts', 'business_profiles'] } },
    merchantId,
  );
  if (!first) throw notFound('merchant account', 'merchant_id');
  if (!first.profile_id || (another && first.is_default !== true)) {
    throw new Problem('missing_parameter', 'profile_id is required: there is no default business profile.', {
      param: 'profile_id',
    });
  }
  return { profileId: first.profile_id, sessionExpiryS: first.session_expiry };
}

/**
 * Checks that the profile in a request is the object's.
 *
 * @throws {Problem} `invalid_parameter` for any other profile.
 */
export function requireOwnProfile(
  noun: string,
  { profile_id: own }: { readonly profile_id?: string | null },
  named: string | null | undefined,
): void {
  if (!named || named === own) return;
  throw invalidParameter('profile_id', `profile_id must be the ${noun}'s profile, or be omitted.`);
}

/** The profile that a payment was created with, loaded for its settings. */
export async function profileOf(
  tx: WritingContext,
  { merchant_id, profile_id }: { readonly merchant_id: string; readonly profile_id?: string | null },
): Promise<BusinessProfile> {
  const profile = await findOneSettings(tx, BusinessProfile, { merchant_id, profile_id: profile_id! });
  if (!profile) throw new Error(`The business profile ${profile_id} does not exist.`);
  return profile;
}

/** The end of a session that begins now. A null length means the profile's. */
export async function sessionEnd(
  ctx: WritingContext,
  order: { readonly merchant_id: string; readonly profile_id?: string | null },
  lengthS: number | null,
): Promise<Date> {
  return secondsFromNow(ctx, lengthS ?? (await profileOf(ctx, order)).session_expiry);
}

export function secondsFromNow(ctx: WritingContext, seconds: number): Date {
  return new Date(ctx.ports.now().getTime() + seconds * 1000);
}

/**
 * Checks that a payment or payout has not expired. It expires at `expires_on`, even before the job records that.
 *
 * @param toBe Such as `confirmed`.
 * @throws {Problem} `unexpected_state`.
 */
export function requireUnexpired(
  ctx: WritingContext,
  noun: 'payment' | 'payout',
  { expires_on: expiresOn }: { readonly expires_on: Date },
  toBe: string,
): void {
  if (expiresOn > ctx.ports.now()) return;
  throw new Problem(
    'unexpected_state',
    `The ${noun} expired at expires_on and can no longer be ${toBe}. Create another one.`,
  );
}
