import type { ValidateFunction } from 'ajv/dist/2020.js';
import '../../src/core/entities/resources.ts';
import { objectClassOf } from '../../src/core/entities/event-objects.ts';
import { type EventType, objectOf } from '../../src/core/entities/event-types.ts';
import { unpackText } from '../../src/core/foundation/packed-text.ts';
import { resourceOf } from '../../src/core/model/index.ts';
import { eventSchemaFiles } from '../../src/core/webhooks/event-schema.ts';
import { contentTypes } from '../../src/core/writes/outbox/events.ts';
import type { Database } from '../../src/database/database.ts';
import { strictAjv } from './ajv.ts';

/** Events read per statement. */
const PAGE = 1_000;

const ajv = strictAjv();
for (const schema of eventSchemaFiles().values()) ajv.addSchema(schema);

/** A row of `events` with a parsed body. */
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
  /** The body as sent in webhooks. */
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert the body's content.
  readonly body: any;
}

const text = `select event_id, event_type, merchant_id, object_type, object_id, payment_id, payout_id, profile_id,
                test, sequence, created_at, body
              from events where sequence > $1 and ($2::text is null or merchant_id = $2)
              order by sequence limit ${PAGE}`;

/** All recorded events after a sequence number, or one merchant's, in order. */
export async function recordedEvents(
  { rows }: Pick<Database, 'rows'>,
  merchantId: string | null = null,
  afterSequence = 0,
): Promise<RecordedEvent[]> {
  const found: RecordedEvent[] = [];
  for (let after = afterSequence; ; after = found.at(-1)!.sequence) {
    const page = await rows.query(
      { text, values: [after, merchantId], touches: { reads: ['events'] } },
      null,
    );
    for (const row of page) {
      const { body, created_at: at, ...rest } = row as Record<string, unknown> & { body: string };
      const created_at = new Date(at as string | Date).toISOString();
      const event = { ...rest, created_at, text: unpackText(body), body: JSON.parse(unpackText(body)) };
      found.push(event as unknown as RecordedEvent);
    }
    if (page.length < PAGE) return found;
  }
}

/** The body's deviations from its event type's schema. */
export function bodyErrors(type: string, body: unknown): string[] {
  const check = ajv.getSchema(`${type}.json`) as ValidateFunction | undefined;
  if (!check) return [`there is no schema of ${type}`];
  if (check(body)) return [];
  return check.errors!.map(({ instancePath, message, params }) => {
    return `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`;
  });
}

/** The body's deviations from its schema, and the row's from its body. */
export function eventErrors(event: RecordedEvent): string[] {
  const schemaErrors = bodyErrors(event.event_type, event.body);
  if (schemaErrors.length > 0) return schemaErrors;
  const { content } = event.body;
  const kind = objectOf(event.event_type);
  const { id } = resourceOf(objectClassOf(event.event_type));
  const expected: Record<string, unknown> = {
    event_id: event.body.event_id,
    merchant_id: event.body.merchant_id,
    object_type: kind,
    object_id: content.object[id],
    payment_id: content.object.payment_id ?? null,
    payout_id: content.object.payout_id ?? null,
    profile_id: content.object.profile_id ?? null,
  };
  const row = event as unknown as Record<string, unknown>;
  const different = Object.keys(expected).filter((name) => expected[name] !== row[name]);
  // A test event's object does not exist: only the event's and merchant's identifiers must match.
  const compared = event.test
    ? different.filter((name) => name === 'event_id' || name === 'merchant_id')
    : different;
  return [
    ...compared.map((name) => `${name} is ${row[name]}, but ${expected[name]} in the body`),
    ...(content.type === contentTypes[kind] ? [] : [`content.type is ${content.type}`]),
    ...(event.body.timestamp === event.created_at
      ? []
      : [`timestamp is ${event.body.timestamp}, created_at ${event.created_at}`]),
  ];
}

/**
 * Expects every event in a database, or every one after another, to match its schema.
 *
 * @returns the last event's sequence.
 * @throws with the deviations of each event that does not.
 */
export async function expectEventsMatchSchemas(
  database: Pick<Database, 'rows'>,
  afterSequence = 0,
): Promise<number> {
  const recorded = await recordedEvents(database, null, afterSequence);
  const lines = recorded.flatMap((event) =>
    eventErrors(event).map((deviation) => `${event.event_type} ${event.event_id}: ${deviation}`),
  );
  if (lines.length > 0)
    throw new Error(['Events do not match their schemas:', ...lines.slice(0, 50)].join('\n  '));
  return recorded.at(-1)?.sequence ?? afterSequence;
}
