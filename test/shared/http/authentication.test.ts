import { expect } from 'vitest';
import { KeyUse } from '../../../src/core/access/authenticate.ts';
import type { RowSource } from '../../../src/core/foundation/transaction.ts';
import { type SeededMerchant, seedMerchant } from '../../kit/seed.ts';
import { testApart as base } from '../../kit/test.ts';

const fail = (error: unknown) => {
  throw error;
};

const test = base
  .extend(
    'get',
    ({ client }) =>
      (path: string, key?: string) =>
        client.get(path, key === undefined ? {} : { key }),
  )
  .extend('lastUsed', ({ service }) => async (keyId: string) => {
    const statement = { text: 'select last_used_at from api_keys where key_id = $1', values: [keyId] };
    const [row] = await service.database.rows.query(statement, null);
    return row?.last_used_at ? new Date(row.last_used_at as string).toISOString() : null;
  });

test('Missing, unknown, revoked and expired keys get the same response', async ({ get, service, shop }) => {
  const keys = [
    undefined,
    '',
    'nonsense',
    `${service.adminApiKey}x`,
    'sk_test_unknown',
    'pk_test_unknown',
    `${shop.key}x`,
    await shop.apiKey({ revoked_at: new Date() }),
    await shop.apiKey({ expires_at: new Date(Date.now() - 1) }),
  ];
  for (const key of keys) {
    const { status, body, headers, text } = await get('/payments/list', key);
    expect(status).toBe(401);
    expect(body).toEqual({
      error: {
        type: 'authentication',
        code: 'invalid_api_key',
        message: 'Send a valid key in the api-key header.',
        param: null,
        request_id: headers.get('x-request-id'),
      },
    });
    if (key) expect(text).not.toContain(key);
  }
});

test('A key is valid until it expires', async ({ get, shop }) => {
  const key = await shop.apiKey({ expires_at: new Date(Date.now() + 60_000) });
  expect((await get('/payments/list', key)).status).toBe(200);
});

test('A key of the wrong kind gets an error that names the kinds the operation accepts', async ({
  get,
  service,
  shop,
}) => {
  const account = `/accounts/${shop.merchantId}`;
  const cases = [
    ['/payments/list', shop.publishableKey, 'This operation requires an API key, not a publishable key.'],
    ['/payments/list', service.adminApiKey, 'This operation requires an API key, not the admin API key.'],
    [account, shop.key, 'This operation requires the admin API key, not an API key.'],
    [account, shop.publishableKey, 'This operation requires the admin API key, not a publishable key.'],
  ] as const;
  for (const [path, key, message] of cases) {
    const { status, body } = await get(path, key);
    expect([status, body.error.type, body.error.code]).toEqual([403, 'permission', 'wrong_key_kind']);
    expect(body.error.message).toBe(message);
  }
});

test('Keys are checked before identifiers and parameters', async ({ get, shop }) => {
  expect((await get('/payment_methods/a%20b?x=1', 'nonsense')).status).toBe(401);
  expect((await get('/payment_methods/a%20b?x=1', shop.publishableKey)).status).toBe(403);
  expect((await get('/payment_methods/a%20b?x=1', shop.key)).status).toBe(404);
});

test('Authentication makes at most one database statement', async ({ get, service, shop }) => {
  const lookups = async (key?: string) => {
    const before = service.statements.length;
    await get('/accounts/nobody/connectors', key);
    return service.statements.slice(before).filter((text) => !text.startsWith('select set_config')).length;
  };
  expect(await lookups()).toBe(0);
  expect(await lookups('nonsense')).toBe(0);
  expect(await lookups(service.adminApiKey)).toBe(0);
  expect(await lookups('sk_test_unknown')).toBe(1);
  expect(await lookups('pk_test_unknown')).toBe(1);
  expect(await lookups(shop.key)).toBe(1);
});

test("An API key's last use is recorded in the background of the request", async ({
  get,
  lastUsed,
  service,
}) => {
  const fresh = await seedMerchant(service);
  expect((await get('/payments/list', fresh.key)).status).toBe(200);
  await service.keyUse.drain();
  expect(await lastUsed(fresh.keyId)).not.toBeNull();
});

test("An API key's last use is recorded at most once a minute, also across processes", async ({
  lastUsed,
  service,
}) => {
  const [one, two] = [await seedMerchant(service), await seedMerchant(service)];
  let now = Date.parse('2026-01-31T09:30:00Z');
  let updates = 0;
  const { rows } = service.database;
  const counted: RowSource = {
    query: (...args) => {
      updates += 1;
      return rows.query(...args);
    },
  };
  const use = new KeyUse(counted, () => new Date(now), fail);
  const other = new KeyUse(rows, () => new Date(now), fail);
  const record = async ({ merchantId, keyId }: SeededMerchant, by = use) => {
    by.record({ kind: 'api_key', merchantId, keyId });
    await by.drain();
  };

  await record(one);
  await record(two);
  now += 59_000;
  await record(one);
  expect(updates).toBe(2);
  await record(one, other);
  expect(await lastUsed(one.keyId)).toBe('2026-01-31T09:30:00.000Z');
  now += 1_000;
  await record(one);
  expect(await lastUsed(one.keyId)).toBe('2026-01-31T09:31:00.000Z');
  expect(await lastUsed(two.keyId)).toBe('2026-01-31T09:30:00.000Z');
});

test("A failure to record an API key's last use is reported and fails no request", async () => {
  const errors: unknown[] = [];
  const rows = { query: () => Promise.reject(new Error('away')) };
  const use = new KeyUse(
    rows,
    () => new Date(),
    (error) => void errors.push(error),
  );
  use.record({ kind: 'api_key', merchantId: 'shop', keyId: 'key_1' });
  await expect(use.drain()).resolves.toBeUndefined();
  expect(errors).toHaveLength(1);
});
