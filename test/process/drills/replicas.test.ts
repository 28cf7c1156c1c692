import { randomBytes } from 'node:crypto';
import { expect, vi } from 'vitest';
import { clientOf } from '../../kit/client.ts';
import { startDatabaseProxy } from '../../kit/database-proxy.ts';
import { figure } from '../../kit/figure.ts';
import { mutate } from '../../kit/mutate.ts';
import { isMissing } from '../../kit/replicated-cluster.ts';
import { test as base, type CountedServer, untilUsed } from '../../kit/replication.ts';
import { startTestService } from '../../kit/service.ts';
import { type ServiceProcess, startProcess } from '../../shared/reliability/process.ts';
import { sumOf } from '../../shared/telemetry/exposition.ts';

const ROUNDS = 200;
/** How many concurrent readers run while replicas come and go. */
const READERS = 6;
const adminApiKey = `admin_${randomBytes(24).toString('base64url')}`;

interface Reader extends ServiceProcess {
  /** How many read statements ran at `replica` or `primary`, and for which reason. */
  reads(labels: Record<string, string>): Promise<number>;
  /** How many replicas are in use. */
  used(): Promise<number>;
}

const test = base
  /** Two processes with replicas, and a merchant's key. */
  .extend('pair', { scope: 'file' }, async ({ cluster, shared }, { onCleanup }) => {
    const environment = {
      DATABASE_URL: cluster.primary.url,
      DATABASE_REPLICA_URLS: cluster.replicas.map(({ url }) => url).join(','),
      ADMIN_API_KEY: adminApiKey,
      ENCRYPTION_KEY: shared.encryptionKey.toString('base64'),
      METRICS_PORT: '0',
      NODE_ENV: 'production',
      RATE_LIMITS: 'false',
      SWITCHYARD_ENV: 'test',
    };
    const processes = await Promise.all([startProcess(environment), startProcess(environment)]);
    onCleanup(async () => {
      for (const { child, ended } of processes) {
        child.kill('SIGKILL');
        await ended;
      }
    });
    const [writer, reader] = processes.map(withMetrics) as [Reader, Reader];
    const account = { key: adminApiKey, body: { merchant_id: 'shop' } };
    expect((await clientOf(writer).post('/accounts', account)).status).toBe(200);
    const asked = { url: writer.url, statements: [] };
    const named = { merchantId: 'shop', name: 'test' };
    const made = await mutate(asked, adminApiKey, 'createApiKey', named, 'secret');
    const key: string = made.payload.secret;
    const create = async (): Promise<string> => {
      const input = { amount: 100, currency: 'EUR' };
      const { payload, text } = await mutate(asked, key, 'createPayment', input, 'payment { paymentId }');
      expect(payload?.payment, text).toBeTruthy();
      return payload.payment.paymentId;
    };
    await vi.waitFor(async () => expect(await reader.used()).toBe(2), { timeout: 30_000 });
    return { writer, reader, key, create };
  })
  .skipIf(isMissing);

function withMetrics(running: ServiceProcess): Reader {
  const line = running.lines.find((text) => text.includes('"msg":"metrics"'))!;
  const { url } = JSON.parse(line) as { url: string };
  const scrape = async () => (await fetch(url)).text();
  return {
    ...running,
    reads: async (labels) => sumOf(await scrape(), 'switchyard_replica_reads_total', labels),
    used: async () => sumOf(await scrape(), 'switchyard_replica_used'),
  };
}

const set = async (server: CountedServer, name: string, value: string) => {
  await server.query(`alter system set ${name} = '${value}'`);
  await server.query('select pg_reload_conf()');
};

