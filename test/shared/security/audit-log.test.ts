import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { ulid } from 'ulid';
import { expect } from 'vitest';
import { sealAuditLog } from '../../../src/core/derived/audit-chain.ts';
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
  .extend('chain', ({ api, asOwner, seal, shop, verify }) => async (length: number, kept: Kept = 'apart') => {
    for (let i = 0; i < length; i++) {
      expect((await api.post('/payments', { amount: 100 + i, currency: 'USD' })).status).toBe(200);
    }
    await seal();
    const { merchantId } = shop;
    const inPlace = { apart: 0, 'in place': length, 'in place, then apart': Math.min(2, length) }[kept];
    for (const text of sealInPlace) await asOwner(text, [merchantId, inPlace]);
    const faults = async (): Promise<BrokenChain[]> =>
      (await verify()).broken.filter((broken) => broken.merchantId === merchantId);
    expect(await faults()).toEqual([]);
    return { merchantId, faults };
  });

/** Where the places and hashes of entries are kept: by this release, by 0.5.0 and before, and after an upgrade. */
const keptAs = ['apart', 'in place', 'in place, then apart'] as const;
type Kept = (typeof keptAs)[number];

/** Keeps the first entries of a chain, up to a place, as release 0.5.0 sealed them. */
const sealInPlace = [
  `update audit_log l set sequence = s.sequence + u.at - 1, hash = encode(substring(s.hashes from 32 * u.at::int - 31 for 32), 'hex')
   from audit_seals s cross join lateral unnest(s.entry_ids) with ordinality as u(entry_id, at)
   where s.merchant_id = $1 and l.merchant_id = $1 and l.entry_id = u.entry_id and s.sequence + u.at - 1 <= $2::int`,
  'delete from audit_seals where merchant_id = $1 and sequence + cardinality(entry_ids) - 1 <= $2::int',
  `update audit_seals set sequence = $2::int + 1, entry_ids = entry_ids[$2::int - sequence + 2 :],
     hashes = substring(hashes from 32 * ($2::int - sequence + 1) + 1)
   where merchant_id = $1 and sequence <= $2::int`,
];

/** The entry at a place of the chain of the merchant \$1, wherever it is sealed. */
const entryAt = (place: number | string) => `coalesce(
  (select l.entry_id from audit_log l where l.merchant_id = $1 and l.hash is not null and l.sequence = ${place}),
  (select s.entry_ids[${place} - s.sequence + 1] from audit_seals s where s.merchant_id = $1
     and ${place} between s.sequence and s.sequence + cardinality(s.entry_ids) - 1))`;
const isAt = (place: number | string) => `where merchant_id = $1 and entry_id = ${entryAt(place)}`;

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
  await asOwner(`update audit_log set action = 'x' ${isAt(2)}`, [other.merchantId]);
  const broken = await run();
  expect(broken).toMatchObject({
    code: 1,
    output: expect.stringContaining(`BROKEN  ${other.merchantId}: entry 2`),
  });
});

test("The service's role can add audit log entries but not change, remove or re-seal them", async ({
  chain,
  seal,
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
    'delete from audit_seals',
    'truncate audit_seals',
    "update audit_seals set hashes = ''",
    'insert into audit_seals select merchant_id, 1000, first_entry_id, last_entry_id, entry_ids, hashes from audit_seals',
    'delete from unsealed_audit_entries',
    "update unsealed_audit_entries set entry_id = ''",
    "insert into audit_anchors (merchant_id, sequence, hash, dropped_at) values ('*', 1, '', now())",
    'update audit_anchors set sequence = 2',
    'alter table audit_log disable row level security',
  ];
  for (const text of statements) {
    await expect(service.database.rows.query({ text, values: [] }, null), text).rejects.toThrow();
  }
  // The job's functions do not help either: a position is assigned once, and recent entries stay.
  const [{ ids }] = (await service.database.rows.query(
    { text: 'select entry_ids as ids from audit_seals where merchant_id = $1', values: [merchantId] },
    merchantId,
  )) as [{ ids: string[] }];
  expect(ids).toHaveLength(3);
  const requeue =
    'insert into unsealed_audit_entries select merchant_id, entry_id, created_at from audit_log where merchant_id = $1';
  await service.database.rows.query({ text: requeue, values: [merchantId] }, null);
  const append = `select append_audit_seals($1, $2::int, $3::text[], decode(repeat('00', 32 * $4::int), 'hex'))`;
  for (const [first, length, why] of [
    [1, 3, 'it cannot go on at 1'],
    [9, 3, 'it cannot go on at 9'],
    [4, 3, 'sealed already'],
    [4, 2, 'cannot go on'],
  ] as const) {
    const sealed = service.database.rows.query(
      { text: append, values: [merchantId, first, ids, length] },
      null,
    );
    await expect(sealed).rejects.toThrow(why);
  }
  const unknown = { text: append, values: [merchantId, 4, ['aud_unknown'], 1] };
  await expect(service.database.rows.query(unknown, null)).rejects.toThrow('0 are not sealed yet');
  // Queued again, they are not sealed again.
  expect(await seal()).toBe(0);
  const reseal = 'select seal_audit_entries($1, $2::text[], $3::int[], $4::text[])';
  const before = [merchantId, ids, [6, 7, 8], ['0', '0', '0']];
  await service.database.rows.query({ text: reseal, values: before }, null);
  const drop = { text: `select drop_partition('audit_log', 'infinity') as name`, values: [] };
  expect(await service.database.rows.query(drop, null)).toEqual([{ name: null }]);
  expect(await faults()).toEqual([]);
  figure(task, `${statements.length} of ${statements.length} statements refused`);
});

