import type { WritingContext } from '../foundation/context.ts';
import type { ConnectorEvent } from '../foundation/ports/connector.ts';
import type { EventSource } from './connector-reports.ts';
import { readableEvent } from './read-outcome.ts';

/*
 * Events that are kept until their object is known (`incoming_events.awaits`), by a name of the object at its connector.
 */

/** The identifiers at the connector that events name their objects by. */
interface EventIds {
  /** The event's own. */
  readonly id?: string;
  readonly connectorTransactionId?: string | null;
  readonly connectorCaptureId?: string | null;
  readonly connectorRefundId?: string;
}

const names = Object.freeze({
  /** A capture that is not known yet, for its events. */
  capture: (of: EventIds) => `capture/${of.connectorTransactionId}/${of.connectorCaptureId}`,
  /** Money that is not known to be received yet, for its refunds. */
  money: (of: EventIds) => `money/${of.connectorTransactionId}`,
  /** A refund that is not known yet, for its events. */
  refund: (of: EventIds) => `refund/${of.connectorRefundId}`,
});

export type AwaitedName = keyof typeof names;

/** The name that events about an object are kept under until the object is known. */
export const awaitedName = (name: AwaitedName, ids: EventIds): string => names[name](ids);

/** Keeps a processed event under a name, as long as its identifier is remembered. */
export async function keepEvent(
  tx: WritingContext,
  { merchantConnectorId, merchantId }: EventSource,
  event: ConnectorEvent,
  awaits: string,
): Promise<void> {
  const text = `update incoming_events set awaits = $4, body = $5
                where merchant_id = $1 and merchant_connector_id = $2 and event_id = $3`;
  const values = [merchantId, merchantConnectorId, event.id, awaits, JSON.stringify(event)];
  await tx.rows.query({ text, values, touches: { writes: ['incoming_events'] } }, merchantId);
}

/** Takes the events that were kept under some names, oldest first: they are kept no longer. */
export async function takeKeptEvents(
  tx: WritingContext,
  { merchantConnectorId, merchantId }: EventSource,
  names: readonly string[],
): Promise<ConnectorEvent[]> {
  const text = `with kept as (
                  select event_id, body from incoming_events
                  where merchant_id = $1 and merchant_connector_id = $2 and awaits = any($3::text[]) for update),
                taken as (
                  update incoming_events set awaits = null, body = null
                  where merchant_id = $1 and merchant_connector_id = $2 and event_id in (select event_id from kept))
                select body from kept order by body ->> 'at'`;
  const values = [merchantId, merchantConnectorId, names];
  const statement = { text, values, touches: { writes: ['incoming_events'] } };
  const rows = await tx.rows.query<{ body: ConnectorEvent }>(statement, merchantId);
  return rows.map(({ body }) => readableEvent({ ...body, at: new Date(body.at) }));
}

/** Reads the events that are kept under some names. Their times are texts. */
export async function readKeptEvents<Event>(
  tx: WritingContext,
  { merchantConnectorId, merchantId }: EventSource,
  names: readonly string[],
): Promise<Event[]> {
  if (names.length === 0) return [];
  const text = `select body from incoming_events
                where merchant_id = $1 and merchant_connector_id = $2 and awaits = any($3::text[])`;
  const values = [merchantId, merchantConnectorId, names];
  const statement = { text, values, touches: { reads: ['incoming_events'] } };
  const rows = await tx.rows.query<{ body: Event }>(statement, merchantId);
  return rows.map(({ body }) => body);
}