test('A payment created in one process is readable in another, however far replicas lag', {
  timeout: 180_000,
}, async ({ cluster, pair, task }) => {
  const { create, key, reader } = pair;
  const [first, second] = cluster.replicas;
  /** The faults of the replicas, in turn, for this many rounds. */
  const lags: readonly (() => Promise<unknown>)[] = [
    async () => {},
    () => Promise.all([first, second].map((server) => server.query('select pg_wal_replay_pause()'))),
    () => first.query('select pg_wal_replay_resume()'),
    async () => {
      await second.query('select pg_wal_replay_resume()');
      for (const server of [first, second]) await set(server, 'recovery_min_apply_delay', '200ms');
    },
    () => set(first, 'recovery_min_apply_delay', '0'),
  ];
  let absent = 0;
  const missing: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round % (ROUNDS / lags.length) === 0) await lags[round / (ROUNDS / lags.length)]!();
    const id = await create();
    const [list, one, stats] = await Promise.all([
      clientOf(reader).get('/payments/list?limit=1', { key }),
      clientOf(reader).get(`/payments/${id}`, { key }),
      clientOf(reader).post('/graphql', { key, body: { query: '{ paymentStats { count } }' } }),
    ]);
    const isListed = list.body[0].data[0].payment_id === id && one.body.payment_id === id;
    if (!isListed || stats.body.data.paymentStats[0].count !== round + 1) missing.push(id);
    // The outdated responses they would still give.
    const text = `select 1 as found from payments where payment_id = '${id}'`;
    for (const server of cluster.replicas) absent += Number((await server.queryDatabase(text)).length === 0);
  }
  await set(second, 'recovery_min_apply_delay', '0');
  const replica = await reader.reads({ server: 'replica' });
  const primary = await reader.reads({ server: 'primary' });
  figure(
    task,
    `${missing.length} of ${ROUNDS} rounds missed a row; ${replica} reads on replicas, ${primary} on the primary; replicas lacked the row ${absent} times of ${2 * ROUNDS} after that`,
  );
  expect(missing).toEqual([]);
  expect(absent).toBeGreaterThan(ROUNDS / 4);
  expect(replica).toBeGreaterThan(ROUNDS / 4);
  expect(primary).toBeGreaterThan(ROUNDS / 4);
});

test('Replicas are killed and restarted under load without a failed request', { timeout: 180_000 }, async ({
  cluster,
  pair,
  task,
}) => {
  const { create, key, reader } = pair;
  const id = await create();
  await vi.waitFor(async () => expect(await reader.used()).toBe(2), { timeout: 30_000 });
  let running = true;
  let answered = 0;
  const failed: string[] = [];
  const read = async () => {
    while (running) {
      const { body, status, text } = await clientOf(reader).get('/payments/list?limit=1', { key });
      if (status !== 200 || body[0].data[0].payment_id !== id) failed.push(text);
      answered += 1;
    }
  };
  const readers = Array.from({ length: READERS }, read);
  const answers = async (more: number) => {
    const before = answered;
    await vi.waitFor(() => expect(answered).toBeGreaterThan(before + more), { timeout: 60_000 });
  };
  const becomes = (used: number) =>
    vi.waitFor(async () => expect(await reader.used()).toBe(used), { timeout: 30_000 });
  for (const [index, server] of cluster.replicas.entries()) {
    await answers(100);
    await server.kill();
    await becomes(1 - index);
  }
  await answers(100);
  for (const [index, server] of cluster.replicas.entries()) {
    await server.start();
    await becomes(index + 1);
  }
  const before = await reader.reads({ server: 'replica' });
  const isReadAgain = async () => expect(await reader.reads({ server: 'replica' })).toBeGreaterThan(before);
  await vi.waitFor(isReadAgain, { timeout: 30_000 });
  running = false;
  await Promise.all(readers);
  figure(
    task,
    `${failed.length} of ${answered} requests failed while two replicas were killed and started again`,
  );
  expect(failed).toEqual([]);
  expect(reader.lines.filter((line) => /The replica .* is unreachable/.test(line)).length).toBeGreaterThan(1);
});

test('A replica whose host vanishes is avoided, and the primary answers its reads', {
  timeout: 60_000,
}, async ({ cluster, shared, shop, task }) => {
  const [replica] = cluster.replicas;
  const proxy = await startDatabaseProxy(replica.url);
  const service = await startTestService({ ...shared, replicaUrls: [proxy.url] });
  const id = await shop.payment();
  await untilUsed(service);
  const list = () => clientOf(service).get('/payments/list?limit=1', { key: shop.key });
  await list();
  proxy.swallow();
  const answers = await Promise.all(Array.from({ length: 20 }, list));
  expect(answers.map(({ body }) => body[0].data[0].payment_id)).toEqual(answers.map(() => id));
  const usage = () => service.vitals().replicas!;
  const isLost = () => expect(usage().servers).toMatchObject([{ state: 'unreachable' }]);
  await vi.waitFor(isLost, { timeout: 20_000 });
  const { byPrimary } = usage();
  figure(task, `20 of 20 reads answered, ${byPrimary.failed} of them begun on the replica`);
  expect(Object.values(byPrimary).reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(20);
  proxy.cut();
  proxy.heal();
  await untilUsed(service);
  await service.close();
  await proxy.close();
});
