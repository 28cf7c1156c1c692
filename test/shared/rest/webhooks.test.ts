import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import '../../../src/core/entities/resources.ts';
import { EventType } from '../../../src/core/entities/event-types.ts';
import { signatureHeaders } from '../../../src/core/webhooks/compose.ts';
import { openApiDocument } from '../../../src/rest/openapi.ts';
import { strictAjv } from '../../kit/ajv.ts';

interface Described {
  readonly operationId: string;
  readonly security: unknown;
  readonly parameters: readonly { readonly $ref: string }[];
  readonly requestBody: { readonly content: { 'application/json': { schema: object; example: object } } };
  readonly responses: Record<string, { description: string }>;
}
interface Header {
  readonly name: string;
  readonly schema: object;
  readonly example: string;
}
interface Document {
  readonly paths: Record<string, Record<string, { operationId: string }>>;
  readonly webhooks: Record<string, { post: Described }>;
  readonly components: { parameters: Record<string, Header> };
}

const document = openApiDocument() as unknown as Document;
const ajv = strictAjv();
ajv.addVocabulary(Object.keys(document));
ajv.addSchema(document, 'openapi.json');

test('The OpenAPI document has one webhook per event type', () => {
  expect(Object.keys(document.webhooks)).toEqual([...EventType.values]);
});

test('The OpenAPI document gives each webhook a distinct operation identifier', () => {
  const operations = [...Object.values(document.paths), ...Object.values(document.webhooks)].flatMap((item) =>
    Object.values(item as Record<string, { operationId: string }>),
  );
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(document.webhooks.payment_succeeded!.post.operationId).toBe('onPaymentSucceeded');
});

test.each(EventType.values)('The OpenAPI document has a valid example of %s', (type) => {
  const check = ajv.getSchema(
    `openapi.json#/webhooks/${type}/post/requestBody/content/application~1json/schema`,
  )!;
  const { example } = document.webhooks[type]!.post.requestBody.content['application/json'];
  expect(check(example), ajv.errorsText(check.errors)).toBe(true);
  expect(check({ ...example, event_type: 'other' })).toBe(false);
});

test('The OpenAPI document describes the headers that webhooks are signed with', () => {
  const { parameters } = document.webhooks.payment_created!.post;
  const headers = parameters.map(({ $ref }) => document.components.parameters[$ref.split('/').at(-1)!]!);
  const at = new Date('2026-01-31T09:30:00.000Z');
  const signed = signatureHeaders([Buffer.from('a signing key')], {
    eventId: 'evt_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
    at,
    body: '{}',
  });
  expect(headers.map(({ name }) => name)).toEqual(Object.keys(signed));
  for (const { name, schema, example } of headers) {
    expect([name, ajv.validate(schema, signed[name])]).toEqual([name, true]);
    expect([name, ajv.validate(schema, example)]).toEqual([name, true]);
  }
  // Computed as documented.
  const parts = ['webhook-id', 'webhook-timestamp'].map((name) => signed[name]);
  const signature = createHmac('sha256', 'a signing key')
    .update([...parts, '{}'].join('.'))
    .digest('base64');
  expect(signed['webhook-signature']).toBe(`v1,${signature}`);
});

test('The OpenAPI document describes when webhooks are redelivered', () => {
  const { responses, security } = document.webhooks.dispute_opened!.post;
  expect(Object.keys(responses)).toEqual(['410', '2XX', 'default']);
  expect(responses.default!.description).toContain(
    '5 seconds, 5 minutes, 30 minutes, 2 hours, 5 hours, 10 hours, 14 hours, 20 hours and 24 hours after',
  );
  expect(security).toEqual([]);
});
