import { objectClassOf } from '../entities/event-objects.ts';
import { EventType, type EventTypeValue, objectOf } from '../entities/event-types.ts';
import { exampleId } from '../model/example.ts';
import { type JsonSchema, SchemaComponents } from '../model/json-schema.ts';
import { contentTypes, eventBody } from '../writes/outbox/events.ts';
import { sampleEventObject } from './sample-object.ts';

const DRAFT = 'https://json-schema.org/draft/2020-12/schema';
/** File with the objects that all event schemas refer to. */
const OBJECTS = 'objects.json';

const closed = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** Schema of an event's body, around the schema of its object. Specification: Events. */
export function eventSchema(type: EventTypeValue, object: JsonSchema): JsonSchema {
  return closed({
    event_id: {
      description:
        'Unique identifier of the event, the same for all delivery attempts. Use it to process an event only once.',
      type: 'string',
      pattern: '^evt_[A-Za-z0-9_-]+$',
    },
    event_type: { description: 'Type of the event.', type: 'string', const: type },
    merchant_id: { description: 'Merchant account the event belongs to.', type: 'string' },
    timestamp: { description: 'Time at which the event occurred.', type: 'string', format: 'date-time' },
    content: {
      description: 'Object the event is about.',
      ...closed({
        type: {
          description: 'Type of the object in `object`.',
          type: 'string',
          const: contentTypes[objectOf(type)],
        },
        // This description is specific to the event; the reference's is general.
        object: { description: 'The object as it was right after the event.', ...object },
      }),
    },
  });
}

/** A made-up event of a type. */
export function sampleEvent(type: EventTypeValue): object {
  const body = eventBody({
    eventId: 'evt_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
    type,
    merchantId: String(exampleId('merchant_id')),
    at: new Date('2026-01-31T09:30:00.000Z'),
    object: sampleEventObject(type),
  });
  return JSON.parse(body) as object;
}

/**
 * JSON Schemas of all events: one file per event type, and one with the objects they refer to. References are by
 * file name, so the files can be served from anywhere together.
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
    description: 'Objects contained in events.',
    $defs: objects.described(),
  };
  return new Map([...types, [OBJECTS, shared]]);
}
