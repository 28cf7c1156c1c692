import fc from 'fast-check';
import { expect } from 'vitest';
import { budget } from '../../kit/figure.ts';
import { seed } from '../../kit/property.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { test as base } from '../../kit/test.ts';

const pageOf = `query ($first: Int, $after: String, $last: Int, $before: String, $orderBy: PaymentOrder,
                        $filter: PaymentFilter) {
  payments(first: $first, after: $after, last: $last, before: $before, orderBy: $orderBy, filter: $filter) {
    nodes { paymentId }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    totalCount
    count { count }
  }
}`;

/** A payment in the filters' view. */
interface Seen {
  readonly [field: string]: unknown;
  readonly paymentId: string;
  readonly metadata: Record<string, unknown> | null;
}

const AMOUNTS = 3;
const orNull = (...values: string[]) => fc.option(fc.constantFrom(...values), { nil: null });
// Few values, so that most conditions match some rows and many rows tie.
const texts = {
  status: ['succeeded', 'failed'],
  connector: ['sandbox', 'stripe'],
  cardNetwork: ['Visa', 'Mastercard'],
  cardLast4: ['4242', '0005', '1111'],
  cardBin: ['424242', '555555'],
  paymentMethodType: ['credit', 'debit'],
  billingCountry: ['DE', 'FR'],
  unifiedCode: ['UE_1000', 'UE_9000'],
} as const;
const entries = [
  ['order', '17'],
  ['order', '18'],
  ['note', 'true'],
  ['note', ''],
  ['é"\\', 'ß:1'],
] as const;

const payment = fc.record({
  ...Object.fromEntries(
    Object.entries(texts).map(([name, values]) => [
      name,
      name === 'status' ? fc.constantFrom(...values) : orNull(...values),
    ]),
  ),
  created: fc.nat(2),
  updated: fc.nat(2),
  amount: fc.nat(AMOUNTS - 1),
  refunded: fc.boolean(),
  disputed: fc.boolean(),
  metadata: fc.option(
    fc.record(
      {
        order: fc.constantFrom<unknown>(17, '17', '18', { nested: '17' }, ['17']),
        note: fc.constantFrom<unknown>(true, 'true', '', null),
        'é"\\': fc.constant<unknown>('ß:1'),
      },
      { requiredKeys: [] },
    ),
    { nil: null },
  ),
});

type Filter = Readonly<Record<string, unknown>>;

const matching = (values: readonly (string | number)[]) =>
  fc.oneof(
    fc.record({ eq: fc.constantFrom(...values) }),
    fc.record({ in: fc.subarray([...values]) }),
    fc.constant({}),
  );
const ranges = (values: fc.Arbitrary<unknown>) =>
  fc.record({ gt: values, gte: values, lt: values, lte: values, eq: values }, { requiredKeys: [] });
const moment = (ms: number) => new Date(Date.UTC(2026, 0, 31, 9, 30, 0, ms)).toISOString();

function filters(depth: number): fc.Arbitrary<Filter> {
  const flag = fc.record({ eq: fc.boolean() });
  const leaf = fc.oneof(
    ...Object.entries(texts).map(([name, values]) => fc.record({ [name]: matching(values) })),
    fc.record({ amount: ranges(fc.nat(AMOUNTS)) }),
    fc.record({ updated: ranges(fc.nat(3).map(moment)) }),
    fc.record({ refunded: flag }),
    fc.record({ disputed: flag }),
    fc.record({
      metadata: fc
        .subarray([...entries], { maxLength: 2 })
        .map((some) => some.map(([key, value]) => ({ key, value }))),
    }),
  );
  const conditions = fc.array(leaf, { maxLength: 2 }).map((some) => Object.assign({}, ...some) as Filter);
  if (depth === 1) return conditions;
  const inner = filters(depth - 1);
  return fc
    .tuple(conditions, fc.record({ or: fc.array(inner, { maxLength: 3 }), not: inner }, { requiredKeys: [] }))
    .map(([own, nested]) => ({ ...own, ...nested }));
}

const comparisons: Readonly<Record<string, (actual: never, value: never) => boolean>> = {
  eq: (actual, value) => actual === value,
  in: (actual, values) => (values as unknown[]).includes(actual),
  gt: (actual, value) => actual > value,
  gte: (actual, value) => actual >= value,
  lt: (actual, value) => actual < value,
  lte: (actual, value) => actual <= value,
};

/** The number of conditions in a filter, counting each nested filter as one. */
const sizeOf = (filter: Filter): number =>
  Object.entries(filter).reduce((sum, [name, value]) => {
    if (name === 'or') return sum + (value as Filter[]).reduce((inner, each) => inner + 1 + sizeOf(each), 0);
    if (name === 'not') return sum + 1 + sizeOf(value as Filter);
    return sum + Object.keys(value as object).length;
  }, 0);

/** Whether a payment matches a filter, according to the schema's descriptions. */
function matches(row: Seen, filter: Filter): boolean {
  return Object.entries(filter).every(([name, value]) => {
    if (name === 'or') return (value as Filter[]).some((each) => matches(row, each));
    if (name === 'not') return !matches(row, value as Filter);
    if (name === 'metadata') {
      return (value as { key: string; value: string }[]).every((entry) => {
        const actual = row.metadata?.[entry.key];
        return ['string', 'number', 'boolean'].includes(typeof actual) && String(actual) === entry.value;
      });
    }
    return Object.entries(value as object).every(
      ([op, operand]) => row[name] !== null && comparisons[op]!(row[name] as never, operand as never),
    );
  });
}

