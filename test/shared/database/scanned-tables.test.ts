import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateDatabase } from '../../../src/database/migrate.ts';
import { withSession } from '../../../src/database/sessions.ts';
import type { EmbeddedServer } from '../../../src/dev/embedded/server.ts';
import { disputeOpened, scriptedConnector } from '../../kit/scripted-connector.ts';
import { scriptedShop } from '../../kit/scripted-shop.ts';
import { startServiceOn, type TestService } from '../../kit/service.ts';
import { sweepRounds } from '../../kit/sweep-rounds.ts';
import { startTemporaryServer } from '../../kit/temporary-server.ts';
import { graphqlWrites } from '../faces/graphql-writes.ts';
import { restWrites } from '../faces/rest-writes.ts';

/** Logs the plan of every statement, including functions and triggers, with the role that ran it. */
const explaining = {
  shared_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_nested_statements': 'on',
  log_line_prefix: '<%u> ',
  track_functions: 'all',
};

let server: EmbeddedServer;
let service: TestService;
const scripted = scriptedConnector();

beforeAll(async () => {
  server = await startTemporaryServer('plans', explaining);
  await migrateDatabase({ ownerUrl: server.ownerUrl, servingUrl: server.url });
  service = await startServiceOn({ url: server.url }, { connectors: [scripted.connector] });
});
afterAll(() => server.stop());

/** The plans of the serving role's statements, each with the statement and, inside a function, its position. */
async function servingPlans(): Promise<string[]> {
  const { username } = new URL(server.url);
  const log = await readFile(path.join(server.dataDir, 'postgres.log'), 'utf8');
  return log.split(/^(?=<\w*> )/m).filter((entry) => entry.startsWith(`<${username}> `));
}

/** Small tables of the installation; indexes of pending rows, which a test clock scans; queues, which are counted whole. */
const small = new Set([
  ...['encryption_keys', 'encryption_keys_pkey', 'scheduled_tasks', 'pg_database', 'pg_extension'],
  ...['disputes_to_answer', 'sandbox_events_to_tell', 'search_changes', 'unsealed_audit_entries'],
]);

/** The tables and indexes that a plan scans completely. */
function scannedBy(plan: string): string[] {
  const lines = plan.split('\n');
  return lines.flatMap((line, i) => {
    const [, table] = /\bSeq Scan on (\w+)/.exec(line) ?? [];
    const [, index] = /\bIndex (?:Only )?Scan(?: Backward)? using (\w+)/.exec(line) ?? [];
    const read = table ?? (/^\s+Index Cond:/.test(lines[i + 1] ?? '') ? undefined : index);
    return read && !small.has(read) ? [read] : [];
  });
}

const textOf = (plan: string) => /Query Text: ([\s\S]{0,300})/.exec(plan)?.[1]?.replace(/\s+/g, ' ');

test('No write scans a whole table, nor do its triggers', async () => {
  const shop = await scriptedShop(service);
  for (const [i, write] of [...restWrites, ...graphqlWrites].entries()) {
    const key = write.admin ? service.adminApiKey : shop.key;
    const { code } = await write.send(service, key, await write.prepare(shop), `key-${i}`);
    expect(code, write.name).toBe(null);
  }
  // Cases without a write in this list: metadata, and deliveries as another release writes them.
  await shop.payment({ metadata: { order: '7' } });
  const event = await shop.event();
  await shop.webhookDelivery(event);
  await shop.webhookDelivery(event, { status: 'failed' });
  const { transactionId } = await shop.paidPayment();
  const opened = { connectorTransactionId: transactionId, connectorDisputeId: 'dis_scanned' };
  const at = new Date().toISOString();
  expect(await shop.sendWebhook([{ id: 'evt_scanned', at, ...disputeOpened, ...opened }])).toBe(200);
  const plans = await servingPlans();
  // The log contains the plans of writes and their triggers.
  for (const text of ['insert into "refunds"', 'update payments set amount_refunded'])
    expect(plans.some((plan) => plan.includes(text))).toBe(true);
  const found = plans.flatMap((plan) => scannedBy(plan).map((name) => `${name}: ${textOf(plan)}`));
  expect([...new Set(found)].sort()).toEqual([]);
});

