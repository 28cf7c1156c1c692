import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signatureHeader } from '../../../src/connectors/sandbox/webhook-signature.ts';
import { recoverCall } from '../../../src/core/connector-calls/recover-calls.ts';
import { ErrorMapping } from '../../../src/core/entities/error-mapping.ts';
import { createPayment } from '../../../src/core/payments/create-payment.ts';
import type { PaymentCreation } from '../../../src/core/payments/payment-inputs.ts';
import { createLogger } from '../../../src/http/requests/logging.ts';
import { startRecovery } from '../../../src/jobs/recovery.ts';
import { figure } from '../../kit/figure.ts';
import { insertRow } from '../../kit/insert.ts';
import { type CardKind, cardNumbers, payWith } from '../../shared/reliability/cards.ts';
import { type Pair, type SandboxShop, startPair } from '../../shared/reliability/pair.ts';

/** Longer than the sandbox takes to settle a timed-out call. */
const LATE_MS = 61_000;
const SECRET = 'whsec_of_the_test';

let pair: Pair;
let shop: SandboxShop;

beforeAll(async () => {
  pair = await startPair();
});
// One test's time-outs would open the circuit of a shared account.
beforeEach(async () => {
  shop = await pair.shop();
});
afterAll(() => pair.close());

async function pay(kind: CardKind, values: Partial<PaymentCreation> = {}, of = shop): Promise<string> {
  const method = { payment_method_data: payWith(kind), confirm: true, profile_id: of.profileId };
  const given = { amount: 1_000, currency: 'EUR', ...method, ...values } as PaymentCreation;
  return (await createPayment(pair.contextOf(of), given)).paymentId;
}
const paymentOf = async (id: string) =>
  (await pair.query('select * from payments where payment_id = $1', id))[0]!;
const callOf = async (id: string) =>
  (await pair.query(`select * from connector_calls where object_id = $1 order by call_id`, id))[0]!;
const stepsOf = async (id: string) => {
  const text = 'select to_status from status_changes where object_id = $1 order by sequence';
  return (await pair.query(text, id)).map(({ to_status: to }) => to);
};
const sandboxOf = async (id: string) => {
  const text = `select t.kind, t.calls, t.captured, t.voided from sandbox_transactions t
    join connector_calls c on c.merchant_id = t.merchant_id and c.call_id = t.idempotency_key
    where c.object_id = $1 order by t.transaction_id`;
  return (await pair.query(text, id)).map((row) => ({ ...row, captured: Number(row.captured) }));
};
const system = (service = 0) => pair.services[service]!.contextFor({ kind: 'admin_key' }, 'req_test');
const charged = ['processing', 'succeeded'];

test('A payment whose connector does not respond stays processing until its outcome is known', async () => {
  const id = await pay('timeout');
  expect(await paymentOf(id)).toMatchObject({ status: 'processing' });
  expect(await callOf(id)).toMatchObject({
    status: 'intended',
    outcome: { kind: 'unknown', reason: 'timed_out' },
  });
  expect(await pair.recoverDue(shop)).toBe(0);
  pair.pass(LATE_MS);
  expect(await pair.recoverDue(shop)).toBe(1);
  expect(await paymentOf(id)).toMatchObject({ status: 'succeeded', card_number: null });
  expect(await stepsOf(id)).toEqual(charged);
  expect(await sandboxOf(id)).toEqual([{ kind: 'authorize', calls: 1, captured: 1_000, voided: false }]);
});

test('A call recovered by two processes at once is applied once', async () => {
  const id = await pay('timeout');
  const { call_id: callId } = await callOf(id);
  pair.pass(LATE_MS);
  const recovering = [0, 1, 0, 1].map((at) => recoverCall(system(at), shop.merchantId, String(callId)));
  await Promise.all(recovering);
  expect(await stepsOf(id)).toEqual(charged);
  expect(await paymentOf(id)).toMatchObject({ status: 'succeeded', amount_received: 1_000 });
});

test('The card of a connector call is kept only while the call is open', async () => {
  const id = await pay('timeout');
  const opened = async () => {
    const { call_id: callId, merchant_id: merchantId, request } = await callOf(id);
    const place = {
      table: 'connector_calls',
      column: 'request',
      key: [String(merchantId), String(callId)],
    };
    return JSON.stringify(pair.services[0].encryption.decrypt(request as Buffer, place));
  };
  expect(await opened()).toContain(cardNumbers.timeout);
  pair.pass(LATE_MS);
  await pair.recoverDue(shop);
  expect(await opened()).not.toContain(cardNumbers.timeout);
});

