import 'reflect-metadata';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { fill, sql, untilNothingIsDue, withCluster } from './cluster.ts';
import type { BenchRequest } from './measure.ts';
import {
  authorizeRequest,
  listenRequest,
  merchantOf,
  openRequest,
  paymentsOf,
  payRequest,
  post,
  refundRequest,
} from './requests.ts';
import { startService } from './service.ts';
import { inTurn, print, printDetails, printSummary, type Written, WrittenMeter } from './written.ts';

/**
 * The command behind `npm run bench:writes`: the writes of a confirmed card payment, an update, a capture and a refund,
 * each with its webhooks, and of the jobs afterwards. It prints commits, transaction identifiers, WAL by table, and for
 * the payment also WAL by relation and kind of record, disk by table after a vacuum, and statements. It asserts
 * nothing. Its figures do not depend on the machine's speed.
 */
const { values } = parseArgs({
  options: { payments: { type: 'string', default: '2000' }, connections: { type: 'string', default: '4' } },
});
const payments = Number(values.payments);
const connections = Number(values.connections);
const WARM = 200;

/**
 * Production settings: full pages are written to the WAL once after a checkpoint, which runs before the measurement.
 */
const using = {
  shared_preload_libraries: 'pg_stat_statements',
  shared_buffers: '512MB',
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
  autovacuum: 'off',
  max_connections: '200',
};

const PENDING = `select exists (select from pending_deliveries) as waiting`;
/** The jobs that process the writes, within a minute or two. */
const UNSEALED = `select exists (select from unsealed_audit_entries) or exists (select from stats_changes)
  or exists (select from search_changes)
  or exists (select from payments o join stats_progress p on p.merchant_id = o.merchant_id and p.object_type = 'payment'
             where o.created >= p.counted_until) as waiting`;
const POLL_MS = 100;

await withCluster(async (cluster) => {
  const [keys] = await fill(cluster, { payments: 100, merchants: 1 });
  const service = await startService(cluster);
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => response.end());
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const client = new pg.Client({ connectionString: cluster.superuserUrl });
  await client.connect();
  const until = async (waiting: string) => {
    while ((await client.query(waiting)).rows[0].waiting) await sleep(POLL_MS);
  };
  try {
    const merchant = await merchantOf(service, keys!.apiKey);
    const { port } = receiver.address() as AddressInfo;
    await inTurn(service, [listenRequest(merchant, `http://127.0.0.1:${port}`)], 1);
    const done = async (requests: readonly BenchRequest[]) => {
      await inTurn(service, requests, connections);
      await until(PENDING);
    };
    const pay = Array.from({ length: payments }, () => payRequest(merchant));
    await untilNothingIsDue(cluster);
    await done(pay.slice(0, WARM));
    await until(UNSEALED);
    const open = await paymentsOf(service, openRequest(merchant), WARM);
    const authorized = await paymentsOf(service, authorizeRequest(merchant), WARM);
    await until(PENDING);
    await until(UNSEALED);
    await sql(cluster.superuserUrl, 'checkpoint');
    await client.query('create extension if not exists pg_walinspect');
    const meter = new WrittenMeter(client);

    const paid = await meter.of(payments, () => done(pay));
    const others: [name: string, written: Written][] = [];
    others.push([`of it afterwards, by jobs`, await meter.of(payments, () => until(UNSEALED))]);
    const updates = open.map((id) => post(merchant, `/payments/${id}`, { description: 'Shoes' }));
    others.push(['update', await meter.of(WARM, () => done(updates))]);
    const captures = authorized.map((id) => post(merchant, `/payments/${id}/capture`, {}));
    others.push(['capture', await meter.of(WARM, () => done(captures))]);
    const refunds = authorized.map((id) => refundRequest(merchant, id));
    others.push(['refund', await meter.of(WARM, () => done(refunds))]);
    // Later payments reuse the space of dead rows, as in production: the disk grows by the live rows.
    await sql(cluster.superuserUrl, 'vacuum');
    const filled = await meter.tables();
    await done(pay);
    await until(UNSEALED);
    await sql(cluster.superuserUrl, 'vacuum');
    const grown = await meter.tables();

    print(
      `With their webhooks, mean of ${payments} payments and ${WARM} others; without the sandbox's own records:`,
    );
    printSummary([['create and confirm', paid], ...others]);
    printDetails(paid, filled, grown, payments);
  } finally {
    await client.end();
    receiver.close();
    receiver.closeAllConnections();
    await service.stop();
  }
}, using);
