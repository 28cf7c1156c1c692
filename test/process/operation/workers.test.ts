import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { clientOf } from '../../kit/client.ts';
import { createDatabase } from '../../kit/database.ts';
import { isFullRun } from '../../kit/figure.ts';
import { type ServiceProcess, startProcess } from '../../shared/reliability/process.ts';

const adminApiKey = `admin_${randomBytes(24).toString('base64url')}`;

const production = async () => ({
  DATABASE_URL: await createDatabase(),
  ADMIN_API_KEY: adminApiKey,
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  NODE_ENV: 'production',
  SWITCHYARD_ENV: 'test',
});

async function start(environment: Record<string, string>): Promise<ServiceProcess> {
  const service = await startProcess(environment);
  onTestFinished(async () => {
    service.child.kill('SIGTERM');
    expect(await service.ended).toBe(0);
  }, 40_000);
  return service;
}

/** The processes reported ready so far, from their supervisor's log. */
const readyOf = ({ lines }: ServiceProcess): { worker: number; pid: number }[] =>
  lines.filter((line) => line.includes('"msg":"worker ready"')).map((line) => JSON.parse(line));

const metricsOf = async ({ lines }: ServiceProcess) => {
  const url = lines.map((line) => /"url":"([^"]+\/metrics)"/.exec(line)?.[1]).find(Boolean)!;
  return (await fetch(url)).text();
};

const until = (what: () => boolean | Promise<boolean>) =>
  vi.waitUntil(what, { timeout: 300_000, interval: 20 });

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Sends commands and reads continuously until stopped. */
function load(service: ServiceProcess) {
  const client = clientOf(service);
  const failures: string[] = [];
  let answered = 0;
  let stopped = false;
  const one = async (number: number) => {
    for (let round = 0; !stopped; round++) {
      const merchant_id = `m${number}x${round}`;
      const made = await client.post('/accounts', { key: adminApiKey, body: { merchant_id } }).catch(String);
      const ready = await client.get('/health/ready').catch(String);
      for (const answer of [made, ready]) {
        if (typeof answer === 'string' || answer.status !== 200)
          failures.push(typeof answer === 'string' ? answer : answer.text);
        answered++;
      }
    }
  };
  const running = Promise.all([1, 2].map(one));
  return {
    answered: () => answered,
    stop: async () => {
      stopped = true;
      await running;
      return failures;
    },
  };
}

/** Two processes under one supervisor, for the tests that replace them. */
let several: ServiceProcess;
beforeAll(async () => {
  several = await startProcess({ ...(await production()), WORKERS: '2', METRICS_PORT: '0' });
});
afterAll(async () => {
  several.child.kill('SIGTERM');
  expect(await several.ended).toBe(0);
});

test('Several processes serve one port, and a hung or killed one does not hide the others', async () => {
  const service = several;
  const first = readyOf(service);
  expect(first.map(({ worker }) => worker).sort()).toEqual([1, 2]);
  const text = await metricsOf(service);
  for (const { worker } of first)
    expect(text).toMatch(new RegExp(`^process_resident_memory_bytes\\{worker="${worker}"\\} \\d`, 'm'));
  process.kill(first[0]!.pid, 'SIGSTOP');
  const [hung, other] = first.map(({ worker }) => worker);
  const withoutOne = (await metricsOf(service)).split('\n');
  expect(withoutOne).toContain(`switchyard_worker_up{worker="${hung}"} 0`);
  expect(withoutOne).toContain(`switchyard_worker_up{worker="${other}"} 1`);
  expect(withoutOne.filter((line) => line.startsWith('process_resident_memory_bytes{'))).toEqual([
    expect.stringContaining(`worker="${other}"`),
  ]);
  process.kill(first[0]!.pid, 'SIGKILL');
  await until(() => readyOf(service).length === 3);
  const third = readyOf(service)[2]!;
  expect([third.worker, isRunning(third.pid), isRunning(first[0]!.pid)]).toEqual([
    first[0]!.worker,
    true,
    false,
  ]);
  expect((await clientOf(service).get('/health/ready')).status).toBe(200);
  expect(service.lines.join('\n')).toContain('a worker died; starting another');
  const after = await metricsOf(service);
  expect(after).toContain(`process_resident_memory_bytes{worker="${third.worker}"}`);
  expect(after).toContain(`switchyard_worker_up{worker="${third.worker}"} 1\n`);
  expect(after).toContain(`switchyard_worker_deaths_total{worker="${third.worker}"} 1\n`);
  expect(after).toContain(`switchyard_worker_deaths_total{worker="${other}"} 0\n`);
});

test.runIf(isFullRun)(
  'SIGHUP replaces processes one by one under load without a failed request',
  async () => {
    const service = several;
    const started = readyOf(service);
    const before = started.filter(({ pid }) => isRunning(pid));
    expect(before).toHaveLength(2);
    const running = load(service);
    await until(() => running.answered() > 20);
    service.child.kill('SIGHUP');
    await until(() => service.lines.some((line) => line.includes('"workers replaced"')));
    const answered = running.answered();
    await until(() => running.answered() > answered + 20);
    expect(await running.stop()).toEqual([]);
    expect(before.map(({ pid }) => isRunning(pid))).toEqual([false, false]);
    expect(
      readyOf(service)
        .map(({ worker }) => worker)
        .slice(started.length),
    ).toEqual([1, 2]);
  },
);

test('A fault that prevents processes from starting also ends their supervisor', async () => {
  const environment = {
    ...(await production()),
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    WORKERS: '2',
  };
  await expect(startProcess(environment)).rejects.toThrow(/It ended with 1/);
});

test('A job process serves only probes, and a request process runs no jobs', async () => {
  const shared = await production();
  const [web, jobs] = await Promise.all([
    start({ ...shared, ROLE: 'web' }),
    start({ ...shared, ROLE: 'jobs', METRICS_PORT: '0' }),
  ]);
  const body = { merchant_id: 'shop' };
  expect((await clientOf(web).get('/health/ready')).body).toEqual({ status: 'ready' });
  expect((await clientOf(jobs).get('/health/ready')).body).toEqual({ status: 'ready', jobs: 'running' });
  expect((await fetch(`${jobs.url}/payments/list`)).status).toBe(404);
  expect((await fetch(`${jobs.url}/`, { redirect: 'manual' })).status).toBe(404);
  expect((await fetch(`${jobs.url}/graphql?query={__typename}`)).status).toBe(404);
  expect((await clientOf(web).post('/accounts', { key: adminApiKey, body })).status).toBe(200);
  expect(await metricsOf(jobs)).toContain('switchyard_queue_depth');
});
