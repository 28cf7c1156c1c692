import { BusinessProfile } from '../entities/business-profile.ts';
import { MerchantAccount } from '../entities/merchant-account.ts';
import type { WritingContext } from '../foundation/context.ts';
import { readByKeys } from '../reads/index.ts';

/** How long a client secret is good where the merchant has no default profile, in seconds. */
const LIFETIME_DEFAULT_S = 900;

/** How long the client secret of a payment method is good: it belongs to no profile, so the default one says. */
export async function secretLifetimeS(tx: WritingContext, merchantId: string): Promise<number> {
  const [account] = await readByKeys(
    tx,
    MerchantAccount,
    [{ merchantId: null, id: merchantId }],
    ['default_profile'],
  );
  const id = account?.default_profile as string | null | undefined;
  if (!id) return LIFETIME_DEFAULT_S;
  const [profile] = await readByKeys(tx, BusinessProfile, [{ merchantId, id }], ['session_expiry']);
  return (profile?.session_expiry as number | undefined) ?? LIFETIME_DEFAULT_S;
}
