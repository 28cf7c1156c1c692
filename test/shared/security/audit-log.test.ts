import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { ulid } from 'ulid';
import { expect } from 'vitest';
import { sealAuditLog } from '../../../src/core/maintenance/audit-chain.ts';
import { keepPartitions } from '../../../src/core/maintenance/partitions.ts';
import { retentionDefaults } from '../../../src/core/maintenance/retention.ts';
import { type BrokenChain, verifyAuditLog } from '../../../src/core/maintenance/verify-audit-log.ts';
import { ownerUrl } from '../../kit/database.ts';
import { figure } from '../../kit/figure.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { testApart as base } from '../../kit/test.ts';

const DAY_MS = 24 * 60 * 60_000;

const test = base
  .extend('seal', { scope: 'file' }, ({ service }) => () => {
    const { rows: found, transact } = service.database;
    return sealAuditLog(found, (work) => transact(null, ({ rows }) => work(rows)));
  })
  .extend(
    'verify',
    { scope: 'file' },
    ({ service }) =>
      (...earlier: Parameters<typeof verifyAuditLog>[2][]) => {
        const { transact } = service.database;
        return transact(null, ({ rows }) => verifyAuditLog(rows, new Date(), ...earlier));
      },
  )
  /** Runs a statement as the tables' owner without restrictions: row-level security is disabled for it. */
  .extend('asOwner', { scope: 'file' }, ({ shared }, { onCleanup }) => {
    const owner = new pg.Client({ connectionString: ownerUrl(shared.databaseUrl) });
    const connected = owner.connect();
    onCleanup(() => owner.end());
    return async (text: string, values: unknown[] = []) => {
      await connected;
      // A cluster passes a transaction's scope to its nodes, not a session's.
      await owner.query('begin');
      try {
        await owner.query(`set local switchyard.merchant_id = '*'`);
        return (await owner.query(text, values)).rows;
      } finally {
        await owner.query('commit');
      }
    };
  })
  /** A merchant with a number of sealed entries, and the faults found in its chain. */
  .extend('chain', ({ api, seal, shop, verify }) => async (length: number) => {
    for (let i = 0; i < length; i++) {
      expect((await api.post('/payments', { amount: 100 + i, currency: 'USD' })).status).toBe(200);
    }
    await seal();
    const faults = async (): Promise<BrokenChain[]> =>
      (await verify()).broken.filter(({ merchantId }) => merchantId === shop.merchantId);
    expect(await faults()).toEqual([]);
    return { merchantId: shop.merchantId, faults };
  });

