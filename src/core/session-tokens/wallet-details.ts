import type { BusinessProfile } from '../entities/business-profile.ts';
import type { Connector } from '../foundation/ports/connector.ts';
import type { SessionTokenRequest, WalletDetail } from '../foundation/ports/connector-requests.ts';

/** The profile settings that make wallets collect details. */
export type WalletSettings = Pick<
  BusinessProfile,
  | 'collect_billing_details_from_wallet_connector'
  | 'collect_shipping_details_from_wallet_connector'
  | 'always_collect_billing_details_from_wallet_connector'
  | 'always_collect_shipping_details_from_wallet_connector'
>;

/** The details that a wallet collects: those required by the profile and by the connector. */
export function detailsToCollect(
  settings: WalletSettings,
  connector: Connector | undefined,
): SessionTokenRequest['collect'] {
  const isCollected = (detail: WalletDetail) =>
    settings[`always_collect_${detail}_details_from_wallet_connector`] ||
    (settings[`collect_${detail}_details_from_wallet_connector`] &&
      (connector?.walletDetails?.has(detail) ?? false));
  return { billing: isCollected('billing'), shipping: isCollected('shipping') };
}

/** The contact fields to request, by the names of Apple Pay. A billing contact is a name and an address there. */
const fields: Readonly<Record<WalletDetail, readonly string[]>> = {
  billing: ['name', 'postalAddress'],
  shipping: ['name', 'postalAddress', 'phone', 'email'],
};

export const contactFields = (collect: SessionTokenRequest['collect'], detail: WalletDetail): string[] =>
  collect[detail] ? [...fields[detail]] : [];
