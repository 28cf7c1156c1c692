import { expect } from 'vitest';
import { seedMerchant } from '../../kit/seed.ts';
import { test as base } from '../../kit/test.ts';
import { fieldSets, namesOf } from './fields.ts';

const at = (ms: number) => new Date(Date.UTC(2026, 0, 31, 9, 30, 0, ms));

/** Creation times of the merchant's payments, oldest first; seven share a millisecond. */
const times = [10, 11, 20, 20, 20, 20, 20, 20, 20, 30, 31];

/** Identifiers of the payments, newest first. They ascend with creation, so they order equal timestamps. */
const ids = times.map((_, i) => `pay_${100 + i}`).reverse();

const test = base
  .extend('shop', async ({ service }) => {
    const shop = await seedMerchant(service);
    await shop.customer({ customer_id: 'alice' });
    for (const [i, ms] of times.entries()) {
      const customer = i % 2 === 0 ? { customer_id: 'alice' } : {};
      await shop.payment({ payment_id: `pay_${100 + i}`, created: at(ms), ...customer });
    }
    return shop;
  })
  .extend(
    'list',
    ({ client, shop }) =>
      async (query: Record<string, string> = {}, key = shop.key) =>
        client.get(`/payments/list?${new URLSearchParams(query)}`, { key }),
  )
  .extend('listed', ({ list }) => async (query: Record<string, string> = {}) => {
    const { status, body } = await list(query);
    expect(status).toBe(200);
    expect(body).toHaveLength(1);
    expect(namesOf(body[0])).toEqual(['data', 'size']);
    expect(body[0].size).toBe(body[0].data.length);
    return body[0].data.map((payment: { payment_id: string }) => payment.payment_id) as string[];
  })
  .extend('refused', ({ list }) => async (query: Record<string, string>) => {
    const { status, body } = await list(query);
    return { status, code: body.error.code, param: body.error.param };
  });

test('GET /payments/list returns exactly the fields of the specification, with all four nested lists', async ({
  list,
  service,
}) => {
  const full = await seedMerchant(service);
  const paymentId = await full.payment({
    created: at(0),
    metadata: { order: '7' },
    order_details: [{ product_name: 'Shirt', quantity: 1, amount: 1000 }],
    customer: { name: 'Ann' },
  });
  const first = await full.attempt(paymentId, { attempt_id: `${paymentId}_1` });
  const second = await full.attempt(paymentId, { attempt_id: `${paymentId}_2` });
  await full.capture(paymentId, first);
  await full.refund(paymentId, { refund_id: 'ref_a', created_at: at(1) });
  await full.refund(paymentId, { refund_id: 'ref_b', created_at: at(2) });
  await full.dispute(paymentId);

  const { body, headers } = await list({}, full.key);
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  const [payment] = body[0].data;
  expect(namesOf(payment)).toEqual(fieldSets.paymentInList);
  expect(namesOf(payment.refunds[0])).toEqual(fieldSets.refund);
  expect(namesOf(payment.disputes[0])).toEqual(fieldSets.dispute);
  expect(namesOf(payment.attempts[0])).toEqual(fieldSets.attempt);
  expect(namesOf(payment.captures[0])).toEqual(fieldSets.capture);
  expect(payment.attempts.map((attempt: { attempt_id: string }) => attempt.attempt_id)).toEqual([
    first,
    second,
  ]);
  expect(payment).toMatchObject({
    amount: 1000,
    created: '2026-01-31T09:30:00.000Z',
    metadata: { order: '7' },
    description: null,
    allowed_payment_method_types: [],
    incremental_authorizations: [],
    customer: { id: null, name: 'Ann', email: null, phone: null, phone_country_code: null },
  });
  expect(JSON.parse(payment.order_details)).toMatchObject([{ product_name: 'Shirt', quantity: 1 }]);
});

test('GET /payments/list returns an empty list if there are no payments', async ({ list, service }) => {
  const { body } = await list({}, (await seedMerchant(service)).key);
  expect(body).toEqual([{ size: 0, data: [] }]);
});

test('GET /payments/list returns the ten newest payments by default', async ({ listed }) => {
  expect(await listed()).toEqual(ids.slice(0, 10));
  expect(await listed({ limit: '100' })).toEqual(ids);
  expect(await listed({ limit: '1' })).toEqual(ids.slice(0, 1));
});

test('GET /payments/list pages forwards and backwards without gaps across equal timestamps', async ({
  listed,
}) => {
  for (const limit of [1, 2, 3, 4]) {
    const forwards: string[] = [];
    for (let page = await listed({ limit: `${limit}` }); page.length > 0; ) {
      forwards.push(...page);
      page = await listed({ limit: `${limit}`, starting_after: page.at(-1)! });
    }
    expect(forwards).toEqual(ids);

    const backwards = ids.slice(-1);
    for (let page: string[]; ; backwards.unshift(...page)) {
      page = await listed({ limit: `${limit}`, ending_before: backwards[0]! });
      if (page.length === 0) break;
    }
    expect(backwards).toEqual(ids);
  }
});

