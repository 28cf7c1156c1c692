import { profileOf } from '../access/choose-profile.ts';
import { hostedAt } from '../domains/effective-domains.ts';
import type { Payout } from '../entities/payout.ts';
import type { PayoutLinkConfig, PayoutLinkOverrides } from '../entities/values/link-config.ts';
import type { WritingContext } from '../foundation/context.ts';
import { tokenAddress } from '../foundation/cryptography.ts';
import { invalidParameter } from '../foundation/errors.ts';
import {
  mergedSettings,
  type OfferableMethods,
  requireEnabledMethods,
} from '../payment-links/link-config.ts';
import type { PayoutUpdate } from './payout-inputs.ts';
import { requireRecipient } from './save-destination.ts';

/** The first part of the address of a payout's page. */
export const RECEIVE = 'receive';

/** The destinations that a page offers for a payout, by the kind of method in connector accounts. */
export const destinations = {
  card: null,
  bank_transfer: ['sepa', 'ach', 'bacs', 'becs'],
  wallet: ['paypal', 'venmo'],
} as const satisfies OfferableMethods;

/** The settings of a payout's page: its profile's current settings, overridden by its own. */
export type PayoutPageSettings = Omit<Partial<PayoutLinkConfig>, 'payout_test_mode'> &
  Omit<Partial<PayoutLinkOverrides>, 'payout_link_id'>;

export async function payoutPageSettings(tx: WritingContext, payout: Payout): Promise<PayoutPageSettings> {
  const { payout_link_config: ofProfile } = await profileOf(tx, payout);
  const { payout_test_mode: test_mode, ...shared } = (ofProfile ?? {}) as Partial<PayoutLinkConfig>;
  const { payout_link_id: _id, ...own } = (payout.payout_link_config ?? {}) as Partial<PayoutLinkOverrides>;
  return mergedSettings<PayoutPageSettings>({ ...shared, test_mode: test_mode ?? null }, own);
}

/**
 * Adds the page on which a payout's recipient chooses the destination, changes its settings, or removes it.
 *
 * @throws {Problem} `invalid_parameter` for settings without a page, or invalid settings; `missing_parameter` for a
 *   recurring payout without a customer.
 */
export async function attachPayoutLink(
  tx: WritingContext,
  payout: Payout,
  {
    payout_link: isWanted,
    payout_link_config: own,
  }: Pick<PayoutUpdate, 'payout_link' | 'payout_link_config'>,
): Promise<void> {
  if (isWanted === undefined && own === undefined) return;
  const hasPage = isWanted ?? (isWanted === undefined && Boolean(payout.payout_link));
  if (!hasPage) {
    if (own) {
      const param = 'payout_link_config';
      throw invalidParameter(param, `${param} must be left out unless payout_link is true.`);
    }
    payout.payout_link = payout.payout_link_config = null;
    return;
  }
  requireEnabledMethods(own?.enabled_payment_methods, destinations, 'payout_link_config');
  requireRecipient(payout);
  if (own !== undefined) payout.payout_link_config = own;
  const { domain_name: domain } = await payoutPageSettings(tx, payout);
  const { merchant_id, payout_id } = payout;
  payout.payout_link = {
    payout_link_id: own?.payout_link_id ?? payout.payout_link?.payout_link_id ?? tx.ports.ids.make('polink'),
    link: await hostedAt(tx, merchant_id, tokenAddress(tx.ports, RECEIVE, merchant_id, payout_id), domain),
  };
}
