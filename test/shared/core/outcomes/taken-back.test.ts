import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testCards } from '../../../../src/connectors/sandbox/methods.ts';
import { sendDueEvents } from '../../../../src/connectors/sandbox/send-webhooks.ts';
import { ulidMaker } from '../../../../src/core/foundation/ids.ts';
import { expireAuthorizations } from '../../../../src/core/payments/void/expire-authorizations.ts';
import { dataOf } from '../../../kit/graphql.ts';
import { mutate } from '../../../kit/mutate.ts';
import { graphqlCardOf } from '../../../kit/sandbox-shop.ts';
import { startTestService, type TestService } from '../../../kit/service.ts';
import { type EventShop, eventShop } from '../writes/event-shop.ts';

let service: TestService;
let shop: EventShop;
let ahead = 0;
const now = () => new Date(Date.now() + ahead);

beforeAll(async () => {
  service = await startTestService({ now });
});
afterAll(() => service.close());
beforeEach(async () => {
  shop = await eventShop(service);
});

/** Time passes, and the sandbox reports what has happened since. */
async function sandboxReports() {
  ahead += 11_000;
  return sendDueEvents({
    rows: service.database.rows,
    now,
    ids: ulidMaker(),
    randomBytes,
    publicUrl: () => service.url,
    secretOf: async () => 'whsec_of_the_events',
    send: async (url, headers, body) => (await fetch(url, { method: 'POST', headers, body })).status,
  });
}
const FIELDS = `status amountReceived amountCapturable amountRefunded paidAt errorCode unifiedCode cancellationReason
  manualRetryAllowed attempts { status errorCode unifiedCode } captures { status amount capturedAt errorCode }
  refunds { status amount errorCode }`;
const paymentOf = async (id: string) =>
  (await dataOf(service, shop.key, `query ($id: ID!) { payment(paymentId: $id) { ${FIELDS} } }`, { id }))
    .payment;
const later = async () => {
  const before = (await shop.types()).length;
  await sandboxReports();
  return (await shop.types()).slice(before);
};
const several = { captureMethod: 'manual_multiple' };
const manual = { captureMethod: 'manual' };

test('a refund that fails after it succeeded counts no longer, and can be made again', async () => {
  const paymentId = await shop.pay(testCards.refund_returned);
  await shop.run('createRefund', { paymentId, amount: 600 });
  expect(await paymentOf(paymentId)).toMatchObject({
    amountRefunded: 600,
    refunds: [{ status: 'succeeded' }],
  });
  expect(await later()).toEqual(['refund_failed']);
  expect(await paymentOf(paymentId)).toMatchObject({
    status: 'succeeded',
    amountReceived: 1000,
    amountRefunded: 0,
    refunds: [{ status: 'failed', errorCode: 'returned' }],
  });
  await shop.run('createRefund', { paymentId, amount: 1000 });
  expect((await paymentOf(paymentId)).amountRefunded).toBe(1000);
  expect(await later()).toEqual(['refund_failed']);
});

test('money captured with its authorization and taken back fails the payment', async () => {
  const paymentId = await shop.pay(testCards.capture_returned);
  expect((await paymentOf(paymentId)).status).toBe('succeeded');
  expect(await later()).toEqual(['payment_capture_failed', 'payment_failed']);
  expect(await paymentOf(paymentId)).toMatchObject({
    status: 'failed',
    amountReceived: 0,
    amountCapturable: 0,
    paidAt: null,
    errorCode: 'returned',
    unifiedCode: 'UE_3000',
    manualRetryAllowed: false,
    attempts: [{ status: 'failure', errorCode: 'returned' }],
    captures: [{ status: 'failed', amount: 1000, capturedAt: null, errorCode: 'returned' }],
  });
  const { userErrors } = await mutate(
    service,
    shop.key,
    'createRefund',
    { paymentId },
    'refund { refundId }',
  );
  expect(userErrors).toMatchObject([{ code: 'unexpected_state' }]);
});

test('what was refunded before the money was taken back stays counted', async () => {
  const paymentId = await shop.pay(testCards.capture_returned);
  await shop.run('createRefund', { paymentId, amount: 300 });
  expect(await later()).toEqual(['payment_capture_failed', 'payment_failed']);
  expect(await paymentOf(paymentId)).toMatchObject({ amountReceived: 300, amountRefunded: 300 });
});

