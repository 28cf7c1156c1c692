import { randomBytes } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { clientOf } from '../../kit/client.ts';
import { createDatabase } from '../../kit/database.ts';
import { cardOf, cards, sandboxShop } from '../../kit/sandbox-shop.ts';
import { startTestService } from '../../kit/service.ts';
import { startProcess } from '../../shared/reliability/process.ts';

/** Debian's libfaketime, in its architecture's folder. */
const [faketime] = globSync('/usr/lib/*/faketime/libfaketime.so.1');

const HOUR_MS = 60 * 60_000;
const PATIENT = { timeout: 60_000, interval: 50 };

/** A host whose clock can be set while its process runs. Its monotonic clock continues, like a real one. */
async function hostWithClock() {
  const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-clock-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'offset');
  return {
    set: (offset: string) => writeFile(file, `${offset}\n`),
    environment: {
      LD_PRELOAD: faketime!,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DATA_DIR: path.join(folder, 'data'),
    },
  };
}

test.skipIf(!faketime)(
  'A process whose clock is two hours off, in either direction, ends nothing early and postpones nothing',
  async () => {
    const databaseUrl = await createDatabase();
    const encryptionKey = randomBytes(32);
    // Serves the requests, with a correct clock and no jobs.
    const web = await startTestService({ databaseUrl, encryptionKey });
    onTestFinished(() => web.stop());
    const { key } = await sandboxShop(web);
    const api = clientOf(web);
    const query = (text: string, ...values: unknown[]) =>
      web.database.rows.query<Record<string, unknown>>({ text, values }, null);
    const open = async (input: object = {}) => {
      const body = { amount: 1000, currency: 'USD', ...input };
      const { body: payment, status } = await api.post('/payments', { key, body });
      expect([status, payment.error]).toEqual([200, undefined]);
      return payment.payment_id as string;
    };
    const authorize = (captureInMs: number) =>
      open({
        confirm: true,
        capture_method: 'manual',
        capture_on: new Date(Date.now() + captureInMs).toISOString(),
        payment_method: 'card',
        payment_method_data: { card: cardOf(cards.good) },
      });
    const expireIn = (id: string, interval: string) =>
      query(`update payments set expires_on = now() + $2::interval where payment_id = $1`, id, interval);
    const statusOf = async (id: string) => (await api.get(`/payments/${id}`, { key })).body.status as string;
    const early = { open: await open(), authorized: await authorize(HOUR_MS) };
    await expireIn(early.open, '1 hour');
    const untouched = async () =>
      expect([await statusOf(early.open), await statusOf(early.authorized)]).toEqual([
        'requires_payment_method',
        'requires_capture',
      ]);
    /** The jobs of each minute, which run within one minute. */
    const postponed = () =>
      query(`select task from scheduled_tasks where due_at > now() + interval '61 seconds'
             and task ~ '^(expire|capture)_'`);

    const host = await hostWithClock();
    await host.set('+2h');
    const service = await startProcess({
      ...host.environment,
      DATABASE_URL: databaseUrl,
      ENCRYPTION_KEY: encryptionKey.toString('base64'),
      ADMIN_API_KEY: `admin_${randomBytes(24).toString('base64url')}`,
      ROLE: 'jobs',
    });
    onTestFinished(() => void service.child.kill('SIGKILL'));
    const health = clientOf(service);
    const offset = async () => (await health.get('/health')).body.clock_offset_ms as number;
    const jobs = async () => (await health.get('/health/ready')).body;
    const logged = (message: string) => service.lines.filter((line) => line.includes(message)).length;
    const dueNow = () =>
      query(
        `update scheduled_tasks set due_at = now() - interval '1 second' where task ~ '^(expire|capture)_'`,
      );

    // Ahead: work due in an hour is not due yet, and nothing runs.
    await vi.waitUntil(() => logged('takes no background work') === 1, PATIENT);
    expect(Math.abs((await offset()) - 2 * HOUR_MS)).toBeLessThan(5_000);
    expect(await jobs()).toEqual({ status: 'ready', jobs: 'off', jobs_off: ['clock'] });
    expect(logged("host's clock is off")).toBe(1);
    await untouched();
    expect(await postponed()).toEqual([]);

    // Correct: due work is done, and nothing else.
    const due = await open();
    await expireIn(due, '-1 minute');
    await dueNow();
    await host.set('+0');
    await vi.waitUntil(async () => (await statusOf(due)) === 'expired', PATIENT);
    expect((await jobs()).jobs).toBe('running');
    expect(logged('takes background work again')).toBe(1);
    await untouched();

    // Slightly ahead: jobs run, by the database's time.
    await host.set('+25s');
    await vi.waitUntil(() => logged("host's clock is off") === 2, PATIENT);
    const soon = await open();
    const dueToo = await open();
    await expireIn(soon, '1 hour');
    await expireIn(dueToo, '-1 minute');
    await dueNow();
    await vi.waitUntil(async () => (await statusOf(dueToo)) === 'expired', PATIENT);
    expect(await statusOf(soon)).toBe('requires_payment_method');
    const [times] = await query(
      `select updated <= now() as right from payments where payment_id = $1`,
      dueToo,
    );
    expect(times).toEqual({ right: true });
    expect(await postponed()).toEqual([]);

    // Behind, and back: work that became due in between is done at once.
    await host.set('-2h');
    await vi.waitUntil(async () => (await jobs()).jobs === 'off', PATIENT);
    expect(Math.abs((await offset()) + 2 * HOUR_MS)).toBeLessThan(5_000);
    await expireIn(soon, '-1 minute');
    await dueNow();
    await host.set('+0');
    await vi.waitUntil(async () => (await statusOf(soon)) === 'expired', PATIENT);
    await untouched();
    expect(await postponed()).toEqual([]);
  },
  180_000,
);
