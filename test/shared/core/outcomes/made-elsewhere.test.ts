import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { sendDueEvents } from '../../../../src/connectors/sandbox/send-webhooks.ts';
import { testCards } from '../../../../src/connectors/sandbox/test-cards.ts';
import { ulidMaker } from '../../../../src/core/foundation/ids.ts';
import { dataOf } from '../../../kit/graphql.ts';
import { mutate } from '../../../kit/mutate.ts';
import { scriptedConnector } from '../../../kit/scripted-connector.ts';
import { scriptedShop } from '../../../kit/scripted-shop.ts';
import { test as base } from '../../../kit/test.ts';
import { eventShop } from '../writes/event-shop.ts';

let ahead = 0;
const now = () => new Date(Date.now() + ahead);
const script = scriptedConnector();

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ now, connectors: [script.connector] }))
  .extend('merchant', ({ service }) => eventShop(service))
  .extend('scripted', ({ service }) => scriptedShop(service))
  .extend('paymentOf', ({ service }) => async (key: string, id: string) => {
    const query = `query ($id: ID!) { payment(paymentId: $id) {
      status amountRefunded refunds { status amount reason connectorRefundId connector errorCode timeline { toStatus cause } }
    } }`;
    return (await dataOf(service, key, query, { id })).payment;
  })
  .extend('typesOf', ({ service }) => async (merchantId: string) => {
    const text = 'select event_type from events where merchant_id = $1 order by sequence';
    return (await service.database.rows.query({ text, values: [merchantId] }, null)).map(
      (row) => row.event_type,
    );
  });

const refundMade = (transactionId: string, values: object = {}) => ({
  id: `evt_${Math.random()}`,
  at: new Date().toISOString(),
  type: 'refund_made',
  connectorTransactionId: transactionId,
  connectorRefundId: `rfd_${transactionId}`,
  amount: 400,
  currency: 'USD',
  status: 'succeeded',
  reason: 'Goodwill',
  ...values,
});

test("A refund made in the connector's dashboard becomes a refund of its payment, with its event", async ({
  paymentOf,
  scripted,
  typesOf,
}) => {
  const { paymentId, transactionId } = await scripted.paidPayment();
  const event = refundMade(transactionId);
  expect(await scripted.sendWebhook([event])).toBe(200);
  expect(await scripted.sendWebhook([event, { ...event, id: 'evt_again' }])).toBe(200);
  expect(await paymentOf(scripted.key, paymentId)).toMatchObject({
    amountRefunded: 400,
    refunds: [
      {
        status: 'succeeded',
        amount: 400,
        reason: 'Goodwill',
        connector: 'scripted',
        connectorRefundId: `rfd_${transactionId}`,
        timeline: [{ toStatus: 'succeeded', cause: 'connector' }],
      },
    ],
  });
  expect(await typesOf(scripted.merchantId)).toEqual(['refund_succeeded']);
});

test('A later event decides a pending dashboard refund, which may fail', async ({
  paymentOf,
  scripted,
  typesOf,
}) => {
  const { paymentId, transactionId } = await scripted.paidPayment();
  await scripted.sendWebhook([refundMade(transactionId, { status: 'pending' })]);
  expect(await paymentOf(scripted.key, paymentId)).toMatchObject({
    amountRefunded: 400,
    refunds: [{ status: 'pending' }],
  });
  await scripted.sendWebhook([refundMade(transactionId)]);
  expect(await paymentOf(scripted.key, paymentId)).toMatchObject({ refunds: [{ status: 'succeeded' }] });
  const failed = {
    type: 'refund_failed',
    connectorRefundId: `rfd_${transactionId}`,
    code: 'x',
    message: 'y',
  };
  await scripted.sendWebhook([{ id: 'evt_failed', at: new Date().toISOString(), ...failed }]);
  expect(await paymentOf(scripted.key, paymentId)).toMatchObject({
    amountRefunded: 0,
    refunds: [{ status: 'failed', errorCode: 'x' }],
  });
  expect(await typesOf(scripted.merchantId)).toEqual(['refund_succeeded', 'refund_failed']);
});

test('A pending dashboard refund can fail without having succeeded', async ({ paymentOf, scripted }) => {
  const { paymentId, transactionId } = await scripted.paidPayment();
  await scripted.sendWebhook([refundMade(transactionId, { status: 'pending' })]);
  const failed = {
    type: 'refund_failed',
    connectorRefundId: `rfd_${transactionId}`,
    code: 'x',
    message: 'y',
  };
  await scripted.sendWebhook([{ id: 'evt_failed_at_once', at: new Date().toISOString(), ...failed }]);
  expect(await paymentOf(scripted.key, paymentId)).toMatchObject({
    amountRefunded: 0,
    refunds: [{ status: 'failed', errorCode: 'x' }],
  });
});

test('A report of our refund that overtakes its response creates no second refund', async ({
  paymentOf,
  scripted,
  service,
}) => {
  const { paymentId, transactionId } = await scripted.paidPayment();
  let statusMeanwhile = 0;
  const event = refundMade(transactionId, { amount: 1000 });
  script.respond('refund', async () => {
    statusMeanwhile = await scripted.sendWebhook([event]);
    return { kind: 'succeeded', connectorTransactionId: event.connectorRefundId };
  });
  await mutate(service, scripted.key, 'createRefund', { paymentId }, 'refund { refundId }');
  expect(statusMeanwhile).toBe(503);
  expect(await scripted.sendWebhook([event])).toBe(200);
  expect(await paymentOf(scripted.key, paymentId)).toMatchObject({
    amountRefunded: 1000,
    refunds: [{ status: 'succeeded', amount: 1000 }],
  });
});

test('A report above the received amount is a mismatch, and a report from another account is ignored', async ({
  paymentOf,
  scripted,
  typesOf,
}) => {
  const { paymentId, transactionId } = await scripted.paidPayment();
  expect(await scripted.sendWebhook([refundMade(transactionId, { amount: 1001 })])).toBe(200);
  expect(await scripted.sendWebhook([refundMade('txn_unheard_of')])).toBe(200);
  expect(await paymentOf(scripted.key, paymentId)).toMatchObject({ amountRefunded: 0, refunds: [] });
  expect(await typesOf(scripted.merchantId)).toEqual(['payment_not_as_asked']);
});

test("The sandbox can refund one card's payments in its own dashboard", async ({
  merchant,
  paymentOf,
  service,
}) => {
  const paymentId = await merchant.pay(testCards.refunded_elsewhere);
  ahead += 11_000;
  await sendDueEvents({
    rows: service.database.rows,
    now,
    ids: ulidMaker(),
    randomBytes,
    publicUrl: () => service.url,
    secretOf: async () => 'whsec_of_the_events',
    send: async (url, headers, body) => (await fetch(url, { method: 'POST', headers, body })).status,
  });
  expect(await merchant.types()).toEqual(['payment_created', 'payment_succeeded', 'refund_succeeded']);
  expect(await paymentOf(merchant.key, paymentId)).toMatchObject({
    status: 'succeeded',
    amountRefunded: 1000,
    refunds: [{ status: 'succeeded', amount: 1000, connector: 'sandbox' }],
  });
});
