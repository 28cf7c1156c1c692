import { beforeEach, expect } from 'vitest';
import { recoverCall } from '../../../../src/core/connector-calls/recover-calls.ts';
import { ErrorMapping } from '../../../../src/core/entities/error-mapping.ts';
import { insertRow } from '../../../kit/insert.ts';
import { mutate, mutationError } from '../../../kit/mutate.ts';
import { scriptedConnector } from '../../../kit/scripted-connector.ts';
import { scriptedShop } from '../../../kit/scripted-shop.ts';
import { test as base } from '../../../kit/test.ts';

const script = scriptedConnector();

beforeEach(() => {
  script.respond('refund', ({ idempotencyKey }) => ({
    kind: 'succeeded',
    connectorTransactionId: idempotencyKey,
  }));
});

const SELECTION = `refund { refundId status amount reason errorCode unifiedCode unifiedMessage issuerErrorCode
  timeline { fromStatus toStatus cause } nextStates }`;

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({
    connectors: [script.connector],
  }))
  .extend('shop', ({ service }) => scriptedShop(service))
  .extend(
    'refund',
    ({ service, shop }) =>
      (input: Record<string, unknown>, headers = {}) =>
        mutate(service, shop.key, 'createRefund', input, SELECTION, headers),
  )
  .extend(
    'refusal',
    ({ service, shop }) =>
      (input: Record<string, unknown>) =>
        mutationError(service, shop.key, 'createRefund', input, SELECTION),
  )
  .extend('row', ({ service, shop }) => async (table: string, id: string, value: string) => {
    const text = `select * from ${table} where ${id} = $1`;
    const [found] = await service.database.rows.query({ text, values: [value] }, shop.merchantId);
    return found!;
  })
  .extend(
    'refundedOf',
    ({ row }) =>
      async (paymentId: string) =>
        Number((await row('payments', 'payment_id', paymentId)).amount_refunded),
  )
  .extend(
    'callOf',
    ({ row }) =>
      async (refundId: string) =>
        String((await row('connector_calls', 'object_id', refundId)).call_id),
  )
  .extend(
    'system',
    ({ service }) =>
      () =>
        service.contextFor({ kind: 'admin_key' }, 'req_test'),
  );

test('createRefund refunds a part, then the rest, then rejects', async ({
  refund,
  refundedOf,
  refusal,
  shop,
}) => {
  const { paymentId, transactionId } = await shop.paidPayment();
  const first = await refund({ paymentId, amount: 300, reason: 'Too big', metadata: { ticket: '1' } });
  expect(first.userErrors).toEqual([]);
  expect(first.payload.refund).toMatchObject({
    status: 'succeeded',
    amount: 300,
    reason: 'Too big',
    timeline: [
      { fromStatus: null, toStatus: 'pending', cause: 'create' },
      { fromStatus: 'pending', toStatus: 'succeeded', cause: 'connector' },
    ],
    nextStates: [],
  });
  expect(script.requests.refund!.at(-1)).toMatchObject({
    amount: 300,
    currency: 'USD',
    connectorTransactionId: transactionId,
  });
  expect((await refund({ paymentId })).payload.refund.amount).toBe(700);
  expect(await refundedOf(paymentId)).toBe(1000);
  expect(await refusal({ paymentId })).toEqual(['amount_exceeds_available', 'amount']);
});

test("createRefund rejects amounts above the rest, zero amounts, unpaid payments and other merchants' payments", async ({
  refusal,
  service,
  shop,
}) => {
  const { paymentId } = await shop.paidPayment();
  expect(await refusal({ paymentId, amount: 1001 })).toEqual(['amount_exceeds_available', 'amount']);
  expect(await refusal({ paymentId, amount: 0 })).toEqual(['invalid_parameter', 'amount']);
  const unpaid = await shop.paidPayment({ status: 'requires_capture', amount_received: 0 });
  expect((await refusal({ paymentId: unpaid.paymentId }))[0]).toBe('unexpected_state');
  const other = await scriptedShop(service);
  const { paymentId: elsewhere } = await other.paidPayment();
  expect(await refusal({ paymentId: elsewhere })).toEqual(['resource_not_found', 'payment_id']);
  const nowhere = await shop.payment();
  expect((await refusal({ paymentId: nowhere }))[0]).toBe('unexpected_state');
});

test('A refund is counted under the method of its payment', async ({ graphqlAs, refund, shop }) => {
  const { paymentId } = await shop.paidPayment({ payment_method: 'wallet' });
  await refund({ paymentId, amount: 40 });
  await refund({ paymentId: (await shop.paidPayment({ payment_method: 'card' })).paymentId, amount: 7 });
  const { refundStats, refunds } = await graphqlAs(shop.key).data(`{
    refundStats(groupBy: [PAYMENT_METHOD]) { paymentMethod count amount }
    refunds(filter: { paymentMethod: { eq: wallet } }) { nodes { amount paymentMethod } }
  }`);
  expect(refundStats).toEqual(
    expect.arrayContaining([
      { paymentMethod: 'wallet', count: 1, amount: 40 },
      { paymentMethod: 'card', count: 1, amount: 7 },
    ]),
  );
  expect(refunds.nodes).toEqual([{ amount: 40, paymentMethod: 'wallet' }]);
});

