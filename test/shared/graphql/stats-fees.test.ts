import { expect } from 'vitest';
import { followStatistics } from '../../../src/core/derived/fold-stats.ts';
import { clientOf } from '../../kit/client.ts';
import { countStatements } from '../../kit/count-statements.ts';
import { objectsRead } from '../../kit/recent.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { test as base } from '../../kit/test.ts';

interface Payment {
  readonly currency: string;
  readonly connector: string;
  readonly net_amount: number;
  readonly amount_received: number;
  readonly amount_refunded: number;
  readonly fee: number | null;
  readonly fee_currency: string | null;
  readonly created: Date;
}

const day = (date: number) => new Date(`2026-03-0${date}T12:00:00Z`);

const payments: readonly Payment[] = Array.from({ length: 60 }, (_, i) => {
  const currency = ['EUR', 'USD', 'KWD'][i % 3]!;
  const feeCurrency = i % 5 === 0 ? null : i % 4 === 0 ? 'EUR' : currency;
  return {
    currency,
    connector: i % 2 ? 'one' : 'two',
    net_amount: 2_000 + i,
    amount_received: 1_000 + 7 * i,
    amount_refunded: i % 6 === 0 ? 10 * i : 0,
    fee: feeCurrency === null ? null : i - 3,
    fee_currency: feeCurrency,
    created: day(1 + (i % 4)),
  };
});

const test = base.extend('seeded', { scope: 'file' }, async ({ service }) => {
  const shop = await seedMerchant(service);
  for (const { amount_refunded, ...values } of payments) {
    const paymentId = await shop.payment({ ...values, amount: 2_000, status: 'succeeded' });
    const refund = { amount: amount_refunded, currency: values.currency, status: 'succeeded' };
    if (amount_refunded > 0) await shop.refund(paymentId, refund);
  }
  await followStatistics(service.database.rows);
  return shop;
});

/** The sums of some payments, computed one by one. */
function expected(of: readonly Payment[]) {
  const fees = new Map<string, { amount: number; count: number }>();
  for (const { fee, fee_currency } of of) {
    if (fee === null || fee_currency === null) continue;
    const before = fees.get(fee_currency) ?? { amount: 0, count: 0 };
    fees.set(fee_currency, { amount: before.amount + fee, count: before.count + 1 });
  }
  const withNet = of.filter(({ currency, fee_currency }) => fee_currency === currency);
  const net = withNet.reduce(
    (sum, { amount_received, amount_refunded, fee }) => sum + amount_received - amount_refunded - fee!,
    0,
  );
  return {
    netAmount: of.reduce((sum, { net_amount }) => sum + net_amount, 0),
    fees: [...fees].map(([currency, sum]) => ({ currency, ...sum })).sort(byCurrency),
    net: withNet.length > 0 ? net : null,
    count: withNet.length,
  };
}
const byCurrency = (a: { currency: string }, b: { currency: string }) => a.currency.localeCompare(b.currency);

const compared =
  'groupBy: [CONNECTOR], filter: { created: { gte: "2026-03-03T00:00:00Z" } }, comparedTo: { lt: "2026-03-03T00:00:00Z" }';

interface Group {
  readonly currency: string;
  readonly fees: { readonly currency: string }[];
}

const select =
  'currency connector bucket isCompared count netAmount fees { currency amount count } netOfFees netOfFeesCount';

test('Fees, net amounts and requested amounts are summed exactly, by currency, group, bucket and range', async ({
  graphqlAs,
  seeded,
}) => {
  const { all, daily, ranges } = await graphqlAs(seeded.key).data(`{
    all: paymentStats(groupBy: [CONNECTOR]) { ${select} }
    daily: paymentStats(interval: DAY) { ${select} }
    ranges: paymentStats(filter: { created: { gte: "2026-03-03T00:00:00Z" } },
      comparedTo: { gte: "2026-03-01T00:00:00Z", lt: "2026-03-03T00:00:00Z" }) { ${select} } }`);
  expect([all.length, daily.length, ranges.length]).toEqual([6, 12, 6]);
  const check = (group: Group, of: readonly Payment[]) => {
    const own = of.filter(({ currency }) => currency === group.currency);
    const { count, fees, net, netAmount } = expected(own);
    expect({ ...group, fees: [...group.fees].sort(byCurrency) }).toMatchObject({
      ...{ count: own.length, netAmount, fees, netOfFees: net, netOfFeesCount: count },
    });
  };
  for (const group of all)
    check(
      group,
      payments.filter(({ connector }) => connector === group.connector),
    );
  for (const group of daily) {
    const at = group.bucket.slice(0, 10);
    check(
      group,
      payments.filter(({ created }) => created.toISOString().startsWith(at)),
    );
  }
  for (const group of ranges)
    check(
      group,
      payments.filter(({ created }) => created < day(3) === group.isCompared),
    );
});

