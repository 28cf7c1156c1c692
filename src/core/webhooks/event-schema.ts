import { EventType, type EventTypeValue, objectOf } from '../entities/event-types.ts';
import { type JsonSchema, SchemaComponents } from '../model/json-schema.ts';
import { sampleId } from '../model/sample.ts';
import { contentTypes, eventBody, objectClassOf } from '../writes/outbox/event-body.ts';
import { sampleEventObject } from './sample-object.ts';

const DRAFT = 'https://json-schema.org/draft/2020-12/schema';
/** The file that all others take their objects from, so that each is described once. */
const OBJECTS = 'objects.json';

const closed = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** What the body of a type of event looks like, around the schema of its object. Specification: Events. */
export function eventSchema(type: EventTypeValue, object: JsonSchema): JsonSchema {
  return closed({
    event_id: {
      description: 'Identifier of the event, the same whenever it is sent. Go by it to handle an event once.',
      type: 'string',
      pattern: '^evt_[A-Za-z0-9_-]+$',
    },
    event_type: { description: 'What happened.', type: 'string', const: type },
    merchant_id: { description: 'The merchant whose event it is.', type: 'string' },
    timestamp: { description: 'When it happened.', type: 'string', format: 'date-time' },
    content: {
      description: 'What it happened to.',
      ...closed({
        type: {
          description: 'The kind of object in `object`.',
          type: 'string',
          const: contentTypes[objectOf(type)],
        },
        // A description beside the reference, which says what the object is in itself.
        object: { description: 'The object as it was right after.', ...object },
      }),
    },
  });
}

/** What an event of a type may look like: made up, as its object is. */
export function sampleEvent(type: EventTypeValue): object {
  const body = eventBody({
    eventId: 'evt_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
    type,
    merchantId: sampleId('merchant_id'),
    at: new Date('2026-01-31T09:30:00.000Z'),
    object: sampleEventObject(type),
  });
  return JSON.parse(body) as object;
}

/**
 * The contract of events as files of JSON Schema: one for each type, and one of the objects that they mention.
 * They mention it by its name, so that they find it next to them wherever they are kept.
 */
export function eventSchemaFiles(): ReadonlyMap<string, JsonSchema> {
  const objects = new SchemaComponents(`${OBJECTS}#/$defs/`);
  const types = EventType.values.map((type): [string, JsonSchema] => {
    const $id = `${type}.json`;
    const about = { title: type, description: EventType.meanings[type] };
    const schema = eventSchema(type, objects.output(objectClassOf(type), 'event'));
    return [$id, { $schema: DRAFT, $id, ...about, ...schema }];
  });
  const shared = {
    $schema: DRAFT,
    $id: OBJECTS,
    title: 'Objects in events',
    description: 'The objects that events hold, and what is in them.',
    $defs: objects.described(),
  };
  return new Map([...types, [OBJECTS, shared]]);
}
