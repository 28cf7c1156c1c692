import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect } from 'vitest';
import { countsWaiting } from '../../kit/citus.ts';
import { clientOf } from '../../kit/client.ts';
import { ownerUrl } from '../../kit/database.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../../kit/database-proxy.ts';
import { figure, isFullRun } from '../../kit/figure.ts';
import { freshPlace } from '../../kit/ordinary-service.ts';
import { test as base } from '../../kit/test.ts';
import { startProcess } from '../../shared/reliability/process.ts';

/** A service that reaches its database through a proxy, with jobs running. */
const test = base
  .extend('shared', { scope: 'file' }, () => freshPlace())
  .extend('proxy', { scope: 'file' }, async ({ shared }, { onCleanup }): Promise<DatabaseProxy> => {
    const proxy = await startDatabaseProxy(shared.databaseUrl);
    onCleanup(() => proxy.close());
    return proxy;
  })
  /** A session of the tables' owner that bypasses the proxy. */
  .extend('owner', { scope: 'file' }, async ({ shared }, { onCleanup }) => {
    const session = new pg.Client({ connectionString: ownerUrl(shared.databaseUrl) });
    await session.connect();
    onCleanup(() => session.end());
    return session;
  })
  .extend('serviceOptions', { scope: 'file' }, ({ proxy }) => ({ databaseUrl: proxy.url, doesJobs: true }));

test('Background tasks resume after the database failed in the middle of their work', async ({
  api,
  client,
  owner,
  proxy,
  service,
  task,
}) => {
  const jobs = async () => (await client.get('/health/ready')).body.jobs;
  expect(await jobs()).toBe('running');
  await owner.query('begin; lock table idempotency_keys');
  await service.database.pool.query("update scheduled_tasks set due_at = now() where task = 'sweep'");
  await expect.poll(() => waitingForLocks(owner), { timeout: 60_000 }).toBeGreaterThan(0);
  proxy.cut();
  await owner.query('commit');
  await expect.poll(() => service.logs.join(), { timeout: 60_000 }).toContain('background tasks cannot run');
  const down = await api.post('/customers', {});
  expect(down).toMatchObject({ status: 503, body: { error: { code: 'database_unavailable' } } });
  expect(down.headers.get('retry-after')).toBe('1');
  expect(await jobs()).toBe('restarting');
  proxy.heal();
  const healed = performance.now();
  await expect.poll(jobs, { timeout: 60_000 }).toBe('running');
  const isSwept = async () =>
    (await owner.query("select due_at > now() as swept from scheduled_tasks where task = 'sweep'")).rows;
  await expect.poll(isSwept, { timeout: 60_000 }).toEqual([{ swept: true }]);
  figure(task, `running again ${Math.round(performance.now() - healed)} ms after the database`);
  expect((await api.post('/customers', {})).status).toBe(200);
});

async function waitingForLocks(session: pg.Client): Promise<number> {
  const { rows } = await session.query(
    'select count(*)::int as n from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())',
  );
  return rows[0].n;
}

test('Requests fail fast while the database is silent, and succeed once it is back', async ({
  api,
  client,
  proxy,
  task,
}) => {
  expect((await api.post('/customers', {})).status).toBe(200);
  proxy.swallow();
  const silent = await Promise.all([
    api.post('/customers', {}),
    api.get('/payments/list'),
    client.get('/health/ready'),
  ]);
  expect(silent.map(({ status }) => status)).toEqual([503, 503, 503]);
  proxy.heal();
  const healed = performance.now();
  await expect.poll(async () => (await api.post('/customers', {})).status, { timeout: 60_000 }).toBe(200);
  const healedMs = performance.now() - healed;
  figure(task, `${silent.length} requests answered; served ${Math.round(healedMs)} ms after it is back`);
});

