import 'reflect-metadata';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { fill, sql, untilNothingIsDue, withCluster } from './cluster.ts';
import { listenRequest, merchantOf, payRequest, send } from './requests.ts';
import { startService } from './service.ts';

/**
 * The command behind `npm run bench:writes`: what a confirmed card payment with its webhooks writes. It prints commits,
 * transaction identifiers, WAL by relation and kind of record, disk by table after a vacuum and statements for one payment. It asserts
 * nothing. Its figures do not depend on how fast the machine is.
 */
const { values } = parseArgs({
  options: { payments: { type: 'string', default: '2000' }, connections: { type: 'string', default: '4' } },
});
const payments = Number(values.payments);
const connections = Number(values.connections);
const WARM = 200;

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
const print = (text: string) => void process.stdout.write(`${text}\n`);

/** Settings of production: full pages are written to the WAL once after a checkpoint, which runs before the measurement. */
const using = {
  shared_preload_libraries: 'pg_stat_statements',
  shared_buffers: '512MB',
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
  autovacuum: 'off',
  max_connections: '200',
};

const PENDING = `select exists (select from webhook_deliveries where status = 'pending') as pending`;
const POLL_MS = 100;

interface Totals {
  readonly wal: number;
  readonly transactions: number;
  readonly commits: number;
}

const TOTALS = `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal,
  pg_current_xact_id()::text::float8 as transactions,
  (select xact_commit from pg_stat_database where datname = current_database())::float8 as commits`;

/** The bytes of each table with its indexes and TOAST, partitions counted as their table's. */
const TABLES = `select coalesce(p.relname, c.relname) as name, sum(pg_total_relation_size(c.oid))::float8 as bytes
  from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
  where c.relkind = 'r' and c.relnamespace::regnamespace::text in ('public', 'partitions') group by 1`;

/** The bytes of WAL of each relation and kind of record between two positions, partitions counted as their table's. */
const WAL = `with records as (
    select start_lsn, resource_manager as manager, record_type, record_length, fpi_length
    from pg_get_wal_records_info($1, $2)),
  blocks as (select distinct on (start_lsn) start_lsn, relfilenode from pg_get_wal_block_info($1, $2) order by start_lsn, block_id)
  select coalesce(p.relname, c.relname, '–') as name, manager || ' ' || split_part(record_type, '+', 1) as kind,
    count(*)::float8 as records, sum(record_length)::float8 as bytes, sum(fpi_length)::float8 as pages
  from records left join blocks using (start_lsn) left join pg_class c on pg_relation_filenode(c.oid) = blocks.relfilenode
    left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
  group by 1, 2 order by 4 desc`;

const STATEMENTS = `select calls::float8 as calls, total_exec_time as ms, toplevel, left(regexp_replace(query, '\\s+', ' ', 'g'), 150) as text
  from pg_stat_statements order by toplevel desc, calls desc`;

await withCluster(async (cluster) => {
  const [keys] = await fill(cluster, { payments: 100, merchants: 1 });
  const service = await startService(cluster);
  let received = 0;
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      received += 1;
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const client = new pg.Client({ connectionString: cluster.superuserUrl });
  await client.connect();
  try {
    const merchant = await merchantOf(service, keys!.apiKey);
    await send(
      service,
      listenRequest(merchant, `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`),
    );
    const pay = async (count: number) => {
      let left = count;
      const caller = async () => {
        while (left-- > 0) await send(service, payRequest(merchant));
      };
      await Promise.all(Array.from({ length: connections }, caller));
      while ((await client.query(PENDING)).rows[0].pending) await sleep(POLL_MS);
    };
    const totals = async () => (await client.query<Totals>(TOTALS)).rows[0]!;
    const tables = async () => {
      const { rows } = await client.query<{ name: string; bytes: number }>(TABLES);
      return new Map(rows.map(({ bytes, name }) => [name, bytes]));
    };
    await untilNothingIsDue(cluster);
    await pay(WARM);
    await sql(cluster.superuserUrl, 'checkpoint');
    await client.query('create extension if not exists pg_walinspect');
    await client.query('select pg_stat_statements_reset()');
    const position = async () =>
      (await client.query('select pg_current_wal_lsn() as lsn')).rows[0].lsn as string;
    const from = await position();
    const [before, webhooksBefore] = [await totals(), received];
    await pay(payments);
    const after = await totals();
    const webhooks = received - webhooksBefore;
    const statements = (await client.query(STATEMENTS)).rows;
    const wal = (await client.query(WAL, [from, await position()])).rows;
    // Later payments fill the space of dead rows, as they do in production: the disk grows by what stays.
    await sql(cluster.superuserUrl, 'vacuum');
    const filled = await tables();
    await pay(payments);
    await sql(cluster.superuserUrl, 'vacuum');
    const grown = await tables();
    const each = (total: number) => total / payments;
    const bytes = [...grown]
      .map(([name, size]) => [name, each(size - (filled.get(name) ?? 0))] as const)
      .filter(([, size]) => size >= 10)
      .sort(([, a], [, b]) => b - a);
    // The sandbox keeps what a vendor keeps elsewhere: each of its statements is a transaction.
    const isOfSandbox = (text: string) => text.includes('sandbox_');
    const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
    const sandboxCalls = each(
      sum(statements.filter(({ text, toplevel }) => toplevel && isOfSandbox(text)).map(({ calls }) => calls)),
    );
    const sandboxWal = each(sum(wal.filter(({ name }) => isOfSandbox(name)).map(({ bytes: size }) => size)));
    const disk = sum(bytes.map(([, size]) => size));
    const sandboxDisk = sum(bytes.filter(([name]) => isOfSandbox(name)).map(([, size]) => size));
    const commits = each(after.commits - before.commits);
    const transactions = each(after.transactions - before.transactions);
    const walBytes = each(after.wal - before.wal);
    print(
      `A confirmed card payment with its webhooks, mean of ${payments}; without the sandbox's own records:`,
    );
    print(`  webhooks delivered     ${each(webhooks).toFixed(1)}`);
    print(`  commits                ${commits.toFixed(1)}; ${(commits - sandboxCalls).toFixed(1)}`);
    print(`  transaction ids        ${transactions.toFixed(1)}; ${(transactions - sandboxCalls).toFixed(1)}`);
    print(`  WAL                    ${kB(walBytes)}; ${kB(walBytes - sandboxWal)}`);
    print(`  disk, net of dead rows ${kB(disk)}; ${kB(disk - sandboxDisk)}`);
    for (const [name, size] of bytes) print(`    ${name.padEnd(20)} ${(size / 1000).toFixed(2)} kB`);
    print('  WAL by relation and kind: records, bytes, of which full pages');
    for (const { bytes: size, kind, name, pages, records } of wal) {
      if (each(size) >= 50)
        print(
          `    ${name.padEnd(44)} ${kind.padEnd(26)} ${each(records).toFixed(2)} ${each(size).toFixed(0)} ${each(pages).toFixed(0)}`,
        );
    }
    print('  Statements: calls, ms');
    for (const { calls, ms, text, toplevel } of statements) {
      if (each(calls) >= 0.05)
        print(`    ${toplevel ? ' ' : '>'} ${each(calls).toFixed(2)} ${each(ms).toFixed(3)} ${text}`);
    }
  } finally {
    await client.end();
    receiver.close();
    receiver.closeAllConnections();
    await service.stop();
  }
}, using);