test('GET /payments/list combines filters with cursors', async ({ listed }) => {
  const alices = ids.filter((_, i) => i % 2 === 0);
  expect(await listed({ customer_id: 'alice' })).toEqual(alices);
  expect(await listed({ customer_id: 'alice', starting_after: ids[3]! })).toEqual(alices.slice(2));
  expect(await listed({ customer_id: 'nobody' })).toEqual([]);
});

test('GET /payments/list filters by creation time to the millisecond', async ({ listed }) => {
  const moment = at(20).toISOString();
  expect(await listed({ created: moment })).toEqual(ids.slice(2, 9));
  expect(await listed({ created_lt: moment })).toEqual(ids.slice(9));
  expect(await listed({ created_lte: moment, limit: '100' })).toEqual(ids.slice(2));
  expect(await listed({ created_gt: moment })).toEqual(ids.slice(0, 2));
  expect(await listed({ created_gte: moment, created_lt: at(31).toISOString() })).toEqual(ids.slice(1, 9));
  expect(await listed({ created: '2026-01-31T10:30:00.020+01:00' })).toEqual(ids.slice(2, 9));
});

test('GET /payments/list makes the same number of statements for any page size', async ({
  list,
  service,
}) => {
  const busy = await seedMerchant(service);
  for (let i = 0; i < 100; i++) {
    const paymentId = await busy.payment();
    await busy.refund(paymentId);
    await busy.attempt(paymentId);
  }
  const count = async (query: Record<string, string>) => {
    const before = service.statements.length;
    expect((await list(query, busy.key)).status).toBe(200);
    // The first request looks up the key, which is then cached.
    return service.statements.slice(before).filter((text) => !text.includes('find_api_key')).length;
  };
  expect(await count({ limit: '1' })).toBe(1);
  expect(await count({ limit: '100' })).toBe(1);
});

test('GET /payments/list rejects two cursors at once', async ({ refused }) => {
  const both = { starting_after: ids[0]!, ending_before: ids[1]! };
  expect(await refused(both)).toEqual({
    status: 400,
    code: 'parameters_exclusive',
    param: 'ending_before',
  });
});

test('GET /payments/list rejects a cursor that is no payment of the merchant', async ({
  refused,
  service,
}) => {
  const other = await (await seedMerchant(service)).payment();
  for (const param of ['starting_after', 'ending_before']) {
    for (const id of ['pay_missing', other]) {
      expect(await refused({ [param]: id })).toEqual({ status: 404, code: 'resource_not_found', param });
    }
  }
});

test.for([
  ['limit', '0'],
  ['limit', '101'],
  ['limit', 'ten'],
  ['limit', '1.5'],
  ['created', 'yesterday'],
  ['created_gt', '0000-01-01T00:00:00Z'],
  ['customer_id', 'a b'],
  ['starting_after', 'x'.repeat(65)],
] as const)('GET /payments/list rejects %s=%s', async ([param, value], { refused }) => {
  expect(await refused({ [param]: value })).toEqual({ status: 400, code: 'invalid_parameter', param });
});

test('GET /payments/list rejects unknown parameters by name', async ({ refused }) => {
  const answer = await refused({ offset: '10' });
  expect(answer).toEqual({ status: 400, code: 'unknown_parameter', param: 'offset' });
});

test('GET /payments/list reports all invalid parameters at once', async ({ list }) => {
  const { body } = await list({ limit: '0', created: 'x' });
  expect(body.error.errors.map((error: { param: string }) => error.param)).toEqual(['limit', 'created']);
});

test('GET /payments/list returns no payments of another merchant', async ({ list, listed, service }) => {
  const other = await seedMerchant(service);
  await other.payment({ payment_id: ids[0], created: at(40) });
  expect(await listed()).toHaveLength(10);
  expect((await list({}, other.key)).body[0].size).toBe(1);
});

test("Row-level security hides other merchants' payments even from a statement without a merchant condition", async ({
  service,
  shop,
}) => {
  const other = await seedMerchant(service);
  await other.payment();
  const statement = { text: 'select distinct merchant_id from payments', values: [] };
  expect(await service.database.rows.query(statement, shop.merchantId)).toEqual([
    { merchant_id: shop.merchantId },
  ]);
  expect((await service.database.rows.query(statement, null)).length).toBeGreaterThan(1);
});

test('GET /payments/list names the list that supports an unsupported filter', async ({ api }) => {
  const messageOf = async (query: string) => {
    const { body, status } = await api.get(`/payments/list?${query}`);
    return [status, body.error.code, body.error.message];
  };
  const there = (name: string) => `${name} is not a parameter of this operation. GET /payments has it.`;
  for (const name of ['status', 'currency', 'search', 'amount_gte', 'offset']) {
    expect(await messageOf(`${name}=1`)).toEqual([400, 'unknown_parameter', there(name)]);
    expect((await api.get(`/payments?${name}=1`)).body.error?.code).not.toBe('unknown_parameter');
  }
  expect(await messageOf('colour=red')).toEqual([
    400,
    'unknown_parameter',
    expect.not.stringContaining('GET'),
  ]);
  const { body } = await api.get('/payments/list?colour=red&status=failed');
  expect(body.error.errors.map(({ message }: { message: string }) => message)).toContain(there('status'));
});
