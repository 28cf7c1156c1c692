import fc from 'fast-check';
import { expect } from 'vitest';
import { budget, someOf } from '../../kit/figure.ts';
import { seed } from '../../kit/property.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { test as base } from '../../kit/test.ts';

const query = `query ($interval: StatsInterval!, $timeZone: String!) {
  rows: paymentStats(interval: $interval, timeZone: $timeZone, groupBy: [STATUS]) {
    status bucket count amount successRate
  }
}`;

interface Row {
  status: string;
  bucket: string;
  count: number;
  amount: number;
  successRate: number | null;
}

const zones = Intl.supportedValuesOf('timeZone');

const test = base
  /** The statistics of a merchant with one payment of 1000 at each of these times. */
  .extend(
    'rowsAt',
    ({ graphqlAs, service }) =>
      async (moments: readonly string[], interval: string, timeZone: string): Promise<Row[]> => {
        const merchant = await seedMerchant(service);
        for (const created of moments) await merchant.payment({ created: new Date(created) });
        return (await graphqlAs(merchant.key).data(query, { interval, timeZone })).rows;
      },
  )
  .extend(
    'counts',
    ({ rowsAt }) =>
      async (...args: Parameters<typeof rowsAt>) =>
        (await rowsAt(...args)).map(({ bucket, count }) => [bucket.slice(0, 16), count]),
  );

test('Time buckets exist for every combination of group keys that occurs', async ({ graphqlAs, service }) => {
  const merchant = await seedMerchant(service);
  await merchant.payment({ created: new Date('2026-03-01T10:00:00Z') });
  await merchant.payment({ created: new Date('2026-03-02T10:00:00Z'), status: 'failed', currency: 'EUR' });
  const { rows } = await graphqlAs(merchant.key).data(query, { interval: 'DAY', timeZone: 'UTC' });
  const found = rows.map((row: Row) => [
    row.bucket.slice(8, 10),
    ...[row.status, row.count, row.amount, row.successRate],
  ]);
  expect(found).toEqual([
    ['01', 'failed', 0, 0, null],
    ['01', 'succeeded', 1, 1000, 1],
    ['02', 'failed', 1, 1000, 0],
    ['02', 'succeeded', 0, 0, null],
  ]);
});

test('Daily buckets follow daylight saving time in both directions', async ({ counts }) => {
  const spring = ['2026-03-28T12:00:00Z', '2026-03-29T21:59:00Z', '2026-03-29T22:00:00Z'];
  expect(await counts(spring, 'DAY', 'Europe/Berlin')).toEqual([
    ['2026-03-27T23:00', 1],
    ['2026-03-28T23:00', 1],
    ['2026-03-29T22:00', 1],
  ]);
  const autumn = ['2026-10-24T22:00:00Z', '2026-10-25T22:59:00Z', '2026-10-25T23:00:00Z'];
  expect(await counts(autumn, 'DAY', 'Europe/Berlin')).toEqual([
    ['2026-10-24T22:00', 2],
    ['2026-10-25T23:00', 1],
  ]);
});

test('Hourly buckets count the repeated hour twice and skip the missing one', async ({ counts }) => {
  const autumn = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T02:30:00Z'];
  expect(await counts(autumn, 'HOUR', 'Europe/Berlin')).toEqual([
    ['2026-10-25T00:00', 1],
    ['2026-10-25T01:00', 1],
    ['2026-10-25T02:00', 1],
  ]);
  const spring = ['2026-03-29T00:30:00Z', '2026-03-29T02:30:00Z'];
  expect(await counts(spring, 'HOUR', 'Europe/Berlin')).toEqual([
    ['2026-03-29T00:00', 1],
    ['2026-03-29T01:00', 0],
    ['2026-03-29T02:00', 1],
  ]);
});