test.for(keptAs)('A removed line is reported: sealed %s', async (kept, { asOwner, chain }) => {
  const { faults, merchantId } = await chain(4, kept);
  const [{ entry_id: entryId }] = await asOwner(`delete from audit_log ${isAt(2)} returning entry_id`, [
    merchantId,
  ]);
  const removed = { merchantId, sequence: 2, entryId, reason: 'is missing: it was removed' };
  const missing = {
    merchantId,
    sequence: 3,
    entryId: expect.any(String),
    reason: 'entry 2 is missing before it',
  };
  expect(await faults()).toEqual([kept === 'apart' ? removed : missing]);
});

test.for(keptAs)(
  'Lines removed from the beginning are reported: sealed %s',
  async (kept, { asOwner, chain }) => {
    const { faults, merchantId } = await chain(4, kept);
    for (const place of [2, 1]) await asOwner(`delete from audit_log ${isAt(place)}`, [merchantId]);
    expect(await faults()).toMatchObject([
      kept === 'apart'
        ? { sequence: 1, reason: 'is missing: it was removed' }
        : { sequence: 3, reason: 'entries 1 to 2 are missing before it' },
    ]);
  },
);

test('A removed seal is reported, with its lines and without', async ({ api, asOwner, chain, seal }) => {
  const { faults, merchantId } = await chain(3);
  for (const amount of [1, 2]) await api.post('/payments', { amount, currency: 'USD' });
  await seal();
  const [gone] = await asOwner(
    'delete from audit_seals where merchant_id = $1 and sequence = 1 returning entry_ids',
    [merchantId],
  );
  const missing = {
    merchantId,
    sequence: 4,
    entryId: expect.any(String),
    reason: 'entries 1 to 3 are missing before it',
  };
  expect(await faults()).toEqual([missing]);
  await asOwner('delete from audit_log where merchant_id = $1 and entry_id = any($2)', [
    merchantId,
    gone!.entry_ids,
  ]);
  expect(await faults()).toEqual([missing]);
});

test('A line removed before it was sealed is reported', async ({ api, asOwner, chain, seal }) => {
  const { faults, merchantId } = await chain(1);
  await api.post('/payments', { amount: 1, currency: 'USD' });
  const [{ entry_id: entryId }] = await asOwner(
    `delete from audit_log l using unsealed_audit_entries q
     where l.merchant_id = $1 and q.merchant_id = $1 and l.entry_id = q.entry_id returning l.entry_id`,
    [merchantId],
  );
  await seal();
  expect(await faults()).toEqual([
    { merchantId, sequence: null, entryId, reason: expect.stringContaining('before it had a place') },
  ]);
  await asOwner('delete from unsealed_audit_entries where merchant_id = $1', [merchantId]);
});