test('one of several captures taken back leaves the others', async () => {
  const paymentId = await shop.pay(testCards.capture_returned, several);
  await shop.run('capturePayment', { paymentId, amount: 300 });
  await shop.run('capturePayment', { paymentId, amount: 200 });
  const at = (await shop.types()).length;
  await service.database.rows.query(
    {
      text: `delete from sandbox_events where merchant_id = $1 and body like '%"amount":200%'`,
      values: [shop.merchantId],
    },
    shop.merchantId,
  );
  await sandboxReports();
  expect((await shop.types()).slice(at)).toEqual(['payment_capture_failed', 'payment_capture_failed']);
  // Both are taken back; the part never captured is still authorized.
  expect(await paymentOf(paymentId)).toMatchObject({
    status: 'requires_capture',
    amountReceived: 0,
    amountCapturable: 500,
    captures: [{ status: 'failed', errorCode: 'returned' }, { status: 'failed' }],
    attempts: [{ status: 'capture_failed' }],
  });
  await shop.run('cancelPayment', { paymentId });
  expect((await paymentOf(paymentId)).status).toBe('cancelled');
});

test('the only capture taken back fails the payment, and says of the capture too', async () => {
  const paymentId = await shop.pay(testCards.capture_returned, manual);
  await shop.run('capturePayment', { paymentId, amount: 700 });
  expect((await paymentOf(paymentId)).status).toBe('partially_captured');
  expect(await later()).toEqual(['payment_capture_failed', 'payment_failed']);
  expect(await paymentOf(paymentId)).toMatchObject({ status: 'failed', amountReceived: 0 });
});

test('a payout that comes back is reversed', async () => {
  const payoutId = await shop.payOut(testCards.payout_returned);
  expect(await later()).toEqual(['payout_reversed']);
  const query = `query ($id: ID!) { payout(payoutId: $id) { status errorCode attempts { status errorCode } } }`;
  expect((await dataOf(service, shop.key, query, { id: payoutId })).payout).toEqual({
    status: 'reversed',
    errorCode: 'returned',
    attempts: [{ status: 'reversed', errorCode: 'returned' }],
  });
});

test('an authorization cancelled at the connector cancels the payment', async () => {
  const paymentId = await shop.pay(testCards.authorization_cancelled, manual);
  expect(await later()).toEqual(['payment_cancelled']);
  expect(await paymentOf(paymentId)).toMatchObject({
    status: 'cancelled',
    amountCapturable: 0,
    cancellationReason: 'The authorization was cancelled at the connector.',
    attempts: [{ status: 'voided' }],
  });
});

test('an authorization that expires at the connector ends the payment, but for what was captured', async () => {
  const first = await shop.pay(testCards.authorization_expires, manual);
  expect(await later()).toEqual(['payment_cancelled']);
  expect(await paymentOf(first)).toMatchObject({ status: 'expired', amountCapturable: 0 });
  const second = await shop.pay(testCards.authorization_expires, several);
  await shop.run('capturePayment', { paymentId: second, amount: 400 });
  expect(await later()).toEqual(['payment_partially_captured']);
  expect(await paymentOf(second)).toMatchObject({
    status: 'partially_captured',
    amountReceived: 400,
    amountCapturable: 0,
  });
});

test('an authorization that nobody captures before capture_before ends by itself', async () => {
  const paymentId = await shop.pay(testCards[1], manual);
  const system = service.contextFor({ kind: 'admin_key' }, 'req_test');
  ahead += 6 * 86_400_000;
  await expireAuthorizations(system);
  expect((await paymentOf(paymentId)).status).toBe('requires_capture');
  ahead += 2 * 86_400_000;
  expect(await expireAuthorizations(system)).toBe(1);
  expect(await paymentOf(paymentId)).toMatchObject({ status: 'expired', amountCapturable: 0 });
  expect((await shop.types()).at(-1)).toBe('payment_cancelled');
  await service.database.rows.query(
    {
      text: 'update sandbox_transactions set voided = true where merchant_id = $1',
      values: [shop.merchantId],
    },
    shop.merchantId,
  );
});

test('an event that comes twice, or after the payment has gone on, changes nothing', async () => {
  const paymentId = await shop.pay(testCards.authorization_cancelled, manual);
  await shop.run('capturePayment', { paymentId });
  expect(await later()).toEqual([]);
  expect((await paymentOf(paymentId)).status).toBe('succeeded');
});

