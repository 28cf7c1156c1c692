import 'reflect-metadata';
import { createHash } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ErrorMapping } from '../../../src/core/entities/error-mapping.ts';
import { AttemptStatus, PaymentStatus } from '../../../src/core/entities/payment-enumerations.ts';
import { resourceClasses } from '../../../src/core/entities/resources.ts';
import { aesColumnEncryption } from '../../../src/core/foundation/cryptography.ts';
import { type DescribedClass, resourceOf } from '../../../src/core/model/index.ts';
import { type Database, openDatabase } from '../../../src/database/database.ts';
import { migrateDatabase } from '../../../src/database/migrate.ts';
import { type DemoKeys, loadDemo } from '../../../src/dev/demo/load.ts';
import { runningServer } from '../../../src/dev/embedded/running.ts';
import { type EmbeddedServer, startEmbeddedServer } from '../../../src/dev/embedded/server.ts';
import { budget, isFullRun } from '../../kit/figure.ts';

const now = new Date('2026-11-20T15:30:00Z');
const PAYMENTS = budget(2_000, 1_000);
const encryption = aesColumnEncryption([Buffer.alloc(32, 7)]);
/**
 * Values that differ between loads: secrets, the relative numbering of several merchants' events, and when the sandbox
 * sends its webhooks.
 */
const differingColumns = [
  'next_at',
  'sequence',
  'feed_position',
  'client_secret',
  'publishable_key',
  'hash',
  'last4',
  'payment_response_hash_key',
  'connector_account_details',
  'connector_webhook_details',
  'card_number',
  'challenge_token',
  'request',
  'evidence',
];

let folder: string;
let server: EmbeddedServer;
let pool: pg.Pool;
let keys: DemoKeys[];
const pools: pg.Pool[] = [];
const databases: Database[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchyard-demo-'));
  await chmod(folder, 0o755);
  server = await startEmbeddedServer({
    dataDir: join(folder, 'data'),
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  });
  await migrateDatabase({ ownerUrl: server.ownerUrl, servingUrl: server.url });
  pool = openPool(server.url);
  // A copy for comparison, made while the database is empty and unused.
  for (const database of ['empty', 'again']) {
    await query(
      `create database ${database} template switchyard`,
      openPool(urlOf('postgres', server.ownerUrl)),
    );
  }
  keys = await load(server.url);
});

