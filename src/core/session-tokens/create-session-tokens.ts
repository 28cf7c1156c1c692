import { requireClientSecret } from '../access/client-secrets.ts';
import { profileOf } from '../business-profiles/choose-profile.ts';
import { requireCredentials } from '../connector-accounts/account-credentials.ts';
import { callConnector } from '../connector-calls/call-connector.ts';
import type { BusinessProfile } from '../entities/business-profile.ts';
import { ConnectorAccount } from '../entities/connector-account.ts';
import { Payment } from '../entities/payment.ts';
import { paymentStates } from '../entities/states/payment-states.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { invalidParameter, Problem } from '../foundation/errors.ts';
import {
  type Connector,
  type ConnectorAccess,
  guardKey,
  type SessionToken,
} from '../foundation/ports/connector.ts';
import { requireState } from '../foundation/state-machine.ts';
import { allowsType } from '../payment-methods/allowed-types.ts';
import { sessionSecretOf } from '../payments/customer-session.ts';
import { describePayment } from '../payments/describe-payment.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import type {
  EncodedCredentials,
  SessionTokens,
  SessionTokensRequest,
  WalletSessionToken,
} from './session-tokens.ts';
import { contactFields, detailsToCollect, recurringRequest } from './wallet-details.ts';

/** The most connector accounts of a profile that are considered. */
const ACCOUNTS_MAX = 50;
/** The most wallet sessions opened for one request, over all accounts: each is a connector call. */
const CALLS_MAX = 100;

/** A wallet session to open at one connector account. */
interface WalletSession {
  readonly account: ConnectorAccount;
  readonly wallet: string;
  /** The credentials that the request gives for the account; null for those that are stored. */
  readonly given: GivenCredentials | null;
}

/** Credentials of a request, in the terms of the connector interface. They are not stored. */
type GivenCredentials = Pick<ConnectorAccess, 'credentials' | 'settings'>;

/**
 * Opens wallet sessions for a payment at every connector account of its profile that lists the wallet. The
 * connectors are called in parallel; one that fails is left out. Specification: endpoint 3.
 *
 * @throws {Problem} `resource_not_found`; `client_secret_invalid`, `client_secret_expired`; `unexpected_state`; and those of
 * {@link givenFor}.
 */
export async function createSessionTokens(ctx: Context, input: SessionTokensRequest): Promise<SessionTokens> {
  const { client_secret, payment_id } = input;
  const { payment, sessions, settings } = await inTransaction(ctx, async (tx) => {
    const found = await lock(tx, Payment, payment_id, 'payment_id');
    requireClientSecret(tx, client_secret, sessionSecretOf(found));
    requireState('payment', paymentStates, 'open_wallets', found.status);
    const accounts = await accountsOf(tx, found);
    const given = givenFor(tx, accounts, input.merchant_connector_details);
    return {
      payment: found,
      sessions: sessionsAt(accounts, input.wallets ?? [], found, given),
      settings: await profileOf(tx, found),
    };
  });
  const tokens = await Promise.all(sessions.map((session) => open(ctx, payment, session, settings)));
  return { payment_id, client_secret, session_token: tokens.filter((token) => token !== null) };
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
 * The accounts to open sessions at with credentials that the request gives: the one that `creds_identifier` names, or else
 * every one whose connector takes such credentials.
 *
 * @throws {Problem} `invalid_parameter` if it names none that opens wallet sessions; `missing_parameter`,
 * `unknown_parameter` or `invalid_parameter` for credentials that its connector does not take. No value is repeated.
 */
function givenFor(
  { ports: { connectors } }: WritingContext,
  accounts: readonly ConnectorAccount[],
  details: SessionTokensRequest['merchant_connector_details'],
): ReadonlyMap<ConnectorAccount, GivenCredentials> {
  const given = details?.encoded_data;
  if (!given) return new Map();
  const { creds_identifier: name } = details;
  const named = name
    ? accounts.filter(
        ({ connector_label: label, merchant_connector_id: id }) => id === name || label === name,
      )
    : accounts;
  if (name && named.length === 0) {
    const param = 'merchant_connector_details.creds_identifier';
    const message = `${param} must be the merchant_connector_id or connector_label of an account that opens wallet sessions.`;
    throw invalidParameter(param, message);
  }
  const problems: Problem[] = [];
  const taking = named.filter(({ connector_name }) => {
    const problem = refusalOf(connectors.find(connector_name)!, given);
    if (problem) problems.push(problem);
    return !problem;
  });
  if (taking.length === 0 && problems[0]) throw problems[0];
  const access = { credentials: given.connector_account_details ?? {}, settings: given.metadata ?? {} };
  return new Map(taking.map((account) => [account, access]));
}

/** Why a connector does not take credentials; null if it does. */
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
  accounts: readonly ConnectorAccount[],
  requested: readonly string[],
  payment: Payment,
  given: ReadonlyMap<ConnectorAccount, GivenCredentials>,
): WalletSession[] {
  return accounts
    .flatMap((account) =>
      walletsOf(account, new Set(requested)).map((wallet) => ({
        account,
        wallet,
        given: given.get(account) ?? null,
      })),
    )
    .filter(({ wallet }) => allowsType(payment, wallet))
    .slice(0, CALLS_MAX);
}

/** The requested wallets that an account supports: all, if it lists none. */
function walletsOf(account: ConnectorAccount, requested: ReadonlySet<string>): string[] {
  const entries = account.payment_methods_enabled.filter((entry) => entry.payment_method === 'wallet');
  const listed = new Set(entries.flatMap((entry) => entry.payment_method_types ?? []));
  if (requested.size === 0) return [...listed];
  const takesAny = entries.some(({ payment_method_types: types }) => !types || types.length === 0);
  return [...requested].filter((wallet) => takesAny || listed.has(wallet));
}

/** Opens one session; null if that fails, so that the customer can still pay with the other wallets. */
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
  const call: Parameters<typeof callConnector<SessionToken | null>>[3] = (connector, access, signal) =>
    connector.sessionToken(
      { ...access, ...given },
      { wallet, collect, context, amount, currency, idempotencyKey, reference, signal },
    );
  // Credentials of a request that fail say nothing of the account's own.
  const guardedBy = given ? `${guardKey(account)}/given` : guardKey(account);
  const result = await callConnector(ctx, account, 'sessionToken', call, guardedBy);
  if (result.kind !== 'answered' || !result.value) return null;
  const { data, delayed, nextAction, walletName } = result.value;
  const recurring = recurringRequest(payment, wallet);
  return {
    delayed_session_token: delayed,
    connector: account.connector_name,
    sdk_next_action: { next_action: nextAction },
    wallet_name: walletName,
    session_data: data || recurring.recurringPaymentRequest ? { ...data, ...recurring } : null,
    required_billing_contact_fields: contactFields(collect, 'billing'),
    required_shipping_contact_fields: contactFields(collect, 'shipping'),
  };
}
