import { applePayIdentity } from '../../core/foundation/apple-pay-identity.ts';
import type { Connector, ConnectorAccess } from '../../core/foundation/ports/connector.ts';
import type { SessionTokenRequest } from '../../core/foundation/ports/connector-requests.ts';
import { applePayRequest, googlePayRequest, walletNetworks } from '../wallet-requests.ts';
import { toAdyen } from './amounts.ts';
import { type Adyen, isLive, merchantAccount, requestOptions } from './client.ts';
import { AdyenRefusal } from './errors.ts';
import type { Checkout } from './library.ts';

/** Adyen's types of the wallets. */
const wallets: Readonly<Record<string, string>> = {
  apple_pay: 'applepay',
  google_pay: 'googlepay',
  paypal: 'paypal',
};

/** The wallets that Adyen has parameters of. */
export const adyenWallets: readonly string[] = Object.keys(wallets);

/** The wallets' names of networks that Adyen names otherwise. */
const networkNames: Readonly<Record<string, string>> = { mc: 'mastercard' };

/**
 * The parameters to start a wallet's SDK, from the wallet's configuration in Checkout's `/paymentMethods`. They name the
 * merchant at the wallet and at Adyen, and hold no secrets. For Apple Pay Adyen also validates the merchant, by its own
 * certificate, unless the account has one.
 */
export const sessionTokenOperation =
  (adyen: Adyen): NonNullable<Connector['sessionToken']> =>
  async (access, request) => {
    const { wallet } = request;
    const type = wallets[wallet];
    if (!type) return null;
    const country = countryOf(request);
    const body = {
      merchantAccount: merchantAccount(access),
      amount: toAdyen(request),
      allowedPaymentMethods: [type],
      channel: 'Web',
      ...(country ? { countryCode: country } : {}),
    };
    const answer = await refusedIsNull(
      adyen.payments(access).paymentMethods(body as Checkout.PaymentMethodsRequest, requestOptions(request)),
    );
    const found = answer?.paymentMethods?.find((method) => method.type === type);
    if (!found) return null;
    const configuration = { ...found.configuration };
    const token = { walletName: wallet, delayed: false };
    switch (wallet) {
      case 'google_pay': {
        const data = googlePay(adyen, access, request, configuration, found.brands);
        return data && { ...token, data };
      }
      case 'apple_pay':
        return {
          ...token,
          data: applePay(access, request, configuration, found.brands),
          validatesMerchant: !applePayIdentity(access.wallets).certificate,
          merchantSession: await merchantSession(adyen, access, request, configuration),
        };
      default:
        return { ...token, data: configuration };
    }
  };

const countryOf = ({ context }: SessionTokenRequest): string | null =>
  (context.methodBilling ?? context.billing)?.address?.country ?? context.businessCountry;

async function refusedIsNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof AdyenRefusal) return null;
    throw error;
  }
}

type Configuration = Readonly<Record<string, string>>;

/** The networks that the account takes, as far as wallets know them; those taken everywhere where Adyen names none. */
function networksOf(brands: readonly string[] | undefined): readonly string[] {
  const named = (brands ?? []).map((brand) => networkNames[brand] ?? brand);
  const known = walletNetworks.filter((network) => named.includes(network));
  return known.length > 0 ? known : walletNetworks;
}

/** Adyen is the gateway. */
const googlePay = (
  adyen: Adyen,
  access: ConnectorAccess,
  request: SessionTokenRequest,
  configuration: Configuration,
  brands: readonly string[] | undefined,
) => {
  const asked = googlePayRequest(request, {
    isTest: !isLive(adyen.setup, access),
    networks: networksOf(brands),
    gateway: { gateway: 'adyen', gatewayMerchantId: configuration.gatewayMerchantId ?? null },
    merchantInfo: {
      ...(configuration.merchantId ? { merchantId: configuration.merchantId } : {}),
      ...(configuration.merchantName ? { merchantName: configuration.merchantName } : {}),
    },
    country: request.context.businessCountry,
  });
  return asked && { ...configuration, ...asked };
};

const applePay = (
  access: ConnectorAccess,
  request: SessionTokenRequest,
  configuration: Configuration,
  brands: readonly string[] | undefined,
) => ({
  ...configuration,
  ...applePayRequest(access, request, {
    networks: networksOf(brands),
    merchantIdentifier: configuration.merchantId ?? null,
    label: configuration.merchantName ?? null,
    country: countryOf(request),
  }),
});

/** Apple's merchant session that Adyen opens for a domain; null if it is not asked for, or the domain is not registered. */
async function merchantSession(
  adyen: Adyen,
  access: ConnectorAccess,
  request: SessionTokenRequest,
  { merchantId, merchantName }: Configuration,
): Promise<Record<string, unknown> | null> {
  const { domain } = request;
  if (!domain || !merchantId || applePayIdentity(access.wallets).certificate) return null;
  const body = { displayName: merchantName ?? domain, domainName: domain, merchantIdentifier: merchantId };
  const answer = await refusedIsNull(
    adyen.utilities(access).getApplePaySession(body, requestOptions(request, 'session')),
  );
  if (!answer) return null;
  const session: unknown = JSON.parse(Buffer.from(answer.data, 'base64').toString());
  return typeof session === 'object' ? (session as Record<string, unknown> | null) : null;
}
