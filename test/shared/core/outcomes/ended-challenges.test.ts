import { beforeEach, expect } from 'vitest';
import { recoverCall } from '../../../../src/core/connector-calls/recover-calls.ts';
import { NotSentError } from '../../../../src/core/foundation/ports/connector.ts';
import { expirePayments } from '../../../../src/core/payments/void/expire-payments.ts';
import { setColumns } from '../../../kit/sandbox-shop.ts';
import { answering, answersSucceed, test as base, manual, refused, script } from './later-report.ts';

beforeEach(answersSucceed);

const test = base
  .extend('openCalls', ({ service, shop }) => (objectId: string, operation: string) => {
    const text = `select call_id, look_up_at from connector_calls
      where merchant_id = $1 and object_id = $2 and operation = $3 and status = 'intended'`;
    return service.database.rows.query<{ call_id: string; look_up_at: string | null }>(
      { text, values: [shop.merchantId, objectId, operation] },
      shop.merchantId,
    );
  })
  /** Looks a call up, hours after it was committed. */
  .extend('recover', ({ service, shop }) => async ({ call_id }: { call_id: string }) => {
    const made = new Date(Date.now() - 3 * 60 * 60_000);
    await setColumns(service, 'connector_calls', { call_id }, { created_at: made });
    await recoverCall(service.contextFor({ kind: 'admin_key' }, 'req_test'), shop.merchantId, call_id);
  });

test('A customer who pays while the payment is cancelled or expires is paid back, and the connector hears no more', async ({
  api,
  calls,
  get,
  outcome,
  pay,
  told,
}) => {
  for (const voided of ['failed', 'succeeded'] as const) {
    for (const given of [{}, manual]) {
      answering('authorize', 'requires_action');
      answering('void', voided);
      const id = await pay({ ...given, authentication_type: 'three_ds' });
      expect((await get(id)).status).toBe('requires_customer_action');
      const returnUrl = String(script.requests.authorize!.at(-1)!.returnUrl);
      expect((await api.post(`/payments/${id}/cancel`, {})).body.status).toBe('cancelled');
      const completed = script.requests.completeAction?.length ?? 0;
      await fetch(returnUrl, { redirect: 'manual' });
      expect(script.requests.completeAction?.length ?? 0).toBe(completed);
      expect(await get(id)).toMatchObject({ status: 'cancelled', reversals: [] });
      answering('void', 'succeeded');
      await outcome(600, id, 'authorize', 'succeeded');
      expect(await get(id)).toMatchObject({
        ...{ status: 'cancelled', amountReceived: 0, amountCapturable: 0 },
        reversals: [{ status: 'succeeded', reason: 'payment_cancelled', amount: 1000 }],
        attempts: [{ status: given === manual ? 'voided' : 'auto_refunded' }],
      });
      expect(await calls(id, given === manual ? 'void' : 'refund')).toHaveLength(given === manual ? 2 : 1);
    }
  }
  expect(await told(/reversed/)).toHaveLength(4);
});

test('What is authorized while the void is under way goes back, whatever the void answers', async ({
  api,
  get,
  outcome,
  pay,
}) => {
  for (const voided of ['failed', 'succeeded'] as const) {
    answering('authorize', 'requires_action');
    const id = await pay({ authentication_type: 'three_ds' });
    script.respond('void', async ({ idempotencyKey }) => {
      await outcome(1, id, 'authorize', 'succeeded');
      const connectorTransactionId = `void_${idempotencyKey}`;
      return voided === 'failed'
        ? { ...refused, connectorTransactionId }
        : { kind: voided, connectorTransactionId };
    });
    expect((await api.post(`/payments/${id}/cancel`, {})).body.status).toBe('cancelled');
    expect(await get(id)).toMatchObject({
      ...{ status: 'cancelled', amountReceived: 0 },
      reversals: [{ operation: 'refund', status: 'succeeded', reason: 'payment_cancelled' }],
    });
  }
});

test('What is authorized of an attempt that another has replaced goes back, and the connector hears no more', async ({
  calls,
  confirm,
  get,
  outcome,
  pay,
  told,
}) => {
  for (const voided of ['failed', 'succeeded', 'before its outcome'] as const) {
    for (const given of [{}, manual]) {
      answering('authorize', 'requires_action');
      const id = await pay({ ...given, authentication_type: 'three_ds' });
      const returnUrl = String(script.requests.authorize!.at(-1)!.returnUrl);
      answering('void', voided === 'failed' ? 'failed' : 'succeeded');
      if (voided === 'before its outcome') {
        script.respond('void', async ({ idempotencyKey }) => {
          answering('void', 'succeeded');
          await outcome(1, id, 'authorize', 'succeeded');
          return { ...refused, connectorTransactionId: `void_${idempotencyKey}` };
        });
      }
      answering('authorize', 'succeeded');
      await confirm(id);
      expect(await get(id)).toMatchObject({ status: given === manual ? 'requires_capture' : 'succeeded' });
      const completed = script.requests.completeAction?.length ?? 0;
      await fetch(returnUrl, { redirect: 'manual' });
      expect(script.requests.completeAction?.length ?? 0).toBe(completed);
      answering('void', 'succeeded');
      const { attempts: before, reversals: _, ...unchanged } = await get(id);
      await outcome(600, id, 'authorize', 'succeeded');
      const { attempts, reversals, ...rest } = await get(id);
      expect(rest).toEqual(unchanged);
      expect(attempts).toMatchObject([
        { status: given === manual ? 'voided' : 'auto_refunded' },
        { status: before[1].status },
      ]);
      expect(reversals).toMatchObject([
        { attemptId: `${id}_1`, reason: 'another_attempt', amount: 1000, status: 'succeeded' },
      ]);
      expect(await calls(id, given === manual ? 'void' : 'refund')).toHaveLength(given === manual ? 2 : 1);
    }
  }
  expect(await told(/reversed|failed/)).toEqual(Array.from({ length: 6 }, () => 'payment_reversed'));
});