afterAll(async () => {
  await Promise.all([...pools.map((each) => each.end()), ...databases.map((each) => each.close())]);
  await server?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

test('loadDemo returns the keys of the demo merchants in order', async () => {
  expect(keys.map(({ merchantId }) => merchantId)).toEqual(['demo', 'demo-2']);
  for (const { merchantId, apiKey, publishableKey } of keys) {
    expect(apiKey).toMatch(/^sk_test_[0-9A-Za-z]{43}$/);
    expect(publishableKey).toMatch(/^pk_test_[0-9A-Za-z]{32}$/);
    const hash = createHash('sha256').update(apiKey).digest('hex');
    expect(
      await query('select merchant_id, prefix, last4 from api_keys where hash = $1', pool, [hash]),
    ).toEqual([{ merchant_id: merchantId, prefix: 'sk_test_', last4: apiKey.slice(-4) }]);
  }
});

test('Demo data contains no API key in the clear', async () => {
  for (const table of await tables()) {
    for (const { apiKey } of keys) {
      const secret = apiKey.slice('sk_test_'.length);
      const found = await query(`select 1 from ${table} t where t::text like '%' || $1 || '%'`, pool, [
        secret,
      ]);
      expect(found, table).toEqual([]);
    }
  }
});

test('Every encrypted demo value is bound to its row', async () => {
  for (const target of resourceClasses as unknown as DescribedClass[]) {
    const { table, key, fields } = resourceOf(target);
    for (const { name: column } of fields.filter((field) => field.encrypted)) {
      const rows = await query(
        `select ${key.join(', ')}, ${column} as box from ${table} where ${column} is not null`,
      );
      for (const row of rows) {
        const place = { table, column, key: key.map((name) => String(row[name])) };
        expect(encryption.decrypt(row.box as Buffer, place)).toBeTruthy();
      }
    }
  }
  expect(await query('select 1 from connector_accounts where connector_account_details is null')).toEqual([]);
});

test('Demo payments are from the last 90 days and cover every status the sandbox leads to', async () => {
  const [range] = await query(
    'select min(created) as first, max(updated) as last, count(*)::int as count from payments',
  );
  expect(range!.count).toBe(PAYMENTS);
  expect(range!.first).toSatisfy((at: Date) => at >= new Date('2026-08-22T00:00:00Z'));
  expect(range!.last).toSatisfy((at: Date) => at <= now);
  const { requires_merchant_action: _, ...reached } = PaymentStatus.members;
  expect(await statusesOf('payments')).toEqual(Object.values(reached).sort());
  expect(await statusesOf('payouts')).toEqual([
    ...['cancelled', 'expired', 'failed', 'pending', 'requires_confirmation', 'requires_fulfillment'],
    ...['requires_payout_method_data', 'success'],
  ]);
});

test('Demo data contains only values of the enumerations', async () => {
  for (const target of resourceClasses as unknown as DescribedClass[]) {
    const { table, fields } = resourceOf(target);
    for (const { enumeration, kind, name } of fields) {
      if (!enumeration) continue;
      const { members, open, values: known } = enumeration();
      // Demo data also uses only known values of open enumerations.
      const values = open ? known : Object.values(members as object);
      const held = kind === 'enumeration_list' ? `jsonb_array_elements_text(${name})` : name;
      const text = `select distinct value from (select ${held} as value from ${table}) held where value <> all ($1)`;
      expect(await query(text, pool, [values]), `${table}.${name}`).toEqual([]);
    }
  }
});

const violations: Record<string, string> = {
  'net amounts are not the sum of their parts': `select 1 from payments where net_amount <> amount
      + coalesce(shipping_cost, 0) + coalesce(order_tax_amount, 0)
      + coalesce((surcharge_details->>'surcharge_amount')::int8, 0) + coalesce((surcharge_details->>'tax_amount')::int8, 0)`,
  'order lines do not add up to the amount': `select 1 from payments p where order_details is not null and amount <>
      (select sum((line->>'quantity')::int8 * (line->>'amount')::int8) from jsonb_array_elements(order_details) line)`,
  'amounts do not fit the status': `select status from payments where not case status
      when 'succeeded' then amount_received = net_amount and amount_capturable = 0
      when 'requires_capture' then amount_received = 0 and amount_capturable = net_amount
      when 'partially_captured' then amount_received between 1 and net_amount - 1 and amount_capturable = 0
      when 'partially_captured_and_capturable' then
        amount_received between 1 and net_amount - 1 and amount_capturable = net_amount - amount_received
      else amount_received = 0 and amount_capturable = 0 end`,
  'refunds are more than was received, or not what the payment says': `select 1 from payments p
      where amount_refunded > amount_received or amount_refunded <> (select coalesce(sum(r.amount), 0) from refunds r
        where r.merchant_id = p.merchant_id and r.payment_id = p.payment_id and r.status <> 'failed')`,
  'captures do not add up': `select 1 from payments p where amount_received <> (select coalesce(sum(c.amount), 0) from captures c
        where c.merchant_id = p.merchant_id and c.payment_id = p.payment_id and c.status = 'charged')`,
  'a payment is not paid from its first capture': `select 1 from payments p where paid_at is distinct from
      (select min(c.captured_at) from captures c where c.merchant_id = p.merchant_id and c.payment_id = p.payment_id)`,
  'attempts are not counted': `select 1 from payments p where attempt_count <> (select count(*) from attempts a
      where a.merchant_id = p.merchant_id and a.payment_id = p.payment_id)`,
  'the last attempt does not fit the payment': `select p.status, a.status from payments p
      join attempts a on a.merchant_id = p.merchant_id and a.attempt_id = p.payment_id || '_' || p.attempt_count
      where a.amount <> p.net_amount or a.currency <> p.currency
        or a.merchant_connector_id is distinct from p.merchant_connector_id
        or a.error_code is distinct from p.error_code
        or a.connector_transaction_id is distinct from p.connector_transaction_id
        or p.status <> all (case a.status
        when 'charged' then '{succeeded}' when 'authorized' then '{requires_capture}'
        when 'authentication_pending' then '{requires_customer_action}'
        when 'partial_charged' then '{partially_captured}'
        when 'partial_charged_and_chargeable' then '{partially_captured_and_capturable}'
        when 'failure' then '{failed}' when 'voided' then '{cancelled}'
        when 'pending' then '{processing}' when 'unresolved' then '{requires_merchant_action}'
        else '{}' end::text[])`,
  'a payment that was not confirmed has an attempt, or one that was has none': `select status from payments
      where status not in ('cancelled') and (attempt_count = 0)
        <> (status in ('requires_payment_method', 'requires_confirmation', 'expired'))`,
  'an attempt before the last did not fail': `select 1 from payments p join attempts a using (merchant_id, payment_id)
      where a.attempt_id <> p.payment_id || '_' || p.attempt_count
        and (a.status <> 'failure' or a.error_code is null)`,
  'a failure says nothing, or something else does': `select 1 from payments
      where (status = 'failed') <> (error_code is not null) or (error_code is null) <> (unified_code is null)`,
  'a code is not mapped': `select 1 from attempts a where error_code is not null and not exists (select from
      error_mappings e where e.connector = a.connector and e.flow = 'payment' and e.code = a.error_code
        and e.unified_code = a.unified_code and e.unified_message = a.unified_message)`,
  'something changed before it was made': `
      select 1 from payments where updated < created or expires_on < created
      union all select 1 from attempts where modified_at < created_at
      union all select 1 from captures where modified_at < created_at
      union all select 1 from refunds where updated_at < created_at
      union all select 1 from disputes where updated_at < created_at
      union all select 1 from payouts where updated < created
      union all select 1 from customers where modified_at < created_at
      union all select 1 from payment_methods where updated_at < created or last_used_at < created`,
  'something came before what it belongs to': `
      select 1 from attempts a join payments p using (merchant_id, payment_id) where a.created_at < p.created
        or a.modified_at > p.updated
      union all select 1 from captures c join payments p using (merchant_id, payment_id) where c.created_at < p.created
        or c.created_at > p.updated
      union all select 1 from refunds r join payments p using (merchant_id, payment_id) where r.created_at < coalesce(p.paid_at, p.created)
        or r.updated_at > p.updated
      union all select 1 from disputes d join payments p using (merchant_id, payment_id) where d.created_at < coalesce(p.paid_at, p.created)
        or d.updated_at > p.updated
      union all select 1 from payments p join customers c using (merchant_id, customer_id) where p.created < c.created_at
      union all select 1 from payouts p join customers c using (merchant_id, customer_id) where p.created < c.created_at
      union all select 1 from payment_methods m join customers c using (merchant_id, customer_id) where m.created < c.created_at
      union all select 1 from payments p join payment_methods m using (merchant_id, payment_method_id) where p.created < m.created`,
  'something is later than the load': `
      select 1 from refunds where updated_at > $now union all select 1 from disputes where updated_at > $now
      union all select 1 from payouts where updated > $now union all select 1 from payment_methods where updated_at > $now
      union all select 1 from captures where modified_at > $now`,
  'a saved method is another customer’s': `
      select 1 from payments p join payment_methods m using (merchant_id, payment_method_id)
        where p.customer_id is distinct from m.customer_id
          or p.payment_method_data->'card'->>'last4' <> m.card->>'last4_digits'
      union all select 1 from customers c left join payment_methods m
        on m.merchant_id = c.merchant_id and m.payment_method_id = c.default_payment_method_id
        where c.default_payment_method_id is not null and m.customer_id is distinct from c.customer_id`,
  'an open payment has expired': `select 1 from payments where expires_on <= $now
      and status in ('requires_payment_method', 'requires_confirmation', 'requires_customer_action')
      union all select 1 from payouts where expires_on <= $now and status like 'requires%'`,
  'a connector account serves another profile or has another label': `select 1 from payments p
      left join connector_accounts a using (merchant_id, merchant_connector_id)
      where p.merchant_connector_id is not null and (a.profile_id is distinct from p.profile_id
        or a.connector_label is distinct from p.connector_label or a.connector_type <> 'payment_processor'
        or not a.payment_methods_enabled->0->'accepted_currencies'->'list' ? p.currency)`,
  'a payout does not fit its attempt': `select 1 from payouts p left join payout_attempts a
      on a.merchant_id = p.merchant_id and a.attempt_id = p.payout_id || '_1'
      where case when p.connector is null or p.status = 'requires_fulfillment' then a.status is not null
        else a.status is distinct from p.status or a.amount <> p.amount or a.error_code is distinct from p.error_code end`,
  'a card does what it does not do': `select 1 from payments p where status = 'succeeded' and (
      (payment_method_data->'card'->>'last4' = '0259') <> exists (select from disputes d
        where d.merchant_id = p.merchant_id and d.payment_id = p.payment_id)
      or (payment_method_data->'card'->>'last4' = '5126') <> exists (select from refunds r
        where r.merchant_id = p.merchant_id and r.payment_id = p.payment_id and r.status = 'failed'))`,
  'a card to be asked for again has no number': `
      select 1 from payments where (card_number is not null) <> (payment_method_id is null and status in
        ('requires_confirmation', 'requires_customer_action', 'requires_merchant_action', 'processing'))
      union all select 1 from payment_methods where card_number is null
      union all select 1 from payouts where status in ('requires_confirmation', 'requires_fulfillment') and card_number is null`,
  'a customer has a card twice': `select 1 from payment_methods group by merchant_id, customer_id, card->>'last4_digits'
      having count(*) > 1`,
  'a client secret is malformed': `select 1 from payments where client_secret !~ ('^' || payment_id || '_secret_[0-9A-Za-z]{20}$')
      union all select 1 from payouts where client_secret !~ ('^' || payout_id || '_secret_[0-9A-Za-z]{20}$')`,
};

test.each(Object.entries(violations))('Demo data never contains %s', async (_, text) => {
  const loaded = `'${now.toISOString()}'::timestamptz`;
  expect((await query(text.replaceAll('$now', loaded))).length).toBe(0);
});

test('Demo payments and refunds extend to the moment of the load', async () => {
  for (const merchant of ['demo', 'demo-2']) {
    for (const [table, order, least] of [
      ['payments', 'created', PAYMENTS / 200],
      ['refunds', 'created_at', 1],
    ] as const) {
      const text = `select count(*)::int as today, max(${order}) as latest from ${table}
        where merchant_id = $1 and ${order} >= $2`;
      const [row] = await query(text, pool, [merchant, new Date('2026-11-20T00:00:00Z')]);
      expect(row!.today, `${merchant} ${table}`).toBeGreaterThanOrEqual(least);
      expect(row!.latest).toSatisfy((at: Date) => at < now);
    }
  }
});

test('Sandbox webhooks about demo payments are due over the next hour, not all at once', async () => {
  const [{ due, owed }] = (await query(
    `select count(*)::int as owed, count(*) filter (where next_at <= now())::int as due
     from sandbox_events where told_at is null`,
  )) as [{ due: number; owed: number }];
  expect(owed).toBeGreaterThan(10);
  expect(due).toBeLessThan(owed / 2);
});

test('Demo identifiers sort by creation time', async () => {
  for (const target of resourceClasses as unknown as DescribedClass[]) {
    const { table, id, prefix, order } = resourceOf(target);
    if (table === 'merchant_accounts') continue;
    const rows = await query(`select ${id} as id, ${order} as at from ${table} order by ${id} collate "C"`);
    const made = table.endsWith('attempts')
      ? '(pay|po)_[0-7][0-9A-HJKMNP-TV-Z]{25}_[1-3]'
      : `${prefix}_[0-7][0-9A-HJKMNP-TV-Z]{25}`;
    for (const [i, { id: own, at }] of rows.entries()) {
      expect(own).toMatch(new RegExp(`^${made}$`));
      if (i > 0 && !table.endsWith('attempts'))
        expect(at, table).toSatisfy((d: Date) => d >= (rows[i - 1]!.at as Date));
    }
  }
});

test('Demo attempts cover every status the sandbox leads to', async () => {
  const used = await statusesOf('attempts');
  expect(used).toEqual(
    expect.arrayContaining(['authentication_pending', 'authorized', 'charged', 'failure', 'voided']),
  );
  expect(Object.values(AttemptStatus.members)).toEqual(expect.arrayContaining(used));
});

test.runIf(isFullRun)('Demo data is the same on each run except for keys and secrets', async () => {
  const other = openPool(urlOf('empty'));
  const otherKeys = await load(urlOf('empty'));
  expect(await contentHashes(other)).toEqual(await contentHashes(pool));
  expect(otherKeys[0]!.apiKey).not.toBe(keys[0]!.apiKey);
});

test('Loading demo data again adds merchants after the existing ones', async () => {
  const other = openPool(urlOf('again'));
  const amounts = { payments: 50, merchants: 2 };
  const loaded = { database: await openAt(urlOf('again')), encryption, amounts, now };
  await loadDemo(loaded);
  const mappings = await query(
    `select count(*) from ${resourceOf(ErrorMapping as unknown as DescribedClass).table}`,
    other,
  );
  const more = await loadDemo(loaded);
  expect(more.map(({ merchantId }) => merchantId)).toEqual(['demo-3', 'demo-4']);
  expect(await query(`select count(*) from error_mappings`, other)).toEqual(mappings);
  expect(
    await query(`select count(*)::int from payments where merchant_id in ('demo-3', 'demo-4')`, other),
  ).toEqual([{ count: 50 }]);
});

test('A failed load of demo data leaves nothing behind', async () => {
  const broken = {
    ...encryption,
    encrypt: () => {
      throw new Error('cannot encrypt');
    },
  };
  const amounts = { payments: 10, merchants: 1 };
  const database = await openAt(server.url);
  await expect(loadDemo({ database, encryption: broken, amounts })).rejects.toThrow('cannot encrypt');
  expect(await query('select count(*)::int from merchant_accounts')).toEqual([{ count: 2 }]);
});

test('A development database is found only while its server is running', async () => {
  expect(await runningServer(join(folder, 'data'))).toEqual({ url: server.url, ownerUrl: server.ownerUrl });
  expect(await runningServer(join(folder, 'nowhere'))).toBeNull();
});

async function load(url: string): Promise<DemoKeys[]> {
  return loadDemo({
    database: await openAt(url),
    encryption,
    amounts: { payments: PAYMENTS, merchants: 2 },
    now,
  });
}

async function openAt(url: string): Promise<Database> {
  const database = await openDatabase({ url, poolMax: 2 });
  databases.push(database);
  return database;
}

function urlOf(database: string, as = server.url): string {
  const url = new URL(as);
  url.pathname = `/${database}`;
  return url.href;
}

/** A pool whose sessions see every merchant. */
function openPool(connectionString: string): pg.Pool {
  const opened = new pg.Pool({ connectionString, max: 2, options: '-c switchyard.merchant_id=*' });
  opened.on('error', () => {});
  pools.push(opened);
  return opened;
}

async function query(text: string, from = pool, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return (await from.query(text, values)).rows;
}

async function statusesOf(table: string): Promise<string[]> {
  return (await query(`select distinct status from ${table}`)).map(({ status }) => String(status)).sort();
}

async function tables(): Promise<string[]> {
  const rows = await query(
    `select tablename from pg_tables where schemaname = 'public' and tablename not like 'migration%'`,
  );
  return rows.map(({ tablename }) => String(tablename)).sort();
}

/** A digest of each table, without the differing values. */
async function contentHashes(from: pg.Pool): Promise<Record<string, unknown>> {
  const hashes: Record<string, unknown> = {};
  for (const table of await tables()) {
    const columns = differingColumns.map((column) => `'${column}'`).join(', ');
    const [row] = await query(
      `select count(*)::int as rows, md5(string_agg(content, '' order by content)) as digest
       from (select regexp_replace((to_jsonb(t) - array[${columns}])::text, '"card_token": "[^"]*"', '') as content from ${table} t) all_rows`,
      from,
    );
    hashes[table] = row;
  }
  return hashes;
}
