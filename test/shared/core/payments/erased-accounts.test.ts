import { expect } from 'vitest';
import { forgetCards } from '../../../../src/core/connector-calls/forget-cards.ts';
import { recoverCall } from '../../../../src/core/connector-calls/recover-calls.ts';
import { SESSION_MAX_S } from '../../../../src/core/entities/business-profile.ts';
import { expirePayments } from '../../../../src/core/payments/void/expire-payments.ts';
import { expirePayouts } from '../../../../src/core/payouts/expire-payouts.ts';
import { acceptsEveryKind, IBAN, sepaEndingIn } from '../../../kit/bank-methods.ts';
import { sandboxShop } from '../../../kit/sandbox-shop.ts';
import { test as base } from '../../../kit/test.ts';

const DAY_MS = 24 * 60 * 60_000;
let clockOffsetMs = 0;

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ now: () => new Date(Date.now() + clockOffsetMs) }))
  .extend('shop', async ({ service }) => {
    const shop = await sandboxShop(service);
    await shop.sandbox({ payment_methods_enabled: acceptsEveryKind });
    await shop.sandbox({ connector_type: 'payout_processor', payment_methods_enabled: acceptsEveryKind });
    return shop;
  })
  .extend('own', ({ service }) => service.contextFor({ kind: 'admin_key' }, 'req_test'))
  .extend('sql', ({ service }) => async (text: string, ...values: unknown[]) => {
    return await service.database.rows.query({ text, values }, null);
  })
  .extend('holds', ({ sql }) => async (table: 'payments' | 'payouts', id: string) => {
    const key = table === 'payments' ? 'payment_id' : 'payout_id';
    const text = `select method_data is not null as holds from ${table} where ${key} = $1`;
    return (await sql(text, id))[0]!.holds;
  })
  .extend('requestOf', ({ own, sql }) => async (objectId: string) => {
    const [call] = await sql('select * from connector_calls where object_id = $1', objectId);
    const bound = { table: 'connector_calls', column: 'request', key: [call!.merchant_id, call!.call_id] };
    const request = own.ports.encryption.decrypt(call!.request as Buffer, bound as never);
    return { callId: String(call!.call_id), request };
  })
  .extend('debit', ({ graphql }) => async (iban: string) => {
    const paymentMethodData = { bankDebit: { sepaBankDebit: { iban } } };
    const order = { amount: 1000, currency: 'EUR', confirm: true, paymentMethodData };
    const { payload } = await graphql.mutate('createPayment', order, 'payment { paymentId status }');
    return payload.payment;
  })
  .extend('pay', ({ graphql }) => async (iban: string, options: object = {}) => {
    const order = {
      amount: 500,
      currency: 'EUR',
      payoutMethodData: { bank: { sepa: { iban } } },
      ...options,
    };
    const { payload } = await graphql.mutate('createPayout', order, 'payout { payoutId status }');
    return payload.payout;
  });

test('An account whose debit is never decided is kept for a week beyond the session, not longer', async ({
  debit,
  holds,
  own,
  requestOf,
}) => {
  const { paymentId: id, status } = await debit(IBAN);
  expect(status).toBe('processing');
  clockOffsetMs += DAY_MS;
  await expirePayments(own);
  await forgetCards(own);
  expect(await holds('payments', id)).toBe(true);
  expect((await requestOf(id)).request).toMatchObject({ method: { account: { iban: IBAN } } });

  clockOffsetMs += 8 * DAY_MS;
  await expirePayments(own);
  await forgetCards(own);
  expect(await holds('payments', id)).toBe(false);
  const { request } = await requestOf(id);
  expect(request).toMatchObject({ method: null });
  expect(JSON.stringify(request)).not.toContain(IBAN);
});

test('The account of a refused debit is erased at once', async ({ debit, holds }) => {
  const { paymentId: id, status } = await debit(sepaEndingIn('0119'));
  expect(status).toBe('failed');
  expect(await holds('payments', id)).toBe(false);
});

test('The account of a payout is erased when its session is over, or a week beyond it if it was sent', async ({
  holds,
  own,
  pay,
  requestOf,
}) => {
  const iban = sepaEndingIn('7726');
  const open = await pay(iban);
  const sent = await pay(iban, { confirm: true, autoFulfill: true });
  expect([open.status, sent.status]).toEqual(['requires_confirmation', 'pending']);
  clockOffsetMs += DAY_MS;
  await expirePayouts(own);
  expect(await holds('payouts', open.payoutId)).toBe(false);
  expect(await holds('payouts', sent.payoutId)).toBe(true);
  expect((await requestOf(sent.payoutId)).request).toMatchObject({ destination: { account: { iban } } });

  clockOffsetMs += SESSION_MAX_S * 1000 + 8 * DAY_MS;
  await expirePayouts(own);
  await forgetCards(own);
  expect(await holds('payouts', sent.payoutId)).toBe(false);
  const { request } = await requestOf(sent.payoutId);
  expect(request).toMatchObject({ destination: null });
  expect(JSON.stringify(request)).not.toContain(iban);
});

test('A debit that never reached its connector fails once its account is erased, and is not sent without it', async ({
  api,
  debit,
  own,
  requestOf,
  shop,
  sql,
}) => {
  const { paymentId: id } = await debit(IBAN);
  const { callId } = await requestOf(id);
  await sql('delete from sandbox_transactions where idempotency_key = $1', callId);
  clockOffsetMs += 8 * DAY_MS;
  await forgetCards(own);
  await recoverCall(own, shop.merchantId, callId);
  const { body } = await api.get('/payments/list');
  expect(body[0].data[0]).toMatchObject({
    payment_id: id,
    status: 'failed',
    error_message: expect.stringContaining('too late'),
  });
  expect(await sql('select 1 from sandbox_transactions where idempotency_key = $1', callId)).toEqual([]);
});