const test = base
  /**
   * Set up once for the whole file: a merchant with payments of all kinds, and another whose payments must never
   * appear.
   */
  .extend('seeded', { scope: 'file' }, async ({ service }) => {
    const [shop, other] = [await seedMerchant(service), await seedMerchant(service)];
    const rows: Seen[] = [];
    for (const [i, value] of fc.sample(payment, { seed, numRuns: 30 }).entries()) {
      const of = value as typeof value & Record<string, string | null>;
      const paymentId = `pay_${String(i).padStart(2, '0')}`;
      const card = {
        ...(of.cardNetwork === null ? {} : { card_network: of.cardNetwork }),
        last4: of.cardLast4,
        card_isin: of.cardBin,
      };
      for (const merchant of [shop, other]) {
        await merchant.payment({
          payment_id: paymentId,
          status: of.status,
          connector: of.connector,
          amount: of.amount,
          amount_received: 1 + of.amount,
          net_amount: 1 + of.amount,
          created: moment(of.created),
          updated: moment(of.updated),
          payment_method_data:
            i % 7 === 0 && !of.cardLast4 && !of.cardBin && !of.cardNetwork ? null : { card },
          payment_method_type: of.paymentMethodType,
          billing: of.billingCountry === null ? null : { address: { country: of.billingCountry } },
          unified_code: of.unifiedCode,
          metadata: of.metadata,
        });
        if (of.refunded) await merchant.refund(paymentId, { amount: 1 });
        if (of.disputed) await merchant.dispute(paymentId);
      }
      rows.push({ ...of, paymentId, created: moment(of.created), updated: moment(of.updated) } as never);
    }
    return { shop, rows };
  })
  .extend('shop', ({ seeded }) => seeded.shop)
  .extend('rows', ({ seeded }) => seeded.rows)
  .extend('page', ({ graphql }) => async (variables: object) => {
    const { payments } = await graphql.data(pageOf, { ...variables });
    return payments as {
      nodes: { paymentId: string }[];
      pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string };
      totalCount: number;
      count: { count: number };
    };
  });

const orders = { CREATED: 'created', UPDATED: 'updated', AMOUNT: 'amount' } as const;

test('Any filter lists exactly the matching payments, in any order, whether paged forwards or backwards', async ({
  page,
  rows,
}) => {
  await fc.assert(
    fc.asyncProperty(
      filters(4).filter((filter) => sizeOf(filter) <= 50),
      fc.constantFrom(...(Object.keys(orders) as (keyof typeof orders)[])),
      fc.constantFrom('ASC', 'DESC'),
      fc.integer({ min: 6, max: 30 }),
      async (filter, field, direction, size) => {
        const value = (row: Seen) => row[orders[field]] as string | number;
        const ordered = rows
          .filter((row) => matches(row, filter))
          .sort((a, b) =>
            value(a) === value(b) ? (a.paymentId < b.paymentId ? -1 : 1) : value(a) < value(b) ? -1 : 1,
          )
          .map(({ paymentId }) => paymentId);
        const expected = direction === 'ASC' ? ordered : ordered.reverse();
        for (const from of ['first', 'last'] as const) {
          const seen: string[] = [];
          for (let cursor: string | undefined, more = true; more; ) {
            const place = from === 'first' ? { after: cursor } : { before: cursor };
            const orderBy = { field, direction };
            const { nodes, pageInfo, totalCount, count } = await page({
              filter,
              orderBy,
              [from]: size,
              ...place,
            });
            expect(totalCount).toBe(expected.length);
            expect(count.count).toBe(expected.length);
            const ids = nodes.map(({ paymentId }) => paymentId);
            if (from === 'first') seen.push(...ids);
            else seen.unshift(...ids);
            more = from === 'first' ? pageInfo.hasNextPage : pageInfo.hasPreviousPage;
            cursor = from === 'first' ? pageInfo.endCursor : pageInfo.startCursor;
          }
          expect(seen).toEqual(expected);
        }
      },
    ),
    { seed, numRuns: budget(25, 10) },
  );
});

const nestedIn = (levels: number): object => (levels === 0 ? {} : { not: nestedIn(levels - 1) });

test.for([
  [{ or: Array(49).fill({}), status: { eq: 'failed' } }, null],
  [{ status: { eq: 'failed' }, or: Array(50).fill({}) }, 'filter.or[49]'],
  [{ or: Array(51).fill({}) }, 'filter.or[50]'],
  [{ metadata: Array(51).fill({ key: 'a', value: 'b' }) }, 'filter.metadata'],
  [nestedIn(3), null],
  [nestedIn(4), 'filter.not.not.not.not'],
  [{ or: [{}, { not: { amount: { in: Array(101).fill(1) } } }] }, 'filter.or[1].not.amount.in'],
  [{ or: [{ not: { search: 'a'.repeat(256) } }] }, 'filter.or[0].not.search'],
  [{ or: [null] }, 'filter.or[0]'],
  [{ not: { metadata: [{ key: 'a' }] } }, 'filter.not.metadata[0].value'],
  [{ or: [{ metadata: [{ key: 'a', value: 'b\0' }] }] }, 'filter.or.metadata.value'],
  [{ refunded: { in: [true] } }, 'filter.refunded.in'],
] as const)(
  'Filter %$: nested filters keep limits and types, and errors name the place',
  async ([filter, param], { graphql }) => {
    if (param === null) expect((await graphql.run(pageOf, { filter })).errors).toEqual([]);
    else expect(await graphql.refusal(pageOf, { filter })).toMatchObject({ param });
  },
);