test.runIf(isFullRun)(
  'A process with a silent database stops within its time limit',
  async ({ shared, task }) => {
    const proxy = await startDatabaseProxy(shared.databaseUrl);
    const { child, ended, url } = await startProcess({
      DATABASE_URL: proxy.url,
      ADMIN_API_KEY: `admin_${randomBytes(24).toString('base64url')}`,
      ENCRYPTION_KEY: shared.encryptionKey.toString('base64'),
      NODE_ENV: 'production',
      SWITCHYARD_ENV: 'test',
    });
    try {
      proxy.swallow();
      void clientOf({ url })
        .get('/payments/list', { key: 'sk_test_x' })
        .catch(() => {});
      await sleep(100);
      const asked = performance.now();
      child.kill('SIGTERM');
      await ended;
      figure(task, `ended ${Math.round(performance.now() - asked)} ms after SIGTERM`);
    } finally {
      child.kill('SIGKILL');
      await proxy.close();
    }
  },
);

test('A read-only database makes the service not ready and writes fail with 503', async ({
  client,
  owner: session,
  service,
  shop,
  task,
}) => {
  const name = new URL(service.database.url).pathname.slice(1);
  // Waits until they are gone: a request on a dying session would fail later, even in the next test.
  const endOthers = () =>
    session.query(
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
  try {
    await session.query(`alter database ${name} set default_transaction_read_only = on`);
    await endOthers();
    await expect.poll(async () => (await client.get('/health/ready')).status, { timeout: 60_000 }).toBe(503);
    const refused = await client.post('/customers', { key: shop.key, body: {} });
    expect(refused).toMatchObject({ status: 503, body: { error: { code: 'database_unavailable' } } });
    expect(refused.headers.get('retry-after')).toBe('1');
  } finally {
    await session.query('set default_transaction_read_only = off');
    await session.query(`alter database ${name} reset default_transaction_read_only`);
    await endOthers();
  }
  const created = async () => (await client.post('/customers', { key: shop.key, body: {} })).status;
  const writable = performance.now();
  await expect.poll(created, { timeout: 60_000 }).toBe(200);
  figure(
    task,
    `a customer created ${Math.round(performance.now() - writable)} ms after it takes writes again`,
  );
  await expect.poll(async () => (await client.get('/health/ready')).status, { timeout: 60_000 }).toBe(200);
});

test('A locked row delays only its own merchant', async ({
  client,
  otherShop,
  owner,
  service,
  shop,
  task,
}) => {
  let slowestMs = 0;
  const paymentId = await shop.payment({ amount: 100 });
  const session = await service.database.openSession();
  await session.query('begin');
  await session.query(`set local switchyard.merchant_id = '${shop.merchantId}'`);
  const locked = 'select 1 from payments where merchant_id = $1 and payment_id = $2 for update';
  await session.query(locked, [shop.merchantId, paymentId]);
  try {
    const update = () =>
      client.post(`/payments/${paymentId}`, { key: shop.key, body: { description: 'waits' } });
    // More than a merchant's connection limit.
    const waiting = Array.from({ length: 8 }, update);
    const waitingAtRow = async () => (await owner.query(countsWaiting())).rows[0].count;
    await expect.poll(waitingAtRow).toBeGreaterThan(0);
    for (let i = 0; i < 10; i++) {
      const started = performance.now();
      const served = await client.post('/customers', { key: otherShop.key, body: {} });
      expect(served.status).toBe(200);
      const tookMs = performance.now() - started;
      slowestMs = Math.max(slowestMs, tookMs);
      if (isFullRun) expect(tookMs).toBeLessThan(1_400);
      expect((await client.get('/health/ready')).status).toBe(200);
    }
    const answers = await Promise.all(waiting);
    figure(
      task,
      `${waiting.length} requests wait for the row; another merchant is served within ${Math.round(slowestMs)} ms`,
    );
    expect(answers.map(({ body, status }) => [status, body.error?.code])).toEqual(
      answers.map(() => [503, 'overloaded']),
    );
  } finally {
    await session.end();
  }
});
