import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { budget } from '../../kit/figure.ts';
import { expectInvariants } from '../../kit/invariants.ts';
import { seed } from '../../kit/property.ts';
import { commandSequences } from './commands.ts';
import { type Model, newModel, refundedOf } from './model.ts';
import { type Pair, type SandboxShop, startPair } from './pair.ts';

const RUNS = budget(30, 10);

let pair: Pair;

beforeAll(async () => {
  pair = await startPair();
});
afterAll(() => pair.close());

/** A shop's payments and payouts in the database and in the model. */
async function stored({ merchantId }: SandboxShop) {
  const payments = await pair.query(
    `select payment_id as id, status, net_amount, amount_received, amount_capturable, amount_refunded,
       attempt_count, (select coalesce(array_agg(status || ' ' || amount order by status, amount), '{}')
         from refunds r where r.merchant_id = p.merchant_id and r.payment_id = p.payment_id) as refunds
     from payments p where merchant_id = $1 order by 1`,
    merchantId,
  );
  const payouts = await pair.query(
    `select payout_id as id, status from payouts where merchant_id = $1 order by 1`,
    merchantId,
  );
  return { payments: payments.map(plain), payouts: payouts.map(plain) };
}

const plain = (row: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, Array.isArray(value) ? value : String(value)]),
  );

function foretold({ payments, payouts }: Model) {
  const byId = <T>(from: Map<string, T>) => [...from].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    payments: byId(payments).map(([id, payment]) => {
      const refunds = payment.refunds
        .toSorted((a, b) => (a.status === b.status ? a.amount - b.amount : a.status < b.status ? -1 : 1))
        .map(({ amount, status }) => `${status} ${amount}`);
      return {
        ...plain({
          id,
          status: payment.status,
          net_amount: payment.amount,
          amount_received: payment.received,
          amount_capturable: payment.capturable,
          amount_refunded: refundedOf(payment),
          attempt_count: payment.attempts,
        }),
        refunds,
      };
    }),
    payouts: byId(payouts).map(([id, { status }]) => plain({ id, status })),
  };
}

test('Any sequence of commands on two services yields the sums and statuses of the model', async () => {
  const property = fc.asyncProperty(commandSequences, async (commands) => {
    const shop = await pair.shop();
    const model = newModel();
    await fc.asyncModelRun(() => ({ model, real: { pair, shop } }), commands);
    expect(await stored(shop)).toEqual(foretold(model));
    await expectInvariants(pair.services[0].database);
  });
  await fc.assert(property, { seed, numRuns: RUNS });
});