test.for(keptAs)(
  'A line with any changed column is reported: sealed %s',
  async (kept, { asOwner, chain, task }) => {
    const { faults, merchantId } = await chain(3, kept);
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
      ...(kept === 'apart' ? {} : { hash: `repeat('0', 64)` }),
    };
    const [{ entryId }] = await asOwner(`select ${entryAt(2)} as "entryId"`, [merchantId]);
    let named = 0;
    for (const [column, value] of Object.entries(changes)) {
      const where = `where merchant_id = $1 and entry_id = '${entryId}'`;
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
      await asOwner(`update audit_log set ${column} = $2::text::${type} ${where}`, [
        merchantId,
        before.value,
      ]);
      expect(await faults(), column).toEqual([]);
      named += 1;
    }
    figure(task, `${named} of ${Object.keys(changes).length} changed columns named`);
  },
);

test('Two swapped lines are reported: sealed in place', async ({ asOwner, chain }) => {
  const { faults, merchantId } = await chain(4, 'in place');
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

test.for([
  ['lines are swapped', 'entry_ids = entry_ids[1:1] || entry_ids[3] || entry_ids[2] || entry_ids[4:]'],
  ['a line is named twice', 'entry_ids = entry_ids[1:1] || entry_ids[1] || entry_ids[3:]'],
  ['a hash is changed', 'hashes = set_byte(hashes, 40, 255 - get_byte(hashes, 40))'],
] as const)('A seal in which %s is reported', async ([, changed], { asOwner, chain }) => {
  const { faults, merchantId } = await chain(4);
  await asOwner(`update audit_seals set ${changed} where merchant_id = $1`, [merchantId]);
  expect(await faults()).toMatchObject([
    { merchantId, sequence: 2, reason: expect.stringContaining('does not fit its hash') },
  ]);
});

test.for(keptAs)(
  'The latest lines removed together are detected with the recorded heads: sealed %s',
  async (kept, { asOwner, chain, verify }) => {
    const { faults, merchantId } = await chain(4, kept);
    const { heads } = await verify();
    for (const place of [4, 3]) await asOwner(`delete from audit_log ${isAt(place)}`, [merchantId]);
    const cut =
      'update audit_seals set entry_ids = entry_ids[: 3 - sequence], hashes = substring(hashes for 32 * (3 - sequence))';
    await asOwner(`${cut} where merchant_id = $1`, [merchantId]);
    await asOwner(`delete from audit_seals where merchant_id = $1 and cardinality(entry_ids) = 0`, [
      merchantId,
    ]);
    expect(await faults()).toEqual([]);
    const { broken } = await verify(heads);
    expect(broken.filter((chain) => chain.merchantId === merchantId)).toEqual([
      { merchantId, sequence: 4, entryId: null, reason: expect.stringContaining('with all after 2') },
    ]);
  },
);

test('A line not sealed within an hour is reported', async ({ api, asOwner, chain }) => {
  const { faults, merchantId } = await chain(1);
  await api.post('/payments', { amount: 1, currency: 'USD' });
  expect(await faults()).toEqual([]);
  await asOwner(
    `update audit_log set created_at = now() - interval '2 hours'
     where (merchant_id, entry_id) in (select merchant_id, entry_id from unsealed_audit_entries where merchant_id = $1)`,
    [merchantId],
  );
  expect(await faults()).toMatchObject([
    { sequence: null, reason: expect.stringContaining('not in the chain') },
  ]);
  // Added by hand, without a trigger.
  await asOwner('delete from unsealed_audit_entries where merchant_id = $1', [merchantId]);
  expect(await faults()).toMatchObject([{ sequence: null }]);
  await asOwner(`delete from audit_log where merchant_id = $1 and created_at < now() - interval '1 hour'`, [
    merchantId,
  ]);
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
  const text = `
    select count(distinct u.entry_id)::int as entries, max(s.sequence + u.at - 1)::int as last,
      (select count(*)::int from unsealed_audit_entries where merchant_id = $1) as unsealed
    from audit_seals s cross join lateral unnest(s.entry_ids) with ordinality as u(entry_id, at) where s.merchant_id = $1`;
  const [counted] = await service.database.rows.query({ text, values: [shop.merchantId] }, null);
  expect(counted).toEqual({ entries: 31, last: 31, unsealed: 0 });
  expect(await faults()).toEqual([]);
  figure(task, '31 entries, sealed by 16 runs of which 3 at a time');
});

test.for(keptAs)(
  'Entries beyond their retention are dropped with their month, and the chain is verified from the anchor: sealed %s',
  async (kept, { asOwner, chain, seal, service, verify }) => {
    const { faults, merchantId } = await chain(5);
    const now = new Date();
    const monthAgo = (months: number) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months)).getTime();
    // As if written and sealed then. The second belongs to the next month, and was sealed before the third.
    const written = [monthAgo(26), monthAgo(25), monthAgo(26) + DAY_MS];
    for (const [i, at] of written.entries()) {
      await asOwner(
        `update audit_log set entry_id = $3, created_at = $4::timestamptz + $2 * interval '1 ms' ${isAt('$2::int')}`,
        [merchantId, i + 1, `aud_${ulid(at)}`, new Date(monthAgo(26))],
      );
    }
    for (const table of ['audit_seals', 'unsealed_audit_entries'])
      await asOwner(`delete from ${table} where merchant_id = $1`, [merchantId]);
    const queued = await asOwner(
      `insert into unsealed_audit_entries select merchant_id, entry_id, created_at from audit_log
       where merchant_id = $1 returning entry_id`,
      [merchantId],
    );
    expect(queued).toHaveLength(5);
    await seal();
    const inPlace = { apart: 0, 'in place': 5, 'in place, then apart': 2 }[kept];
    for (const text of sealInPlace) await asOwner(text, [merchantId, inPlace]);
    expect(await faults()).toEqual([]);
    const { heads } = await verify();
    const keep = (since: number) =>
      keepPartitions(service.contextFor({ kind: 'admin_key' }, 'req_test'), {
        ...retentionDefaults,
        auditLogDays: (now.getTime() - since) / DAY_MS,
      });
    const left = () =>
      asOwner(
        `select n as place from generate_series(1, 5) n where exists (
           select from audit_log where merchant_id = $1 and entry_id = ${entryAt('n')}) order by 1`,
        [merchantId],
      );
    expect((await keep(monthAgo(25) - DAY_MS)).dropped).toEqual([]);
    expect(await left()).toHaveLength(5);
    expect((await keep(monthAgo(25))).dropped).toHaveLength(1);
    expect(await left()).toEqual([{ place: 4 }, { place: 5 }]);
    const anchor = 'select sequence from audit_anchors where merchant_id = $1';
    expect(await asOwner(anchor, [merchantId])).toEqual([{ sequence: 3 }]);
    expect((await verify(heads)).broken.filter((chain) => chain.merchantId === merchantId)).toEqual([]);
    await asOwner(`delete from audit_log ${isAt(4)}`, [merchantId]);
    expect(await faults()).toMatchObject([
      kept === 'in place'
        ? { sequence: 5, reason: 'entry 4 is missing before it' }
        : { sequence: 4, reason: 'is missing: it was removed' },
    ]);
  },
);

