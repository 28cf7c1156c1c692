import { expect } from 'vitest';
import { seedMerchant } from '../../kit/seed.ts';
import { test as base } from '../../kit/test.ts';

const query = `query ($filter: PaymentFilter, $interval: StatsInterval!, $timeZone: String!) {
  rows: paymentStats(filter: $filter, interval: $interval, timeZone: $timeZone) {
    bucket count amount amountCaptured amountNet successRate
  }
}`;

interface Row {
  bucket: string;
  count: number;
}

const test = base
  /** A merchant with payments on the fourth and sixth of March. */
  .extend('seeded', { scope: 'file' }, async ({ service }) => {
    const shop = await seedMerchant(service);
    for (const created of ['2026-03-04T10:00:00Z', '2026-03-06T10:00:00Z']) {
      await shop.payment({ created: new Date(created) });
    }
    return shop;
  })
  .extend(
    'rows',
    ({ graphqlAs, seeded }) =>
      async (created: object, interval = 'DAY', timeZone = 'UTC'): Promise<Row[]> => {
        const variables = { filter: { created }, interval, timeZone };
        return (await graphqlAs(seeded.key).data(query, variables)).rows;
      },
  )
  .extend(
    'days',
    ({ rows }) =>
      async (created: object): Promise<string> =>
        (await rows(created)).map(({ bucket, count }) => `${Number(bucket.slice(8, 10))}:${count}`).join(' '),
  );

test.for([
  [{ gte: '2026-03-02T00:00:00Z', lt: '2026-03-09T00:00:00Z' }, '2:0 3:0 4:1 5:0 6:1 7:0 8:0'],
  [{ gte: '2026-03-02T23:59:59Z', lte: '2026-03-08T00:00:00Z' }, '2:0 3:0 4:1 5:0 6:1 7:0 8:0'],
  [{ gt: '2026-03-02T23:59:59.999Z', lt: '2026-03-08T00:00:00.001Z' }, '3:0 4:1 5:0 6:1 7:0 8:0'],
  [{ gte: '2026-03-05T00:00:00Z', lt: '2026-03-09T00:00:00Z' }, '5:0 6:1 7:0 8:0'],
  [{ gte: '2026-03-03T12:00:00Z' }, '3:0 4:1 5:0 6:1'],
  [{ lt: '2026-03-08T00:00:00Z' }, '4:1 5:0 6:1 7:0'],
  [{ eq: '2026-03-04T10:00:00Z' }, '4:1'],
  [{ in: ['2026-03-04T10:00:00Z', '2026-03-06T10:00:00Z'] }, '4:1 5:0 6:1'],
  [{ gte: '2026-03-07T00:00:00Z', lt: '2026-03-09T00:00:00Z' }, ''],
  [{ gte: '2026-03-09T00:00:00Z', lt: '2026-03-01T00:00:00Z' }, ''],
  [{ gt: '9999-12-31T23:59:59.999Z' }, ''],
  [{ gt: '9999-12-31T23:59:59.999Z', lte: '9999-12-31T23:59:59.999Z' }, ''],
  [{ gte: '9999-12-31T00:00:00Z', lte: '9999-12-31T23:59:59.999Z' }, ''],
  [{ gte: '0001-01-01T00:00:00Z', lt: '0001-01-02T00:00:00Z' }, ''],
] as const)('Daily buckets fill the range %j', async ([created, expected], { days }) => {
  expect(await days(created)).toBe(expected);
});

test('A bucket of the range without payments has zero counts and sums, and no rate', async ({ rows }) => {
  const [first] = await rows({ gte: '2026-03-01T00:00:00Z', lt: '2026-03-09T00:00:00Z' });
  expect(first).toEqual({
    bucket: '2026-03-01T00:00:00.000Z',
    ...{ count: 0, amount: 0, amountCaptured: 0, amountNet: 0, successRate: null },
  });
});

test('A range of ninety-one days returns ninety-one days', async ({ rows }) => {
  const range = { gte: '2026-02-01T00:00:00Z', lt: '2026-05-03T00:00:00Z' };
  const found = await rows(range);
  expect(found).toHaveLength(91);
  expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(2);
});

test('Buckets of a range follow daylight saving time in the requested time zone', async ({ rows }) => {
  const march = { gte: '2026-03-01T00:00:00+01:00', lt: '2026-04-01T00:00:00+02:00' };
  const days = (await rows(march, 'DAY', 'Europe/Berlin')).map(({ bucket }) => bucket);
  expect(days).toHaveLength(31);
  expect([days.at(0), days.at(28), days.at(29), days.at(-1)]).toEqual([
    '2026-02-28T23:00:00.000Z',
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T22:00:00.000Z',
    '2026-03-30T22:00:00.000Z',
  ]);
  const hours = await rows(
    { gte: '2026-03-01T00:00:00Z', lt: '2026-03-30T00:00:00+02:00' },
    'HOUR',
    'Europe/Berlin',
  );
  // The last day has 23 hours.
  expect(hours).toHaveLength(28 * 24 + 22);
  expect(new Set(hours.map(({ bucket }) => bucket)).size).toBe(hours.length);
});

test('Weeks and months that contain the start of a range begin before it', async ({ rows }) => {
  const range = { gte: '2026-02-18T12:00:00Z', lt: '2026-04-01T00:00:00.001Z' };
  const starts = async (interval: string) =>
    (await rows(range, interval)).map(({ bucket }) => bucket.slice(0, 10));
  expect(await starts('MONTH')).toEqual(['2026-02-01', '2026-03-01', '2026-04-01']);
  expect(await starts('WEEK')).toEqual([
    ...['2026-02-16', '2026-02-23', '2026-03-02', '2026-03-09', '2026-03-16', '2026-03-23', '2026-03-30'],
  ]);
});

test.for([
  [{ gte: '2020-01-01T00:00:00Z' }, expect.stringMatching(/^\d+$/)],
  [{ gt: '2020-01-01T00:00:00Z', lt: '2024-01-01T00:00:00Z' }, expect.stringMatching(/^\d+$/)],
  [{ gte: '2030-01-01T00:00:00Z', lt: '2032-01-01T00:00:00Z' }, '17520'],
] as const)(
  'The range %j has too many buckets and is refused without a statement',
  async ([created, count], { graphqlAs, seeded }) => {
    const variables = { filter: { created }, interval: 'HOUR', timeZone: 'UTC' };
    const { errors, statements } = await graphqlAs(seeded.key).run(query, variables);
    expect(errors[0]).toMatchObject({ extensions: { code: 'query_too_complex', param: 'interval' } });
    const [, buckets] =
      /^interval HOUR makes (\d+) buckets in this period, more than 10000\. Choose a longer interval or filter a shorter period\.$/.exec(
        errors[0]!.message,
      )!;
    expect(buckets).toEqual(count);
    expect(statements).toEqual([]);
  },
);

test('A year of hours is accepted', async ({ rows }) => {
  const year = { gte: '2026-01-01T00:00:00Z', lt: '2027-01-01T00:00:00Z' };
  expect(await rows(year, 'HOUR')).toHaveLength(365 * 24);
});

test('A range without a start is refused if it has too many buckets', async ({ graphqlAs, seeded }) => {
  const variables = {
    filter: { created: { lt: '2028-01-01T00:00:00Z' } },
    interval: 'HOUR',
    timeZone: 'UTC',
  };
  const { errors } = await graphqlAs(seeded.key).run(query, variables);
  expect(errors[0]).toMatchObject({ extensions: { code: 'query_too_complex', param: 'interval' } });
});
