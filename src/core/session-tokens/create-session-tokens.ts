import { requireClientSecret } from '../access/client-secrets.ts';
import { profileOf } from '../business-profiles/choose-profile.ts';
import { callConnector } from '../connector-calls/call-connector.ts';
import type { BusinessProfile } from '../entities/business-profile.ts';
import { ConnectorAccount } from '../entities/connector-account.ts';
import { Payment } from '../entities/payment.ts';
import { paymentStates } from '../entities/states/payment-states.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { requireState } from '../foundation/state-machine.ts';
import { allowsType } from '../payment-methods/allowed-types.ts';
import { sessionSecretOf } from '../payments/customer-session.ts';
import { describePayment } from '../payments/describe-payment.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import type { SessionTokens, SessionTokensRequest, WalletSessionToken } from './session-tokens.ts';
import { contactFields, detailsToCollect } from './wallet-details.ts';

/** The most connector accounts of a profile that are considered. */
const ACCOUNTS_MAX = 50;
/** The most wallet sessions opened for one request, over all accounts: each is a connector call. */
const CALLS_MAX = 100;

/** A wallet session to open at one connector account. */
interface WalletSession {
  readonly account: ConnectorAccount;
  readonly wallet: string;
}

/**
 * Opens wallet sessions for a payment at every connector account of its profile that lists the wallet. The
 * connectors are called in parallel; one that fails is left out. Specification: endpoint 3.
 *
 * @throws {Problem} `resource_not_found`; `client_secret_invalid`, `client_secret_expired`; `unexpected_state`.
 */
export async function createSessionTokens(ctx: Context, input: SessionTokensRequest): Promise<SessionTokens> {
  const { client_secret, payment_id } = input;
  const { payment, sessions, settings } = await inTransaction(ctx, async (tx) => {
    const found = await lock(tx, Payment, payment_id, 'payment_id');
    requireClientSecret(tx, client_secret, sessionSecretOf(found));
    requireState('payment', paymentStates, 'open_wallets', found.status);
    return {
      payment: found,
      sessions: sessionsAt(await accountsOf(tx, found), input.wallets ?? [], found),
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

function sessionsAt(
  accounts: readonly ConnectorAccount[],
  requested: readonly string[],
  payment: Payment,
): WalletSession[] {
  return accounts
    .flatMap((account) => walletsOf(account, new Set(requested)).map((wallet) => ({ account, wallet })))
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
  { account, wallet }: WalletSession,
  profile: BusinessProfile,
): Promise<WalletSessionToken | null> {
  // Opening a session moves no money: every request opens new ones.
  const idempotencyKey = ctx.ports.ids.make('wst');
  const { currency, net_amount: amount, payment_id: reference } = payment;
  const context = describePayment(payment, profile, account.connector_name);
  const collect = detailsToCollect(profile, ctx.ports.connectors.find(account.connector_name));
  const result = await callConnector(ctx, account, 'sessionToken', (connector, access, signal) =>
    connector.sessionToken(access, {
      wallet,
      collect,
      context,
      amount,
      currency,
      idempotencyKey,
      reference,
      signal,
    }),
  );
  if (result.kind !== 'answered' || !result.value) return null;
  const { data, delayed, nextAction, walletName } = result.value;
  return {
    delayed_session_token: delayed,
    connector: account.connector_name,
    sdk_next_action: { next_action: nextAction },
    wallet_name: walletName,
    session_data: data ? { ...data } : null,
    required_billing_contact_fields: contactFields(collect, 'billing'),
    required_shipping_contact_fields: contactFields(collect, 'shipping'),
  };
}
