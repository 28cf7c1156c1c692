import { chooseProfile } from '../access/choose-profile.ts';
import { BusinessProfile } from '../entities/business-profile.ts';
import { ConnectorAccount } from '../entities/connector-account.ts';
import { MerchantAccount } from '../entities/merchant-account.ts';
import { Payment } from '../entities/payment.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { evenIfSuspended } from '../foundation/suspension.ts';
import type { LinkSettings } from '../payment-links/link-config.ts';
import { findOneSettings, findSettings } from '../reads/index.ts';
import { walletsOfAccount } from '../wallets/button-wallets.ts';
import { inTransaction, requireMerchant } from '../writes/transactions.ts';

/** Maximum number of accounts examined per profile. */
const ACCOUNTS_MAX = 100;

/** The settings that a shop's frames get before the page gives them a client secret. */
export interface FrameSettings {
  readonly settings: LinkSettings;
  readonly merchantName: string;
  /** Whether an account of the profile has Google Pay, whose script a frame may then need. */
  readonly hasGooglePay: boolean;
}

/**
 * Reads the settings of a payment's frames, from its profile and merchant. An unknown payment gets those of the
 * merchant's default profile, so that the publishable key cannot probe for payments.
 *
 * @param ctx The merchant's context.
 */
export function readFrameSettings(ctx: Context, paymentId: string): Promise<FrameSettings> {
  return inTransaction(evenIfSuspended(ctx), async (tx) => {
    const merchant_id = requireMerchant(tx);
    const profile_id = await profileOfPayment(tx, paymentId);
    const merchant = await findOneSettings(tx, MerchantAccount, { merchant_id });
    const own = profile_id ? { merchant_id, profile_id } : null;
    const profile = own && (await findOneSettings(tx, BusinessProfile, own));
    const accounts = own ? await findSettings(tx, ConnectorAccount, own, ACCOUNTS_MAX) : [];
    return {
      settings: (profile?.payment_link_config ?? {}) as LinkSettings,
      merchantName: merchant?.merchant_name ?? '',
      hasGooglePay: accounts.some(
        (account) => !account.disabled && walletsOfAccount(tx.ports, account).includes('google_pay'),
      ),
    };
  });
}

async function profileOfPayment(tx: WritingContext, payment_id: string): Promise<string | null> {
  const merchant_id = requireMerchant(tx);
  const payment = await tx.transaction.em.findOne(
    Payment,
    { merchant_id, payment_id },
    { fields: ['profile_id'] },
  );
  if (payment?.profile_id) return payment.profile_id;
  try {
    return (await chooseProfile(tx, null)).profileId;
  } catch (error) {
    // Several profiles without a default.
    if (error instanceof Problem) return null;
    throw error;
  }
}
