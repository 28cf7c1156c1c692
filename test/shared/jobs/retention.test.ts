import { expect } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import { SandboxEventRow, SandboxTransactionRow } from '../../../src/connectors/sandbox/tables.ts';
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

test('Retention is a setting', () => {
  expect(readConfig({ CONNECTOR_CALLS_KEPT_DAYS: '30' }).retention.connectorCallsDays).toBe(30);
  expect(() => readConfig({ CONNECTOR_CALLS_KEPT_DAYS: '0' })).toThrow('CONNECTOR_CALLS_KEPT_DAYS');
});

test('What the sandbox remembers is kept for 30 days', async ({ idsIn, runSweep, service, shop }) => {
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

test('What has expired is deleted in several batches', async ({ idsIn, runSweep, service, shop }) => {
  const text = `insert into idempotency_keys (merchant_id, scope, key, fingerprint, created_at, expires_at)
                select $1, 'api_key', 'key_' || n, '', now(), now() + (n - 2500) * interval '1 day'
                from generate_series(1, 2501) n returning 1`;
  await service.database.rows.query({ text, values: [shop.merchantId] }, null);
  await runSweep();
  expect(await idsIn('idempotency_keys', 'key')).toEqual(['key_2501']);
});
