import { afterEach, expect } from 'vitest';
import { cards, graphqlCardOf, sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';
import { closeAll, connect, cursorNow } from './live.ts';

const refunds = `subscription ($after: String, $paymentId: ID) {
  refundUpdated(after: $after, paymentId: $paymentId) { refund { paymentId refundId status amount } } }`;
const disputes = `subscription ($after: String) {
  disputeUpdated(after: $after) { dispute { disputeId disputeStatus payment { paymentId } } } }`;

/** The sandbox opens a dispute ten seconds after a payment with it. */
const DISPUTED = '4000000000000259';

const test = base
  // The sandbox's disputes are opened by a job.
  .extend('serviceOptions', { scope: 'file' }, () => ({ doesJobs: true }))
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('pay', ({ graphql, shop }) => async (card: string): Promise<string> => {
    const order = { amount: 1000, currency: 'USD', profileId: shop.profileId, confirm: true };
    const method = { paymentMethod: 'card', paymentMethodData: { card: graphqlCardOf(card) } };
    const { payload } = await graphql.mutate(
      'createPayment',
      { ...order, ...method },
      'payment { paymentId }',
    );
    return payload.payment.paymentId;
  });

afterEach(closeAll);

test('refundUpdated sends the refunds of a payment as they change', async ({
  graphql,
  pay,
  service,
  shop,
}) => {
  const [paymentId, other] = [await pay(cards.good), await pay(cards.good)];
  const client = await connect(service, shop.key);
  const after = await cursorNow(service, shop.key);
  const live = client.subscribe(refunds, { after, paymentId });
  for (const id of [other, paymentId]) {
    await graphql.mutate('createRefund', { paymentId: id, amount: 300 }, 'refund { status }');
  }
  await live.until((received) => received.at(-1)?.refundUpdated.refund.status === 'succeeded');
  expect(live.received.map(({ refundUpdated: { refund } }) => [refund.paymentId, refund.amount])).toEqual(
    live.received.map(() => [paymentId, 300]),
  );
});

test('disputeUpdated sends a dispute when it is opened, and when it is accepted', async ({
  graphql,
  pay,
  service,
  shop,
}) => {
  const client = await connect(service, shop.key);
  const live = client.subscribe(disputes, { after: await cursorNow(service, shop.key) });
  const paymentId = await pay(DISPUTED);
  await expect.poll(() => live.received.length, { timeout: 40_000 }).toBeGreaterThan(0);
  const { dispute } = live.received[0].disputeUpdated;
  expect(dispute).toMatchObject({ disputeStatus: 'dispute_opened', payment: { paymentId } });
  await graphql.mutate('acceptDispute', { disputeId: dispute.disputeId }, 'dispute { disputeStatus }');
  await live.until((received) => received.at(-1).disputeUpdated.dispute.disputeStatus === 'dispute_accepted');
});
