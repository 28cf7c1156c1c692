import { expect } from 'vitest';
import { clientOf } from '../../kit/client.ts';
import { test as base } from '../../kit/test.ts';
import { namesOf } from './fields.ts';

const fields = [
  'customer_id',
  'name',
  'email',
  'phone',
  'phone_country_code',
  'description',
  'address',
  'created_at',
  'metadata',
  'default_payment_method_id',
].sort();

const test = base
  .extend(
    'post',
    ({ client, shop }) =>
      (path: string, body: unknown, key = shop.key) =>
        client.post(path, { key, body }),
  )
  .extend(
    'create',
    ({ post }) =>
      (body: unknown, key?: string) =>
        post('/customers', body, key),
  )
  .extend('refusal', ({ post }) => async (answer: ReturnType<typeof post>) => {
    const { status, body } = await answer;
    return [status, body.error?.code, body.error?.param];
  });

test('POST /customers returns exactly the fields of the specification with the values sent', async ({
  create,
}) => {
  const customer = {
    customer_id: 'ann-1',
    name: 'Ann Ärger',
    email: 'ann@example.com',
    phone: '5551234',
    phone_country_code: '+44',
    description: 'Met at the fair.',
    address: { city: 'Ulm', country: 'DE' },
    metadata: { tier: 'gold', size: 4, gone: null },
  };
  const { status, body } = await create(customer);
  expect(status).toBe(200);
  expect(namesOf(body)).toEqual(fields);
  expect(body).toMatchObject({
    ...customer,
    address: { city: 'Ulm', country: 'DE', line1: null },
    metadata: { tier: 'gold', size: 4 },
    default_payment_method_id: null,
  });
  expect(body.created_at).toMatch(/^\d{4}-.*\.\d{3}Z$/);
});

test('POST /customers generates an identifier and requires no field', async ({ create }) => {
  const { status, body } = await create({});
  expect(status).toBe(200);
  expect(body.customer_id).toMatch(/^cus_[0-9A-HJKMNP-TV-Z]{26}$/);
  expect([body.name, body.metadata, body.address]).toEqual([null, null, null]);
});

test('POST /customers rejects an identifier in use, at the same merchant only', async ({
  create,
  otherShop,
  refusal,
}) => {
  await create({ customer_id: 'twice' });
  expect(await refusal(create({ customer_id: 'twice' }))).toEqual([
    409,
    'resource_already_exists',
    'customer_id',
  ]);
  expect((await create({ customer_id: 'twice' }, otherShop.key)).status).toBe(200);
});

test('POST /customers rejects unknown and invalid fields', async ({ create, otherShop, refusal }) => {
  const cases = [
    [{ nmae: 'Ann' }, 'unknown_parameter', 'nmae'],
    [{ default_payment_method_id: 'pm_1' }, 'unknown_parameter', 'default_payment_method_id'],
    [{ created_at: '2026-01-31T09:30:00Z' }, 'unknown_parameter', 'created_at'],
    [{ merchant_id: otherShop.merchantId }, 'unknown_parameter', 'merchant_id'],
    [{ customer_id: 'a b' }, 'invalid_parameter', 'customer_id'],
    [{ customer_id: 'a'.repeat(65) }, 'invalid_parameter', 'customer_id'],
    [{ email: 'ann' }, 'invalid_parameter', 'email'],
    [{ name: 'a'.repeat(256) }, 'invalid_parameter', 'name'],
    [{ phone_country_code: '44' }, 'invalid_parameter', 'phone_country_code'],
    [{ address: { country: 'XX' } }, 'invalid_parameter', 'address.country'],
    [{ address: { town: 'Ulm' } }, 'unknown_parameter', 'address.town'],
  ] as const;
  for (const [body, code, param] of cases) expect(await refusal(create(body))).toEqual([400, code, param]);
});

test('Of concurrent creations with one identifier, on two processes, one succeeds', async ({
  client,
  post,
  secondService,
  shop,
}) => {
  const clients = [client, clientOf(secondService)];
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, i) =>
      clients[i % 2]!.post('/customers', { key: shop.key, body: { customer_id: 'race', name: `${i}` } }),
    ),
  );
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, ...Array.from({ length: 23 }, () => 409)]);
  const winner = answers.find(({ status }) => status === 200)!.body;
  const { body } = await post('/customers/race', {});
  expect(body).toEqual(winner);
});

test('POST /customers creates one customer per idempotency key', async ({ client, shop }) => {
  const options = { key: shop.key, headers: { 'idempotency-key': 'cus-1' }, body: { name: 'Once' } };
  const [first, again] = [await client.post('/customers', options), await client.post('/customers', options)];
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
});

test('POST /customers/{id} changes present fields, clears null ones and merges metadata', async ({
  create,
  post,
}) => {
  const customer = { customer_id: 'upd', name: 'Bo', email: 'bo@example.com', metadata: { a: 1, b: 2 } };
  const { body: before } = await create(customer);
  const { status, body } = await post('/customers/upd', {
    email: null,
    phone: '1',
    metadata: { b: null, c: 3 },
  });
  expect(status).toBe(200);
  expect(body).toEqual({ ...before, email: null, phone: '1', metadata: { a: 1, c: 3 } });
  expect((await post('/customers/upd', {})).body).toEqual(body);
});

test("POST /customers/{id} accepts only the path's identifier in the body", async ({
  create,
  post,
  refusal,
}) => {
  await create({ customer_id: 'same' });
  expect((await post('/customers/same', { customer_id: 'same', name: 'Cy' })).body.name).toBe('Cy');
  expect(await refusal(post('/customers/same', { customer_id: 'else' }))).toEqual([
    400,
    'invalid_parameter',
    'customer_id',
  ]);
});

test('POST /customers/{id} accepts only an active payment method of the customer as default', async ({
  create,
  post,
  refusal,
  shop,
}) => {
  await create({ customer_id: 'dan' });
  await create({ customer_id: 'eve' });
  const mine = await shop.paymentMethod('dan');
  const inactive = await shop.paymentMethod('dan', { status: 'inactive' });
  const hers = await shop.paymentMethod('eve');
  const set = (id: string | null) => post('/customers/dan', { default_payment_method_id: id });
  expect((await set(mine)).body.default_payment_method_id).toBe(mine);
  for (const id of [inactive, hers, 'pm_none']) {
    expect(await refusal(set(id))).toEqual([400, 'invalid_parameter', 'default_payment_method_id']);
  }
  expect((await set(null)).body.default_payment_method_id).toBeNull();
});

test("POST /customers/{id} does not find another merchant's customer", async ({
  create,
  otherShop,
  post,
  refusal,
}) => {
  await create({ customer_id: 'hidden' }, otherShop.key);
  expect(await refusal(post('/customers/hidden', { name: 'x' }))).toEqual([404, 'resource_not_found', null]);
});

test('Concurrent updates of a customer all take effect', async ({
  client,
  create,
  post,
  secondService,
  shop,
}) => {
  await create({ customer_id: 'busy' });
  const clients = [client, clientOf(secondService)];
  const changes = Array.from({ length: 20 }, (_, i) =>
    clients[i % 2]!.post('/customers/busy', { key: shop.key, body: { metadata: { [`k${i}`]: i } } }),
  );
  for (const { status } of await Promise.all(changes)) expect(status).toBe(200);
  const { body } = await post('/customers/busy', {});
  expect(Object.keys(body.metadata)).toHaveLength(20);
});