test('npm run audit:verify reports whether the audit log is intact, and exits with 1 if not', async ({
  asOwner,
  service,
  shared,
  seal,
}) => {
  const other = await seedMerchant(service);
  for (const amount of [1, 2]) {
    await fetch(`${service.url}/payments`, {
      method: 'POST',
      headers: { 'api-key': other.key, 'content-type': 'application/json' },
      body: JSON.stringify({ amount, currency: 'USD' }),
    });
  }
  await seal();
  const heads = path.join(mkdtempSync(path.join(tmpdir(), 'audit-')), 'heads.json');
  const args = ['--import', 'tsx', 'src/commands/switchyard.ts', 'audit', 'verify', '--heads', heads];
  const run = async () => {
    const child = spawn(process.execPath, args, {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        SWITCHYARD_ENV: 'test',
        DATABASE_URL: shared.databaseUrl,
        ADMIN_API_KEY: 'a-key-of-the-tests-0123456789',
        ENCRYPTION_KEY: shared.encryptionKey.toString('base64'),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
    const [code] = await once(child, 'exit');
    return { code, output };
  };
  expect(await run()).toMatchObject({ code: 0, output: expect.stringContaining('The audit log is whole.') });
  await asOwner(`update audit_log set action = 'x' where merchant_id = $1 and sequence = 2`, [
    other.merchantId,
  ]);
  const broken = await run();
  expect(broken).toMatchObject({
    code: 1,
    output: expect.stringContaining(`BROKEN  ${other.merchantId}: entry 2`),
  });
});

test("The service's role can add audit log entries but not change, remove or re-seal them", async ({
  chain,
  service,
  task,
}) => {
  const { faults, merchantId } = await chain(3);
  const statements = [
    "update audit_log set action = 'nothing'",
    'update audit_log set sequence = sequence + 1',
    'delete from audit_log',
    'truncate audit_log',
    'delete from audit_anchors',
    "insert into audit_anchors (merchant_id, sequence, hash, dropped_at) values ('*', 1, '', now())",
    'update audit_anchors set sequence = 2',
    'alter table audit_log disable row level security',
  ];
  for (const text of statements) {
    await expect(service.database.rows.query({ text, values: [] }, null), text).rejects.toThrow();
  }
  // The job's functions do not help either: a position is assigned once, and recent entries stay.
  const entries = await service.database.rows.query<{ entry_id: string; sequence: number }>(
    { text: 'select entry_id, sequence from audit_log where merchant_id = $1', values: [merchantId] },
    merchantId,
  );
  expect(entries.length).toBeGreaterThan(0);
  const reseal = 'select seal_audit_entries($1, $2::text[], $3::int[], $4::text[])';
  const sealed = [
    entries.map(({ entry_id }) => entry_id),
    entries.map(({ sequence }) => sequence + 5),
    entries.map(() => '0'),
  ];
  await service.database.rows.query({ text: reseal, values: [merchantId, ...sealed] }, null);
  const drop = { text: `select drop_partition('audit_log', 'infinity') as name`, values: [] };
  expect(await service.database.rows.query(drop, null)).toEqual([{ name: null }]);
  expect(await faults()).toEqual([]);
  figure(task, `${statements.length} of ${statements.length} statements refused`);
});

test('A removed line is reported', async ({ asOwner, chain }) => {
  const { faults, merchantId } = await chain(4);
  await asOwner('delete from audit_log where merchant_id = $1 and sequence = 2', [merchantId]);
  expect(await faults()).toEqual([
    { merchantId, sequence: 3, entryId: expect.any(String), reason: 'entry 2 is missing before it' },
  ]);
});

test('Lines removed from the beginning are reported', async ({ asOwner, chain }) => {
  const { faults, merchantId } = await chain(4);
  await asOwner('delete from audit_log where merchant_id = $1 and sequence <= 2', [merchantId]);
  expect(await faults()).toEqual([
    { merchantId, sequence: 3, entryId: expect.any(String), reason: 'entries 1 to 2 are missing before it' },
  ]);
});

test('A line with any changed column is reported', async ({ asOwner, chain, task }) => {
  const { faults, merchantId } = await chain(3);
  const changes = {
    action: `'nothing'`,
    actor_type: `'admin_key'`,
    actor_id: `'key_other'`,
    address: `'192.0.2.1'`,
    user_agent: 'null',
    object_type: `'refund'`,
    object_id: `'pay_other'`,
    changes: `'[]'`,
    request_id: `'req_other'`,
    created_at: `timestamptz '2001-02-03T04:05:06Z'`,
    hash: `repeat('0', 64)`,
  };
  let named = 0;
  for (const [column, value] of Object.entries(changes)) {
    const where = 'where merchant_id = $1 and sequence = 2';
    const [before] = await asOwner(`select ${column}::text as value from audit_log ${where}`, [merchantId]);
    const [{ type }] = (await asOwner(
      `select format_type(atttypid, atttypmod) as type from pg_attribute
       where attrelid = 'audit_log'::regclass and attname = $1`,
      [column],
    )) as [{ type: string }];
    await asOwner(`update audit_log set ${column} = ${value} ${where}`, [merchantId]);
    expect(await faults(), column).toMatchObject([
      { sequence: 2, reason: expect.stringContaining('was changed') },
    ]);
    await asOwner(`update audit_log set ${column} = $2::text::${type} ${where}`, [merchantId, before.value]);
    expect(await faults(), column).toEqual([]);
    named += 1;
  }
  figure(task, `${named} of ${Object.keys(changes).length} changed columns named`);
});

test('Two swapped lines are reported', async ({ asOwner, chain }) => {
  const { faults, merchantId } = await chain(4);
  const swap = (from: number, to: number) =>
    asOwner('update audit_log set sequence = $3 where merchant_id = $1 and sequence = $2', [
      merchantId,
      from,
      to,
    ]);
  await swap(2, 1_000);
  await swap(3, 2);
  await swap(1_000, 3);
  expect(await faults()).toMatchObject([
    { merchantId, sequence: 2, reason: expect.stringContaining('exchanged') },
  ]);
});

test('The latest lines removed together are detected with the recorded heads', async ({
  asOwner,
  chain,
  verify,
}) => {
  const { faults, merchantId } = await chain(4);
  const { heads } = await verify();
  await asOwner('delete from audit_log where merchant_id = $1 and sequence > 2', [merchantId]);
  expect(await faults()).toEqual([]);
  const { broken } = await verify(heads);
  expect(broken.filter((chain) => chain.merchantId === merchantId)).toEqual([
    { merchantId, sequence: 4, entryId: null, reason: expect.stringContaining('with all after 2') },
  ]);
});

test('A line not sealed within an hour is reported', async ({ api, asOwner, chain }) => {
  const { faults, merchantId } = await chain(1);
  await api.post('/payments', { amount: 1, currency: 'USD' });
  expect(await faults()).toEqual([]);
  await asOwner(
    `update audit_log set created_at = now() - interval '2 hours' where merchant_id = $1 and sequence is null`,
    [merchantId],
  );
  expect(await faults()).toMatchObject([
    { sequence: null, reason: expect.stringContaining('not in the chain') },
  ]);
  await asOwner('delete from audit_log where merchant_id = $1 and sequence is null', [merchantId]);
});

test('Entries sealed concurrently by several processes during payments form one chain, each once', async ({
  api,
  chain,
  seal,
  service,
  shop,
  task,
}) => {
  const { faults } = await chain(1);
  const made = Array.from({ length: 30 }, (_, i) =>
    api.post('/payments', { amount: 1 + i, currency: 'USD' }),
  );
  for (let i = 0; i < 5; i++) await Promise.all([seal(), seal(), seal()]);
  await Promise.all(made);
  await seal();
  const text = 'select count(*)::int as entries, max(sequence) as last from audit_log where merchant_id = $1';
  const [counted] = await service.database.rows.query({ text, values: [shop.merchantId] }, null);
  expect(counted).toEqual({ entries: 31, last: 31 });
  expect(await faults()).toEqual([]);
  figure(task, '31 entries, sealed by 16 runs of which 3 at a time');
});

test('Entries beyond their retention are dropped with their month, and the chain is verified from the anchor', async ({
  asOwner,
  chain,
  service,
  verify,
}) => {
  const { faults, merchantId } = await chain(5);
  const now = new Date();
  const monthAgo = (months: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months)).getTime();
  // As if written and sealed then. The second belongs to the next month, and was sealed before the third.
  const written = [monthAgo(26), monthAgo(25), monthAgo(26) + DAY_MS];
  for (const [i, at] of written.entries()) {
    await asOwner(
      `update audit_log set entry_id = $3, created_at = $4::timestamptz + $2 * interval '1 ms'
       where merchant_id = $1 and sequence = $2::int`,
      [merchantId, i + 1, `aud_${ulid(at)}`, new Date(monthAgo(26))],
    );
  }
  const rest = await asOwner(
    'update audit_log set sequence = null, hash = null where merchant_id = $1 returning entry_id',
    [merchantId],
  );
  expect(rest).toHaveLength(5);
  await sealAuditLog(service.database.rows, (work) =>
    service.database.transact(null, ({ rows }) => work(rows)),
  );
  expect(await faults()).toEqual([]);
  const { heads } = await verify();
  const keep = (since: number) =>
    keepPartitions(service.contextFor({ kind: 'admin_key' }, 'req_test'), {
      ...retentionDefaults,
      auditLogDays: (now.getTime() - since) / DAY_MS,
    });
  const left = () =>
    asOwner('select sequence from audit_log where merchant_id = $1 order by 1', [merchantId]);
  expect((await keep(monthAgo(25) - DAY_MS)).dropped).toEqual([]);
  expect(await left()).toHaveLength(5);
  expect((await keep(monthAgo(25))).dropped).toHaveLength(1);
  expect(await left()).toEqual([{ sequence: 4 }, { sequence: 5 }]);
  expect((await verify(heads)).broken.filter((chain) => chain.merchantId === merchantId)).toEqual([]);
  await asOwner('delete from audit_log where merchant_id = $1 and sequence = 4', [merchantId]);
  expect(await faults()).toMatchObject([{ sequence: 5, reason: 'entry 4 is missing before it' }]);
});

test('A month of the audit log is kept while one of its entries is not yet in the chain', async ({
  asOwner,
  service,
  shop,
}) => {
  const at = Date.UTC(new Date().getUTCFullYear() - 3, 0, 15);
  const entryId = await shop.auditEntry({ entry_id: `aud_${ulid(at)}`, created_at: new Date(at) });
  const keep = () => keepPartitions(service.contextFor({ kind: 'admin_key' }, 'req_test'));
  expect((await keep()).dropped).toEqual([]);
  await sealAuditLog(service.database.rows, (work) =>
    service.database.transact(null, ({ rows }) => work(rows)),
  );
  expect((await keep()).dropped).toContain(`audit_log_${new Date(at).getUTCFullYear()}_01`);
  expect(await asOwner('select 1 from audit_log where entry_id = $1', [entryId])).toEqual([]);
});
