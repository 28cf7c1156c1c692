import type { ConnectorEvent } from '../../core/foundation/ports/connector.ts';
import { chargesOf } from './afterwards.ts';
import type { SandboxContext } from './context.ts';
import { type DueEvent, type EventEffect, effectOf, type Found } from './effects.ts';
import type { StoredEvent } from './events.ts';
import { findById, standingCaptures } from './store.ts';
import { hasSucceeded, pricedCardOf } from './transaction.ts';

/** Tries while other requests change the same authorization; then the event is sent later. */
const TRIES_MAX = 20;

type Claimed = Pick<StoredEvent, 'merchant_id' | 'merchant_connector_id' | 'event_id' | 'body'>;

/**
 * Applies a due event to the sandbox's own records before it is reported, once: the body that is stored then has the
 * amounts of this moment, and every further try sends the same.
 *
 * @returns The body to send; null if the reported change did not happen.
 */
export async function takeEffect(ctx: SandboxContext, claimed: Claimed): Promise<string | null> {
  const event = JSON.parse(claimed.body) as
    | DueEvent
    | Extract<ConnectorEvent, { type: 'outcome' | 'dispute' }>;
  if (event.type === 'outcome') return claimed.body;
  if (event.type === 'dispute' || event.type === 'payout_returned') {
    return (await isOfSuccess(ctx, claimed, event)) ? claimed.body : null;
  }
  if (event.effect === 'none') return claimed.body;
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const found = await findRecords(ctx, claimed, event);
    // A refund of the dashboard may fail before it is reported.
    if (!found) return event.effect === 'apart' ? claimed.body : null;
    const effect = effectOf(event, found, ctx.now());
    if (!effect) return null;
    const body = JSON.stringify({ ...event, ...reported(event, effect, found), effect: 'none' });
    if (await write(ctx, { ...claimed, body }, found, effect)) return body;
  }
  throw new Error('Too many requests change this sandbox transaction at once.');
}

/** Whether a disputed or returned transaction has succeeded: it may have been voided while it was pending. */
async function isOfSuccess(
  ctx: SandboxContext,
  claimed: Claimed,
  { connectorTransactionId: id }: Extract<ConnectorEvent, { type: 'dispute' | 'payout_returned' }>,
): Promise<boolean> {
  const transaction = await findById(ctx, accountOf(claimed), id);
  return transaction !== null && hasSucceeded(transaction, ctx.now());
}

const accountOf = (claimed: Claimed) => ({
  merchantId: claimed.merchant_id,
  merchantConnectorId: claimed.merchant_connector_id,
});

async function findRecords(
  ctx: SandboxContext,
  claimed: Claimed,
  event: Exclude<DueEvent, { type: 'payout_returned' }>,
): Promise<Found | null> {
  const account = accountOf(claimed);
  const partId =
    'connectorCaptureId' in event
      ? event.connectorCaptureId
      : 'connectorRefundId' in event
        ? event.connectorRefundId
        : null;
  const part = partId === null ? null : await findById(ctx, account, partId);
  const id = 'connectorTransactionId' in event ? event.connectorTransactionId : part?.parent_id;
  const authorization = id ? await findById(ctx, account, id) : null;
  if (!authorization) return null;
  return { authorization, part, standing: await standingCaptures(ctx, authorization) };
}

/** The members of an event whose values differ from the stored ones. */
function reported(event: DueEvent, { amount }: EventEffect, { authorization }: Found): object {
  if (amount === undefined || !('amount' in event)) return {};
  const { fee } = chargesOf({ ...event, amount }, new Date(event.at), pricedCardOf(authorization));
  return { amount, ...(fee ? { fee } : {}) };
}

/** Writes all that an event changes, and its body; nothing if the authorization has changed since it was read. */
async function write(
  ctx: SandboxContext,
  { body, event_id, merchant_connector_id, merchant_id }: Claimed,
  { authorization, part }: Found,
  { authorization: changes, partVoided }: EventEffect,
): Promise<boolean> {
  const { authorized, captured, refunded, transaction_id, version, voided } = {
    ...authorization,
    ...changes,
  };
  const text = `
    with changed as (
      update sandbox_transactions
      set authorized = $4, captured = $5, refunded = $6, voided = $7, version = version + 1
      where merchant_id = $1 and transaction_id = $2 and version = $3
      returning 1
    ),
    changed_part as (
      update sandbox_transactions set voided = $9, version = version + 1
      where merchant_id = $1 and transaction_id = $8 and $9::boolean is not null and exists (select from changed)
      returning 1
    )
    update sandbox_events set body = $12
    where merchant_id = $1 and merchant_connector_id = $10 and event_id = $11 and exists (select from changed)
    returning 1`;
  const sums = [authorized, captured, refunded, voided];
  const partValues = [part?.transaction_id ?? null, partVoided ?? null];
  const values = [merchant_id, transaction_id, version, ...sums, ...partValues];
  values.push(merchant_connector_id, event_id, body);
  const touches = { writes: ['sandbox_transactions', 'sandbox_events'] };
  return (await ctx.rows.query({ text, values, touches }, merchant_id)).length > 0;
}