test('REST returns the same sums, under any filter of the list', async ({ seeded, service }) => {
  const get = async (query: string) =>
    (await clientOf(service).get(`/sums/payments${query}`, { key: seeded.key })).body;
  for (const connector of ['one', 'two', null]) {
    const of = payments.filter((payment) => connector === null || payment.connector === connector);
    const { data } = await get(connector === null ? '' : `?connector=${connector}`).then((body) => ({
      data: body,
    }));
    expect(data).toHaveLength(3);
    for (const sums of data) {
      const own = of.filter(({ currency }) => currency === sums.currency);
      const { count, fees, net, netAmount } = expected(own);
      const total = (field: 'amount_received' | 'amount_refunded') =>
        own.reduce((sum, payment) => sum + payment[field], 0);
      expect({ ...sums, fees: [...sums.fees].sort(byCurrency) }).toEqual({
        ...{ currency: sums.currency, count: own.length, amount: 2_000 * own.length, fees },
        net_amount: netAmount,
        ...{ amount_received: total('amount_received'), amount_refunded: total('amount_refunded') },
        ...{ net, net_count: count },
      });
    }
  }
  expect(await get('?status=failed')).toEqual([]);
  expect((await get('?stauts=failed')).error.code).toBe('unknown_parameter');
});

test('Sums and counts cover the same payments, even during inserts: one statement reads both', async ({
  graphqlAs,
  seeded,
  service,
}) => {
  const selections = [
    'count amount netAmount',
    'count fees { amount } netOfFees',
    'count amountNet netAmount netOfFees netOfFeesCount',
  ];
  for (const sum of [
    ...selections.map((selection) => () => graphqlAs(seeded.key).data(`{ paymentStats { ${selection} } }`)),
    () => graphqlAs(seeded.key).data('{ paymentStats(interval: DAY) { count netOfFees } }'),
    () => clientOf(service).get('/sums/payments', { key: seeded.key }),
  ]) {
    const { statements } = await countStatements(sum);
    expect(statements.filter((text) => /\b(payments|stats_totals)\b/.test(text))).toHaveLength(1);
  }
});

test('Groups with fees are the same as without, in the same order', async ({ graphqlAs, seeded }) => {
  const plain =
    'currency connector status bucket isCompared count succeededCount successRate amount amountNet';
  const groupings = ['groupBy: [CONNECTOR, STATUS]', 'groupBy: [CONNECTOR], interval: DAY', compared];
  for (const args of groupings) {
    const { without, withFees } = await graphqlAs(seeded.key).data(`{
      without: paymentStats(${args}) { ${plain} }
      withFees: paymentStats(${args}) { ${plain} fees { amount } } }`);
    expect(without.length).toBeGreaterThan(5);
    expect(withFees.map(({ fees: _, ...group }: { fees: unknown }) => group)).toEqual(without);
  }
});

test('Fees are available for a year of hours', async ({ graphqlAs, seeded }) => {
  const { paymentStats } = await graphqlAs(seeded.key).data(`{
    paymentStats(interval: HOUR, filter: {
      currency: { eq: "EUR" }, created: { gte: "2026-01-01T00:00:00Z", lt: "2027-01-01T00:00:00Z" }
    }) { count netOfFeesCount } }`);
  const total = (name: string) =>
    paymentStats.reduce((sum: number, group: Record<string, number>) => sum + group[name]!, 0);
  expect([paymentStats.length, total('count'), total('netOfFeesCount')]).toEqual([8_760, 20, 16]);
});

test('A query without fees reads no payments', async ({ graphqlAs, seeded }) => {
  const plain = await graphqlAs(seeded.key).run('{ paymentStats { currency count amountRefunded } }');
  expect(plain.statements.flatMap((text) => objectsRead(text, 'payments'))).toHaveLength(0);
  // Net amounts read the few payments with a dispute.
  const left = await graphqlAs(seeded.key).run('{ paymentStats { currency count amountNet } }');
  const reading = left.statements.filter((text) => /from "?payments/.test(text));
  expect(reading.filter((text) => !text.includes('(t."disputed")'))).toHaveLength(0);
  expect(reading).toHaveLength(1);
  const { data } = await graphqlAs(seeded.key).run(
    '{ refundStats { currency netAmount fees { amount } netOfFees } }',
  );
  for (const group of data.refundStats) {
    expect(group).toMatchObject({ netAmount: null, fees: null, netOfFees: null });
  }
});
