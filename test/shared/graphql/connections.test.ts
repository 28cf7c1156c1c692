import fc from 'fast-check';
import { expect } from 'vitest';
import { budget } from '../../kit/figure.ts';
import { seed } from '../../kit/property.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { test as base } from '../../kit/test.ts';

const list = `query ($first: Int, $after: String, $last: Int, $before: String, $orderBy: PaymentOrder,
                     $filter: PaymentFilter, $merchantId: ID) {
  payments(first: $first, after: $after, last: $last, before: $before, orderBy: $orderBy, filter: $filter,
           merchantId: $merchantId) {
    edges { cursor node { paymentId } }
    nodes { paymentId amount }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    totalCount
  }
}`;

interface Page {
  edges: { cursor: string; node: { paymentId: string } }[];
  nodes: { paymentId: string; amount: number }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string };
  totalCount: number;
}

// Few distinct values, so that many rows tie.
const row = fc.record({ moment: fc.integer({ min: 0, max: 2 }), amount: fc.integer({ min: 0, max: 2 }) });
const orders = fc.constantFrom('CREATED', 'AMOUNT');
const cursor = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
const created = 'payments.created.desc';
const moment = '2026-01-31T09:30:00.000Z';

const test = base
  /** Set up once for the whole file. */
  .extend('seeded', { scope: 'file' }, async ({ service }) => {
    const shop = await seedMerchant(service);
    for (let i = 0; i < 5; i++) {
      const created = new Date(Date.UTC(2026, 0, 31, 9, 30, 0, i));
      await shop.payment({ payment_id: `pay_${i}`, created, amount: [30, 10, 20, 20, 50][i] });
    }
    return shop;
  })
  .extend('shop', ({ seeded }) => seeded)
  .extend(
    'page',
    ({ graphqlAs, shop }) =>
      async (variables: object, key = shop.key): Promise<Page> =>
        (await graphqlAs(key).data(list, { ...variables })).payments,
  )
  .extend(
    'listed',
    ({ page }) =>
      async (variables: object, key?: string) =>
        (await page(variables, key)).nodes.map((node) => node.paymentId),
  )
  /** Pages through a connection from either end and returns its rows in list order. */
  .extend(
    'walk',
    ({ page }) =>
      async (from: 'first' | 'last', size: number, variables: object, key: string): Promise<string[]> => {
        const seen: string[] = [];
        for (let cursor: string | undefined; ; ) {
          const place = from === 'first' ? { after: cursor } : { before: cursor };
          const { nodes, pageInfo } = await page({ ...variables, [from]: size, ...place }, key);
          const ids = nodes.map((node) => node.paymentId);
          if (from === 'first') seen.push(...ids);
          else seen.unshift(...ids);
          const more = from === 'first' ? pageInfo.hasNextPage : pageInfo.hasPreviousPage;
          expect(ids.length).toBe(more ? size : Math.min(size, ids.length));
          if (!more) return seen;
          cursor = from === 'first' ? pageInfo.endCursor : pageInfo.startCursor;
        }
      },
  )
  .extend(
    'refused',
    ({ graphqlAs, shop }) =>
      (variables: object, key = shop.key) =>
        graphqlAs(key).refusal(list, { ...variables }),
  );

test('A connection returns each row once, in order, whether paged forwards or backwards', async ({
  service,
  walk,
}) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 10 }),
      fc.integer({ min: 1, max: 4 }),
      orders,
      fc.constantFrom('ASC', 'DESC'),
      fc.boolean(),
      async (rows, size, field, direction, asAdmin) => {
        const merchant = await seedMerchant(service);
        const seeded = rows.map(({ moment, amount }, i) => ({
          payment_id: `pay_${String(i).padStart(2, '0')}`,
          created: new Date(Date.UTC(2026, 0, 31, 9, 30, 0, moment)),
          amount,
        }));
        for (const payment of seeded) await merchant.payment(payment);
        const value = (payment: (typeof seeded)[number]) =>
          field === 'AMOUNT' ? payment.amount : payment.created.getTime();
        const ordered = [...seeded]
          .sort((a, b) => value(a) - value(b) || (a.payment_id < b.payment_id ? -1 : 1))
          .map((payment) => payment.payment_id);
        const expected = direction === 'ASC' ? ordered : ordered.reverse();

        const key = asAdmin ? service.adminApiKey : merchant.key;
        const variables = { orderBy: { field, direction }, merchantId: merchant.merchantId };
        expect(await walk('first', size, variables, key)).toEqual(expected);
        expect(await walk('last', size, variables, key)).toEqual(expected);
      },
    ),
    { seed, numRuns: budget(100, 20) },
  );
});

test('A connection across merchants returns rows with equal identifiers and times once each', async ({
  service,
  walk,
}) => {
  const created = new Date('2020-01-01T00:00:00Z');
  for (let i = 0; i < 3; i++)
    await (await seedMerchant(service)).payment({ payment_id: 'pay_same', created });
  const variables = { filter: { created: { eq: created.toISOString() } } };
  for (const size of [1, 2]) {
    for (const from of ['first', 'last'] as const) {
      const seen = await walk(from, size, variables, service.adminApiKey);
      expect(seen).toEqual(['pay_same', 'pay_same', 'pay_same']);
    }
  }
});

