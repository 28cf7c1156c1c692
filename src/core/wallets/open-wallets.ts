import { profileOf } from '../access/choose-profile.ts';
import { callConnector, openConnectorAccount } from '../connector-calls/call-connector.ts';
import type { BusinessProfile } from '../entities/business-profile.ts';
import type { ConnectorAccount } from '../entities/connector-account.ts';
import { Payment } from '../entities/payment.ts';
import { applePayIdentity } from '../foundation/apple-pay-identity.ts';
import type { Context } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { requireOutgoingCalls } from '../foundation/outgoing-calls.ts';
import type { SessionToken } from '../foundation/ports/connector.ts';
import { surcharged } from '../payment-methods/quote-surcharge.ts';
import { describePayment } from '../payments/describe-payment.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import { MerchantSessionRefused, requestMerchantSession } from './apple-pay-gateway.ts';
import { type ButtonName, buttonNames, walletsOfAccount } from './button-wallets.ts';
import type { MerchantSession, OpenedWallet, OpenedWallets, WalletsRequest } from './opened-wallets.ts';
import { paidWith, payableOf } from './payable.ts';
import { paymentOfSecret } from './payment-of-secret.ts';
import { contactFields, detailsToCollect, opensApplePay, recurringRequest } from './wallet-details.ts';
import { unverifiedDomain, walletHosts } from './wallet-domains.ts';

/** Maximum number of accounts tried per button: each is a connector call. */
const ACCOUNTS_MAX = 5;

/** The payment that buttons are opened for. */
interface Openable {
  readonly payment: Payment;
  readonly profile: BusinessProfile;
  /** The accounts that routing would try for the payment, by wallet and in order. */
  readonly takers: Readonly<Record<ButtonName, readonly ConnectorAccount[]>>;
  /** The payment with the total of each wallet, which includes its surcharge. */
  readonly paid: Readonly<Record<ButtonName, Payment>>;
}

/**
 * Reads the wallet buttons that can pay the payment of a client secret.
 *
 * @param required The button that the request needs.
 */
function openable(
  ctx: Context,
  paymentId: string,
  clientSecret: string,
  required: ButtonName | null = null,
): Promise<Openable> {
  return inTransaction(ctx, async (tx) => {
    await lock(tx, Payment, paymentId, 'payment_id');
    const payment = await paymentOfSecret(tx, clientSecret);
    if (payment.payment_id !== paymentId) {
      const message = 'The client secret does not match the object.';
      throw new Problem('client_secret_invalid', message, { param: 'client_secret' });
    }
    const payable = await payableOf(tx, payment);
    const paid = { google_pay: payment, apple_pay: payment };
    const takersOf = async (wallet: ButtonName) => {
      if (!payable) return [];
      const one = paidWith(payment, { payment_method: 'wallet', payment_method_type: wallet });
      const [total] = await payable.quotes.known([{ paid: one, network: null }]);
      if (!total) return [];
      paid[wallet] = surcharged(payment, total);
      const found = await payable.takers(one, null);
      const opening = found.filter((account) => walletsOfAccount(tx.ports, account).includes(wallet));
      return opening.slice(0, ACCOUNTS_MAX);
    };
    const takers = { google_pay: await takersOf('google_pay'), apple_pay: await takersOf('apple_pay') };
    // Checked here, so that a refusal does not use up the idempotency key.
    if (required && takers[required].length === 0) requireOutgoingCalls(tx.ports);
    return { payment, profile: await profileOf(tx, payment), takers, paid };
  });
}

/** A button's data at an account. */
interface Opened {
  readonly account: ConnectorAccount;
  readonly token: SessionToken;
  readonly button: OpenedWallet;
}

/** Opens a wallet's session at an account; null without a session, so that the next account is tried. */
async function openAt(
  ctx: Context,
  { paid, profile }: Openable,
  account: ConnectorAccount,
  wallet: ButtonName,
  domain: string | null,
): Promise<Opened | null> {
  const payment = paid[wallet];
  const { connector_name: connector } = account;
  const { currency, net_amount: amount, payment_id: reference } = payment;
  const collect = detailsToCollect(profile, ctx.ports.connectors.find(connector));
  const context = describePayment(payment, profile, connector);
  const idempotencyKey = ctx.ports.ids.make('wst');
  const result = await callConnector(ctx, account, 'sessionToken', async (one, access, signal) => {
    const request = { wallet, collect, context, amount, currency, idempotencyKey, reference, signal, domain };
    const token = await one.sessionToken(access, request);
    // Apple's sheet opens only if the connector or a certificate validates the merchant.
    return wallet === 'apple_pay' && token && !opensApplePay(token, access) ? null : token;
  });
  if (result.kind !== 'answered' || !result.value?.data) return null;
  const token = result.value;
  const [billing, shipping] = [contactFields(collect, 'billing'), contactFields(collect, 'shipping')];
  const contacts =
    wallet === 'apple_pay'
      ? { requiredBillingContactFields: billing, requiredShippingContactFields: shipping }
      : {};
  return {
    account,
    token,
    button: {
      wallet_name: wallet,
      connector,
      net_amount: amount,
      session_data: { ...token.data, ...contacts, ...recurringRequest(payment, wallet) },
    },
  };
}

