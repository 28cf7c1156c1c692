import { expect } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import { SandboxEventRow, SandboxTransactionRow } from '../../../src/connectors/sandbox/tables.ts';
import { deleteUnusedCards } from '../../../src/core/payment-methods/delete-unused-cards.ts';
import { sweep } from '../../../src/jobs/sweep.ts';
import { insertRow } from '../../kit/insert.ts';
import { testApart as base } from '../../kit/test.ts';

const DAY_MS = 24 * 60 * 60_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

const test = base
  .extend(
    'runSweep',
    ({ service }) =>
      (retention: NodeJS.ProcessEnv = {}) =>
        sweep(service.contextFor({ kind: 'admin_key' }, 'req_test'), readConfig(retention).retention),
  )
  .extend('idsIn', ({ service, shop }) => async (table: string, id: string): Promise<string[]> => {
    const text = `select ${id} as id from ${table} where merchant_id = $1 order by 1`;
    const rows = await service.database.rows.query<{ id: string }>({ text, values: [shop.merchantId] }, null);
    return rows.map((row) => row.id);
  });

test('Retention is configurable', () => {
  expect(readConfig({ CONNECTOR_CALLS_KEPT_DAYS: '30' }).retention.connectorCallsDays).toBe(30);
  expect(() => readConfig({ CONNECTOR_CALLS_KEPT_DAYS: '0' })).toThrow('CONNECTOR_CALLS_KEPT_DAYS');
});

test('The sandbox keeps its records for 30 days', async ({ idsIn, runSweep, service, shop }) => {
  const own = { merchant_id: shop.merchantId, merchant_connector_id: 'mca_1' };
  for (const [name, days] of [
    ['old', 31],
    ['fresh', 29],
  ] as const) {
    await insertRow(service, SandboxTransactionRow, {
      ...own,
      idempotency_key: name,
      transaction_id: `${shop.merchantId}_${name}`,
      kind: 'payout',
      behaviour: 'succeeds',
      currency: 'USD',
      ...{ amount: 1, authorized: 0, captured: 0, refunded: 0, voided: false, calls: 1, version: 1 },
      first_outcome: { kind: 'succeeded' },
      created_at: daysAgo(days),
    });
    await insertRow(service, SandboxEventRow, {
      ...own,
      event_id: name,
      body: '{}',
      next_at: daysAgo(days),
      tries: 1,
      told_at: daysAgo(days),
    });
  }
  await runSweep();
  expect(await idsIn('sandbox_transactions', 'idempotency_key')).toEqual(['fresh']);
  expect(await idsIn('sandbox_events', 'event_id')).toEqual(['fresh']);
});

test('Expired rows are deleted in several batches', async ({ idsIn, runSweep, service, shop }) => {
  const text = `insert into idempotency_keys (merchant_id, scope, key, fingerprint, created_at, expires_at)
                select $1, 'api_key', 'key_' || n, '', now(), now() + (n - 2500) * interval '1 day'
                from generate_series(1, 2501) n returning 1`;
  await service.database.rows.query({ text, values: [shop.merchantId] }, null);
  await runSweep();
  expect(await idsIn('idempotency_keys', 'key')).toEqual(['key_2501']);
});

test('Saved cards are kept indefinitely unless a setting limits the months without use', () => {
  expect(readConfig({}).retention.savedCardsMonths).toBe(0);
  expect(readConfig({ SAVED_CARDS_KEPT_MONTHS: '18' }).retention.savedCardsMonths).toBe(18);
  expect(() => readConfig({ SAVED_CARDS_KEPT_MONTHS: '1.5' })).toThrow('SAVED_CARDS_KEPT_MONTHS');
});

