import type { ValidateFunction } from 'ajv/dist/2020.js';
import '../../src/core/entities/resources.ts';
import { type EventType, objectOf } from '../../src/core/entities/event-types.ts';
import { resourceOf } from '../../src/core/model/index.ts';
import { eventSchemaFiles } from '../../src/core/webhooks/event-schema.ts';
import { contentTypes, objectClassOf } from '../../src/core/writes/outbox/events.ts';
import type { Database } from '../../src/database/database.ts';
import { strictAjv } from './ajv.ts';

/** How many events are read at once. */
const PAGE = 1_000;

const ajv = strictAjv();
for (const schema of eventSchemaFiles().values()) ajv.addSchema(schema);

/** An event as it lies in the database, its body read. */
export interface RecordedEvent {
  readonly event_id: string;
  readonly event_type: (typeof EventType.values)[number];
  readonly merchant_id: string;
  readonly object_type: string;
  readonly object_id: string;
  readonly payment_id: string | null;
  readonly payout_id: string | null;
  readonly profile_id: string | null;
  readonly test: boolean;
  readonly sequence: number;
  readonly created_at: string;
  /** The text that is sent. */
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body, not what type it has.
  readonly body: any;
}

const text = `select event_id, event_type, merchant_id, object_type, object_id, payment_id, payout_id, profile_id,
                test, sequence, created_at, body
              from events where sequence > $1 and ($2::text is null or merchant_id = $2)
              order by sequence limit ${PAGE}`;

/** The events that were recorded, in their order: all, or one merchant's. */
export async function recordedEvents(
  { rows }: Pick<Database, 'rows'>,
  merchantId: string | null = null,
): Promise<RecordedEvent[]> {
  const found: RecordedEvent[] = [];
  for (let after = 0; ; after = found.at(-1)!.sequence) {
    const page = await rows.query({ text, values: [after, merchantId] }, null);
    for (const row of page) {
      const { body, created_at: at, ...rest } = row as Record<string, unknown> & { body: string };
      const created_at = new Date(at as string | Date).toISOString();
      const event = { ...rest, created_at, text: body, body: JSON.parse(body) };
      found.push(event as unknown as RecordedEvent);
    }
    if (page.length < PAGE) return found;
  }
}

/** What is wrong with a body, held against the schema of its type; nothing where nothing is. */
export function bodyComplaints(type: string, body: unknown): string[] {
  const check = ajv.getSchema(`${type}.json`) as ValidateFunction | undefined;
  if (!check) return [`there is no schema of ${type}`];
  if (check(body)) return [];
  return check.errors!.map(({ instancePath, message, params }) => {
    return `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`;
  });
}

/** Everything wrong with an event: its body against its schema, and its row against its body. */
export function eventComplaints(event: RecordedEvent): string[] {
  const complaints = bodyComplaints(event.event_type, event.body);
  if (complaints.length > 0) return complaints;
  const { content } = event.body;
  const kind = objectOf(event.event_type);
  const { id } = resourceOf(objectClassOf(event.event_type));
  const told: Record<string, unknown> = {
    event_id: event.body.event_id,
    merchant_id: event.body.merchant_id,
    object_type: kind,
    object_id: content.object[id],
    payment_id: content.object.payment_id ?? null,
    payout_id: content.object.payout_id ?? null,
    profile_id: content.object.profile_id ?? null,
  };
  const row = event as unknown as Record<string, unknown>;
  const off = Object.keys(told).filter((name) => told[name] !== row[name]);
  // A test event tells of nobody's object: only what says whose it is has to agree.
  const counted = event.test ? off.filter((name) => name === 'event_id' || name === 'merchant_id') : off;
  return [
    ...counted.map((name) => `${name} is ${row[name]}, and in the body ${told[name]}`),
    ...(content.type === contentTypes[kind] ? [] : [`content.type is ${content.type}`]),
    ...(event.body.timestamp === event.created_at
      ? []
      : [`timestamp is ${event.body.timestamp}, created_at ${event.created_at}`]),
  ];
}

/**
 * Holds every event in a database against its schema.
 *
 * @throws when one is not as described, with what is wrong with each that is not.
 */
export async function expectEventsAsDescribed(database: Pick<Database, 'rows'>): Promise<void> {
  const lines = (await recordedEvents(database)).flatMap((event) =>
    eventComplaints(event).map((complaint) => `${event.event_type} ${event.event_id}: ${complaint}`),
  );
  if (lines.length > 0) throw new Error(['Events are not as described:', ...lines.slice(0, 50)].join('\n  '));
}
