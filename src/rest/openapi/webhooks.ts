import { EventType, type EventTypeValue } from '../../core/entities/event-types.ts';
import type { SchemaComponents } from '../../core/model/json-schema.ts';
import { retryDelaysMs } from '../../core/webhook-endpoints/retry-schedule.ts';
import { eventSchema, sampleEvent } from '../../core/webhooks/event-schema.ts';
import { objectClassOf } from '../../core/writes/outbox/event-body.ts';

/** The group of what the service sends by itself. */
export const WEBHOOKS_TAG = 'Webhooks';

/** The headers that every event is sent with. */
export const webhookHeaders = Object.freeze({
  WebhookId: {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'The `event_id`, the same whenever the event is sent: go by it to handle an event once.',
    schema: { type: 'string', pattern: '^evt_[A-Za-z0-9_-]+$' },
    example: 'evt_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  },
  WebhookTimestamp: {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'When this try was made, in seconds since 1970. Refuse what is older than a few minutes.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
    example: '1769851800',
  },
  WebhookSignature: {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      'The signature of Standard Webhooks: `v1,` and the Base64 of the HMAC-SHA256, under the `payment_response_hash_key`, of `webhook-id`, `webhook-timestamp` and the body, joined by dots.',
    schema: { type: 'string', pattern: '^v1,[A-Za-z0-9+/]{43}=$' },
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
  WebhookSignature512: {
    name: 'x-webhook-signature-512',
    in: 'header',
    required: true,
    description: 'The HMAC-SHA512 of the body under the `payment_response_hash_key`, in hexadecimal.',
    schema: { type: 'string', pattern: '^[0-9a-f]{128}$' },
    example: '9f86d081884c7d65'.repeat(8),
  },
});

const units = [
  ['hour', 60 * 60 * 1000],
  ['minute', 60 * 1000],
  ['second', 1000],
] as const;

function inWords(ms: number): string {
  const [unit, unitMs] = units.find(([, length]) => ms >= length)!;
  return ms === unitMs ? `1 ${unit}` : `${ms / unitMs} ${unit}s`;
}

const delays = retryDelaysMs.map(inWords);
const schedule = `${delays.slice(0, -1).join(', ')} and ${delays.at(-1)}`;

const responses = Object.freeze({
  '2XX': { description: 'Taken. Answer so within 15 seconds, and do what takes longer afterwards.' },
  '410': { description: 'The endpoint wants no more: nothing is sent to it until its address is set again.' },
  default: {
    description: [
      'Not taken, as is any other answer, a redirect too, and none within 15 seconds.',
      `The event is sent again after ${schedule}, each counted from the try before and up to a tenth longer,`,
      'or when `Retry-After` says, where that is later.',
      'Then its delivery has failed; it may be asked for again.',
    ].join(' '),
  },
});

const operationId = (type: EventTypeValue) =>
  `on${type
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}`;

const summary = (type: EventTypeValue) => {
  const words = type.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** What is sent for each type of event, as OpenAPI's `webhooks`. The merchant's endpoint answers, not the service. */
export function webhooksOf(schemas: SchemaComponents): Record<string, object> {
  const parameters = Object.keys(webhookHeaders).map((name) => ({ $ref: `#/components/parameters/${name}` }));
  const webhook = (type: EventTypeValue) => ({
    post: {
      operationId: operationId(type),
      tags: [WEBHOOKS_TAG],
      summary: summary(type),
      description: EventType.meanings[type],
      // Their signature says whom they come from; no key of the service is in them.
      security: [],
      parameters,
      requestBody: {
        description: 'The event.',
        required: true,
        content: {
          'application/json': {
            schema: eventSchema(type, schemas.output(objectClassOf(type), 'event')),
            example: sampleEvent(type),
          },
        },
      },
      responses,
    },
  });
  return Object.fromEntries(EventType.values.map((type) => [type, webhook(type)]));
}
