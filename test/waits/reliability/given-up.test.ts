import { afterAll, beforeAll, expect, test } from 'vitest';
import { recoverCall } from '../../../src/core/connector-calls/recover-calls.ts';
import { createPayment } from '../../../src/core/payments/create-payment.ts';
import type { PaymentCreation } from '../../../src/core/payments/payment-inputs.ts';
import { cancelPayment } from '../../../src/core/payments/void/cancel-payment.ts';
import { expirePayments } from '../../../src/core/payments/void/expire-payments.ts';
import { payWith } from '../../shared/reliability/cards.ts';
import { answerAtSandbox } from '../../shared/reliability/challenges.ts';
import { type Pair, type SandboxShop, startPair } from '../../shared/reliability/pair.ts';

const SESSION_S = 60;
const OVER_MS = 61_000;
const HOUR_MS = 3_600_000;

let pair: Pair;
let shop: SandboxShop;

beforeAll(async () => {
  pair = await startPair();
  shop = await pair.shop();
});
afterAll(() => pair.close());

/** A payment that waits for its customer at a challenge. */
async function challenged(values: object = {}): Promise<string> {
  const given = {
    amount: 1_000,
    currency: 'EUR',
    profile_id: shop.profileId,
    session_expiry: SESSION_S,
    payment_method_data: payWith('challenge'),
    confirm: true,
    ...values,
  } as PaymentCreation;
  const { paymentId } = await createPayment(pair.contextOf(shop), given);
  expect(await paymentOf(paymentId)).toMatchObject({ status: 'requires_customer_action' });
  return paymentId;
}
const paymentOf = async (id: string) =>
  (await pair.query('select * from payments where payment_id = $1', id))[0]!;
const system = (at = 0) => pair.services[at]!.contextFor({ kind: 'admin_key' }, 'req_test');
const learn = (callId: string, at = 0) => recoverCall(system(at), shop.merchantId, callId);
const setDown = (down: boolean) =>
  pair.query(
    'update connector_accounts set metadata = $2 where merchant_connector_id = $1',
    shop.paymentAccount,
    { down },
  );
const openCalls = async (id: string) =>
  (await pair.query(`select operation from connector_calls where object_id = $1 and status = 'intended'`, id))
    .map(({ operation }) => operation)
    .sort();
const voidedAtSandbox = async (id: string) => {
  const text = `select t.voided from sandbox_transactions t join connector_calls c
                  on c.merchant_id = t.merchant_id and c.call_id = t.idempotency_key
                where c.object_id = $1 and t.kind = 'authorize'`;
  return (await pair.query(text, id)).map(({ voided }) => voided);
};

test('A challenge whose session ends is voided at the connector, so that an expired payment is never charged', async () => {
  const id = await challenged();
  pair.pass(OVER_MS);
  expect(await expirePayments(system())).toBe(1);
  expect(await paymentOf(id)).toMatchObject({ status: 'expired', card_number: null, next_action: null });
  expect(await voidedAtSandbox(id)).toEqual([true]);
  expect(await openCalls(id)).toEqual([]);
  // Too late: the page has nothing to answer any more.
  await learn(await answerAtSandbox(pair, id, 'complete'));
  expect(await paymentOf(id)).toMatchObject({ status: 'expired', amount_received: 0 });
});

test('A challenge completed just before its session ends, of which nobody told, is paid back', async () => {
  const id = await challenged();
  await answerAtSandbox(pair, id, 'complete');
  pair.pass(OVER_MS);
  // Nobody has told the service yet: it learns that the challenge cannot be given up, and asks what became of it.
  await expirePayments(system());
  expect(await openCalls(id)).toEqual(['authorize']);
  await pair.recoverDue(shop);
  expect(await paymentOf(id)).toMatchObject({
    status: 'expired',
    amount_received: 0,
    reversals: [{ operation: 'refund', status: 'succeeded', reason: 'payment_expired' }],
  });
});

test('A challenge expires although the connector cannot be reached', async () => {
  const id = await challenged();
  pair.pass(OVER_MS);
  await setDown(true);
  await expirePayments(system()).finally(() => setDown(false));
  expect(await paymentOf(id)).toMatchObject({ status: 'expired', next_action: null });
  // The void that could not be sent is repeated once its look-up is due.
  pair.pass(HOUR_MS);
  await pair.recoverDue(shop);
  expect(await openCalls(id)).toEqual([]);
  expect(await voidedAtSandbox(id)).toEqual([true]);
});

test('Cancelling a challenged payment leaves no connector call open', async () => {
  const id = await challenged();
  await cancelPayment(pair.contextOf(shop), id, 'changed their mind');
  expect(await paymentOf(id)).toMatchObject({ status: 'cancelled' });
  expect(await openCalls(id)).toEqual([]);
});

test.each([
  ['passed', 'complete', 'automatic', 1],
  ['passed', 'complete', 'manual', 0],
  ['failed', 'fail', 'automatic', 0],
] as const)(
  'A challenge that %s just before its cancellation (%s, %s) ends as cancelled, and nothing is kept',
  async (_was, answer, method, refunds) => {
    const id = await challenged({ capture_method: method });
    await answerAtSandbox(pair, id, answer);
    await cancelPayment(pair.contextOf(shop), id, null);
    await pair.recoverDue(shop);
    const { reversals, ...payment } = await paymentOf(id);
    expect(payment).toMatchObject({ status: 'cancelled', amount_received: 0 });
    expect(reversals).toHaveLength(refunds);
    expect(await openCalls(id)).toEqual([]);
  },
);

test("A cancellation concurrent with the connector's outcome ends in one of the two", async () => {
  for (let round = 0; round < 12; round += 1) {
    const id = await challenged({ capture_method: round % 2 ? 'manual' : 'automatic' });
    const told = async (at: number) =>
      learn(await answerAtSandbox(pair, id, round % 3 ? 'complete' : 'fail'), at);
    const refused = () => {};
    await Promise.all([told(1), cancelPayment(pair.contextOf(shop), id, null).catch(refused), told(0)]);
    await pair.recoverDue(shop);
    const { status } = await paymentOf(id);
    expect(['succeeded', 'requires_capture', 'cancelled', 'failed']).toContain(status);
    expect(await openCalls(id)).toEqual([]);
  }
});

test('The card of a failed payment is deleted at once, and its retry ends with the session', async () => {
  const given = {
    amount: 1_000,
    currency: 'EUR',
    profile_id: shop.profileId,
    session_expiry: SESSION_S,
    payment_method_data: payWith('declined'),
    confirm: true,
  } as PaymentCreation;
  const { paymentId } = await createPayment(pair.contextOf(shop), given);
  expect(await paymentOf(paymentId)).toMatchObject({
    status: 'failed',
    card_number: null,
    manual_retry_allowed: true,
  });
  pair.pass(OVER_MS);
  await expirePayments(system());
  const kept = await paymentOf(paymentId);
  expect(kept).toMatchObject({ status: 'failed', card_number: null, manual_retry_allowed: false });
});
