import { objectClassOf } from '../../core/entities/event-objects.ts';
import { EventType, type EventTypeValue } from '../../core/entities/event-types.ts';
import type { SchemaComponents } from '../../core/model/json-schema.ts';
import { retryDelaysMs } from '../../core/webhook-endpoints/endpoint-health.ts';
import { eventSchema, sampleEvent } from '../../core/webhooks/event-schema.ts';

/** Tag of the webhooks. */
export const WEBHOOKS_TAG = 'Webhooks';

/** Headers of every webhook request. */
export const webhookHeaders = Object.freeze({
  WebhookId: {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'The `event_id`, the same for all delivery attempts. Use it to process an event only once.',
    schema: { type: 'string', pattern: '^evt_[A-Za-z0-9_-]+$' },
    example: 'evt_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  },
  WebhookTimestamp: {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description:
      'Time of this delivery attempt, as a Unix timestamp in seconds. Reject requests older than a few minutes.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
    example: '1769851800',
  },
  WebhookSignature: {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      'Standard Webhooks signature: `v1,` followed by the Base64-encoded HMAC-SHA256 of `webhook-id`, `webhook-timestamp` and the body, joined by dots. The key is `payment_response_hash_key`.',
    schema: { type: 'string', pattern: '^v1,[A-Za-z0-9+/]{43}=$' },
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
  WebhookSignature512: {
    name: 'x-webhook-signature-512',
    in: 'header',
    required: true,
    description: 'HMAC-SHA512 of the body in hexadecimal. The key is `payment_response_hash_key`.',
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
  '2XX': { description: 'Acknowledged. Respond within 15 seconds and process the event asynchronously.' },
  '410': {
    description: 'Disables the endpoint: no events are sent to it until its `webhook_details` are set again.',
  },
  default: {
    description: [
      'Failed, as are redirects and timeouts after 15 seconds.',
      `Delivery is retried ${schedule} after the previous attempt, plus up to 10% jitter,`,
      'or later if `Retry-After` says so.',
      'After the last attempt the delivery has failed; the event can be redelivered.',
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

/** OpenAPI `webhooks`: one request to the merchant's endpoint per event type. */
export function webhooksOf(schemas: SchemaComponents): Record<string, object> {
  const parameters = Object.keys(webhookHeaders).map((name) => ({ $ref: `#/components/parameters/${name}` }));
  const webhook = (type: EventTypeValue) => ({
    post: {
      operationId: operationId(type),
      tags: [WEBHOOKS_TAG],
      summary: summary(type),
      description: EventType.meanings[type],
      // Webhooks are authenticated by their signature, not by an API key.
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