/** What the sandbox reports in two steps: the types of events of each, and the payment after each. */
const corrections = [
  {
    card: 'refused_then_paid',
    given: {},
    steps: [
      [['payment_succeeded'], { status: 'succeeded', amountReceived: 1000 }],
      [[], { status: 'succeeded' }],
    ],
  },
  {
    card: 'paid_then_refused',
    given: {},
    steps: [
      [['payment_capture_failed', 'payment_failed'], { status: 'failed', amountReceived: 0 }],
      [[], { status: 'failed' }],
    ],
  },
  {
    card: 'capture_recovered',
    given: {},
    steps: [
      [['payment_capture_failed', 'payment_failed'], { status: 'failed', amountReceived: 0 }],
      [['payment_captured', 'payment_succeeded'], { status: 'succeeded', amountReceived: 1000 }],
    ],
  },
  {
    card: 'capture_recovered',
    given: manual,
    prepare: (paymentId: string) => shop.run('capturePayment', { paymentId, amount: 600 }),
    steps: [
      [['payment_capture_failed', 'payment_failed'], { status: 'failed', amountReceived: 0 }],
      [['payment_captured', 'payment_partially_captured'], { amountReceived: 600, errorCode: null }],
    ],
  },
  {
    card: 'expired_then_captured',
    given: manual,
    steps: [
      [['payment_cancelled'], { status: 'expired', amountReceived: 0 }],
      [['payment_captured', 'payment_succeeded'], { status: 'succeeded', amountReceived: 1000 }],
    ],
  },
  {
    card: 'refund_recovered',
    given: {},
    prepare: (paymentId: string) => shop.run('createRefund', { paymentId, amount: 300 }),
    steps: [
      [['refund_failed'], { amountRefunded: 0 }],
      [['refund_succeeded'], { amountRefunded: 300, refunds: [{ status: 'succeeded', errorCode: null }] }],
    ],
  },
  {
    card: 'refund_failed_early',
    given: {},
    steps: [
      [[], { amountRefunded: 0, refunds: [] }],
      [['refund_failed'], { amountRefunded: 0, refunds: [{ status: 'failed', errorCode: 'returned' }] }],
    ],
  },
  {
    card: 'captured_beyond',
    given: manual,
    steps: [
      [['payment_not_as_asked'], { status: 'requires_capture', errorCode: 'not_as_asked' }],
      [[], { amountReceived: 0 }],
    ],
  },
] as const;

test.each(corrections)(
  'the sandbox corrects itself by the card $card: %#',
  async ({ card, given, steps, ...of }) => {
    const paymentId = await shop.pay(testCards[card], given);
    if ('prepare' in of) await of.prepare(paymentId);
    for (const [types, payment] of steps) {
      expect(await later()).toEqual(types);
      expect(await paymentOf(paymentId)).toMatchObject(payment);
    }
  },
);

test('the sandbox corrects a payout that failed, and a dispute that it had decided', async () => {
  const payoutId = await shop.payOut(testCards.payout_recovered);
  expect((await shop.types()).at(-1)).toBe('payout_failed');
  expect(await later()).toEqual(['payout_success']);
  const query = `query ($id: ID!) { payout(payoutId: $id) { status } }`;
  expect((await dataOf(service, shop.key, query, { id: payoutId })).payout.status).toBe('success');
  for (const [evidence, first, last] of [
    ['win then lose', 'dispute_won', 'dispute_lost'],
    ['lose then win', 'dispute_lost', 'dispute_won'],
  ]) {
    const paymentId = await shop.pay(testCards.disputed);
    expect(await later()).toEqual(['dispute_opened']);
    const fields = `query ($id: ID!) { payment(paymentId: $id) { disputes { disputeId } } }`;
    const { payment } = await dataOf(service, shop.key, fields, { id: paymentId });
    await shop.run('challengeDispute', { disputeId: payment.disputes[0].disputeId, evidence });
    const before = (await shop.types()).length;
    await sandboxReports();
    await sandboxReports();
    expect((await shop.types()).slice(before)).toEqual([first, last]);
  }
});

/** Ways to end a challenge that the customer completes all the same: the payment, and its attempts once it is paid back. */
const endsOfChallenges = [
  {
    name: 'cancelPayment',
    input: {},
    payment: { status: 'cancelled', amountReceived: 0 },
    attempts: [{ status: 'auto_refunded' }],
  },
  {
    name: 'confirmPayment',
    input: { paymentMethodData: { card: graphqlCardOf(testCards[1]) } },
    payment: { status: 'succeeded', amountReceived: 1000 },
    attempts: [{ status: 'auto_refunded' }, { status: 'charged' }],
  },
] as const;

test.each(endsOfChallenges)(
  'a customer who pays after $name is paid back',
  async ({ attempts, input, name, payment }) => {
    const paymentId = await shop.pay(testCards.cancel_ignored, { authenticationType: 'three_ds' });
    const transaction = await shop.transactionOf('payments', paymentId);
    await shop.run(name, { paymentId, ...input });
    expect(await paymentOf(paymentId)).toMatchObject(payment);
    const url = `${service.url}/sandbox/3ds/${transaction}`;
    const token = /name="token" value="([^"]+)"/.exec(await (await fetch(url)).text())?.[1] ?? '';
    const body = new URLSearchParams({ token, answer: 'complete' });
    await fetch(`${url}/answer`, { method: 'POST', body, redirect: 'manual' });
    expect(await later()).toEqual(['payment_reversed']);
    expect(await paymentOf(paymentId)).toMatchObject({ ...payment, attempts });
  },
);
