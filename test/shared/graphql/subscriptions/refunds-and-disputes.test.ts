import { randomUUID } from 'node:crypto';
import { afterEach, expect } from 'vitest';
import { disputeOpened, scriptedConnector } from '../../../kit/scripted-connector.ts';
import { scriptedShop } from '../../../kit/scripted-shop.ts';
import { test as base } from '../../../kit/test.ts';
import { closeAll, connect, cursorNow } from './live.ts';

const refunds = `subscription ($after: String, $paymentId: ID) {
  refundUpdated(after: $after, paymentId: $paymentId) { refund { paymentId refundId status amount } } }`;
const disputes = `subscription ($after: String) {
  disputeUpdated(after: $after) { dispute { disputeId disputeStatus payment { paymentId } } } }`;

const script = scriptedConnector();
const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ connectors: [script.connector] }))
  .extend('shop', ({ service }) => scriptedShop(service));

afterEach(closeAll);

test("refundUpdated sends changes of a payment's refunds", async ({ graphql, service, shop }) => {
  const [{ paymentId }, other] = [await shop.paidPayment(), await shop.paidPayment()];
  script.respond('refund', () => ({ kind: 'succeeded', connectorTransactionId: 'r' }));
  const client = await connect(service, shop.key);
  const live = client.subscribe(refunds, { after: await cursorNow(service, shop.key), paymentId });
  for (const id of [other.paymentId, paymentId]) {
    await graphql.mutate('createRefund', { paymentId: id, amount: 3 }, 'refund { status }');
  }
  await live.until((received) => received.at(-1)?.refundUpdated.refund.status === 'succeeded');
  expect(live.received.map(({ refundUpdated: { refund } }) => [refund.paymentId, refund.amount])).toEqual(
    live.received.map(() => [paymentId, 3]),
  );
});

test('disputeUpdated sends a dispute when it is opened and when it is accepted', async ({
  graphql,
  service,
  shop,
}) => {
  const { paymentId, transactionId } = await shop.paidPayment();
  script.respond('accept', () => ({ kind: 'succeeded', connectorTransactionId: 'd' }));
  const client = await connect(service, shop.key);
  const live = client.subscribe(disputes, { after: await cursorNow(service, shop.key) });
  const opened = { connectorTransactionId: transactionId, connectorDisputeId: `dis_${transactionId}` };
  await shop.sendWebhook([
    { id: `evt_${randomUUID()}`, at: new Date().toISOString(), ...disputeOpened, ...opened },
  ]);
  await live.until((received) => received.length > 0);
  const { dispute } = live.received[0].disputeUpdated;
  expect(dispute).toMatchObject({ disputeStatus: 'dispute_opened', payment: { paymentId } });
  await graphql.mutate('acceptDispute', { disputeId: dispute.disputeId }, 'dispute { disputeStatus }');
  await live.until((received) => received.at(-1).disputeUpdated.dispute.disputeStatus === 'dispute_accepted');
});
