import { profileOf } from '../access/choose-profile.ts';
import { requireClientSecret } from '../access/client-secrets.ts';
import { requireCredentials } from '../connector-accounts/account-credentials.ts';
import { callConnector } from '../connector-calls/call-connector.ts';
import type { BusinessProfile } from '../entities/business-profile.ts';
import { ConnectorAccount } from '../entities/connector-account.ts';
import { Payment } from '../entities/payment.ts';
import { paymentStates } from '../entities/states/payment-states.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import {
  type Connector,
  type ConnectorAccess,
  guardKey,
  type SessionToken,
} from '../foundation/ports/connector.ts';
import { requireState } from '../foundation/state-machine.ts';
import { allowsType } from '../payment-methods/allowed-types.ts';
import { surcharged, surchargeQuoter } from '../payment-methods/quote-surcharge.ts';
import { sessionSecretOf } from '../payments/customer/customer-session.ts';
import { describePayment } from '../payments/describe-payment.ts';
import { withoutRuleSurcharge } from '../rules/surcharge-amounts.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import { requireWallets, sessionWalletsOf } from './button-wallets.ts';
import { paidWith } from './payable.ts';
import type {
  EncodedCredentials,
  SessionTokens,
  SessionTokensRequest,
  WalletSessionToken,
} from './session-tokens.ts';
import { contactFields, detailsToCollect, opensApplePay, recurringRequest } from './wallet-details.ts';

/** Maximum number of connector accounts considered per profile. */
const ACCOUNTS_MAX = 50;
/** Maximum number of wallet sessions per request, over all accounts: each is a connector call. */
const CALLS_MAX = 100;

/** A wallet session to open at one connector account. */
interface WalletSession {
  readonly account: ConnectorAccount;
  readonly wallet: string;
  /** The credentials in the request for the account; null to use the stored ones. */
  readonly given: GivenCredentials | null;
}

/** Credentials from a request, in the terms of the connector interface. They are not stored. */
type GivenCredentials = Pick<ConnectorAccess, 'credentials' | 'settings'>;

/**
 * Opens wallet sessions for a payment at every connector account of its profile that lists the wallet. The connectors are
 * called in parallel; failed sessions are omitted. Specification: endpoint 3.
 *
 * @throws {Problem} `invalid_parameter` for a wallet that no connector knows; `resource_not_found`; `client_secret_invalid`,
 *   `client_secret_expired`; `unexpected_state`; and those of {@link givenFor}.
 */
export async function createSessionTokens(ctx: Context, input: SessionTokensRequest): Promise<SessionTokens> {
  const { client_secret, payment_id } = input;
  requireWallets(ctx.ports, input.wallets ?? []);
  const { sessions, settings } = await inTransaction(ctx, async (tx) => {
    const locked = await lock(tx, Payment, payment_id, 'payment_id');
    requireClientSecret(tx, client_secret, sessionSecretOf(locked));
    requireState('payment', paymentStates, 'open_wallets', locked.status);
    const payment = withoutRuleSurcharge(locked);
    const accounts = await accountsOf(tx, payment);
    const given = givenFor(tx, accounts, input.merchant_connector_details);
    const settings = await profileOf(tx, payment);
    const found = sessionsAt(tx, accounts, input.wallets ?? [], payment, given);
    return { sessions: await withTotals(tx, settings, payment, found), settings };
  });
  const tokens = await Promise.all(
    sessions.map(({ payment, session }) => open(ctx, payment, session, settings)),
  );
  return { payment_id, client_secret, session_token: tokens.filter((token) => token !== null) };
}

/** Sessions, each with the payment as its wallet pays it; without those whose total would exceed the largest amount. */
async function withTotals(
  tx: WritingContext,
  profile: BusinessProfile,
  payment: Payment,
  sessions: readonly WalletSession[],
): Promise<{ readonly session: WalletSession; readonly payment: Payment }[]> {
  const { known } = await surchargeQuoter(tx, profile, payment);
  const methods = sessions.map(({ wallet }) => ({
    paid: paidWith(payment, { payment_method: 'wallet', payment_method_type: wallet }),
    network: null,
  }));
  const totals = await known(methods);
  return sessions.flatMap((session, i) => {
    const total = totals[i];
    return total ? [{ session, payment: surcharged(payment, total) }] : [];
  });
}

/** The profile's active accounts whose connector opens wallet sessions, oldest first. */
async function accountsOf(tx: WritingContext, payment: Payment): Promise<ConnectorAccount[]> {
  const accounts = await tx.transaction.em.find(
    ConnectorAccount,
    {
      merchant_id: payment.merchant_id,
      profile_id: payment.profile_id!,
      connector_type: 'payment_processor',
      disabled: false,
      status: 'active',
    },
    { orderBy: { created_at: 'asc', merchant_connector_id: 'asc' }, limit: ACCOUNTS_MAX },
  );
  return accounts.filter(({ connector_name: name }) => {
    return tx.ports.connectors.find(name)?.abilities.has('session_token') ?? false;
  });
}