/** Tables of processes, people's sessions and the sandbox. */
const swept = /^(processes|sessions|verifications|rate_limits|sandbox_\w+)$/;

test('No sweep scans a whole table: due rows have an index', async () => {
  const ctx = service.contextFor({ kind: 'admin_key' }, 'req_sweeps');
  const { length } = await servingPlans();
  for (const round of Object.values(sweepRounds)) await round(ctx);
  const plans = (await servingPlans()).slice(length);
  expect(plans.length).toBeGreaterThan(Object.keys(sweepRounds).length);
  const found = plans.flatMap((plan) => {
    const tables = scannedBy(plan).filter((name) => !/_(idx|pkey)$/.test(name) && !swept.test(name));
    return tables.map((name) => `${name}: ${textOf(plan)}`);
  });
  expect([...new Set(found)].sort()).toEqual([]);
});

/** Copies a payment without triggers. */
const copies = (id: string, count: number) => `
  do $$
  declare
    columns text := (select string_agg(quote_ident(attname), ', ') from pg_attribute
      where attrelid = 'payments'::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'payment_id');
  begin
    execute format('insert into payments (payment_id, %1$s)
      select payment_id || n, %1$s from payments, generate_series(1, ${count}) n where payment_id = %2$L', columns, '${id}');
  end $$`;

test('A sweep reads only due rows, not all rows of their status', async () => {
  const shop = await scriptedShop(service);
  const inAWeek = new Date(Date.now() + 7 * 24 * 60 * 60_000).toISOString();
  const authorized = await shop.payment({ status: 'requires_capture', capture_before: inAWeek });
  const { paymentId: paid } = await shop.paidPayment();
  const withoutTriggers = (...texts: readonly string[]) =>
    withSession(server.ownerUrl, async (owner) => {
      await owner.query(`select set_config('switchyard.merchant_id', '*', false)`);
      await owner.query('alter table payments disable trigger user');
      for (const text of texts) await owner.query(text);
      await owner.query('alter table payments enable trigger user');
    });
  await withoutTriggers(copies(authorized, 600), copies(paid, 12_000), 'analyze payments');
  const ctx = service.contextFor({ kind: 'admin_key' }, 'req_due');
  const { length } = await servingPlans();
  for (const round of Object.values(sweepRounds)) await round(ctx);
  const due = (await servingPlans()).slice(length).filter((plan) => plan.includes('with oldest as'));
  expect(due.some((plan) => plan.includes('payments_to_capture_on'))).toBe(true);
  expect(due.filter((plan) => /_by_status|BitmapAnd/.test(plan)).map(textOf)).toEqual([]);
  await withoutTriggers(
    `delete from payments where starts_with(payment_id, '${authorized}') and payment_id <> '${authorized}'`,
    `delete from payments where starts_with(payment_id, '${paid}') and payment_id <> '${paid}'`,
  );
});

test('Every trigger that writes a table has fired', async () => {
  // Sessions report their functions' calls when they end, at the latest.
  await service.close();
  const unfired = () =>
    withSession(server.ownerUrl, async (owner) => {
      const { rows } = await owner.query<{ name: string }>(`
        select distinct p.proname as name from pg_trigger t join pg_proc p on p.oid = t.tgfoid
        left join pg_stat_user_functions s on s.funcid = p.oid
        where not t.tgisinternal and s.calls is null order by 1`);
      return rows.map(({ name }) => name);
    });
  await expect.poll(unfired, { timeout: 60_000 }).toEqual([
    // Of rows that an earlier release wrote.
    'forget_words',
    // Triggers of people's tables, which are small, and one that computes a column.
    'keep_entries_of_invitations',
    'keep_entries_of_team_members',
    'keep_former_passwords',
    'keep_net',
    'keep_team_members',
  ]);
});
