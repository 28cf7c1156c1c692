import { beforeEach, expect } from 'vitest';
import { setColumns } from '../../../kit/sandbox-shop.ts';
import type { Responder } from '../../../kit/scripted-connector.ts';
import { answering, answersSucceed, manual, SECRET, script, test } from './later-report.ts';

beforeEach(answersSucceed);

test('A refused payment that is authorized later is paid and can be refunded', async ({
  get,
  outcome,
  pay,
  refund,
  told,
}) => {
  answering('authorize', 'failed');
  const id = await pay();
  expect(await get(id)).toMatchObject({ status: 'failed', manualRetryAllowed: true });
  await outcome(1, id, 'authorize', 'succeeded');
  expect(await get(id)).toMatchObject({
    status: 'succeeded',
    amountReceived: 1000,
    errorCode: null,
    manualRetryAllowed: null,
    reversals: [],
    attempts: [{ status: 'charged', errorCode: null }],
  });
  expect(await refund(id)).toMatch(/^ref_/);
  expect(await told()).toEqual([
    'payment_created',
    'payment_failed',
    'payment_succeeded',
    'refund_succeeded',
  ]);
});

test('A paid payment that is refused later has failed, and keeps its refunded amount', async ({
  get,
  outcome,
  pay,
  refund,
  told,
}) => {
  for (const given of [{}, manual, { capture_method: 'sequential_automatic' }]) {
    const id = await pay(given);
    await outcome(1, id, 'authorize', 'failed');
    expect(await get(id)).toMatchObject({
      status: 'failed',
      amountReceived: 0,
      amountCapturable: 0,
      errorCode: 'refused',
      manualRetryAllowed: false,
      attempts: [{ status: 'failure' }],
    });
    expect((await told()).at(-1)).toBe('payment_failed');
  }
  const refunded = await pay();
  await refund(refunded, 300);
  await outcome(1, refunded, 'authorize', 'failed');
  expect(await get(refunded)).toMatchObject({ status: 'failed', amountReceived: 300, amountRefunded: 300 });
});

test('Money of a failed attempt is reversed if its payment was given another method, which is charged', async ({
  api,
  confirm,
  get,
  outcome,
  pay,
}) => {
  for (const given of [{}, manual]) {
    answering('authorize', 'failed');
    const id = await pay(given);
    const card = { card_number: '5555555555554444', card_exp_month: '12', card_exp_year: '2039' };
    const { body } = await api.post(`/payments/${id}`, { payment_method_data: { card } });
    expect(body.status).toBe('requires_confirmation');
    await outcome(1, id, 'authorize', 'succeeded');
    const reversed = [{ attemptId: `${id}_1`, reason: 'another_attempt', status: 'succeeded' }];
    expect(await get(id)).toMatchObject({
      ...{ status: 'requires_confirmation', amountReceived: 0, reversals: reversed },
    });
    answering('authorize', 'succeeded');
    await confirm(id);
    expect(await get(id)).toMatchObject({
      status: given === manual ? 'requires_capture' : 'succeeded',
      amountReceived: given === manual ? 0 : 1000,
      reversals: reversed,
    });
  }
});

test('Money of an attempt is reversed once if another attempt has been paid', async ({
  calls,
  confirm,
  get,
  outcome,
  pay,
  told,
}) => {
  const split = { split_payments: { scripted_split_payment: { application_fees: 5 } } };
  for (const [round, given] of [{}, manual, split].entries()) {
    answering('authorize', 'failed');
    const id = await pay(given);
    answering('authorize', 'succeeded');
    await confirm(id);
    const paid = await get(id);
    await outcome(1, id, 'authorize', 'succeeded');
    await outcome(2, id, 'authorize', 'succeeded');
    const operation = given === manual ? 'void' : 'refund';
    const { attempts, reversals, ...rest } = await get(id);
    expect(rest).toMatchObject({
      status: paid.status,
      amountReceived: paid.amountReceived,
      amountRefunded: 0,
      refunds: [],
    });
    expect(attempts.map((one: { status: string }) => one.status)).toEqual([
      given === manual ? 'voided' : 'auto_refunded',
      paid.attempts[1].status,
    ]);
    expect(reversals).toEqual([
      {
        attemptId: `${id}_1`,
        operation,
        reason: 'another_attempt',
        amount: 1000,
        currency: 'USD',
        status: 'succeeded',
        errorCode: null,
        connectorCaptureId: null,
      },
    ]);
    const made = await calls(id, operation);
    expect(made).toMatchObject([{ part_id: `${id}_1`, flow: 'payment' }]);
    const request = script.requests[operation]!.find(
      ({ idempotencyKey }) => idempotencyKey === made[0]!.call_id,
    )!;
    expect(request).toMatchObject({
      reference: `${id}_1`,
      connectorTransactionId: attempts[0].connectorTransactionId,
    });
    // The account that received a part of split money returns it too.
    const reverts = given === split ? { revert_transfer: true, revert_platform_fee: true } : null;
    if (operation === 'refund') expect(request.split).toEqual(reverts);
    expect(await told(/reversed/)).toHaveLength(round + 1);
  }
});

