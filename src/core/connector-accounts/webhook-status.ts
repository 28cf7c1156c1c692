import { LRUCache } from 'lru-cache';
import type { AccountKey } from '../connector-calls/call-connector.ts';
import { ConnectorAccount } from '../entities/connector-account.ts';
import type { Context } from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import { requirePermission } from '../foundation/permissions.ts';
import { WebhookRefusedError } from '../foundation/ports/connector.ts';
import * as f from '../model/fields.ts';
import { ValueObject } from '../model/index.ts';
import { readOne } from '../reads/index.ts';
import { isoTimestamp } from '../reads/statement.ts';

/** The status of a connector account's webhooks, as both faces show it. */
@ValueObject({ about: "Whether a connector's webhooks arrive for an account." })
export class ConnectorWebhookStatus {
  @f.Timestamp(
    'Time of the last webhook with a valid signature, to the minute, as recorded by any process. Null before the first.',
  )
  received_at?: string | null;
  @f.Timestamp('Time of the last refused webhook; null without a refusal.') refused_at?: string | null;
  @f.Text('Reason for the refusal.', { example: 'The signature does not match.' }) refused_because?:
    | string
    | null;
}

/** Minimum interval between a process's records of an account's webhooks: a busy account gets many a second. */
const NOTED_EVERY_MS = 60_000;
/** Minimum interval between records of refusals: anyone can cause them. */
const REFUSALS_EVERY_MS = 5_000;
/** Maximum number of accounts that a process remembers. */
const ACCOUNTS_MAX = 10_000;

const noteReceived = `
  insert into connector_webhook_states (merchant_id, merchant_connector_id, received_at) values ($1, $2, $3)
  on conflict (merchant_id, merchant_connector_id) do update set received_at = excluded.received_at`;
const noteRefused = `
  insert into connector_webhook_states (merchant_id, merchant_connector_id, refused_at, refused_because)
  values ($1, $2, $3, $4)
  on conflict (merchant_id, merchant_connector_id) do update
  set refused_at = excluded.refused_at, refused_because = excluded.refused_because`;

/**
 * Records when webhooks arrive for connector accounts, and why they are refused. Recent records are not repeated, so that
 * most webhooks cost no extra statement.
 */
export class WebhookSightings {
  readonly #notedAt = new LRUCache<string, number>({ max: 2 * ACCOUNTS_MAX });
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Runs the receiver of an account's webhook, and records the outcome. */
  async observe<T>(
    ctx: Context,
    source: { readonly merchantId: string; readonly merchantConnectorId: string },
    receive: () => Promise<T>,
  ): Promise<T> {
    const account = [source.merchantId, source.merchantConnectorId];
    try {
      const received = await receive();
      await this.#note(ctx, account, null);
      return received;
    } catch (error) {
      const { cause, code } = error instanceof Problem ? error : {};
      if (cause instanceof WebhookRefusedError) await this.#note(ctx, account, cause.message);
      // The signature was valid, but the event could not be recorded yet.
      else if (code === 'overloaded') await this.#note(ctx, account, null);
      throw error;
    }
  }

  async #note(ctx: Context, account: readonly string[], refusedBecause: string | null): Promise<void> {
    const now = ctx.ports.now();
    const isRefused = refusedBecause !== null;
    const name = JSON.stringify([...account, isRefused]);
    const everyMs = isRefused ? REFUSALS_EVERY_MS : NOTED_EVERY_MS;
    if (now.getTime() - (this.#notedAt.get(name) ?? Number.NEGATIVE_INFINITY) < everyMs) return;
    this.#notedAt.set(name, now.getTime());
    const values = [...account, now.toISOString(), ...(isRefused ? [refusedBecause] : [])];
    const text = isRefused ? noteRefused : noteReceived;
    const statement = { text, values, touches: { writes: ['connector_webhook_states'] } };
    // The webhook has already been answered, and the account may have been deleted meanwhile.
    await ctx.rows.query(statement, account[0]!).catch(this.#onError);
  }
}

const selectRows = `
  select ${isoTimestamp('s.received_at')} as received_at, ${isoTimestamp('s.refused_at')} as refused_at,
         s.refused_because
  from unnest($1::text[], $2::text[]) with ordinality as k(merchant_id, merchant_connector_id, place)
  left join connector_webhook_states s
    on s.merchant_id = k.merchant_id and s.merchant_connector_id = k.merchant_connector_id
      and s.merchant_id = any($1::text[])
  order by k.place`;

/**
 * Reads the webhook status of accounts, in their order and in one statement.
 *
 * @throws {Problem} `not_permitted` without `connectors:read`.
 */
export function readWebhookStatus(
  ctx: Context,
  accounts: readonly AccountKey[],
): Promise<ConnectorWebhookStatus[]> {
  requirePermission(ctx, 'connectors:read');
  const values = [
    accounts.map(({ merchant_id }) => merchant_id),
    accounts.map(({ merchant_connector_id }) => merchant_connector_id),
  ];
  return ctx.rows.query<ConnectorWebhookStatus>(
    { text: selectRows, values, touches: { reads: ['connector_webhook_states'] } },
    ctx.merchantId,
  );
}

/**
 * Reads the webhook status of one account.
 *
 * @throws {Problem} `resource_not_found` for an account that the caller does not see.
 */
export async function retrieveWebhookStatus(
  ctx: Context,
  accountId: string,
): Promise<ConnectorWebhookStatus> {
  const account = await readOne(ctx, ConnectorAccount, accountId, ['merchant_id', 'merchant_connector_id']);
  if (!account) throw notFound('connector account');
  const [status] = await readWebhookStatus(ctx, [account]);
  return status!;
}