test('createRefund rejects a used refund identifier', async ({ refund, refundedOf, refusal, shop }) => {
  const { paymentId } = await shop.paidPayment();
  await refund({ paymentId, refundId: 'mine', amount: 1 });
  expect(await refusal({ paymentId, refundId: 'mine', amount: 1 })).toEqual([
    'resource_already_exists',
    'refund_id',
  ]);
  expect(await refundedOf(paymentId)).toBe(1);
});

test('Of fifty concurrent refunds exactly as many succeed as the payment covers', async ({
  refund,
  refundedOf,
  shop,
}) => {
  const { paymentId } = await shop.paidPayment();
  const before = script.requests.refund!.length;
  const all = await Promise.all(Array.from({ length: 50 }, () => refund({ paymentId, amount: 90 })));
  const made = all.filter(({ payload }) => payload.refund?.status === 'succeeded');
  const refused = all.filter(({ userErrors }) => userErrors[0]?.code === 'amount_exceeds_available');
  expect([made.length, refused.length]).toEqual([11, 39]);
  expect(await refundedOf(paymentId)).toBe(990);
  expect(script.requests.refund!.length - before).toBe(11);
});

test('createRefund acts once per idempotency key', async ({ refund, refundedOf, shop }) => {
  const { paymentId } = await shop.paidPayment();
  const input = { paymentId, amount: 100, idempotencyKey: 'once' };
  const first = await refund(input);
  const again = await refund(input);
  expect(again.payload.refund.refundId).toBe(first.payload.refund.refundId);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(await refundedOf(paymentId)).toBe(100);
});

test('A failed refund shows its mapped error and no longer counts as refunded', async ({
  refund,
  refundedOf,
  service,
  shop,
}) => {
  await insertRow(service, ErrorMapping, {
    error_mapping_id: 'gsm_refund',
    connector: 'scripted',
    flow: 'refund',
    sub_flow: 'refund',
    code: 'too_old',
    message: '',
    status: 'failure',
    decision: 'do_default',
    step_up_possible: false,
    clear_pan_possible: false,
    unified_code: 'UE_1000',
    unified_message: 'The payment is too old.',
    created_at: new Date(),
    modified_at: new Date(),
  });
  script.respond('refund', () => ({
    kind: 'failed',
    code: 'too_old',
    message: 'Older than \0 a year',
    issuerCode: '57',
  }));
  const { paymentId } = await shop.paidPayment();
  const { payload } = await refund({ paymentId });
  expect(payload.refund).toMatchObject({
    status: 'failed',
    errorCode: 'too_old',
    unifiedCode: 'UE_1000',
    unifiedMessage: 'The payment is too old.',
    issuerErrorCode: '57',
  });
  expect(await refundedOf(paymentId)).toBe(0);
});

test('A refund without a connector response stays pending until a look-up settles it', async ({
  callOf,
  refund,
  refundedOf,
  row,
  service,
  shop,
  system,
}) => {
  script.respond('refund', () => Promise.reject(new Error('no response')));
  const { paymentId } = await shop.paidPayment();
  const { payload } = await refund({ paymentId, amount: 400 });
  const { refundId } = payload.refund;
  expect(payload.refund).toMatchObject({ status: 'pending', nextStates: ['succeeded', 'failed', 'review'] });
  expect(await refundedOf(paymentId)).toBe(400);

  const call = await callOf(refundId);
  script.setLookUp(call, { kind: 'succeeded', connectorTransactionId: 'r_1' });
  await Promise.all([1, 2, 3].map(() => recoverCall(system(), shop.merchantId, call)));
  expect((await row('refunds', 'refund_id', refundId)).status).toBe('succeeded');
  const text = `select to_status from status_changes where object_id = $1 order by sequence`;
  const steps = await service.database.rows.query({ text, values: [refundId] }, shop.merchantId);
  expect(steps.map((step) => step.to_status)).toEqual(['pending', 'succeeded']);
});

test('Concurrent refunds and their outcomes do not deadlock', async ({
  callOf,
  refund,
  refundedOf,
  shop,
}) => {
  const { paymentId } = await shop.paidPayment();
  script.respond('refund', ({ idempotencyKey }) => ({
    kind: 'pending',
    connectorTransactionId: idempotencyKey,
  }));
  const pending = await Promise.all(Array.from({ length: 10 }, () => refund({ paymentId, amount: 20 })));
  const calls = await Promise.all(pending.map(({ payload }) => callOf(payload.refund.refundId)));
  // Half of them fail, which releases money while others claim it.
  const settle = (key: string, place: number) => ({
    id: `evt_${key}`,
    at: new Date().toISOString(),
    type: 'outcome',
    call: { idempotencyKey: key },
    outcome:
      place % 2 === 0
        ? { kind: 'failed', code: 'no', message: 'No' }
        : { kind: 'succeeded', connectorTransactionId: key },
  });
  const work = calls.flatMap((key, place) => [
    shop.sendWebhook([settle(key, place)]),
    shop.sendWebhook([settle(key, place)]),
    refund({ paymentId, amount: 20 }).then(({ userErrors, errors }) => userErrors.length + errors.length),
  ]);
  const results = await Promise.all(work);
  expect(results.filter((result) => result !== 200 && result !== 0)).toEqual([]);
  expect(await refundedOf(paymentId)).toBe(5 * 20 + 10 * 20);
});
