import { majorUnits } from '../../core/foundation/currencies.ts';
import type { Connector, ConnectorAccess } from '../../core/foundation/ports/connector.ts';
import type { Money, SessionTokenRequest } from '../../core/foundation/ports/connector-requests.ts';
import { API_VERSION } from './client.ts';

/** Card networks that Stripe accepts in wallets everywhere. */
const NETWORKS = ['amex', 'discover', 'jcb', 'mastercard', 'visa'] as const;

/**
 * The parameters to start the wallet's own SDK in the merchant's page. Stripe opens no session for it: the parameters
 * are data, and name the account by its publishable key, without which there is no session.
 */
export const sessionTokenOperation =
  (): NonNullable<Connector['sessionToken']> => async (access, request) => {
    const data = sessionData(access, request);
    return data && { walletName: request.wallet, delayed: false, nextAction: null, data };
  };

function sessionData(access: ConnectorAccess, request: SessionTokenRequest): Record<string, unknown> | null {
  const { publishable_key: key } = access.credentials;
  if (typeof key !== 'string' || key === '') return null;
  switch (request.wallet) {
    case 'google_pay':
      return googlePay(access, request, key);
    case 'apple_pay':
      return applePay(access, request, key);
    default:
      return null;
  }
}

/** A `PaymentDataRequest` of Google Pay's. */
const googlePay = (access: ConnectorAccess, request: SessionTokenRequest, key: string) => ({
  environment: access.testMode ? 'TEST' : 'PRODUCTION',
  apiVersion: 2,
  apiVersionMinor: 0,
  allowedPaymentMethods: [
    {
      type: 'CARD',
      parameters: {
        allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
        allowedCardNetworks: NETWORKS.map((network) => network.toUpperCase()),
        billingAddressRequired: request.collect.billing,
      },
      tokenizationSpecification: {
        type: 'PAYMENT_GATEWAY',
        parameters: { gateway: 'stripe', 'stripe:version': API_VERSION, 'stripe:publishableKey': key },
      },
    },
  ],
  shippingAddressRequired: request.collect.shipping,
  merchantInfo: named(access.wallets.google_pay, 'merchant_id', 'merchantId'),
  transactionInfo: {
    totalPriceStatus: 'FINAL',
    totalPrice: inUnits(request),
    currencyCode: request.currency,
    ...(request.context.businessCountry ? { countryCode: request.context.businessCountry } : {}),
  },
});

/** An `ApplePayPaymentRequest`, and the key that Stripe.js runs the session with. */
const applePay = (access: ConnectorAccess, request: SessionTokenRequest, key: string) => ({
  publishableKey: key,
  countryCode: request.context.businessCountry,
  currencyCode: request.currency,
  supportedNetworks: NETWORKS.map((network) => (network === 'mastercard' ? 'masterCard' : network)),
  merchantCapabilities: ['supports3DS'],
  total: { label: request.context.statementDescriptor ?? 'Total', amount: inUnits(request), type: 'final' },
  requiredBillingContactFields: request.collect.billing ? ['postalAddress'] : [],
  requiredShippingContactFields: request.collect.shipping ? ['postalAddress'] : [],
  ...named(access.wallets.apple_pay, 'merchant_identifier', 'merchantIdentifier'),
});

/** A member of the wallet's details under the SDK's name, if it is there. */
function named(details: unknown, member: string, as: string): Record<string, string> {
  const value =
    typeof details === 'object' && details !== null ? (details as Record<string, unknown>)[member] : null;
  return typeof value === 'string' ? { [as]: value } : {};
}

/** An amount in the wallets' format, such as `10.99`. */
export const inUnits = ({ amount, currency }: Money): string => majorUnits(amount, currency);
