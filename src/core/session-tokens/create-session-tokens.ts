import { requireClientSecret } from '../access/client-secret.ts';
import { openConnectorAccount } from '../connector-calls/open-account.ts';
import { ConnectorAccount } from '../entities/connector-account.ts';
import { Payment } from '../entities/payment.ts';
import { paymentStates } from '../entities/states/payment-states.ts';
import type { PaymentMethodsEnabled } from '../entities/values/payment-methods-enabled.ts';
import type { SessionToken } from '../foundation/connector.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { requireState } from '../foundation/state-machine.ts';
import { sessionSecretOf } from '../payments/client-secret.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import type { SessionTokens, WalletSessionToken } from './session-tokens.ts';
import type { SessionTokensRequest } from './session-tokens-request.ts';

/** Most connector accounts of a profile that are looked at. */
const ACCOUNTS_MAX = 50;
/** Most wallets that are opened for one request, over all accounts: each is a call to a connector. */
const CALLS_MAX = 100;

/** One wallet at one connector account, to be opened. */
interface Opening {
  readonly account: ConnectorAccount;
  readonly wallet: string;
}

/**
 * Opens the wallets that a payment can be paid with, at every connector account of its profile that lists them.
 * The connectors are asked at the same time; one that fails is left out. Specification: endpoint 3.
 *
 * @throws {Problem} `resource_not_found`; `client_secret_invalid`, `client_secret_expired`; `unexpected_state`.
 */
export async function createSessionTokens(ctx: Context, given: SessionTokensRequest): Promise<SessionTokens> {
  const { client_secret: secret, payment_id: paymentId } = given;
  const { openings, payment } = await inTransaction(ctx, async (tx) => {
    const found = await lock(tx, Payment, paymentId);
    requireClientSecret(tx, secret, sessionSecretOf(found));
    requireState('payment', paymentStates, 'open_wallets', found.status);
    return { payment: found, openings: openingsFor(await accountsOf(tx, found), given.wallets ?? []) };
  });
  const tokens = await Promise.all(openings.map((opening) => open(ctx, payment, opening)));
  return {
    payment_id: paymentId,
    client_secret: secret,
    session_token: tokens.filter((token) => token !== null),
  };
}

/** The accounts of a payment's profile that are in use and can open wallets, oldest first. */
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
    return tx.connectors.find(name)?.abilities.has('session_token') ?? false;
  });
}

function openingsFor(accounts: readonly ConnectorAccount[], asked: readonly string[]): Opening[] {
  return accounts
    .flatMap((account) => walletsOf(account, new Set(asked)).map((wallet) => ({ account, wallet })))
    .slice(0, CALLS_MAX);
}

/** The wallets of an account that are asked for. Where it lists none by name it takes any that is named. */
function walletsOf(account: ConnectorAccount, asked: ReadonlySet<string>): string[] {
  const entries = account.payment_methods_enabled.filter((entry) => entry.payment_method === 'wallet');
  const listed = new Set(entries.flatMap((entry) => entry.payment_method_types ?? []));
  if (asked.size === 0) return [...listed];
  const takesAny = entries.some(isOpen);
  return [...asked].filter((wallet) => takesAny || listed.has(wallet));
}

const isOpen = ({ payment_method_types: types }: PaymentMethodsEnabled) => !types || types.length === 0;

/** Opens one wallet; null when that cannot be done, which keeps nobody from paying with the others. */
async function open(ctx: Context, payment: Payment, opening: Opening): Promise<WalletSessionToken | null> {
  const { connector_name: name, merchant_connector_id: account } = opening.account;
  const { merchant_id: merchantId, payment_id: reference } = payment;
  const reached = await openConnectorAccount(ctx, merchantId, account);
  const { access, connector } = reached ?? {};
  if (!access || !connector?.sessionToken) return null;
  const asked = {
    wallet: opening.wallet,
    amount: payment.net_amount,
    currency: payment.currency,
    // Opening a wallet moves no money: each time it is asked for, it is opened anew.
    idempotencyKey: ctx.ids.make('wst'),
    reference,
  };
  try {
    const token = await ctx.guard.run(`${merchantId}/${account}`, (signal) =>
      connector.sessionToken!(access, { ...asked, signal }),
    );
    return token && presented(name, token);
  } catch {
    return null;
  }
}

const presented = (connector: string, token: SessionToken): WalletSessionToken => ({
  delayed_session_token: token.delayed,
  connector,
  sdk_next_action: { next_action: token.nextAction },
  wallet_name: token.walletName,
});
