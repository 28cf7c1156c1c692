import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KeyKind } from '../../src/core/foundation/context.ts';
import { operations } from '../../src/rest/operations.ts';
import { type Client, clientOf } from '../kit/client.ts';
import { startTestService, type TestService } from '../kit/service.ts';
import { type ConformOptions, deviations } from './conform.ts';
import { requests } from './requests.ts';
import { type Endpoint, endpoints } from './specification.ts';
import { fullWorld, sparseWorld, type World } from './world.ts';

let service: TestService;
let client: Client;
let full: World;
let sparse: World;

beforeAll(async () => {
  service = await startTestService();
  client = clientOf(service);
  [full, sparse] = [await fullWorld(service), await sparseWorld(service)];
});

afterAll(() => service.close());

const numbers = new Set(operations.map(({ number }) => number));
const present = endpoints.filter(({ number }) => numbers.has(number));
const kinds: readonly KeyKind[] = ['api_key', 'publishable_key', 'admin_key'];

const keyOf = (kind: KeyKind, { shop }: World) =>
  ({ api_key: shop.key, publishable_key: shop.publishableKey, admin_key: service.adminApiKey })[kind];

/** Asks an endpoint for what is in one world with a key, which may be of another world. */
function ask({ method, number }: Endpoint, about: World, key: string | null) {
  const { path, body } = requests[number]!;
  const options = { ...(key === null ? {} : { key }), ...(body ? { body: body(about) } : {}) };
  return client.request(method.toUpperCase(), path(about), options);
}

async function expectConforming(endpoint: Endpoint, world: World, options: ConformOptions) {
  const { status, body, text } = await ask(endpoint, world, keyOf(endpoint.keys[0]!, world));
  expect([status, status === 200 ? '' : text]).toEqual([200, '']);
  expect(deviations(endpoint.answers, endpoint.view, body, options)).toEqual([]);
}

it('knows how to ask every endpoint that is there', () => {
  expect(present.map(({ number }) => number).filter((number) => !(number in requests))).toEqual([]);
});

describe('the answer has exactly the fields and types of the specification', () => {
  it.each(present)('of $number, $method $path, from rows with everything', async (endpoint) => {
    const { mayBeNull = [] } = requests[endpoint.number]!;
    if (endpoint.number === 15) {
      // The merchant's first profile has nothing but what it must have.
      const { body } = await ask(endpoint, full, full.shop.key);
      expect(deviations(endpoint.answers, 'list', body)).toEqual([]);
      const filled = body.filter((row: { profile_id: string }) => row.profile_id === full.profileId);
      expect(deviations(endpoint.answers, 'list', filled, { full: true })).toEqual([]);
      return;
    }
    await expectConforming(endpoint, full, { full: endpoint.number !== 2, mayBeNull });
  });

  it('of 2, of a payment with everything, in all its lists too', async () => {
    const { body } = await client.get('/payments/list', { key: full.shop.key });
    const { data } = body[0];
    const done = data.filter(({ payment_id: id }: { payment_id: string }) => id.startsWith('pay_done_'));
    expect(done).toHaveLength(1);
    expect(deviations('[Payment]', 'list', done, { full: true })).toEqual([]);
  });

  it.each(present)('of $number, $method $path, from rows with nothing', async (endpoint) => {
    await expectConforming(endpoint, sparse, {});
  });
});

describe.each(present)('$number, $method $path', (endpoint) => {
  const codeOf = async (key: string | null) => {
    const { status, body } = await ask(endpoint, sparse, key);
    return status === 200 ? 'accepted' : `${status} ${body.error.code}`;
  };

  it.each(kinds.filter((kind) => endpoint.keys.includes(kind)))('takes the key kind %s', async (kind) => {
    expect(await codeOf(keyOf(kind, sparse))).not.toMatch(/api_key|wrong_key_kind|^5/);
  });

  it.each(kinds.filter((kind) => !endpoint.keys.includes(kind)))('refuses the key kind %s', async (kind) => {
    expect(await codeOf(keyOf(kind, sparse))).toBe('403 wrong_key_kind');
  });

  it('refuses no key and an unknown key', async () => {
    expect(await codeOf(null)).toBe('401 invalid_api_key');
    expect(await codeOf(`sk_test_${'0'.repeat(43)}`)).toBe('401 invalid_api_key');
  });
});

describe("another merchant's objects", () => {
  const scoped = present.filter(({ number }) => requests[number]?.scoped);

  it.each(scoped)('are not found by $number, $method $path', async (endpoint) => {
    const { status, body } = await ask(endpoint, full, keyOf(endpoint.keys[0]!, sparse));
    expect([status, body.error.code]).toEqual([404, 'resource_not_found']);
  });

  it('are in no list', async () => {
    const { body } = await client.get('/payments/list?limit=100', { key: sparse.shop.key });
    const merchants = body[0].data.map((payment: { merchant_id: string }) => payment.merchant_id);
    expect(new Set(merchants)).toEqual(new Set([sparse.shop.merchantId]));
  });
});
