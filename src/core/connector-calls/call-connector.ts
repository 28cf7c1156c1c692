import { ConnectorAccount } from '../entities/connector-account.ts';
import { type Context, withinMerchant } from '../foundation/context.ts';
import { reasonOf } from '../foundation/outgoing-calls.ts';
import {
  type Connector,
  type ConnectorAccess,
  type ConnectorDescription,
  guardKey,
  NotSentError,
  offFor,
} from '../foundation/ports/connector.ts';
import { readUnmasked } from '../reads/index.ts';

type Json = Record<string, unknown>;

/** Identifies a connector account. */
export type AccountKey = Pick<ConnectorAccount, 'merchant_id' | 'merchant_connector_id'>;

/** A connector, and the access to one account at it. */
export interface OpenedAccount {
  readonly connector: Connector;
  readonly access: ConnectorAccess;
}

const columns = [
  'connector_name',
  'connector_account_details',
  'connector_webhook_details',
  'connector_wallets_details',
  'metadata',
  'test_mode',
] as const;

/**
 * Decrypts a connector account's credentials for one call; only the result holds them in the clear.
 *
 * @returns Null if the account no longer exists or this service does not have its connector.
 */
export async function openConnectorAccount(
  ctx: Context,
  { merchant_id: merchantId, merchant_connector_id: merchantConnectorId }: AccountKey,
): Promise<OpenedAccount | null> {
  const own = withinMerchant(ctx, merchantId);
  const account = await readUnmasked(own, ConnectorAccount, { merchantId, id: merchantConnectorId }, columns);
  const connector = account && ctx.ports.connectors.find(account.connector_name);
  if (!connector) return null;
  const key = { merchant_id: merchantId, merchant_connector_id: merchantConnectorId };
  return { connector, access: accessOf({ ...account, ...key }) };
}

/** An account with its encrypted fields in the clear. */
type ClearAccount = AccountKey &
  Pick<ConnectorAccount, 'metadata' | 'test_mode'> & {
    readonly [Name in Exclude<
      (typeof columns)[number],
      'connector_name' | 'metadata' | 'test_mode'
    >]?: unknown;
  };

/** The access to an account, in the terms of the connector interface. */
export function accessOf(account: ClearAccount): ConnectorAccess {
  const details = account.connector_account_details as Json | null | undefined;
  const webhook = account.connector_webhook_details as Json | null | undefined;
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    merchantId: account.merchant_id,
    merchantConnectorId: account.merchant_connector_id,
    credentials: (details?.connector_account_details as Json | undefined) ?? details ?? {},
    settings: (details?.metadata as Json | null | undefined) ?? {},
    webhookSecret: text(webhook?.merchant_secret),
    additionalWebhookSecret: text(webhook?.additional_secret),
    wallets: (account.connector_wallets_details as Json | null | undefined) ?? {},
    metadata: account.metadata ?? {},
    testMode: account.test_mode,
  };
}

/** The result of one connector call. `unknown` means that the connector may or may not have acted on it. */
export type CallResult<T> =
  | { readonly kind: 'answered'; readonly value: T }
  /** `lasting`: it could not be sent later either. */
  | { readonly kind: 'not_sent'; readonly reason: string; readonly lasting: boolean }
  | { readonly kind: 'unknown'; readonly reason: 'timed_out' | 'unreachable'; readonly error: unknown };

/** The methods of a connector that go over the network. */
export type NetworkMethod = Exclude<
  keyof Connector,
  keyof ConnectorDescription | 'debitNetworksOf' | 'readWebhook'
>;

/**
 * Calls a connector account through the guard: with a deadline, and not at all while its circuit is open. Never throws
 * because of the connector. The value can be stored: NUL characters are removed.
 *
 * @param method The method that `call` uses. If the connector lacks it, the call is not sent.
 * @param guardedBy The circuit that the call goes through: the account's, unless it uses other credentials.
 */
export async function callConnector<T>(
  ctx: Context,
  account: AccountKey,
  method: NetworkMethod,
  call: (connector: Required<Connector>, access: ConnectorAccess, signal: AbortSignal) => Promise<T>,
  guardedBy: string = guardKey(account),
): Promise<CallResult<T>> {
  if (ctx.transaction) throw new Error('A connector is never called inside a transaction.');
  const opened = await openConnectorAccount(ctx, account);
  if (!opened) return notAble('The connector account no longer exists.');
  const { access, connector } = opened;
  const off = offFor(ctx.ports, connector.name);
  if (off !== null) return { kind: 'not_sent', reason: reasonOf(off), lasting: false };
  if (!connector[method]) return notAble(`${connector.name} does not support ${method}.`);
  const guarded = async (): Promise<CallResult<T>> => {
    try {
      const value = await ctx.ports.guard.run(guardedBy, (signal) =>
        call(connector as Required<Connector>, access, signal),
      );
      return { kind: 'answered', value: withoutNul(value) };
    } catch (error) {
      if (error instanceof NotSentError) {
        return { kind: 'not_sent', reason: 'The connector could not be reached.', lasting: false };
      }
      const timedOut = error instanceof DOMException && error.name === 'TimeoutError';
      return { kind: 'unknown', reason: timedOut ? 'timed_out' : 'unreachable', error };
    }
  };
  const labels = { connector: connector.name, operation: method };
  return ctx.ports.observe({ kind: 'connector_call', labels }, guarded, nameOfResult);
}

const notAble = (reason: string) => ({ kind: 'not_sent', reason, lasting: true }) as const;

/** A result's name: the kind of a connector's response, such as `succeeded`, or the reason for its absence. */
function nameOfResult(result: CallResult<unknown>): string {
  if (result.kind === 'not_sent') return 'not_sent';
  if (result.kind === 'unknown') return result.reason;
  const { kind } = (result.value ?? {}) as { kind?: unknown };
  return typeof kind === 'string' ? kind : 'answered';
}

/**
 * Removes NUL characters, which PostgreSQL stores in neither text nor JSON. A response that cannot be recorded
 * would leave money moved without a record.
 */
export function withoutNul<T>(value: T): T {
  if (typeof value === 'string') return value.replaceAll('\0', '') as T;
  if (Array.isArray(value)) return value.map(withoutNul) as T;
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [withoutNul(name), withoutNul(member)]),
  ) as T;
}
