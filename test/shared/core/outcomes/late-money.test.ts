import { beforeEach, expect } from 'vitest';
import {
  answering,
  answersSucceed,
  captureFailed,
  captureMade,
  manual,
  script,
  test,
} from './later-report.ts';

beforeEach(answersSucceed);

const several = { capture_method: 'manual_multiple' };

test('Money from an earlier confirmation does not pay a payment whose next confirmation also failed', async ({
  confirm,
  get,
  outcome,
  pay,
}) => {
  for (const given of [{}, manual]) {
    answering('authorize', 'failed');
    const id = await pay(given);
    await confirm(id);
    expect(await get(id)).toMatchObject({ status: 'failed', attemptCount: 2 });
    await outcome(1, id, 'authorize', 'succeeded');
    const operation = given === manual ? 'void' : 'refund';
    expect(await get(id)).toMatchObject({
      ...{ status: 'failed', amountReceived: 0, amountCapturable: 0 },
      reversals: [{ attemptId: `${id}_1`, operation, reason: 'another_attempt', status: 'succeeded' }],
      attempts: [{ status: given === manual ? 'voided' : 'auto_refunded' }, { status: 'failure' }],
    });
  }
});

test('Money received again after its refund counts at least the refunded amount', async ({
  api,
  get,
  pay,
  refund,
  tell,
}) => {
  const id = await pay(several);
  for (const amount of [300, 400])
    expect((await api.post(`/payments/${id}/capture`, { amount })).status).toBe(200);
  await refund(id, 600);
  const { attempts, captures } = await get(id);
  const { connectorTransactionId: transaction } = attempts[0];
  for (const [at, { connectorCaptureId }] of captures.entries())
    expect(await tell(600 + at, captureFailed(transaction, connectorCaptureId))).toBe(200);
  expect(await get(id)).toMatchObject({ amountReceived: 600, amountRefunded: 600, amountCapturable: 300 });
  const [{ connectorCaptureId }] = captures;
  // The first capture again, a capture in the connector's dashboard, and the second capture again.
  for (const [at, made, received, capturable] of [
    [700, { amount: 300, connectorCaptureId }, 600, 300],
    [701, { amount: 200, final: false }, 600, 100],
    [702, { amount: 400, connectorCaptureId: captures[1].connectorCaptureId }, 900, 100],
  ] as const) {
    expect(await tell(at, captureMade(transaction, made))).toBe(200);
    expect(await get(id)).toMatchObject({
      ...{ amountReceived: received, amountRefunded: 600, amountCapturable: capturable },
    });
  }
});

test("A refund in the connector's dashboard above the refundable amount is a mismatch", async ({
  get,
  paid,
  refund,
  tell,
  told,
}) => {
  const { id, transaction } = await paid();
  await refund(id, 700);
  const made = { connectorRefundId: 'rfd_there', amount: 301, currency: 'USD', status: 'succeeded' };
  const report = { type: 'refund_made', connectorTransactionId: transaction, reason: null };
  expect(await tell(600, { ...report, ...made })).toBe(200);
  expect(await get(id)).toMatchObject({
    ...{ amountReceived: 1000, amountRefunded: 700, errorCode: 'not_as_asked' },
    refunds: [{ amount: 700 }],
  });
  expect(await tell(601, { ...report, ...made, connectorRefundId: 'rfd_rest', amount: 300 })).toBe(200);
  expect(await get(id)).toMatchObject({ amountRefunded: 1000, refunds: [{ amount: 300 }, { amount: 700 }] });
  expect(await told(/refund|not_as_asked/)).toEqual([
    ...['refund_succeeded', 'payment_not_as_asked', 'refund_succeeded'],
  ]);
});

test('A refused capture that is received later uses up its part of the authorization', async ({
  api,
  get,
  outcome,
  pay,
}) => {
  const id = await pay(several);
  answering('capture', 'failed');
  await api.post(`/payments/${id}/capture`, { amount: 400 });
  expect(await get(id)).toMatchObject({ amountReceived: 0, amountCapturable: 1000 });
  await outcome(1, id, 'capture', 'succeeded');
  expect(await get(id)).toMatchObject({
    ...{ status: 'partially_captured_and_capturable', amountReceived: 400, amountCapturable: 600 },
    captures: [{ status: 'charged', amount: 400 }],
  });
});

test('An increase counts reversed captures as used', async ({ api, get, pay, tell }) => {
  script.respond('authorize', ({ idempotencyKey }) => ({
    ...{ kind: 'succeeded', connectorTransactionId: `authorize_${idempotencyKey}` },
    granted: { incremental: true },
  }));
  script.respond('increment', ({ idempotencyKey }) => ({
    ...{ kind: 'succeeded', connectorTransactionId: `increment_${idempotencyKey}` },
  }));
  const id = await pay({ ...several, request_incremental_authorization: true });
  await api.post(`/payments/${id}/capture`, { amount: 400 });
  const { attempts, captures } = await get(id);
  await tell(600, captureFailed(attempts[0].connectorTransactionId, captures[0].connectorCaptureId));
  expect(await get(id)).toMatchObject({ amountReceived: 0, amountCapturable: 600 });
  const { body, status } = await api.post(`/payments/${id}/incremental_authorization`, { amount: 1500 });
  expect([status, body.error?.message]).toEqual([200, undefined]);
  expect(await get(id)).toMatchObject({ status: 'requires_capture', amountCapturable: 1100 });
});

test('The connector learns that further captures may follow, except with the last', async ({ api, pay }) => {
  const id = await pay(several);
  const asked = script.requests.capture?.length ?? 0;
  for (const body of [{ amount: 300 }, {}])
    expect((await api.post(`/payments/${id}/capture`, body)).status).toBe(200);
  const final = await pay(several);
  await api.post(`/payments/${final}/capture`, { amount: 300, final_capture: true });
  expect(script.requests.capture!.slice(asked)).toMatchObject([
    { amount: 300, more: true },
    { amount: 700, more: false },
    { amount: 300, more: false },
  ]);
});

test('An authorization that its connector cancels before a decision has failed', async ({
  get,
  pay,
  tell,
}) => {
  answering('authorize', 'pending');
  const id = await pay(manual);
  const { connectorTransactionId } = (await get(id)).attempts[0];
  await tell(1, { type: 'authorization_ended', connectorTransactionId, reason: 'cancelled' });
  expect(await get(id)).toMatchObject({ status: 'failed', errorCode: 'cancelled', amountCapturable: 0 });
});