const unsent = {
  'could not be sent': () => {
    throw new NotSentError('Nobody listens.');
  },
  'got no answer': () => {
    throw new Error('The line is dead.');
  },
};
const endings = {
  cancelled: { status: 'cancelled', attempts: [{ status: 'voided' }] },
  expired: { status: 'expired', attempts: [{ status: 'voided' }] },
  replaced: { status: 'succeeded', attempts: [{ status: 'voided' }, { status: 'charged' }] },
};
const cases = (Object.keys(endings) as (keyof typeof endings)[]).flatMap((ending) =>
  (Object.keys(unsent) as (keyof typeof unsent)[]).map((fault) => [ending, fault] as const),
);

test.for(cases)(
  'The void of a challenge that is %s, and %s, is repeated until its outcome is known',
  async ([ending, fault], { api, confirm, get, openCalls, pay, recover, service, shop }) => {
    answering('authorize', 'requires_action');
    const id = await pay({ authentication_type: 'three_ds' });
    answering('authorize', 'succeeded');
    script.respond('void', unsent[fault]);
    if (ending === 'replaced') await confirm(id);
    if (ending === 'cancelled') await api.post(`/payments/${id}/cancel`, {});
    if (ending === 'expired') {
      const where = { merchant_id: shop.merchantId, payment_id: id };
      await setColumns(service, 'payments', where, { expires_on: new Date(Date.now() - 1000) });
      await expirePayments(service.contextFor({ kind: 'admin_key' }, 'req_test'));
    }
    expect(await get(id)).toMatchObject(endings[ending]);
    const tries = script.requests.void!.length;
    const [call] = await openCalls(id, 'void');
    expect(call).toMatchObject({ look_up_at: expect.any(String) });
    // Hours later the connector can be reached again.
    await recover(call!);
    expect(await openCalls(id, 'void')).toHaveLength(1);
    answering('void', 'succeeded');
    await recover(call!);
    expect(script.requests.void!.slice(tries).map(({ idempotencyKey }) => idempotencyKey)).toEqual([
      call!.call_id,
      call!.call_id,
    ]);
    expect(await openCalls(id, 'void')).toEqual([]);
    expect(await openCalls(id, 'authorize')).toEqual([]);
    expect(await get(id)).toMatchObject({ ...endings[ending], reversals: [] });
  },
);

test.for(Object.keys(unsent) as (keyof typeof unsent)[])(
  'Money whose way back %s goes back once the connector can be reached',
  async (fault, { get, openCalls, outcome, pay, recover, api, told }) => {
    for (const [given, operation] of [
      [manual, 'void'],
      [{}, 'refund'],
    ] as const) {
      answering('authorize', 'requires_action');
      const id = await pay({ ...given, authentication_type: 'three_ds' });
      answering('void', 'failed');
      await api.post(`/payments/${id}/cancel`, {});
      script.respond(operation, unsent[fault]);
      await outcome(600, id, 'authorize', 'succeeded');
      expect((await get(id)).reversals).toMatchObject([{ operation, status: 'pending', errorCode: null }]);
      const [call] = await openCalls(id, operation);
      await recover(call!);
      expect((await get(id)).reversals).toMatchObject([{ status: 'pending' }]);
      answering(operation, 'succeeded');
      await recover(call!);
      expect((await get(id)).reversals).toMatchObject([{ operation, status: 'succeeded' }]);
      // Told again, it is told once.
      await outcome(900, id, operation, 'succeeded', operation === 'void' ? 1 : 0);
    }
    expect(await told(/revers/)).toEqual(['payment_reversed', 'payment_reversed']);
  },
);

test('The void of a challenge whose account was deleted ends with it', async ({
  account,
  api,
  get,
  openCalls,
  pay,
  service,
}) => {
  answering('authorize', 'requires_action');
  const id = await pay({ authentication_type: 'three_ds' });
  await setColumns(
    service,
    'connector_accounts',
    { merchant_connector_id: account.payments },
    { connector_name: 'gone' },
  );
  await api.post(`/payments/${id}/cancel`, {});
  expect((await get(id)).status).toBe('cancelled');
  expect(await openCalls(id, 'void')).toEqual([]);
});
