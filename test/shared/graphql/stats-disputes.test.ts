import { expect } from 'vitest';
import { followStatistics } from '../../../src/core/derived/fold-stats.ts';
import { clientOf } from '../../kit/client.ts';
import { setColumns } from '../../kit/sandbox-shop.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { testApart as base } from '../../kit/test.ts';

const stages = ['pre_dispute', 'dispute', 'pre_arbitration'] as const;
const statuses = ['opened', 'accepted', 'challenged', 'cancelled', 'won', 'lost', 'expired'] as const;

interface Seeded {
  readonly paymentId: string;
  readonly currency: string;
  readonly connector: string;
  readonly created: Date;
  readonly received: number;
  readonly refunded: number;
  readonly fee: number | null;
  /** For each dispute. */
  readonly disputes: { id: string; stage: string; status: string; amount: number; currency: string }[];
}

/** The amount held by a dispute: nothing as an inquiry, and nothing once won or cancelled. */
const heldOf = ({ currency, disputes, received }: Seeded): number =>
  Math.min(
    received,
    disputes
      .filter(({ stage, status }) => stage !== 'pre_dispute' && status !== 'won' && status !== 'cancelled')
      .reduce((sum, one) => sum + (one.currency === currency ? one.amount : received), 0),
  );

const day = (date: number) => new Date(`2026-03-0${date}T12:00:00Z`);

const test = base.extend('seeded', { scope: 'file' }, async ({ service }) => {
  const shop = await seedMerchant(service);
  const payments: Seeded[] = [];
  for (let i = 0; i < 63; i += 1) {
    const currency = ['EUR', 'USD', 'KWD'][i % 3]!;
    const [received, fee] = [1_000 + 7 * i, i % 2 ? i : null];
    const own = { currency, connector: i % 4 ? 'one' : 'two', created: day(1 + (i % 4)) };
    const paymentId = await shop.payment({
      ...{ ...own, amount: 2_000, net_amount: 2_000, amount_received: received, status: 'succeeded' },
      ...{ fee, fee_currency: fee === null ? null : currency },
    });
    const refunded = i % 5 === 0 ? 10 : 0;
    if (refunded > 0) await shop.refund(paymentId, { amount: refunded, currency, status: 'succeeded' });
    const disputes: Seeded['disputes'] = [];
    for (const of of [i, i + 9].slice(0, i % 7 === 0 ? 0 : i % 6 === 0 ? 2 : 1)) {
      const dispute = {
        ...{ stage: stages[of % 3]!, status: statuses[of % 7]!, amount: 300 + of },
        currency: of % 11 === 0 ? 'CHF' : currency,
      };
      const id = await shop.dispute(paymentId, {
        ...{ dispute_stage: dispute.stage, dispute_status: `dispute_${dispute.status}` },
        ...{ amount: dispute.amount, currency: dispute.currency },
      });
      disputes.push({ id, ...dispute });
    }
    payments.push({ paymentId, ...own, received, refunded, fee, disputes });
  }
  return { shop, payments };
});

/** The sums of some payments, computed one by one. */
function expected(of: readonly Seeded[]) {
  const left = (one: Seeded) => one.received - one.refunded - heldOf(one);
  const withFee = of.filter(({ fee }) => fee !== null);
  return {
    amountNet: of.reduce((sum, one) => sum + left(one), 0),
    netOfFees: withFee.length > 0 ? withFee.reduce((sum, one) => sum + left(one) - one.fee!, 0) : null,
  };
}

test.for(['as changes', 'as totals', 'once every dispute was won'] as const)(
  'Disputes reduce the amounts after refunds and after fees, matching the rows: %s',
  async (when, { graphqlAs, seeded: { payments, shop }, service }) => {
    if (when === 'as totals') await followStatistics(service.database.rows);
    for (const { disputes } of payments) {
      for (const dispute of disputes) {
        if (when === 'once every dispute was won') {
          await setColumns(
            service,
            'disputes',
            { dispute_id: dispute.id },
            { dispute_status: 'dispute_won' },
          );
          dispute.status = 'won';
        }
      }
    }
    const graphql = graphqlAs(shop.key);
    const filter = 'created: { gte: "2026-03-01T11:00:00Z", lt: "2026-03-04T12:07:00Z" }';
    for (const arguments_ of [
      `filter: { ${filter} }, groupBy: [CONNECTOR]`,
      `filter: { ${filter} }, groupBy: [CONNECTOR], interval: DAY`,
      'groupBy: [CONNECTOR], filter: { created: { gte: "2026-03-03T00:00:00Z" } }, comparedTo: { lt: "2026-03-03T00:00:00Z" }',
    ]) {
      // The totals answer the first, the payments the second.
      for (const fields of ['amountNet', 'amountNet netOfFees']) {
        const { paymentStats } = await graphql.data(
          `{ paymentStats(${arguments_}) { currency connector bucket isCompared count ${fields} } }`,
        );
        expect(paymentStats.length).toBeGreaterThan(5);
        for (const group of paymentStats) {
          const own = payments.filter(
            ({ connector, created, currency }) =>
              connector === group.connector &&
              currency === group.currency &&
              (group.bucket === null || created.toISOString().slice(0, 10) === group.bucket.slice(0, 10)) &&
              (!arguments_.includes('comparedTo') || created < day(3) === group.isCompared),
          );
          const { amountNet, netOfFees } = expected(own);
          expect([group, group.count, group.amountNet]).toEqual([group, own.length, amountNet]);
          if (fields !== 'amountNet' && own.length > 0)
            expect([group, group.netOfFees]).toEqual([group, netOfFees]);
        }
      }
    }
    const { payments: rows } = await graphql.data('{ payments(first: 100) { nodes { paymentId net } } }');
    for (const { net, paymentId } of rows.nodes) {
      const one = payments.find((payment) => payment.paymentId === paymentId)!;
      const left = one.received - one.refunded - heldOf(one);
      expect([paymentId, net]).toEqual([paymentId, one.fee === null ? null : left - one.fee]);
    }
    const { body } = await clientOf(service).get('/sums/payments', { key: shop.key });
    for (const { currency, net } of body.data ?? body) {
      const { netOfFees } = expected(payments.filter((payment) => payment.currency === currency));
      expect([currency, net]).toEqual([currency, netOfFees]);
    }
  },
);
