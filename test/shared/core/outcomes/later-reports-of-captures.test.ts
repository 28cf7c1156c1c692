import { beforeEach, expect } from 'vitest';
import {
  answering,
  answersSucceed,
  captureFailed,
  captureId,
  captureMade,
  manual,
  test,
} from './later-report.ts';

beforeEach(answersSucceed);

test('A capture that failed and is received again counts again', async ({
  api,
  get,
  outcome,
  pay,
  tell,
  told,
}) => {
  const id = await pay(manual);
  await api.post(`/payments/${id}/capture`, {});
  const { attempts, captures } = await get(id);
  const { connectorTransactionId: transaction } = attempts[0];
  const { connectorCaptureId: capture } = captures[0];
  expect(await tell(1, captureFailed(transaction, capture))).toBe(200);
  expect(await get(id)).toMatchObject({
    status: 'failed',
    amountReceived: 0,
    captures: [{ status: 'failed' }],
  });
  await outcome(2, id, 'capture', 'succeeded');
  const received = { status: 'succeeded', amountReceived: 1000, captures: [{ status: 'charged' }] };
  expect(await get(id)).toMatchObject({ ...received, errorCode: null });
  // An older report and a repeated one change nothing.
  await tell(1.5, captureFailed(transaction, capture));
  await tell(3, captureMade(transaction, { connectorCaptureId: capture }));
  expect(await get(id)).toMatchObject(received);
  expect(await told(/capture|succeeded|failed/)).toEqual([
    ...['payment_captured', 'payment_succeeded'],
    ...['payment_capture_failed', 'payment_failed'],
    ...['payment_captured', 'payment_succeeded'],
  ]);
});

/** A payment's only capture, charged or failed, and the time of payment. */
const onlyCapture = (status: 'charged' | 'failed', code: string | null = null) => {
  const at = status === 'charged' ? expect.any(String) : null;
  return { paidAt: at, captures: [{ status, amount: 1000, capturedAt: at, errorCode: code }] };
};

test('A direct charge is one capture, however often it is refused, reversed and received again', async ({
  get,
  outcome,
  pay,
  tell,
}) => {
  const id = await pay();
  const is = async (values: object) => {
    const payment = await get(id);
    expect(payment).toMatchObject(values);
    expect(payment.captures).toHaveLength(1);
  };
  const { connectorTransactionId } = (await get(id)).attempts[0];
  const taken = captureFailed(connectorTransactionId, null);
  await is(onlyCapture('charged'));
  await outcome(10, id, 'authorize', 'failed');
  await is({ status: 'failed', ...onlyCapture('failed', 'refused') });
  await outcome(20, id, 'authorize', 'succeeded');
  await is({ status: 'succeeded', ...onlyCapture('charged') });
  // Older than the current authorization.
  expect(await tell(15, taken)).toBe(200);
  await is({ status: 'succeeded', ...onlyCapture('charged') });
  expect(await tell(30, taken)).toBe(200);
  await is({ status: 'failed', ...onlyCapture('failed', 'returned') });
});

test('A payment whose captures all fail is unpaid, even if a part was refunded', async ({
  api,
  get,
  pay,
  refund,
  tell,
}) => {
  const id = await pay({ capture_method: 'manual_multiple' });
  for (const amount of [400, 600])
    expect((await api.post(`/payments/${id}/capture`, { amount })).status).toBe(200);
  await refund(id, 700);
  const { attempts, captures } = await get(id);
  for (const [at, { connectorCaptureId }] of captures.entries())
    await tell(600 + at, captureFailed(attempts[0].connectorTransactionId, connectorCaptureId));
  expect(await get(id)).toMatchObject({
    ...{ status: 'failed', amountReceived: 700, amountRefunded: 700, paidAt: null },
    captures: [
      { status: 'failed', capturedAt: null },
      { status: 'failed', capturedAt: null },
    ],
  });
});

