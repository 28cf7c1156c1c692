import { applePayIdentity, textIn } from '../../core/foundation/apple-pay-identity.ts';
import type { Connector, ConnectorAccess } from '../../core/foundation/ports/connector.ts';
import type { SessionTokenRequest } from '../../core/foundation/ports/connector-requests.ts';
import { applePayRequest, googlePayRequest } from '../wallet-requests.ts';
import type { SandboxContext } from './context.ts';
import { simulateNetwork } from './settings.ts';

/** The wallet whose session token arrives after the response. */
const DELAYED_WALLET = 'delayed_wallet';
/** Merchant sessions of the sandbox's own last as long as Apple's. */
const SESSION_MS = 5 * 60 * 1000;

/** The wallets with sandbox sessions: the connectors' wallets, `walletx`, and one with a delayed token. */
export const sandboxWallets: readonly string[] = [
  'apple_pay',
  'google_pay',
  'paypal',
  'walletx',
  DELAYED_WALLET,
];

/** The wallets whose buttons the sandbox has data for. */
export const buttonWallets: readonly string[] = ['google_pay', 'apple_pay'];

/**
 * Opens a wallet session in test mode. The data of a button are given for the wallets that the account's metadata names:
 * `google_pay` for Google's test gateway, and `apple_pay`.
 */
export const sessionTokenOperation =
  (ctx: Pick<SandboxContext, 'now'>): NonNullable<Connector['sessionToken']> =>
  async (access, request) => {
    const { signal, wallet } = request;
    await simulateNetwork(access, signal);
    if (!access.testMode) return null;
    const token = { walletName: wallet, delayed: wallet === DELAYED_WALLET };
    const settings = access.metadata[wallet];
    if (!settings || !buttonWallets.includes(wallet)) return token;
    const own = typeof settings === 'object' ? (settings as Readonly<Record<string, unknown>>) : {};
    if (wallet === 'google_pay') {
      const data = googlePay(own, request);
      return data && { ...token, data };
    }
    const isOwn = applePayIdentity(access.wallets).certificate !== null;
    return {
      ...token,
      data: applePay(access, own, request),
      validatesMerchant: !isOwn,
      merchantSession: isOwn ? null : merchantSession(ctx, own, request),
    };
  };

const countryOf = (settings: Readonly<Record<string, unknown>>, { context }: SessionTokenRequest): string =>
  textIn(settings, 'country_code') ?? context.businessCountry ?? 'US';

const googlePay = (settings: Readonly<Record<string, unknown>>, request: SessionTokenRequest) =>
  googlePayRequest(request, {
    isTest: true,
    // Google's documented gateway for tests, whose tokens nobody can charge.
    gateway: { gateway: 'example', gatewayMerchantId: 'exampleGatewayMerchantId' },
    merchantInfo: { merchantName: textIn(settings, 'merchant_name') ?? 'Sandbox' },
    country: countryOf(settings, request),
  });

const applePay = (
  access: ConnectorAccess,
  settings: Readonly<Record<string, unknown>>,
  request: SessionTokenRequest,
) =>
  applePayRequest(access, request, {
    merchantIdentifier: textIn(settings, 'merchant_identifier') ?? 'merchant.sandbox.example',
    label: textIn(settings, 'merchant_name') ?? 'Sandbox',
    country: countryOf(settings, request),
  });

/** A merchant session of the shape of Apple's, which no device of Apple's accepts: a stand-in for `ApplePaySession` does. */
function merchantSession(
  { now }: Pick<SandboxContext, 'now'>,
  settings: Readonly<Record<string, unknown>>,
  { domain, idempotencyKey }: SessionTokenRequest,
): Record<string, unknown> | null {
  if (!domain) return null;
  const began = now().getTime();
  return {
    epochTimestamp: began,
    expiresAt: began + SESSION_MS,
    merchantSessionIdentifier: `SANDBOX_${idempotencyKey}`,
    merchantIdentifier: textIn(settings, 'merchant_identifier') ?? 'merchant.sandbox.example',
    domainName: domain,
    displayName: textIn(settings, 'merchant_name') ?? 'Sandbox',
    signature: 'sandbox',
  };
}