test('pageInfo contains the cursors of a page and whether more rows lie on either side', async ({
  listed,
  page,
}) => {
  const middle = await page({ first: 2, after: (await page({ first: 1 })).pageInfo.endCursor });
  expect(middle.nodes.map((node) => node.paymentId)).toEqual(['pay_3', 'pay_2']);
  expect(middle.edges.map((edge) => edge.node.paymentId)).toEqual(['pay_3', 'pay_2']);
  expect(middle.pageInfo).toEqual({
    hasNextPage: true,
    hasPreviousPage: true,
    startCursor: middle.edges[0]!.cursor,
    endCursor: middle.edges[1]!.cursor,
  });
  expect(middle.totalCount).toBe(5);
  const whole = await page({});
  expect(whole.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: false });
  const [before, after] = [whole.edges[4]!.cursor, whole.edges[0]!.cursor];
  const between = await page({ before, after });
  expect(between.nodes.map((node) => node.paymentId)).toEqual(['pay_3', 'pay_2', 'pay_1']);
  expect(await listed({ before, after, last: 2 })).toEqual(['pay_2', 'pay_1']);
});

test('A page may be empty, and so may a list', async ({ page, service }) => {
  const none = await page({ first: 0 });
  expect(none.nodes).toEqual([]);
  expect(none.pageInfo).toEqual({
    hasNextPage: true,
    hasPreviousPage: false,
    startCursor: null,
    endCursor: null,
  });
  const nothing = await page({}, (await seedMerchant(service)).key);
  expect(nothing).toMatchObject({ edges: [], totalCount: 0, pageInfo: { hasNextPage: false } });
});

test('A connection returns 20 rows by default and at most 100', async ({ listed, service }) => {
  const many = await seedMerchant(service);
  for (let i = 0; i < 101; i++) await many.payment();
  expect(await listed({}, many.key)).toHaveLength(20);
  expect(await listed({ first: 100 }, many.key)).toHaveLength(100);
  expect(await listed({ last: 100 }, many.key)).toHaveLength(100);
});

test.for([
  ['CREATED', 'ASC', ['pay_0', 'pay_1', 'pay_2', 'pay_3', 'pay_4']],
  ['CREATED', 'DESC', ['pay_4', 'pay_3', 'pay_2', 'pay_1', 'pay_0']],
  ['AMOUNT', 'ASC', ['pay_1', 'pay_2', 'pay_3', 'pay_0', 'pay_4']],
  ['AMOUNT', 'DESC', ['pay_4', 'pay_0', 'pay_3', 'pay_2', 'pay_1']],
  ['AMOUNT', undefined, ['pay_4', 'pay_0', 'pay_3', 'pay_2', 'pay_1']],
] as const)('payments(orderBy:) sorts by %s %s', async ([field, direction, expected], { listed }) => {
  expect(await listed({ orderBy: { field, direction } })).toEqual(expected);
});

test('A connection rejects first together with last', async ({ refused }) => {
  const refusal = { code: 'parameters_exclusive', param: 'first' };
  expect(await refused({ first: 1, last: 1 })).toMatchObject(refusal);
});

test.for([
  ['first', 101],
  ['first', -1],
  ['last', 101],
  ['last', -1],
] as const)('A connection rejects %s: %i', async ([param, size], { refused }) => {
  expect(await refused({ [param]: size })).toMatchObject({ code: 'invalid_parameter', param });
});

test.for([
  ['that is an identifier', 'pay_1'],
  ['that is empty', ''],
  ['of another connection', cursor('refunds.created_at.desc', moment, 'ref_1')],
  ['of another sort field', cursor('payments.amount.desc', 10, 'pay_1')],
  ['of the other sort direction', cursor('payments.created.asc', moment, 'pay_1')],
  ['issued to the admin key', cursor(created, moment, 'mer_1', 'pay_1')],
  ['whose time is not a date', cursor(created, 'yesterday', 'pay_1')],
  ['whose time the database cannot store', cursor(created, '0000-01-01T00:00:00.000Z', 'pay_1')],
  ['whose time is a number', cursor(created, 1, 'pay_1')],
  ['whose identifier is a number', cursor(created, moment, 1)],
  ['that contains an object', cursor(created, moment, {})],
  ['that contains null', cursor(created, moment, null)],
  ['that contains a NUL character', cursor(created, moment, 'pay\0')],
  ['that is not a JSON array', Buffer.from('{"0":"x"}').toString('base64url')],
] as const)('A connection rejects a cursor %s', async ([_, invalid], { refused }) => {
  for (const param of ['after', 'before']) {
    expect(await refused({ [param]: invalid })).toMatchObject({ code: 'invalid_parameter', param });
  }
});

test('A connection ordered by amount rejects a cursor whose amount is not an integer', async ({
  refused,
}) => {
  const orderBy = { field: 'AMOUNT' };
  for (const value of ['10', 1.5, 1e300, null]) {
    const after = cursor('payments.amount.desc', value, 'pay_1');
    expect(await refused({ orderBy, after })).toMatchObject({ code: 'invalid_parameter', param: 'after' });
  }
});

test('A connection rejects any cursor it did not issue', async ({ graphql }) => {
  await fc.assert(
    fc.asyncProperty(fc.json(), fc.string(), async (json, text) => {
      for (const after of [Buffer.from(json).toString('base64url'), text]) {
        const { errors } = await graphql.run(list, { after });
        expect(errors[0]?.extensions).toMatchObject({ code: 'invalid_parameter', param: 'after' });
      }
    }),
    { seed, numRuns: budget(100, 20) },
  );
});
