import { expect } from 'vitest';
import { recoverCall } from '../../../src/core/connector-calls/recover-calls.ts';
import { acceptsEveryKind, IBAN } from '../../kit/bank-methods.ts';
import { sandboxShop, setColumns } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

let clockOffsetMs = 0;

const FIELDS = `{ paymentId status amountReceived amountRefunded errorCode merchantDecision
  frmMessage { frmStatus } refunds { status amount } }`;

/** A debit cannot be captured later, so no check can hold it. */
const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ now: () => new Date(Date.now() + clockOffsetMs) }))
  .extend('shop', async ({ service }) => {
    const shop = await sandboxShop(service);
    await shop.sandbox({ payment_methods_enabled: acceptsEveryKind });
    return shop;
  })
  .extend('checks', ({ service, shop }) => async (flow: string, action: string) => {
    const id = await shop.connector({
      connector_type: 'payment_vas',
      test_mode: true,
      payment_methods_enabled: [],
      frm_configs: [{ gateway: 'sandbox', payment_methods: [{ payment_method_types: [{ flow, action }] }] }],
    });
    const frm_routing_algorithm = { type: 'single', data: { connector: null, merchant_connector_id: id } };
    await setColumns(service, 'business_profiles', { profile_id: shop.profileId }, { frm_routing_algorithm });
  })
  .extend('debit', ({ graphql, service, shop }) => async (who: string) => {
    const paymentMethodData = { bankDebit: { sepaBankDebit: { iban: IBAN } } };
    const email = `${who}@example.com`;
    const order = { amount: 1000, currency: 'EUR', confirm: true, email, paymentMethodData };
    const { payload } = await graphql.mutate('createPayment', order, `payment ${FIELDS}`);
    const { paymentId } = payload.payment;
    // The bank has responded.
    clockOffsetMs += 60_000;
    const text = `select call_id from connector_calls where object_id = $1 and status = 'intended'`;
    const calls = await service.database.rows.query({ text, values: [paymentId] }, null);
    const own = service.contextFor({ kind: 'admin_key' }, 'req_test');
    for (const { call_id } of calls) await recoverCall(own, shop.merchantId, String(call_id));
    return (await graphql.data(`{ payment(paymentId: "${paymentId}") ${FIELDS} }`)).payment;
  })
  .extend('asked', ({ service }) => async (paymentId: string) => {
    const text = 'select operation from connector_calls where object_id = $1 order by call_id';
    const rows = await service.database.rows.query({ text, values: [paymentId] }, null);
    return rows.map(({ operation }) => operation);
  });

test('A debit is checked after its capture, and refunded if fraudulent', async ({ asked, checks, debit }) => {
  await checks('post', 'cancel_txn');
  const paid = await debit('ann');
  expect(paid).toMatchObject({ status: 'succeeded', amountReceived: 1000 });
  expect(await asked(paid.paymentId)).toEqual(['authorize', 'screen']);
  expect(await debit('fraud')).toMatchObject({
    status: 'succeeded',
    merchantDecision: 'auto_refunded',
    amountRefunded: 1000,
    refunds: [{ amount: 1000 }],
  });
});

test('A pre-flow review stops a debit, since it cannot be held', async ({ asked, checks, debit }) => {
  await checks('pre', 'manual_review');
  const stopped = await debit('review');
  expect(stopped).toMatchObject({
    status: 'failed',
    amountReceived: 0,
    errorCode: 'fraud_suspected',
    frmMessage: { frmStatus: 'manual_review' },
  });
  expect(await asked(stopped.paymentId)).toEqual(['screen']);
  expect(await debit('ann')).toMatchObject({ status: 'succeeded', amountReceived: 1000 });
});