/** The first account, in routing order, that has a button's data. */
async function firstOf(
  ctx: Context,
  of: Openable,
  accounts: readonly ConnectorAccount[],
  wallet: ButtonName,
  domain: string | null,
): Promise<Opened | null> {
  for (const account of accounts) {
    const opened = await openAt(ctx, of, account, wallet, domain);
    if (opened) return opened;
  }
  return null;
}

const hostsOf = (ctx: Context, { payment, profile, takers }: Openable) =>
  walletHosts(ctx, { payment, profile, accounts: takers.apple_pay });

/**
 * Opens the sessions for a page's wallet buttons: one per wallet that can pay the payment, at the account first in
 * routing order. The connectors are called in parallel; an account without data, or that fails, is skipped.
 *
 * @throws {Problem} `resource_not_found`; `client_secret_invalid`, `client_secret_expired`; `rate_limited`;
 *   `unexpected_state`.
 */
export async function openWallets(
  ctx: Context,
  paymentId: string,
  { client_secret: secret, domain }: WalletsRequest,
): Promise<OpenedWallets> {
  const of = await openable(ctx, paymentId, secret);
  const hosts = await hostsOf(ctx, of);
  const takes = hosts.takes(domain ?? hosts.page);
  const opened = await Promise.all(
    buttonNames.map((wallet) => {
      const accounts = of.takers[wallet].filter((account) => wallet !== 'apple_pay' || takes(account));
      return firstOf(ctx, of, accounts, wallet, null);
    }),
  );
  const { currency, net_amount } = of.payment;
  return {
    payment_id: paymentId,
    currency,
    net_amount,
    wallets: opened.flatMap((one) => one?.button ?? []),
  };
}

/**
 * Opens Apple's merchant session after a customer has pressed the Apple Pay button on a page, with the merchant identity
 * certificate of the button's account, or through its connector.
 *
 * @throws {Problem} As {@link openWallets}; `invalid_parameter` for a domain that is not the merchant's;
 *   `no_connector_available`; `outgoing_calls_off`; `connector_unreachable` if Apple, or the connector, opens no session.
 */
export async function startApplePay(
  ctx: Context,
  paymentId: string,
  { client_secret: secret, domain }: WalletsRequest,
): Promise<MerchantSession> {
  const of = await openable(ctx, paymentId, secret, 'apple_pay');
  const hosts = await hostsOf(ctx, of);
  const host = domain ?? hosts.page;
  const taking = of.takers.apple_pay.filter(hosts.takes(host));
  if (taking.length === 0 && of.takers.apple_pay.length > 0) throw unverifiedDomain();
  const opened = await firstOf(ctx, of, taking, 'apple_pay', host);
  if (!opened) throw new Problem('no_connector_available', 'No connector account has Apple Pay.');
  const merchant_session =
    opened.token.merchantSession ?? (await requestedSession(ctx, opened, host, domain));
  return { payment_id: paymentId, merchant_session: { ...merchant_session } };
}

async function requestedSession(
  ctx: Context,
  { account, button }: Opened,
  host: string,
  asked: string | null | undefined,
): Promise<Readonly<Record<string, unknown>>> {
  const access = (await openConnectorAccount(ctx, account))?.access;
  const identity = applePayIdentity(access?.wallets ?? {});
  const { merchantIdentifier } = (button.session_data ?? {}) as { merchantIdentifier?: string };
  const { total } = (button.session_data ?? {}) as { total?: { label?: string } };
  if (!identity.certificate || !merchantIdentifier) {
    throw new Problem('connector_unreachable', 'No merchant session was opened for Apple Pay.');
  }
  try {
    return await requestMerchantSession(ctx.ports, {
      certificate: identity.certificate,
      merchantIdentifier,
      displayName: (identity.displayName ?? total?.label ?? host).slice(0, 64),
      domain: asked ?? identity.domain ?? host,
    });
  } catch (error) {
    if (!(error instanceof MerchantSessionRefused)) throw error;
    throw new Problem('connector_unreachable', `No merchant session was opened. ${error.message}`);
  }
}