test('A payment whose retry also failed follows its first attempt, which is paid later', async ({
  account: _,
  get,
  outcome,
  pay,
  service,
  shop,
  tell,
}) => {
  await shop.connector({
    connector_name: 'scripted',
    connector_webhook_details: { merchant_secret: SECRET },
    payment_methods_enabled: [{ payment_method: 'card' }],
  });
  await setColumns(
    service,
    'business_profiles',
    { profile_id: shop.profileId },
    { is_auto_retries_enabled: true, max_auto_retries_enabled: 1 },
  );
  script.respond('authorize', (({ idempotencyKey }) => ({
    ...{ kind: 'failed', code: 'busy', message: 'Busy.' },
    connectorTransactionId: `authorize_${idempotencyKey}`,
  })) as Responder);
  const id = await pay();
  const failed = await get(id);
  expect(failed).toMatchObject({ status: 'failed', attemptCount: 2, referenceId: `${id}_2` });
  await outcome(1, id, 'authorize', 'succeeded');
  expect(await get(id)).toMatchObject({
    ...{ status: 'succeeded', amountReceived: 1000, attemptCount: 2, referenceId: `${id}_1`, reversals: [] },
    attempts: [{ status: 'charged' }, { status: 'failure' }],
  });
  // Its dispute finds the payment, and a refund goes to its transaction.
  const connectorTransactionId = failed.attempts[0].connectorTransactionId;
  const taken = { type: 'capture_failed', connectorTransactionId, connectorCaptureId: null };
  expect(await tell(2, { ...taken, code: 'returned', message: 'Returned.' })).toBe(200);
  expect(await get(id)).toMatchObject({ status: 'failed', amountReceived: 0 });
});

test('Failed and late reversals are shown and reported', async ({
  confirm,
  get,
  outcome,
  pay,
  tell,
  told,
}) => {
  answering('authorize', 'failed');
  const id = await pay();
  answering('authorize', 'succeeded');
  answering('refund', 'failed');
  await confirm(id);
  await outcome(1, id, 'authorize', 'succeeded');
  expect(await get(id)).toMatchObject({
    reversals: [{ status: 'failed', errorCode: 'refused' }],
    attempts: [{ status: 'charged' }, {}],
  });
  await outcome(2, id, 'refund', 'succeeded');
  const back = {
    reversals: [{ status: 'succeeded', errorCode: null }],
    attempts: [{ status: 'auto_refunded' }, {}],
  };
  expect(await get(id)).toMatchObject(back);
  await outcome(3, id, 'refund', 'failed');
  expect((await get(id)).reversals).toMatchObject([{ status: 'failed' }]);
  // A person refunds it at the connector.
  const { connectorTransactionId } = (await get(id)).attempts[0];
  const made = { connectorRefundId: 'ref_by_hand', amount: 1000, currency: 'USD', status: 'succeeded' };
  await tell(4, { type: 'refund_made', connectorTransactionId, ...made, reason: null });
  expect(await get(id)).toMatchObject({ ...back, amountRefunded: 0, refunds: [] });
  expect(await told(/revers/)).toEqual([
    ...['payment_reversal_failed', 'payment_reversed', 'payment_reversal_failed', 'payment_reversed'],
  ]);
});

test('A late result of a void ends the authorization or repeats the void', async ({
  api,
  calls,
  get,
  outcome,
  pay,
}) => {
  answering('void', 'failed');
  const id = await pay(manual);
  await api.post(`/payments/${id}/cancel`, {});
  expect((await get(id)).status).toBe('requires_capture');
  await outcome(1, id, 'void', 'succeeded');
  expect((await get(id)).status).toBe('cancelled');
  answering('void', 'succeeded');
  await outcome(2, id, 'void', 'failed');
  expect(await get(id)).toMatchObject({
    status: 'cancelled',
    reversals: [{ operation: 'void', status: 'succeeded', reason: 'payment_cancelled' }],
  });
  expect(await calls(id, 'void')).toHaveLength(2);
});
