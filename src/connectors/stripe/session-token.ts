import type { Connector, ConnectorAccess } from '../../core/foundation/ports/connector.ts';
import type { SessionTokenRequest } from '../../core/foundation/ports/connector-requests.ts';
import { applePayRequest, googlePayRequest } from '../wallet-requests.ts';
import { API_VERSION } from './client.ts';

/**
 * The parameters to start the wallet's own SDK in the merchant's page. Stripe opens no session for it: the parameters
 * are data, and name the account by its publishable key, without which there is no session.
 */
export const sessionTokenOperation =
  (): NonNullable<Connector['sessionToken']> => async (access, request) => {
    const data = sessionData(access, request);
    return data && { walletName: request.wallet, delayed: false, data };
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

const googlePay = (access: ConnectorAccess, request: SessionTokenRequest, key: string) =>
  googlePayRequest(request, {
    isTest: access.testMode,
    gateway: { gateway: 'stripe', 'stripe:version': API_VERSION, 'stripe:publishableKey': key },
    merchantInfo: named(access.wallets.google_pay, 'merchant_id', 'merchantId'),
    country: request.context.businessCountry,
  });

/** With the key that Stripe.js runs the session with, for pages that use it. */
const applePay = (access: ConnectorAccess, request: SessionTokenRequest, key: string) => ({
  publishableKey: key,
  ...applePayRequest(access, request, {
    merchantIdentifier: null,
    label: null,
    country: request.context.businessCountry,
  }),
  requiredBillingContactFields: request.collect.billing ? ['postalAddress'] : [],
  requiredShippingContactFields: request.collect.shipping ? ['postalAddress'] : [],
});

/** A member of the wallet's details under the SDK's name, if it is there. */
function named(details: unknown, member: string, as: string): Record<string, string> {
  const value =
    typeof details === 'object' && details !== null ? (details as Record<string, unknown>)[member] : null;
  return typeof value === 'string' ? { [as]: value } : {};
}
