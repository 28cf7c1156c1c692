import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectorEvent } from '../../core/foundation/ports/connector.ts';
import { urlPath } from '../../core/foundation/url-path.ts';
import { claimByMerchant, findDue } from '../../core/writes/find-due.ts';
import type { SandboxContext } from './context.ts';
import type { DueEvent } from './effects.ts';
import type { SandboxAccountKey } from './events.ts';
import { takeEffect } from './take-effect.ts';
import { webhookHeaders } from './webhook-signature.ts';

/** Polling interval for due events. */
const TICK_MS = 1_000;
/** Timeout of a webhook's response. */
const SEND_TIMEOUT_MS = 10_000;
/** Events sent at a time. */
const BATCH = 50;
/** The delay before the first retry; it doubles with each further one, up to the maximum. */
const RETRY_AFTER_S = 30;
const RETRY_AFTER_MAX_S = 60 * 60;
/** Most of a day; then the event is dropped. */
const TRIES_MAX = 24;

/** The sender's dependencies, besides the sandbox's context. */
export interface WebhookSenderContext extends SandboxContext {
  /** Posts a body and resolves with the status. Must time out well before the first retry. */
  readonly send: (url: string, headers: Record<string, string>, body: string) => Promise<number>;
  /** An account's webhook secret; null if it has none. */
  readonly secretOf: (merchantId: string, merchantConnectorId: string) => Promise<string | null>;
}

/** A running webhook sender. */
export interface SandboxWebhookSender {
  stop(): Promise<void>;
}

/**
 * Sends due events until stopped, while there is somewhere to send them. It plays the connector's side of the network, so it is deliberately not one of
 * the service's jobs; it only shares the process.
 */
