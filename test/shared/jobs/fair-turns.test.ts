import { expect } from 'vitest';
import { leaseCalls } from '../../../src/core/connector-calls/lease-calls.ts';
import { expirePayments } from '../../../src/core/payments/void/expire-payments.ts';
import { endDueObjects } from '../../../src/core/writes/due-objects.ts';
import { cloneMerchant } from '../../kit/many-merchants.ts';
import { type SeededMerchant, seedMerchant } from '../../kit/seed.ts';
import { testApart as base } from '../../kit/test.ts';

const MINUTE_MS = 60_000;
const test = base
  .extend('ctx', ({ service }) => service.contextFor({ kind: 'admin_key' }, 'req_test'))
  .extend(
    'query',
    ({ service }) =>
      (text: string, ...values: unknown[]) =>
        service.database.rows.query({ text, values }, null),
  )
  .extend('open', ({ query }) => async (merchant: SeededMerchant, minutes: number) => {
    const id = await merchant.payment({ status: 'requires_payment_method', amount_received: 0 });
    const expiresOn = new Date(Date.now() - minutes * MINUTE_MS);
    await query(
      'update payments set expires_on = $2::timestamptz where payment_id = $1',
      id,
      expiresOn.toISOString(),
    );
    return id;
  });

test('What is due is ended merchant by merchant, so that one with a backlog holds up no other', async ({
  ctx,
  open,
  otherShop,
  shop,
}) => {
  const backlog: string[] = [];
  for (let minutes = 9; minutes > 5; minutes--) backlog.push(await open(shop, minutes));
  const later = await open(otherShop, 1);
  const ended: string[] = [];
  const due = {
    table: 'payments',
    id: 'payment_id',
    dueAt: 'expires_on',
    where: `status = 'requires_payment_method'`,
    end: async (_merchantId: string, id: string) => ended.push(id) > 0,
  };
  expect(await endDueObjects(ctx, due)).toBe(5);
  expect(ended).toEqual([backlog[0], later, ...backlog.slice(1)]);
  expect(await expirePayments(ctx)).toBe(5);
});

test('More than a batch is ended in one run, and one that fails or stays due holds up no other', async ({
  ctx,
  open,
  query,
  service,
}) => {
  const merchant = await seedMerchant(service);
  await open(merchant, 5);
  const insert = (text: string, ...values: unknown[]) => query(text, ...values);
  await cloneMerchant(insert, merchant.merchantId, 700);
  let tries = 0;
  const due = {
    table: 'payments',
    id: 'merchant_id',
    dueAt: 'expires_on',
    where: `status = 'requires_payment_method'`,
    end: async (merchantId: string) => {
      tries += 1;
      if (merchantId === `${merchant.merchantId}_3`) throw new Error('Not this one.');
      if (merchantId === `${merchant.merchantId}_5`) return true;
      const text = `update payments set status = 'expired' where merchant_id = $1 and status = 'requires_payment_method'`;
      await query(text, merchantId);
      return true;
    },
  };
  await expect(endDueObjects(ctx, due)).rejects.toThrow('1 of payments that are due could not be ended.');
  expect(tries).toBe(701);
  const left = await query(
    `select merchant_id from payments where status = 'requires_payment_method' order by 1`,
  );
  expect(left).toEqual([3, 5].map((n) => ({ merchant_id: `${merchant.merchantId}_${n}` })));
  await query(`update payments set status = 'expired' where status = 'requires_payment_method'`);
});

test('Each share has its own merchants, and together they have all', async ({ ctx, open, service }) => {
  const ids: string[] = [];
  for (let i = 0; i < 12; i++) ids.push(await open(await seedMerchant(service), 5));
  const ended: string[][] = [];
  for (const index of [0, 1, 2, 3]) {
    const own: string[] = [];
    const due = {
      table: 'payments',
      id: 'payment_id',
      dueAt: 'expires_on',
      where: `status = 'requires_payment_method'`,
      end: async (_merchantId: string, id: string) => own.push(id) > 0,
    };
    await endDueObjects(ctx, due, { index, of: 4 });
    ended.push(own);
  }
  expect(ended.flat().sort()).toEqual(ids.sort());
  expect(ended.filter((own) => own.length > 0).length).toBeGreaterThan(1);
  expect(await expirePayments(ctx)).toBe(12);
});

test('Calls without an outcome are taken merchant by merchant, and of each no more than may be under way', async ({
  ctx,
  otherShop,
  query,
  shop,
}) => {
  const call = async (merchantId: string, id: string, minutes: number) => {
    const text = `insert into connector_calls (merchant_id, call_id, flow, operation, object_id, merchant_connector_id, connector,
        status, request, look_up_at, created_at)
      values ($1, $2, 'payment', 'authorize', 'pay_1', 'mca_1', 'sandbox', 'intended', '', $3::timestamptz, now())`;
    await query(text, merchantId, id, new Date(Date.now() - minutes * MINUTE_MS).toISOString());
  };
  for (let minutes = 9; minutes > 3; minutes--) await call(shop.merchantId, `call_${minutes}`, minutes);
  await call(otherShop.merchantId, 'call_later', 1);
  const take = async (limit: number, underWay: ReadonlyMap<string, number>) =>
    (await leaseCalls(ctx, { limit, perMerchant: 3, underWay, abandoned: false }))
      .map(({ callId }) => callId)
      .sort();
  expect(await take(2, new Map())).toEqual(['call_9', 'call_later']);
  expect(await take(8, new Map([[shop.merchantId, 1]]))).toEqual(['call_7', 'call_8']);
  expect(await take(8, new Map([[shop.merchantId, 3]]))).toEqual([]);
  expect(await take(8, new Map())).toEqual(['call_4', 'call_5', 'call_6']);
  await query('delete from connector_calls');
});
