import type { BusinessProfile } from '../entities/business-profile.ts';
import type { Payment } from '../entities/payment.ts';
import { applePayIdentity } from '../foundation/apple-pay-identity.ts';
import { majorUnits } from '../foundation/currencies.ts';
import type { Connector, ConnectorAccess, SessionToken } from '../foundation/ports/connector.ts';
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

/** Whether the connector or a certificate validates the merchant, which Apple's sheet requires. */
export const opensApplePay = ({ validatesMerchant }: SessionToken, { wallets }: ConnectorAccess): boolean =>
  validatesMerchant === true || applePayIdentity(wallets).certificate !== null;

/** The wallets that show the customer later charges. */
const showsRecurring: ReadonlySet<string> = new Set(['apple_pay', 'walletx']);

const instant = (text: string | null | undefined) => (text ? { at: new Date(text).toISOString() } : null);

/**
 * The later charges of a payment, for the wallet's SDK: `recurringPaymentRequest` by the names of Apple Pay, with times
 * in ISO 8601. Empty unless the payment has `feature_metadata.walletx_recurring_details` and the wallet shows them.
 */
export function recurringRequest(
  { currency, feature_metadata: metadata, net_amount: amount }: Payment,
  wallet: string,
): { recurringPaymentRequest?: Record<string, unknown> } {
  const details = metadata?.walletx_recurring_details;
  if (!details || !showsRecurring.has(wallet)) return {};
  const { billing_agreement: agreement, management_url: url, payment_description: description } = details;
  const billing = details.regular_billing;
  const [start, end] = [
    instant(billing?.recurring_payment_start_date),
    instant(billing?.recurring_payment_end_date),
  ];
  const { recurring_payment_interval_count: count, recurring_payment_interval_unit: unit } = billing ?? {};
  return {
    recurringPaymentRequest: {
      ...(description ? { paymentDescription: description } : {}),
      regularBilling: {
        label: billing?.label ?? description ?? '',
        amount: majorUnits(amount, currency),
        paymentTiming: 'recurring',
        ...(start ? { recurringPaymentStartDate: start.at } : {}),
        ...(end ? { recurringPaymentEndDate: end.at } : {}),
        ...(unit ? { recurringPaymentIntervalUnit: unit } : {}),
        ...(count ? { recurringPaymentIntervalCount: count } : {}),
      },
      ...(agreement ? { billingAgreement: agreement } : {}),
      ...(url ? { managementURL: url } : {}),
    },
  };
}
