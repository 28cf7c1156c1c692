import type { IncomingMessage } from 'node:http';
import express from 'express';
import { expect } from 'vitest';
import { rateLimits } from '../../../src/config/limit-defaults.ts';
import type { Context } from '../../../src/core/foundation/context.ts';
import { Problem } from '../../../src/core/foundation/errors.ts';
import { Amount, Id, Input, Text, ValueObject } from '../../../src/core/model/index.ts';
import type { Credentials } from '../../../src/http/front-door/caller.ts';
import { RateLimits } from '../../../src/http/load/rate-limits.ts';
import { operation, pathNames, placeAt } from '../../../src/rest/operation.ts';
import { operations, specifiedOperations } from '../../../src/rest/operations.ts';
import { one } from '../../../src/rest/response-shapes.ts';
import { restRouter } from '../../../src/rest/router.ts';
import type { TestService } from '../../kit/service.ts';
import { test as base } from '../../kit/test.ts';

@Input({ about: 'Changes.' })
class Changes {
  @Amount('How much.', { required: true }) amount!: number;
  @Text('Why.') reason?: string | null;
}

@ValueObject({ about: 'A thing.' })
class Thing {
  @Id('Which.') id?: string | null;
  @Amount('How much.') amount?: number | null;
}

const update = operation({
  number: 1,
  id: 'updateThing',
  summary: 'Update a thing',
  tag: 'Things',
  method: 'post',
  path: '/things/{thing_id}',
  about: 'Changes a thing.',
  permission: null,
  reach: 'profile',
  keys: ['api_key'],
  body: Changes,
  response: one(Thing),
  handle: async (_ctx, { path, body }) => ({ id: path.thing_id, amount: body.amount, hidden: true }),
});
const all = operation({
  number: 2,
  id: 'listThings',
  summary: 'List things',
  tag: 'Things',
  method: 'get',
  path: '/things/list',
  about: 'All things.',
  permission: null,
  reach: 'profile',
  keys: ['api_key', 'admin_key'],
  response: one(Thing),
  handle: async () => ({ id: 'all' }),
});

let database: TestService['database'];

const authentication = {
  admit: () => {},
  turn: () => undefined,
  clientAddress: () => '127.0.0.1',
  rateLimits: new RateLimits(rateLimits),
  credentialsOf: ({ headers }: IncomingMessage) => ({ key: headers['api-key'] as string | undefined }),
  authenticate: async ({ key: presented }: Credentials) => {
    if (presented === 'publishable') return { kind: 'publishable_key', merchantId: 'shop' } as const;
    if (presented !== 'good') throw new Problem('invalid_api_key', 'No.');
    return { kind: 'api_key', merchantId: 'shop', keyId: 'key_1' } as const;
  },
  contextFor: (caller: Context['caller'], requestId: string) =>
    ({
      ...{ caller, requestId, merchantId: 'shop', transact: database.transact },
      ports: { now: () => new Date() },
    }) as unknown as Context,
};

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({
    routes: express.Router().use(restRouter(authentication, [update, all])),
  }))
  .extend(
    'outcome',
    ({ client }) =>
      async (path: string, options: { key?: string; type?: string; body?: string }) => {
        const { status, body } = await client.post(path, {
          ...(options.key ? { key: options.key } : {}),
          ...(options.type ? { headers: { 'content-type': options.type } } : {}),
          body: options.body ?? '{"amount":1}',
        });
        return status === 200 ? [200, body] : [status, body.error.code, body.error.param];
      },
  );

test.beforeAll(({ service }) => {
  database = service.database;
});

test('A request is checked in a fixed order: route, key, media type, body, path, parameters', async ({
  outcome,
}) => {
  const key = 'good';
  const malformed = '{"card_number":"4242';
  const bad = '/things/a%20b';
  expect(await outcome('/nothing', { body: malformed })).toEqual([404, 'unknown_route', null]);
  expect(await outcome(bad, { type: 'text/plain', body: malformed })).toEqual([401, 'invalid_api_key', null]);
  expect(await outcome(bad, { key: 'publishable', body: malformed })).toEqual([403, 'wrong_key_kind', null]);
  expect(await outcome(bad, { key, type: 'text/plain', body: malformed })).toEqual([
    415,
    'unsupported_media_type',
    null,
  ]);
  expect(await outcome(bad, { key, body: 'x'.repeat(70_000) })).toEqual([413, 'body_too_large', null]);
  expect(await outcome(bad, { key, body: malformed })).toEqual([400, 'malformed_json', null]);
  expect(await outcome(bad, { key, body: '{"amount":-1}' })).toEqual([404, 'resource_not_found', null]);
  expect(await outcome('/things/a?x=1', { key, body: '{"amount":-1}' })).toEqual([
    400,
    'unknown_parameter',
    'x',
  ]);
  expect(await outcome('/things/a', { key, body: '{"amount":-1}' })).toEqual([
    400,
    'invalid_parameter',
    'amount',
  ]);
  expect(await outcome('/things/a', { key, body: '' })).toEqual([400, 'missing_parameter', 'amount']);
  expect(await outcome('/things/a', { key, body: '[]' })).toEqual([400, 'invalid_parameter', null]);
  expect(await outcome('/things/a', { key })).toEqual([200, { id: 'a', amount: 1 }]);
});

test('A literal path takes precedence over one with parameters, for every method', async ({ client }) => {
  expect((await client.get('/things/list', { key: 'good' })).body.id).toBe('all');
  const { status, headers } = await client.post('/things/list', { key: 'good', body: { amount: 1 } });
  expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  expect((await client.get('/things/a', { key: 'good' })).headers.get('allow')).toBe('POST, OPTIONS');
});

test('The nineteen operations of the specification come first, in its order', () => {
  const numbers = operations.map(({ number }) => number);
  expect(numbers.slice(0, 19)).toEqual(Array.from({ length: 19 }, (_, i) => i + 1));
  expect(numbers.slice(19).filter((number) => number !== undefined)).toEqual([]);
  expect(operations.slice(0, 19)).toEqual(specifiedOperations);
});

test('Every operation has an identifier, and every method and path belongs to one operation', () => {
  const ids = operations.map(({ id }) => id);
  const places = operations.flatMap((operation) =>
    [operation.path, ...(operation.alsoAt ?? [])].map((at) => {
      const { method, path } = placeAt(operation, at);
      return `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`;
    }),
  );
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(places).size).toBe(places.length);
  expect(pathNames('/a/{b}/c/{d}')).toEqual(['b', 'd']);
});
