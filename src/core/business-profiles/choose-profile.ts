import { BusinessProfile } from '../entities/business-profile.ts';
import type { WritingContext } from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import { readOne } from '../reads/index.ts';
import { requireMerchant } from '../writes/transactions.ts';

/** What a new payment or payout takes over from its profile. */
export interface ChosenProfile {
  readonly profileId: string;
  readonly sessionExpiryS: number;
}

/**
 * The profile of something new: the one that is named, else the merchant's default one, else its only one.
 *
 * @throws {Problem} `resource_not_found` for a profile or merchant that there is not, `missing_parameter` when
 * there are several profiles to choose from.
 */
export async function chooseProfile(
  ctx: WritingContext,
  named: string | null | undefined,
): Promise<ChosenProfile> {
  return named ? namedProfile(ctx, named) : defaultProfile(ctx, requireMerchant(ctx));
}

async function namedProfile(ctx: WritingContext, profileId: string): Promise<ChosenProfile> {
  const row = await readOne(ctx, BusinessProfile, profileId, ['session_expiry']);
  if (!row) throw notFound('business profile', 'profile_id');
  return { profileId, sessionExpiryS: row.session_expiry as number };
}

async function defaultProfile(ctx: WritingContext, merchantId: string): Promise<ChosenProfile> {
  // The default one comes first, and one more tells whether it is the only one.
  const text = `select p.profile_id, p.session_expiry, p.profile_id = m.default_profile as is_default
                from merchant_accounts m left join business_profiles p on p.merchant_id = m.merchant_id
                where m.merchant_id = $1
                order by 3 desc nulls last limit 2`;
  const rows = await ctx.rows.query({ text, values: [merchantId] }, merchantId);
  const [first, another] = rows;
  if (!first) throw notFound('merchant account', 'merchant_id');
  if (!first.profile_id || (another && first.is_default !== true)) {
    throw new Problem('missing_parameter', 'profile_id is required: there is no default business profile.', {
      param: 'profile_id',
    });
  }
  return { profileId: first.profile_id as string, sessionExpiryS: first.session_expiry as number };
}

/** The profile that a payment was created with, loaded for its settings. */
export function profileOf(
  tx: WritingContext,
  { merchant_id, profile_id }: { readonly merchant_id: string; readonly profile_id?: string | null },
): Promise<BusinessProfile> {
  return tx.transaction.em.findOneOrFail(BusinessProfile, { merchant_id, profile_id: profile_id! });
}
