import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../../src/core/foundation/context.ts';
import { Problem } from '../../src/core/foundation/errors.ts';
import { Amount, Id, Input, Text, ValueObject } from '../../src/core/model/index.ts';
import { one, operation, pathNames } from '../../src/rest/operation.ts';
import { operations } from '../../src/rest/operations.ts';
import { restRouter } from '../../src/rest/router.ts';
import { type Client, clientOf } from '../kit/client.ts';
import { startTestService, type TestService } from '../kit/service.ts';

@Input({ about: 'Changes.' })
class Changes {
  @Amount('How much.', { required: true }) amount!: number;
  @Text('Why.') reason?: string | null;
}

@ValueObject({ about: 'What was asked.' })
class Asked {
  @Id('Which.') id?: string | null;
  @Amount('How much.') amount?: number | null;
}

const update = operation({
  number: 1,
  method: 'post',
  path: '/things/{thing_id}',
  about: 'Changes a thing.',
  keys: ['api_key'],
  body: Changes,
  response: one(Asked),
  handle: async (_ctx, { path, body }) => ({ id: path.thing_id, amount: body.amount, hidden: true }),
});
const all = operation({
  number: 2,
  method: 'get',
  path: '/things/list',
  about: 'All things.',
  keys: ['api_key', 'admin_key'],
  response: one(Asked),
  handle: async () => ({ id: 'all' }),
});

const authentication = {
  authenticate: async (presented: string | undefined) => {
    if (presented === 'publishable') return { kind: 'publishable_key', merchantId: 'shop' } as const;
    if (presented !== 'good') throw new Problem('invalid_api_key', 'No.');
    return { kind: 'api_key', merchantId: 'shop', keyId: 'key_1' } as const;
  },
  contextFor: (caller: Context['caller'], requestId: string) =>
    ({ caller, requestId, merchantId: 'shop', transact: service.database.transact }) as Context,
};

let service: TestService;
let client: Client;

beforeAll(async () => {
  const routes = express.Router().use(restRouter(authentication, [update, all]));
  service = await startTestService({ routes });
  client = clientOf(service);
});

afterAll(() => service.close());

const outcome = async (path: string, options: { key?: string; type?: string; body?: string }) => {
  const { status, body } = await client.post(path, {
    ...(options.key ? { key: options.key } : {}),
    ...(options.type ? { headers: { 'content-type': options.type } } : {}),
    body: options.body ?? '{"amount":1}',
  });
  return status === 200 ? [200, body] : [status, body.error.code, body.error.param];
};

describe('a request is checked', () => {
  it('in one order, each check before the next', async () => {
    const key = 'good';
    const malformed = '{"card_number":"4242';
    const bad = '/things/a%20b';
    expect(await outcome('/nothing', { body: malformed })).toEqual([404, 'unknown_route', null]);
    expect(await outcome(bad, { type: 'text/plain', body: malformed })).toEqual([
      401,
      'invalid_api_key',
      null,
    ]);
    expect(await outcome(bad, { key: 'publishable', body: malformed })).toEqual([
      403,
      'wrong_key_kind',
      null,
    ]);
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
});

describe('a path that is named', () => {
  it('wins over one that would fit, for every method', async () => {
    expect((await client.get('/things/list', { key: 'good' })).body.id).toBe('all');
    const { status, headers } = await client.post('/things/list', { key: 'good', body: { amount: 1 } });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect((await client.get('/things/a', { key: 'good' })).headers.get('allow')).toBe('POST, OPTIONS');
  });
});

describe('the table of operations', () => {
  it('has each number and each method of a path once', () => {
    const numbers = operations.map(({ number }) => number);
    const places = operations.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(numbers).size).toBe(operations.length);
    expect(new Set(places).size).toBe(operations.length);
    expect(pathNames('/a/{b}/c/{d}')).toEqual(['b', 'd']);
  });
});
