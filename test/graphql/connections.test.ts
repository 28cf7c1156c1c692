import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf, errorOf, graphql } from '../kit/graphql.ts';
import { property } from '../kit/property.ts';
import { type SeededMerchant, seedMerchant } from '../kit/seed.ts';
import { startTestService, type TestService } from '../kit/service.ts';

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

let service: TestService;
let shop: SeededMerchant;

beforeAll(async () => {
  service = await startTestService();
  shop = await seedMerchant(service);
  for (let i = 0; i < 5; i++) {
    const created = new Date(Date.UTC(2026, 0, 31, 9, 30, 0, i));
    await shop.payment({ payment_id: `pay_${i}`, created, amount: [30, 10, 20, 20, 50][i] });
  }
});

afterAll(() => service.close());

const page = async (variables: object, key = shop.key): Promise<Page> =>
  (await dataOf(service, key, list, { ...variables })).payments;

const listed = async (variables: object, key?: string) =>
  (await page(variables, key)).nodes.map((node) => node.paymentId);

/** Walks a list page by page, from either end; answers its rows in their order. */
async function walk(from: 'first' | 'last', size: number, variables: object, key: string): Promise<string[]> {
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
}

describe('paging', () => {
  // Few values, so that many rows are level with each other.
  const row = fc.record({ moment: fc.integer({ min: 0, max: 2 }), amount: fc.integer({ min: 0, max: 2 }) });
  const orders = fc.constantFrom('CREATED', 'AMOUNT');

  property(
    'gives each row once, in order, from either end',
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
  );

  it('across merchants gives each row once too, where identifiers and moments are the same', async () => {
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

  it('says where a page lies', async () => {
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

  it('may be of no rows, and of none there are', async () => {
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

  it('takes twenty rows unless told otherwise, a hundred at most', async () => {
    const many = await seedMerchant(service);
    for (let i = 0; i < 101; i++) await many.payment();
    expect(await listed({}, many.key)).toHaveLength(20);
    expect(await listed({ first: 100 }, many.key)).toHaveLength(100);
    expect(await listed({ last: 100 }, many.key)).toHaveLength(100);
  });
});

describe('a list is ordered', () => {
  it.each([
    ['CREATED', 'ASC', ['pay_0', 'pay_1', 'pay_2', 'pay_3', 'pay_4']],
    ['CREATED', 'DESC', ['pay_4', 'pay_3', 'pay_2', 'pay_1', 'pay_0']],
    ['AMOUNT', 'ASC', ['pay_1', 'pay_2', 'pay_3', 'pay_0', 'pay_4']],
    ['AMOUNT', 'DESC', ['pay_4', 'pay_0', 'pay_3', 'pay_2', 'pay_1']],
    ['AMOUNT', undefined, ['pay_4', 'pay_0', 'pay_3', 'pay_2', 'pay_1']],
  ])('by %s %s', async (field, direction, expected) => {
    expect(await listed({ orderBy: { field, direction } })).toEqual(expected);
  });
});

describe('a list refuses', () => {
  const refused = (variables: object, key = shop.key) => errorOf(service, key, list, { ...variables });
  const cursor = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
  const created = 'payments.created.desc';
  const moment = '2026-01-31T09:30:00.000Z';

  it('first and last at once', async () => {
    const refusal = { code: 'parameters_exclusive', param: 'first' };
    expect(await refused({ first: 1, last: 1 })).toMatchObject(refusal);
  });

  it.each([
    ['first', 101],
    ['first', -1],
    ['last', 101],
    ['last', -1],
  ])('%s: %i', async (param, size) => {
    expect(await refused({ [param]: size })).toMatchObject({ code: 'invalid_parameter', param });
  });

  it.each([
    ['that is none', 'pay_1'],
    ['that is empty', ''],
    ['of another list', cursor('refunds.created_at.desc', moment, 'ref_1')],
    ['of another order', cursor('payments.amount.desc', 10, 'pay_1')],
    ['of the other direction', cursor('payments.created.asc', moment, 'pay_1')],
    ['of the admin key', cursor(created, moment, 'mer_1', 'pay_1')],
    ['with a moment that is none', cursor(created, 'yesterday', 'pay_1')],
    ['with a moment the database does not know', cursor(created, '0000-01-01T00:00:00.000Z', 'pay_1')],
    ['with a number for a moment', cursor(created, 1, 'pay_1')],
    ['with a number for an identifier', cursor(created, moment, 1)],
    ['with an object', cursor(created, moment, {})],
    ['with nothing', cursor(created, moment, null)],
    ['with a NUL', cursor(created, moment, 'pay\0')],
    ['that is no list', Buffer.from('{"0":"x"}').toString('base64url')],
  ])('a cursor %s', async (_, given) => {
    for (const param of ['after', 'before']) {
      expect(await refused({ [param]: given })).toMatchObject({ code: 'invalid_parameter', param });
    }
  });

  it('a cursor with a text for an amount', async () => {
    const orderBy = { field: 'AMOUNT' };
    for (const value of ['10', 1.5, 1e300, null]) {
      const after = cursor('payments.amount.desc', value, 'pay_1');
      expect(await refused({ orderBy, after })).toMatchObject({ code: 'invalid_parameter', param: 'after' });
    }
  });

  property('any cursor it did not give', fc.json(), fc.string(), async (json, text) => {
    for (const after of [Buffer.from(json).toString('base64url'), text]) {
      const { errors } = await graphql(service, shop.key, list, { after });
      expect(errors[0]?.extensions).toMatchObject({ code: 'invalid_parameter', param: 'after' });
    }
  });
});