test('A chain whose entries are all past retention goes on from its anchor, and its seals are gone', async ({
  asOwner,
  api,
  chain,
  seal,
  service,
}) => {
  const { faults, merchantId } = await chain(0);
  const at = Date.UTC(new Date().getUTCFullYear() - 4, 0, 15);
  const values = [merchantId, `aud_${ulid(at)}`, new Date(at)];
  await asOwner(
    `insert into audit_log (merchant_id, entry_id, action, actor_type, object_type, object_id, request_id, created_at)
     values ($1, $2, 'updatePayment', 'api_key', 'payment', 'pay_1', 'req_1', $3)`,
    values,
  );
  expect(await seal()).toBe(1);
  await keepPartitions(service.contextFor({ kind: 'admin_key' }, 'req_test'));
  expect(await asOwner('select 1 from audit_seals where merchant_id = $1', [merchantId])).toEqual([]);
  await api.post('/payments', { amount: 1, currency: 'USD' });
  await seal();
  expect(await asOwner('select sequence from audit_seals where merchant_id = $1', [merchantId])).toEqual([
    { sequence: 2 },
  ]);
  expect(await faults()).toEqual([]);
});

test('A month of the audit log is kept while one of its entries is not yet in the chain', async ({
  asOwner,
  seal,
  service,
  shop,
}) => {
  const at = Date.UTC(new Date().getUTCFullYear() - 3, 0, 15);
  const entryId = await shop.auditEntry({ entry_id: `aud_${ulid(at)}`, created_at: new Date(at) });
  const keep = () => keepPartitions(service.contextFor({ kind: 'admin_key' }, 'req_test'));
  expect((await keep()).dropped).toEqual([]);
  await seal();
  expect((await keep()).dropped).toContain(`audit_log_${new Date(at).getUTCFullYear()}_01`);
  expect(await asOwner('select 1 from audit_log where entry_id = $1', [entryId])).toEqual([]);
});