test('A capture after a reversal is received in full, regardless of earlier refunds', async ({
  api,
  get,
  pay,
  refund,
  tell,
}) => {
  const id = await pay({ capture_method: 'manual_multiple' });
  const capture = async (amount: number) =>
    expect((await api.post(`/payments/${id}/capture`, { amount })).status).toBe(200);
  await capture(300);
  await refund(id, 300);
  const { attempts, captures } = await get(id);
  await tell(600, captureFailed(attempts[0].connectorTransactionId, captures[0].connectorCaptureId));
  expect(await get(id)).toMatchObject({ amountReceived: 300, amountRefunded: 300, amountCapturable: 700 });
  await capture(200);
  expect(await get(id)).toMatchObject({ amountReceived: 300, amountRefunded: 300, amountCapturable: 500 });
  await capture(500);
  expect(await get(id)).toMatchObject({ status: 'partially_captured', amountReceived: 700 });
  expect(await refund(id, 401)).toBe('amount_exceeds_available');
});

test('A refund that fails after its money was reversed leaves nothing received', async ({
  get,
  outcome,
  paid,
  refund,
  tell,
}) => {
  for (const isKnown of [false, true]) {
    if (!isKnown) answering('refund', 'pending');
    const { id, transaction } = await paid();
    const refundId = await refund(id, 300);
    answering('refund', 'succeeded');
    await tell(600, captureFailed(transaction, null));
    expect(await get(id)).toMatchObject({ status: 'failed', amountReceived: 300, amountRefunded: 300 });
    await outcome(700, refundId, 'refund', 'failed');
    expect(await get(id)).toMatchObject({ status: 'failed', amountReceived: 0, amountRefunded: 0 });
  }
});

test('A direct charge that is reversed and captured again is received', async ({ get, paid, tell }) => {
  const { id, transaction } = await paid();
  // The vendor reports the capture unprompted: it is the known money.
  await tell(1, captureMade(transaction));
  expect(await get(id)).toMatchObject({ status: 'succeeded', amountReceived: 1000 });
  await tell(2, captureFailed(transaction, null));
  expect(await get(id)).toMatchObject({
    ...{ status: 'failed', amountReceived: 0 },
    ...onlyCapture('failed', 'returned'),
  });
  await tell(3, captureMade(transaction));
  const received = await get(id);
  expect(received).toMatchObject({ status: 'succeeded', amountReceived: 1000, ...onlyCapture('charged') });
  expect(received.captures).toHaveLength(1);
});

test('An authorization that expired or was cancelled at its connector is paid if captured there', async ({
  get,
  paid,
  tell,
  told,
}) => {
  for (const reason of ['expired', 'cancelled']) {
    const { id, transaction } = await paid(manual);
    await tell(1, { type: 'authorization_ended', connectorTransactionId: transaction, reason });
    expect(await get(id)).toMatchObject({ status: reason, amountCapturable: 0 });
    await tell(2, captureMade(transaction, { amount: 400 }));
    expect(await get(id)).toMatchObject({
      ...{ status: 'partially_captured', amountReceived: 400, amountCapturable: 0, reversals: [] },
      attempts: [{ status: 'partial_charged' }],
      captures: [{ status: 'charged', amount: 400 }],
    });
    expect((await told()).slice(-3)).toEqual([
      ...['payment_cancelled', 'payment_captured', 'payment_partially_captured'],
    ]);
  }
});

test('A capture of a payment that the merchant cancelled is reversed', async ({
  api,
  get,
  pay,
  tell,
  told,
}) => {
  const id = await pay(manual);
  await api.post(`/payments/${id}/cancel`, {});
  const { connectorTransactionId: transaction } = (await get(id)).attempts[0];
  await tell(1, captureMade(transaction));
  await tell(2, captureMade(transaction));
  expect(await get(id)).toMatchObject({
    ...{ status: 'cancelled', amountReceived: 0 },
    reversals: [
      {
        operation: 'refund',
        reason: 'payment_cancelled',
        status: 'succeeded',
        connectorCaptureId: captureId,
      },
    ],
  });
  expect(await told(/revers|cancelled/)).toEqual(['payment_cancelled', 'payment_reversed']);
});