export function startWebhookSender(
  ctx: Omit<WebhookSenderContext, 'send'>,
  onError: (error: unknown) => void,
): SandboxWebhookSender {
  const stopping = new AbortController();
  const run = async () => {
    while (!stopping.signal.aborted) {
      if (reportsAt(ctx) !== null) await sendDueEvents({ ...ctx, send: postOverHttp }).catch(onError);
      await sleep(TICK_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  };
  const running = run();
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}

const reportsAt = (ctx: SandboxContext): string | null => (ctx.reportsAt ?? ctx.publicUrl)();

async function postOverHttp(url: string, headers: Record<string, string>, body: string): Promise<number> {
  const signal = AbortSignal.timeout(SEND_TIMEOUT_MS);
  const response = await fetch(url, { method: 'POST', headers, body, signal });
  await response.body?.cancel();
  return response.status;
}

/**
 * Sends the events that are due to the service's webhook endpoint. Safe to run in any number of processes: each
 * event is claimed by one of them. An event is delivered once the service responds with 2xx; otherwise it is
 * sent again later, byte for byte.
 *
 * @returns The number of events delivered.
 */
export async function sendDueEvents(ctx: WebhookSenderContext): Promise<number> {
  const claimed = (await claimEvents(ctx)).toSorted((a, b) => a.due_ms - b.due_ms);
  const ofTransactions = [...Map.groupBy(claimed, transactionOf).values()];
  const delivered = await Promise.all(ofTransactions.map((events) => sendInOrder(ctx, events)));
  return delivered.reduce((sum, count) => sum + count, 0);
}

/** The transaction that an event is of: the first two parts of its identifier, as of `sbx_01J…_refund_failed_1`. */
const transactionOf = ({ event_id: id }: ClaimedEvent): string => id.split('_', 2).join('_');

/**
 * A correction takes effect after the report that it corrects, and has a later date, even if a test clock made both due at
 * once: of two reports with the same time, the correction might not count.
 */
async function sendInOrder(ctx: WebhookSenderContext, events: readonly ClaimedEvent[]): Promise<number> {
  let delivered = 0;
  let lastMs = 0;
  for (const event of events) {
    const { at, effect } = JSON.parse(event.body) as Pick<DueEvent, 'effect'> & { readonly at: string };
    const atMs = Date.parse(at);
    const isTooEarly = effect === 'again' && atMs <= lastMs;
    const dated = isTooEarly ? await redated(ctx, event, lastMs + 1) : event;
    lastMs = Math.max(lastMs + Number(isTooEarly), atMs);
    if (await sendEvent(ctx, dated)) delivered += 1;
  }
  return delivered;
}

/** Stores an event with another time, so that every try sends the same. */
async function redated(ctx: WebhookSenderContext, event: ClaimedEvent, ms: number): Promise<ClaimedEvent> {
  const { event_id, merchant_connector_id, merchant_id } = event;
  const body = JSON.stringify({ ...JSON.parse(event.body), at: new Date(ms).toISOString() });
  const text = `update sandbox_events set body = $4
    where merchant_id = $1 and merchant_connector_id = $2 and event_id = $3`;
  const values = [merchant_id, merchant_connector_id, event_id, body];
  await ctx.rows.query({ text, values, touches: { writes: ['sandbox_events'] } }, merchant_id);
  return { ...event, body };
}

interface ClaimedEvent extends SandboxAccountKey {
  readonly event_id: string;
  readonly body: string;
  readonly due_ms: number;
}

type FoundEvent = Pick<ClaimedEvent, 'merchant_id' | 'merchant_connector_id' | 'event_id'>;

const isDue = `told_at is null and next_at <= $1::timestamptz and tries < ${TRIES_MAX}`;

const findText = (isOfSome: () => string) => `
  select merchant_id, merchant_connector_id, event_id from sandbox_events
  where ${isDue} and ${isOfSome()} order by next_at limit ${BATCH}`;

const claimText = `
  with due as (
    select merchant_connector_id, event_id, extract(epoch from next_at)::float8 * 1000 as due_ms,
      $1::timestamptz + least(${RETRY_AFTER_S} * power(2, tries), ${RETRY_AFTER_MAX_S}) * interval '1 second' as retry_at
    from sandbox_events
    where merchant_id = $2 and (merchant_connector_id, event_id) in (select * from unnest($3::text[], $4::text[]))
      and ${isDue}
    for update skip locked
  )
  update sandbox_events e set tries = e.tries + 1, next_at = due.retry_at from due
  where e.merchant_id = $2 and e.merchant_connector_id = due.merchant_connector_id and e.event_id = due.event_id
  returning e.merchant_id, e.merchant_connector_id, e.event_id, e.body, due.due_ms`;

/**
 * Claims due events by moving each to its next retry: a process that dies before delivering leaves nothing to
 * clean up, and no other process picks the event up meanwhile.
 */
async function claimEvents(ctx: SandboxContext): Promise<ClaimedEvent[]> {
  const now = ctx.now().toISOString();
  const due = { text: findText, values: [now], reads: ['sandbox_events'] };
  const found = await findDue<FoundEvent>(ctx.rows, due);
  return claimByMerchant(found, (merchantId, events) => {
    const keys = [events.map(({ merchant_connector_id: id }) => id), events.map(({ event_id: id }) => id)];
    return ctx.rows.query<ClaimedEvent>(
      { text: claimText, values: [now, merchantId, ...keys], touches: { writes: ['sandbox_events'] } },
      merchantId,
    );
  });
}

async function sendEvent(ctx: WebhookSenderContext, event: ClaimedEvent): Promise<boolean> {
  const { merchant_connector_id, merchant_id } = event;
  try {
    const body = await takeEffect(ctx, event);
    if (body === null || (await isOvertaken(ctx, event))) return await markTold(ctx, event);
    const secret = await ctx.secretOf(merchant_id, merchant_connector_id);
    // An unsigned webhook would be refused. Keep retrying: the account may be given a secret yet.
    if (!secret) return false;
    const headers = webhookHeaders(secret, ctx.now(), body);
    const url = `${reportsAt(ctx)}${urlPath`/webhooks/${merchant_id}/${merchant_connector_id}`}`;
    const status = await ctx.send(url, headers, body);
    if (status < 200 || status > 299) return false;
  } catch {
    // Any failure to deliver is retried when the claim runs out.
    return false;
  }
  return await markTold(ctx, event);
}

/** Whether an outcome did not come about: the transaction was voided while it waited for the customer's transfer. */
async function isOvertaken(ctx: SandboxContext, event: ClaimedEvent): Promise<boolean> {
  const { body, merchant_connector_id, merchant_id } = event;
  const { call, outcome } = JSON.parse(body) as Partial<Extract<ConnectorEvent, { type: 'outcome' }>>;
  if (outcome?.kind !== 'succeeded') return false;
  const text = `select 1 from sandbox_transactions
    where merchant_id = $1 and merchant_connector_id = $2 and idempotency_key = $3 and outcome->>'kind' = 'failed'`;
  const values = [merchant_id, merchant_connector_id, call?.idempotencyKey];
  return (
    (await ctx.rows.query({ text, values, touches: { reads: ['sandbox_transactions'] } }, merchant_id))
      .length > 0
  );
}

async function markTold(ctx: SandboxContext, event: ClaimedEvent): Promise<boolean> {
  const { event_id, merchant_connector_id, merchant_id } = event;
  const text = `update sandbox_events set told_at = $4::timestamptz
    where merchant_id = $1 and merchant_connector_id = $2 and event_id = $3`;
  const values = [merchant_id, merchant_connector_id, event_id, ctx.now().toISOString()];
  await ctx.rows.query({ text, values, touches: { writes: ['sandbox_events'] } }, merchant_id);
  return true;
}