/**
 * The accounts that use the request's credentials: the account with the identifier or label in `creds_identifier`, or
 * else every account whose connector accepts such credentials.
 *
 * @throws {Problem} `missing_parameter`, `unknown_parameter` or `invalid_parameter` for credentials that its connector
 *   does not accept. No value is quoted.
 */
function givenFor(
  { ports: { connectors } }: WritingContext,
  accounts: readonly ConnectorAccount[],
  details: SessionTokensRequest['merchant_connector_details'],
): ReadonlyMap<ConnectorAccount, GivenCredentials> {
  const given = details?.encoded_data;
  if (!given) return new Map();
  const { creds_identifier: name } = details;
  const named = accounts.filter(
    ({ connector_label: label, merchant_connector_id: id }) => name && (id === name || label === name),
  );
  const problems: Problem[] = [];
  const taking = (named.length > 0 ? named : accounts).filter(({ connector_name }) => {
    const problem = refusalOf(connectors.find(connector_name)!, given);
    if (problem) problems.push(problem);
    return !problem;
  });
  if (taking.length === 0 && problems[0]) throw problems[0];
  const access = { credentials: given.connector_account_details ?? {}, settings: given.metadata ?? {} };
  return new Map(taking.map((account) => [account, access]));
}

/** The reason why a connector does not accept credentials; null if it does. */
function refusalOf(connector: Connector, given: EncodedCredentials): Problem | null {
  try {
    requireCredentials(connector, given, 'merchant_connector_details.encoded_data.connector_account_details');
    return null;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

function sessionsAt(
  { ports: { connectors } }: WritingContext,
  accounts: readonly ConnectorAccount[],
  requested: readonly string[],
  payment: Payment,
  given: ReadonlyMap<ConnectorAccount, GivenCredentials>,
): WalletSession[] {
  return accounts
    .flatMap((account) =>
      walletsOf(account, connectors.find(account.connector_name)!, new Set(requested)).map((wallet) => ({
        account,
        wallet,
        given: given.get(account) ?? null,
      })),
    )
    .filter(({ wallet }) => allowsType(payment, wallet))
    .slice(0, CALLS_MAX);
}

/**
 * The requested wallets, or all, that an account supports and its connector opens. A wallet entry without types stands
 * for all wallets of its connector.
 */
function walletsOf(
  account: ConnectorAccount,
  connector: Connector,
  requested: ReadonlySet<string>,
): string[] {
  const opened = sessionWalletsOf(connector);
  const entries = account.payment_methods_enabled.filter((entry) => entry.payment_method === 'wallet');
  const listed = entries.flatMap(({ payment_method_types: types }) =>
    types && types.length > 0 ? types : (opened ?? [...requested]),
  );
  const supported = new Set(listed.filter((wallet) => opened?.includes(wallet) ?? true));
  return requested.size === 0 ? [...supported] : [...requested].filter((wallet) => supported.has(wallet));
}

/** A session, and whether another call must follow before the customer can pay with the wallet. */
type OpenedSession = SessionToken & { readonly hasSecondCall: boolean };

/** Opens a session; null on failure, so that the customer can still pay with other wallets. */
async function open(
  ctx: Context,
  payment: Payment,
  { account, given, wallet }: WalletSession,
  profile: BusinessProfile,
): Promise<WalletSessionToken | null> {
  // Opening a session moves no money: every request opens new ones.
  const idempotencyKey = ctx.ports.ids.make('wst');
  const { currency, net_amount: amount, payment_id: reference } = payment;
  const context = describePayment(payment, profile, account.connector_name);
  const collect = detailsToCollect(profile, ctx.ports.connectors.find(account.connector_name));
  const call: Parameters<typeof callConnector<OpenedSession | null>>[3] = async (
    connector,
    access,
    signal,
  ) => {
    const token = await connector.sessionToken(
      { ...access, ...given },
      { wallet, collect, context, amount, currency, idempotencyKey, reference, signal },
    );
    const isStarted = wallet === 'apple_pay' && token?.data && opensApplePay(token, access);
    return token && { ...token, hasSecondCall: token.delayed || Boolean(isStarted) };
  };
  // A failure with credentials from the request says nothing about the account's own.
  const guardedBy = given ? `${guardKey(account)}/given` : guardKey(account);
  const result = await callConnector(ctx, account, 'sessionToken', call, guardedBy);
  if (result.kind !== 'answered' || !result.value) return null;
  const { data, delayed, hasSecondCall, walletName } = result.value;
  const recurring = recurringRequest(payment, wallet);
  return {
    delayed_session_token: delayed,
    connector: account.connector_name,
    sdk_next_action: { next_action: hasSecondCall ? 'post_session_tokens' : null },
    wallet_name: walletName,
    session_data: data || recurring.recurringPaymentRequest ? { ...data, ...recurring } : null,
    required_billing_contact_fields: contactFields(collect, 'billing'),
    required_shipping_contact_fields: contactFields(collect, 'shipping'),
  };
}