test('An unreachable connector fails the payment', async () => {
  const down = await pair.shop({ down: true });
  const id = await pay('good', {}, down);
  expect(await paymentOf(id)).toMatchObject({ status: 'failed', error_code: 'connector_unreachable' });
  expect(await callOf(id)).toMatchObject({ status: 'completed', outcome: { kind: 'failed' } });
  expect(await sandboxOf(id)).toEqual([]);
});

test('An unreachable connector is replaced by another account if the error mapping says so', async () => {
  const down = await pair.shop({ down: true });
  const second = await down.connector({
    test_mode: true,
    payment_methods_enabled: [{ payment_method: 'card' }],
    created_at: new Date(Date.now() + 1_000),
  });
  const now = new Date();
  await insertRow(pair.services[0], ErrorMapping, {
    error_mapping_id: 'gsm_of_the_test',
    connector: 'sandbox',
    flow: 'payment',
    sub_flow: 'authorize',
    code: 'connector_unreachable',
    message: '',
    status: 'failure',
    decision: 'retry',
    step_up_possible: false,
    clear_pan_possible: false,
    created_at: now,
    modified_at: now,
  });
  await pair.query(
    `update business_profiles set is_auto_retries_enabled = true, max_auto_retries_enabled = 1
       where profile_id = $1`,
    down.profileId,
  );
  const id = await pay('good', {}, down);
  expect(await paymentOf(id)).toMatchObject({
    status: 'succeeded',
    attempt_count: 2,
    merchant_connector_id: second,
  });
  expect(await sandboxOf(id)).toEqual([{ kind: 'authorize', calls: 1, captured: 1_000, voided: false }]);
});

test('A webhook concurrent with a look-up is applied once', async () => {
  const account = { connector_webhook_details: { merchant_secret: SECRET } };
  const listening = await pair.shop({}, account);
  const id = await pay('timeout', {}, listening);
  const { call_id: callId } = await callOf(id);
  pair.pass(LATE_MS);
  const [event] = await pair.query(
    'select body from sandbox_events where merchant_id = $1',
    listening.merchantId,
  );
  const body = String(event!.body);
  const tell = (at: number) => {
    const { url } = pair.services[at]!;
    const headers = {
      'content-type': 'application/json',
      'x-sandbox-signature': signatureHeader(SECRET, system().ports.now(), Buffer.from(body)),
    };
    const path = `/webhooks/${listening.merchantId}/${listening.paymentAccount}`;
    return fetch(url + path, { method: 'POST', headers, body }).then(({ status }) => status);
  };
  const recover = (at: number) => recoverCall(system(at), listening.merchantId, String(callId));
  const all = await Promise.all([tell(0), recover(1), tell(1), recover(0), tell(0)]);
  expect(all.filter((status) => typeof status === 'number')).toEqual([200, 200, 200]);
  expect(await stepsOf(id)).toEqual(charged);
});

const untilCompleted = (id: string) =>
  expect.poll(async () => (await callOf(id)).status, { timeout: 60_000 }).toBe('completed');

/** Runs this process's call recovery during some work, and ends when its leased calls are done. */
async function recovering(work: () => Promise<void>): Promise<void> {
  const heartbeat = { isSteady: true, stop: async () => {} };
  const recovery = startRecovery(() => system(), heartbeat, createLogger('silent'));
  try {
    await work();
  } finally {
    await recovery.stop();
  }
}

test("A killed process's call is looked up long before it is due, a running process's is not", async () => {
  const [abandoned, held] = [await pay('timeout'), await pay('timeout')];
  pair.pass(LATE_MS);
  const heldBy = (id: string, processId: string) =>
    pair.query(
      `update connector_calls set process_id = $2, look_up_at = now() + interval '1 day' where object_id = $1`,
      id,
      processId,
    );
  await pair.query(
    `insert into processes (process_id, key_id, seen_at) values ('proc_running', 'a key', now() + interval '1 day')`,
  );
  await heldBy(held, 'proc_running');
  await heldBy(abandoned, 'proc_killed');
  // One statement finds both, or neither.
  await recovering(() => untilCompleted(abandoned));
  expect(await stepsOf(abandoned)).toEqual(charged);
  expect((await callOf(held)).status).toBe('intended');
  await heldBy(held, 'proc_killed');
  await recovering(() => untilCompleted(held));
  expect(await stepsOf(held)).toEqual(charged);
});

test('A call that never reached its connector is not sent once its payment has expired', async ({ task }) => {
  const id = await pay('timeout', { session_expiry: 60 });
  await pair.query('delete from sandbox_transactions where merchant_id = $1', shop.merchantId);
  pair.pass(LATE_MS);
  await recovering(() => untilCompleted(id));
  expect(await paymentOf(id)).toMatchObject({ status: 'failed', error_code: 'call_expired' });
  const sent = await sandboxOf(id);
  figure(task, `${sent.length} charges made late`);
  expect(sent).toEqual([]);
});
