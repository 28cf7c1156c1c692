import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect } from 'vitest';
import { installSandbox } from '../../../src/connectors/sandbox/sandbox.ts';
import { BackgroundWork } from '../../../src/core/foundation/background-work.ts';
import type { Context } from '../../../src/core/foundation/context.ts';
import { startDispatcher } from '../../../src/core/webhooks/dispatcher.ts';
import { createLogger } from '../../../src/http/requests/logging.ts';
import { startRecovery } from '../../../src/jobs/recovery.ts';
import { everyMinuteAt, Ticker } from '../../../src/jobs/ticker.ts';
import { clientOf } from '../../kit/client.ts';
import { startTestService } from '../../kit/service.ts';
import { testApart as test } from '../../kit/test.ts';

test('Work is off while any reason applies, and each change is logged once', () => {
  const lines: { level: string; msg: string; reasons?: string[] }[] = [];
  const log = new Writable({
    write: (line, _encoding, done) => done(void lines.push(JSON.parse(`${line}`))),
  });
  const work = new BackgroundWork(createLogger('info', log));
  const applies = { clock: false, copy: false };
  work.offWhile('clock', () => applies.clock);
  work.offWhile('copy', () => applies.copy);
  const asked = (...reasons: (keyof typeof applies)[]) => {
    for (const reason of ['clock', 'copy'] as const) applies[reason] = reasons.includes(reason);
    const isOn = [work.isOn(), work.isOn()];
    expect(work.offReasons).toEqual(reasons);
    return isOn;
  };
  expect(asked()).toEqual([true, true]);
  expect(lines).toEqual([]);
  expect(asked('clock')).toEqual([false, false]);
  expect(asked('clock', 'copy')).toEqual([false, false]);
  expect(asked('copy')).toEqual([false, false]);
  expect(asked()).toEqual([true, true]);
  expect(lines.map(({ level, msg, reasons }) => [level, reasons ?? msg])).toEqual([
    ['warn', ['clock']],
    ['warn', ['clock', 'copy']],
    ['warn', ['copy']],
    ['info', 'this process takes background work again'],
  ]);
});

const logger = pino({ level: 'silent' });
const heartbeat = { isSteady: true, stop: async () => {} };

/** Every loop of background work, as started by a service. */
const loops: Readonly<Record<string, (ctx: Context) => { stop(): Promise<unknown> }>> = {
  jobs: (ctx) => {
    const task = { name: 'never', label: 'never', period: everyMinuteAt(0), run: async () => {} };
    const ticker = new Ticker({ tasks: [task], contextFor: () => ctx, heartbeat, logger });
    const running = ticker.startDue().then(() => ticker.startDue());
    return { stop: () => running };
  },
  'look-ups': (ctx) => startRecovery(() => ctx, heartbeat, logger),
  webhooks: (ctx) => {
    const dispatcher = startDispatcher({ ctx, logger, onDeliveries: () => () => {}, options: { pollMs: 5 } });
    return { stop: () => dispatcher.stop(0) };
  },
  "the sandbox's reports": (ctx) => {
    const { ids, now, pagesUrl, publicUrl, randomBytes } = ctx.ports;
    // Like the service: while work is off there is nowhere to report to.
    const reportsAt = () => (ctx.ports.backgroundWork.isOn() ? publicUrl() : null);
    const sandbox = installSandbox({ rows: ctx.rows, ids, now, pagesUrl, publicUrl, randomBytes, reportsAt });
    return sandbox.start(
      () => ctx,
      (error) => {
        throw error;
      },
    );
  },
};

test.for(Object.keys(loops))(
  'While work is off, %s is neither leased nor queried',
  async (name, { service }) => {
    const system = service.contextFor({ kind: 'admin_key' }, 'req_test');
    const sent: string[] = [];
    let isOn = false;
    let asked = 0;
    const askedTwice = Promise.withResolvers<void>();
    const looked = Promise.withResolvers<void>();
    const ctx: Context = {
      ...system,
      ports: {
        ...system.ports,
        backgroundWork: {
          isOn: () => {
            asked += 1;
            if (asked === 2) askedTwice.resolve();
            return isOn;
          },
        },
      },
      rows: {
        query: async ({ text }) => {
          sent.push(text);
          looked.resolve();
          return [];
        },
      },
    };
    const loop = loops[name]!(ctx);
    await askedTwice.promise;
    expect(sent).toEqual([]);
    isOn = true;
    const again = name === 'jobs' ? loops.jobs!(ctx) : loop;
    await looked.promise;
    expect(sent.length).toBeGreaterThan(0);
    await Promise.all([loop.stop(), again.stop()]);
  },
);

test('A process whose clock is far off serves requests but no background work, and reports it, until corrected', async ({
  shared,
}) => {
  const host = { aheadMs: 2 * 60 * 60_000 };
  const service = await startTestService({
    ...shared,
    doesJobs: true,
    processClock: { now: () => Date.now() + host.aheadMs, monotonic: () => performance.now() },
  });
  const client = clientOf(service);
  const said = async () => {
    const [live, ready] = [await client.get('/health'), await client.get('/health/ready')];
    const { backgroundOff, clockOffsetMs } = service.vitals();
    expect([live.status, ready.status, ready.body.status]).toEqual([200, 200, 'ready']);
    expect(Math.abs(live.body.clock_offset_ms - clockOffsetMs)).toBeLessThan(1_000);
    expect(Math.abs(clockOffsetMs - host.aheadMs)).toBeLessThan(1_000);
    return { jobs: ready.body.jobs, jobs_off: ready.body.jobs_off, off: backgroundOff };
  };
  try {
    expect(await said()).toEqual({ jobs: 'off', jobs_off: ['clock'], off: ['clock'] });
    host.aheadMs = 0;
    expect(await said()).toEqual({ jobs: 'running', jobs_off: undefined, off: [] });
    host.aheadMs = -60_000;
    expect(await said()).toEqual({ jobs: 'off', jobs_off: ['clock'], off: ['clock'] });
    // Requests are served, with the database's time.
    const asked = { key: service.adminApiKey, body: { merchant_id: 'of_the_right_time' } };
    expect((await client.post('/accounts', asked)).status).toBe(200);
    const text =
      'select abs(extract(epoch from created_at - now())) < 30 as right from merchant_accounts where merchant_id = $1';
    const values = ['of_the_right_time'];
    expect(await service.database.rows.query({ text, values }, null)).toEqual([{ right: true }]);
    const lines = service.logs
      .map((line) => JSON.parse(line))
      .filter(({ clock_offset_ms: ms }) => ms !== undefined);
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      ['warn', "this host's clock is off: the database's is used"],
      ['info', "this host's clock is right again"],
      ['warn', "this host's clock is off: the database's is used"],
    ]);
  } finally {
    host.aheadMs = 0;
    await service.stop();
  }
});
