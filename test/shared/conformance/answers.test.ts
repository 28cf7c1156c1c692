import { expect } from 'vitest';

import { specifiedOperations } from '../../../src/rest/operations.ts';
import { test as base } from '../../kit/test.ts';
import { type ConformOptions, deviations } from './conform.ts';
import { requests } from './requests.ts';
import { type Endpoint, endpoints, type SpecifiedKey } from './specification.ts';
import { fullWorld, sparseWorld, type World } from './world.ts';

const numbers = new Set(specifiedOperations.map(({ number }) => number));
const present = endpoints.filter(({ number }) => numbers.has(number));
const kinds: readonly SpecifiedKey[] = ['api_key', 'publishable_key', 'admin_key'];

const test = base
  .extend('full', { scope: 'file' }, ({ service }) => fullWorld(service))
  .extend('sparse', { scope: 'file' }, ({ service }) => sparseWorld(service))
  .extend('keyOf', { scope: 'file' }, ({ service }) => (kind: SpecifiedKey, { shop }: World) => {
    return { api_key: shop.key, publishable_key: shop.publishableKey, admin_key: service.adminApiKey }[kind];
  })
  /** Sends an endpoint's request about a world's objects, with a key of this or another world. */
  .extend('send', ({ client }) => ({ method, number }: Endpoint, world: World, key: string | null) => {
    const { path, body } = requests[number]!;
    const options = { ...(key === null ? {} : { key }), ...(body ? { body: body(world) } : {}) };
    return client.request(method.toUpperCase(), path(world), options);
  })
  .extend('expectConforming', ({ keyOf, send }) => {
    return async (endpoint: Endpoint, world: World, options: ConformOptions) => {
      const { status, body, text } = await send(endpoint, world, keyOf(endpoint.keys[0]!, world));
      expect([status, status === 200 ? '' : text]).toEqual([200, '']);
      expect(deviations(endpoint.answers, endpoint.view, body, options)).toEqual([]);
    };
  })
  .extend('codeOf', ({ send, sparse }) => async (endpoint: Endpoint, key: string | null) => {
    const { status, body } = await send(endpoint, sparse, key);
    return status === 200 ? 'accepted' : `${status} ${body.error.code}`;
  });

test('The conformance tests have a request for every endpoint', () => {
  expect(present.map(({ number }) => number).filter((number) => !(number in requests))).toEqual([]);
});

test.for(present)(
  '$method $path returns exactly the fields and types of the specification for complete objects',
  async (endpoint, { expectConforming, full, send }) => {
    const { mayBeNull = [] } = requests[endpoint.number]!;
    if (endpoint.number === 15) {
      // The merchant's first profile has only its required fields.
      const { body } = await send(endpoint, full, full.shop.key);
      expect(deviations(endpoint.answers, 'list', body)).toEqual([]);
      const complete = body.filter((row: { profile_id: string }) => row.profile_id === full.profileId);
      expect(deviations(endpoint.answers, 'list', complete, { full: true })).toEqual([]);
      return;
    }
    await expectConforming(endpoint, full, { full: endpoint.number !== 2, mayBeNull });
  },
);

test('GET /payments/list returns exactly the fields and types of the specification in all nested lists', async ({
  client,
  full,
}) => {
  const { body } = await client.get('/payments/list', { key: full.shop.key });
  const { data } = body[0];
  const complete = data.filter(({ payment_id: id }: { payment_id: string }) => id.startsWith('pay_done_'));
  expect(complete).toHaveLength(1);
  expect(deviations('[Payment]', 'list', complete, { full: true })).toEqual([]);
});

test.for(present)(
  '$method $path returns exactly the fields and types of the specification for minimal objects',
  async (endpoint, { expectConforming, sparse }) => {
    await expectConforming(endpoint, sparse, {});
  },
);

/** Every endpoint with every kind of key. */
const pairs = present.flatMap((endpoint) => kinds.map((kind) => ({ ...endpoint, kind })));

test.for(pairs.filter(({ keys, kind }) => keys.includes(kind)))(
  '$method $path accepts keys of kind $kind',
  async ({ kind, ...endpoint }, { codeOf, keyOf, sparse }) => {
    expect(await codeOf(endpoint, keyOf(kind, sparse))).not.toMatch(/api_key|wrong_key_kind|^5/);
  },
);

test.for(pairs.filter(({ keys, kind }) => !keys.includes(kind)))(
  '$method $path rejects keys of kind $kind',
  async ({ kind, ...endpoint }, { codeOf, keyOf, sparse }) => {
    expect(await codeOf(endpoint, keyOf(kind, sparse))).toBe('403 wrong_key_kind');
  },
);

test.for(present)('$method $path rejects missing and unknown keys', async (endpoint, { codeOf }) => {
  expect(await codeOf(endpoint, null)).toBe('401 invalid_api_key');
  expect(await codeOf(endpoint, `sk_test_${'0'.repeat(43)}`)).toBe('401 invalid_api_key');
});

test.for(present.filter(({ number }) => requests[number]?.scoped))(
  "$method $path does not find another merchant's objects",
  async (endpoint, { full, keyOf, send, sparse }) => {
    const { status, body } = await send(endpoint, full, keyOf(endpoint.keys[0]!, sparse));
    expect([status, body.error.code]).toEqual([404, 'resource_not_found']);
  },
);

test("GET /payments/list contains no other merchant's payments", async ({ client, sparse }) => {
  const { body } = await client.get('/payments/list?limit=100', { key: sparse.shop.key });
  const merchants = body[0].data.map((payment: { merchant_id: string }) => payment.merchant_id);
  expect(new Set(merchants)).toEqual(new Set([sparse.shop.merchantId]));
});
