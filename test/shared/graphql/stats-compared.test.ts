import { expect } from 'vitest';
import { followStatistics } from '../../../src/core/derived/fold-stats.ts';
import { ConnectorCall } from '../../../src/core/entities/connector-call.ts';
import { insertRow } from '../../kit/insert.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { test as base } from '../../kit/test.ts';

const at = (day: number, time: string) => new Date(`2026-03-0${day}T${time}Z`);

const test = base.extend('seeded', { scope: 'file' }, async ({ service }) => {
  const shop = await seedMerchant(service);
  const times = [
    at(1, '10:00:00'),
    at(1, '12:07:00'),
    at(2, '09:00:00'),
    at(3, '09:00:00'),
    at(3, '12:05:00'),
  ];
  for (const [i, time] of times.entries()) {
    const connector = i % 2 === 0 ? 'one' : 'two';
    const values = { connector, amount: 10 ** i };
    const paymentId = await shop.payment({ ...values, net_amount: 100_000, created: time });
    await shop.attempt(paymentId, { ...values, card_network: 'Visa', created_at: time });
    await shop.refund(paymentId, { ...values, created_at: time });
    await shop.dispute(paymentId, { ...values, created_at: time });
    await insertRow(service, ConnectorCall, {
      ...{ merchant_id: shop.merchantId, call_id: `call_${i}`, flow: 'payment', operation: 'authorize' },
      ...{ object_id: paymentId, merchant_connector_id: 'mca_1', connector, status: 'completed' },
      ...{
        outcome: { kind: 'failed' },
        request: Buffer.from('sealed'),
        look_ups: 0,
        created_at: time,
        completed_at: time,
        duration_ms: 10 * (i + 1),
      },
    });
  }
  await followStatistics(service.database.rows);
  return shop;
});

/** Both ranges end within a quarter of an hour; the second lies in one that the totals cannot answer. */
const now = '{ gte: "2026-03-02T00:00:00Z", lt: "2026-03-03T12:10:00Z" }';
const past = '{ gte: "2026-03-01T00:00:00Z", lt: "2026-03-01T12:08:00Z" }';
const narrow = '{ gte: "2026-03-01T12:05:00Z", lt: "2026-03-01T12:08:00Z" }';
const fields = 'currency connector count amount succeededCount failedCount successRate';

test.for([
  ['paymentStats', 'created', 'CONNECTOR'],
  ['attemptStats', 'createdAt', 'CONNECTOR, CARD_NETWORK'],
  ['refundStats', 'createdAt', 'CONNECTOR'],
  ['disputeStats', 'createdAt', 'CONNECTOR'],
] as const)(
  '%s counts two ranges of %s in one statement',
  async ([name, time, groupBy], { graphqlAs, seeded }) => {
    for (const before of [past, narrow]) {
      const of = (range: string, more = '') =>
        `${name}(filter: { ${time}: ${range}, currency: { eq: "USD" } }, groupBy: [${groupBy}]${more}) { isCompared ${fields} }`;
      const { data, statements } = await graphqlAs(seeded.key).run(
        `{ rows: ${of(now, `, comparedTo: ${before}`)} }`,
      );
      expect(statements).toHaveLength(1);
      const apart = await graphqlAs(seeded.key).data(`{ now: ${of(now)} past: ${of(before)} }`);
      expect(apart.now.length).toBe(2);
      expect(apart.past.length).toBe(before === past ? 2 : 1);
      const marked = (apart.past as object[]).map((row) => ({ ...row, isCompared: true }));
      expect(data.rows).toEqual([...apart.now, ...marked]);
    }
  },
);

test('connectorLatency reads two ranges in one statement', async ({ graphqlAs, seeded }) => {
  const of = (range: string, more = '') =>
    `connectorLatency(filter: { createdAt: ${range} }${more}) { isCompared connector count meanMs p50Ms p95Ms }`;
  const query = `{ rows: ${of(now, `, comparedTo: ${past}`)} }`;
  const { data, statements } = await graphqlAs(seeded.key).run(query);
  expect(statements).toHaveLength(1);
  const apart = await graphqlAs(seeded.key).data(`{ now: ${of(now)} past: ${of(past)} }`);
  expect([apart.now.length, apart.past.length]).toEqual([2, 2]);
  const marked = (apart.past as object[]).map((row) => ({ ...row, isCompared: true }));
  expect(data.rows).toEqual([...apart.now, ...marked]);
});

test('Two ranges cannot be compared by interval', async ({ graphqlAs, seeded }) => {
  const query = `{ paymentStats(filter: { created: ${now} }, comparedTo: ${past}, interval: DAY) { count } }`;
  expect(await graphqlAs(seeded.key).refusal(query)).toMatchObject({
    code: 'invalid_parameter',
    param: 'comparedTo',
  });
});