test('A card unused for that long is deleted as if by a request, unless it has an active mandate', async ({
  service,
  shop,
}) => {
  const customer = await shop.customer();
  const card = (values: object) =>
    shop.paymentMethod(customer, { created: daysAgo(800), card: { last4_digits: '4242' }, ...values });
  const unused = await card({});
  const usedLongAgo = await card({ last_used_at: daysAgo(380) });
  const withRevoked = await card({ recurring_enabled: true });
  const kept = {
    'used lately': await card({ last_used_at: daysAgo(300) }),
    'saved lately': await card({ created: daysAgo(300) }),
    'with an active mandate': await card({ recurring_enabled: true }),
    'paid out to lately': await card({}),
    'no card': await card({ payment_method: 'bank_transfer', card: null }),
  };
  const payment = await shop.payment({
    customer_id: customer,
    payment_method_id: unused,
    payment_method_status: 'active',
  });
  await shop.mandate(payment, customer, withRevoked, { status: 'revoked' });
  await shop.mandate(payment, customer, kept['with an active mandate']);
  await shop.payout({
    customer_id: customer,
    payout_method_id: kept['paid out to lately'],
    created: daysAgo(10),
  });
  // More than one page of cards, all in use.
  const many = `insert into payment_methods (merchant_id, payment_method_id, customer_id, payment_method, created, updated_at,
                  status, last_used_at)
                select merchant_id, 'pm_used_' || n, customer_id, payment_method, created - n * interval '1 second',
                  updated_at, status, now()
                from payment_methods, generate_series(1, 1500) n
                where merchant_id = $1 and payment_method_id = $2 returning 1`;
  await service.database.rows.query({ text: many, values: [shop.merchantId, unused] }, null);

  const ctx = service.contextFor({ kind: 'admin_key' }, 'req_test');
  const statuses = async () => {
    const text = `select payment_method_id as id, status from payment_methods
                  where merchant_id = $1 and payment_method_id not like 'pm_used_%'`;
    const rows = await service.database.rows.query<{ id: string; status: string }>(
      { text, values: [shop.merchantId] },
      null,
    );
    return Object.fromEntries(rows.map(({ id, status }) => [id, status]));
  };
  const active = [unused, usedLongAgo, withRevoked, ...Object.values(kept)].map((id) => [id, 'active']);
  expect(await deleteUnusedCards(ctx, 0)).toBe(0);
  expect(await statuses()).toEqual(Object.fromEntries(active));

  expect(await deleteUnusedCards(ctx, 12)).toBe(3);
  const ended = [unused, usedLongAgo, withRevoked].map((id) => [id, 'inactive']);
  expect(await statuses()).toEqual(Object.fromEntries([...active, ...ended]));
  expect(await deleteUnusedCards(ctx, 12)).toBe(0);

  const audited = `select object_id, action, actor_type, actor_id from audit_log
                   where merchant_id = $1 and object_type = 'payment_method' order by object_id`;
  expect(await service.database.rows.query({ text: audited, values: [shop.merchantId] }, null)).toEqual(
    [unused, usedLongAgo, withRevoked].sort().map((object_id) => ({
      object_id,
      action: 'deleteUnusedCards',
      actor_type: 'admin_key',
      actor_id: null,
    })),
  );
  const shown = `select payment_method_status as status from payments where merchant_id = $1 and payment_id = $2`;
  expect(
    await service.database.rows.query({ text: shown, values: [shop.merchantId, payment] }, null),
  ).toEqual([{ status: 'inactive' }]);
});

test('A card used during the check is kept', async ({ service, shop }) => {
  const customer = await shop.customer();
  const card = await shop.paymentMethod(customer, { created: daysAgo(800) });
  const ctx = service.contextFor({ kind: 'admin_key' }, 'req_test');
  // Used after the page was read: the use follows the first statement that finds it.
  let uses = 0;
  const rows: typeof ctx.rows = {
    ...ctx.rows,
    query: async (statement, merchantId) => {
      const found = await ctx.rows.query(statement, merchantId);
      if (statement.text.includes('unused from page') && merchantId === shop.merchantId) {
        uses += found.length;
        const text = `update payment_methods set last_used_at = now()
                      where merchant_id = $1 and payment_method_id = $2 returning 1`;
        await ctx.rows.query(
          { text, values: [shop.merchantId, card], touches: { writes: ['payment_methods'] } },
          shop.merchantId,
        );
      }
      return found as never;
    },
  };
  expect(await deleteUnusedCards({ ...ctx, rows }, 12)).toBe(0);
  expect(uses).toBe(1);
  const text = 'select status from payment_methods where merchant_id = $1 and payment_method_id = $2';
  expect(await service.database.rows.query({ text, values: [shop.merchantId, card] }, null)).toEqual([
    { status: 'active' },
  ]);
});
