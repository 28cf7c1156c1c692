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
 * transaction identifiers, WAL and disk by table for one payment. It asserts nothing. Its figures do not depend on how fast
 * the machine is.
 */
const { values } = parseArgs({
  options: { payments: { type: 'string', default: '2000' }, connections: { type: 'string', default: '4' } },
});
const payments = Number(values.payments);
const connections = Number(values.connections);
const WARM = 200;

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
  readonly tables: ReadonlyMap<string, number>;
}

const TOTALS = `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal,
  pg_current_xact_id()::text::float8 as transactions,
  (select xact_commit from pg_stat_database where datname = current_database())::float8 as commits`;

/** The bytes of each table with its indexes and TOAST, partitions counted as their table's. */
const TABLES = `select coalesce(p.relname, c.relname) as name, sum(pg_total_relation_size(c.oid))::float8 as bytes
  from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
  where c.relkind = 'r' and c.relnamespace::regnamespace::text in ('public', 'partitions') group by 1`;

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
    const totals = async (): Promise<Totals> => {
      const [counts] = (await client.query(TOTALS)).rows as Omit<Totals, 'tables'>[];
      const { rows } = await client.query<{ name: string; bytes: number }>(TABLES);
      return { ...counts!, tables: new Map(rows.map(({ bytes, name }) => [name, bytes])) };
    };
    await untilNothingIsDue(cluster);
    await pay(WARM);
    await sql(cluster.superuserUrl, 'checkpoint');
    const [before, webhooksBefore] = [await totals(), received];
    await pay(payments);
    const after = await totals();
    const each = (total: number) => total / payments;
    const bytes = [...after.tables]
      .map(([name, size]) => [name, each(size - (before.tables.get(name) ?? 0))] as const)
      .filter(([, size]) => size >= 10)
      .sort(([, a], [, b]) => b - a);
    print(`A confirmed card payment with its webhooks, mean of ${payments}:`);
    print(`  webhooks delivered     ${each(received - webhooksBefore).toFixed(1)}`);
    print(`  commits                ${each(after.commits - before.commits).toFixed(1)}`);
    print(`  transaction ids        ${each(after.transactions - before.transactions).toFixed(1)}`);
    print(`  WAL                    ${(each(after.wal - before.wal) / 1000).toFixed(1)} kB`);
    print(
      `  disk                   ${(bytes.reduce((sum, [, size]) => sum + size, 0) / 1000).toFixed(1)} kB`,
    );
    for (const [name, size] of bytes) print(`    ${name.padEnd(20)} ${(size / 1000).toFixed(2)} kB`);
  } finally {
    await client.end();
    receiver.close();
    receiver.closeAllConnections();
    await service.stop();
  }
}, using);