test('Weekly buckets start on Monday and monthly buckets on the first', async ({ counts }) => {
  const week = ['2026-03-23T04:00:00Z', '2026-04-06T03:59:00Z', '2026-04-06T04:00:00Z'];
  expect(await counts(week, 'WEEK', 'America/New_York')).toEqual([
    ['2026-03-23T04:00', 1],
    ['2026-03-30T04:00', 1],
    ['2026-04-06T04:00', 1],
  ]);
  expect(await counts(['2026-01-31T23:00:00Z', '2026-04-30T21:59:00Z'], 'MONTH', 'Europe/Berlin')).toEqual([
    ['2026-01-31T23:00', 1],
    ['2026-02-28T23:00', 0],
    ['2026-03-31T22:00', 1],
  ]);
});

test('A daily bucket starts at 01:00 if the clocks skip midnight', async ({ counts }) => {
  // In Cairo the clocks go from 24:00 to 01:00.
  expect(await counts(['2026-04-24T10:00:00Z', '2026-04-26T10:00:00Z'], 'DAY', 'Africa/Cairo')).toEqual([
    ['2026-04-23T22:00', 1],
    ['2026-04-24T21:00', 0],
    ['2026-04-25T21:00', 1],
  ]);
});

test('Daily buckets omit a day that the time zone skipped', async ({ counts }) => {
  const around = ['2011-12-29T12:00:00Z', '2011-12-31T12:00:00Z'];
  expect(await counts(around, 'DAY', 'Pacific/Apia')).toEqual([
    ['2011-12-29T10:00', 1],
    ['2011-12-30T10:00', 0],
    ['2011-12-31T10:00', 1],
  ]);
});

test('Hourly buckets contain every payment when clocks move by half an hour', async ({ counts }) => {
  const around = [
    '2026-04-04T14:10:00Z',
    '2026-04-04T16:10:00Z',
    '2026-10-03T15:10:00Z',
    '2026-10-03T16:10:00Z',
  ];
  const filled = (await counts(around, 'HOUR', 'Australia/Lord_Howe')).filter(([, count]) => count !== 0);
  expect(filled.map(([, count]) => count)).toEqual([1, 1, 1, 1]);
});

test('paymentStats accepts every IANA time zone', async ({ graphqlAs, service }) => {
  const merchant = await seedMerchant(service);
  await merchant.payment({ created: new Date('2026-07-01T12:00:00Z') });
  for (const timeZone of someOf(zones, 60)) {
    const { rows } = await graphqlAs(merchant.key).data(query, { interval: 'HOUR', timeZone });
    expect([timeZone, rows.length, rows[0]?.count]).toEqual([timeZone, 1, 1]);
  }
});

test('Time buckets contain every payment exactly once in any time zone', async ({ graphqlAs, service }) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.date({ min: new Date('2000-01-01'), max: new Date('2026-12-31'), noInvalidDate: true }), {
        minLength: 1,
        maxLength: 4,
      }),
      fc.constantFrom('DAY', 'WEEK', 'MONTH'),
      fc.constantFrom(...zones),
      async (moments, interval, timeZone) => {
        const merchant = await seedMerchant(service);
        const [start] = moments;
        // Within a year of each other, so that the buckets fit into one response.
        const near = moments.map(
          (moment) => new Date(start!.getTime() + (moment.getTime() % (300 * 86_400_000))),
        );
        for (const created of near) await merchant.payment({ created });
        const { rows } = await graphqlAs(merchant.key).data(query, { interval, timeZone });
        expect(rows.reduce((sum: number, row: Row) => sum + row.count, 0)).toBe(near.length);
        const buckets = rows.map((row: Row) => row.bucket);
        expect(new Set(buckets).size).toBe(buckets.length);
        expect(buckets).toEqual([...buckets].sort());
      },
    ),
    { seed, numRuns: budget(100, 20) },
  );
});

test.for(['Nowhere/Land', '', '+02:00', '-0800', 'Europe/Berlin; drop table payments', 'a\0'])(
  'paymentStats rejects the time zone %j',
  async (timeZone, { graphqlAs, service }) => {
    const { key } = await seedMerchant(service);
    const refusal = await graphqlAs(key).refusal(query, { interval: 'DAY', timeZone });
    expect(refusal).toMatchObject({ code: 'invalid_parameter', param: 'timeZone' });
  },
);
