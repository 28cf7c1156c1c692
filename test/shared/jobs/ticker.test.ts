import { Writable } from 'node:stream';
import { expect } from 'vitest';
import type { Ports } from '../../../src/core/foundation/ports/ports.ts';
import { createLogger } from '../../../src/http/requests/logging.ts';
import { serviceTasks } from '../../../src/jobs/tasks.ts';
import {
  dailyAt,
  everyMinuteAt,
  hourlyAt,
  momentAfter,
  startTicker,
  type Task,
  Ticker,
  type TickerParts,
} from '../../../src/jobs/ticker.ts';
import { testApart as base } from '../../kit/test.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** A separate process's ticker, with its logs and observations. */
interface TestTicker {
  readonly ticker: Ticker;
  readonly parts: TickerParts;
  readonly logs: string[];
  readonly results: string[];
  /** Runs everything due now. */
  runDue(): Promise<void>;
}

const test = base
  /** The time, set by the test. */
  .extend('clock', () => {
    let nowMs = Date.UTC(2031, 0, 15, 12, 0, 30);
    const pass = (ms: number) => {
      nowMs += ms;
    };
    return { now: () => new Date(nowMs), pass };
  })
  .extend('query', ({ service }) => async (text: string, ...values: unknown[]) => {
    const rows = await service.database.rows.query<Record<string, unknown>>({ text, values }, null);
    return rows;
  })
  .extend('row', ({ query }) => async (task: string) => {
    const text = `select due_at, failures, process_id from scheduled_tasks where task = $1`;
    const [{ due_at, ...rest } = {}] = await query(text, task);
    return { ...rest, due_at: new Date(String(due_at)) };
  })
  /** Opens a process's ticker, whose tasks are in the database. */
  .extend(
    'open',
    ({ clock, service }) =>
      async (processId: string, ...tasks: Task[]): Promise<TestTicker> => {
        const logs: string[] = [];
        const results: string[] = [];
        const log = new Writable({ write: (line, _encoding, done) => done(void logs.push(`${line}`)) });
        const observe: Ports['observe'] = async (_step, work, resultOf) => {
          try {
            const value = await work();
            results.push(String(resultOf(value)));
            return value;
          } catch (error) {
            results.push('error');
            throw error;
          }
        };
        const system = service.contextFor({ kind: 'admin_key' }, 'job_test');
        const parts: TickerParts = {
          tasks,
          contextFor: () => ({ ...system, ports: { ...system.ports, processId, observe, now: clock.now } }),
          heartbeat: { isSteady: true },
          logger: createLogger('info', log),
        };
        const ticker = new Ticker(parts);
        await ticker.addTasks();
        const runDue = async () => {
          while ((await ticker.startDue()) > 0) await ticker.idle();
        };
        return { ticker, parts, logs, results, runDue };
      },
  );

let made = 0;
/** A task that counts its runs, under a unique name. */
function counted(work: () => Promise<void> = async () => {}, period = everyMinuteAt(0)) {
  made += 1;
  const task = {
    name: `test_${made}`,
    label: 'test',
    period,
    runs: 0,
    run: async () => {
      task.runs += 1;
      await work();
    },
  };
  return task;
}

/** Work that continues until released. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, letGo: resolve };
}

test('A task is due every minute, or at one minute of each hour or day', () => {
  const at = (text: string) => new Date(`2031-01-15T${text}Z`);
  expect(momentAfter(everyMinuteAt(0), at('12:00:30.000'))).toEqual(at('12:01:00.000'));
  expect(momentAfter(everyMinuteAt(0), at('12:01:00.000'))).toEqual(at('12:02:00.000'));
  expect(momentAfter(hourlyAt(17), at('12:16:59.999'))).toEqual(at('12:17:00.000'));
  expect(momentAfter(hourlyAt(17), at('12:17:00.000'))).toEqual(at('13:17:00.000'));
  const hourly = serviceTasks.filter(({ period }) => period.everyMs === HOUR_MS);
  expect(hourly.map(({ label, period }) => [label, period.offsetMs / MINUTE_MS])).toEqual([
    ['keep_partitions', 7],
    ['sweep', 17],
    ['sweep_evidence_objects', 27],
    ['note_second_factors', 37],
    ['forget_cards', 47],
  ]);
  expect(momentAfter(dailyAt(3, 37), at('12:17:00.000'))).toEqual(new Date('2031-01-16T03:37:00Z'));
  const daily = serviceTasks.filter(({ period }) => period.everyMs === 24 * HOUR_MS);
  expect(daily.map(({ label }) => label)).toEqual(['delete_unused_cards']);
  expect(new Set(serviceTasks.map(({ name }) => name)).size).toBe(serviceTasks.length);
});

test.for([
  [MINUTE_MS, 60],
  [5 * SECOND_MS, 5],
])('No two tasks due every %d ms start in the same second', ([everyMs, seconds]) => {
  const tasks = serviceTasks.filter(({ period }) => period.everyMs === everyMs);
  expect(tasks.length).toBeGreaterThan(2);
  const bySecond = Map.groupBy(tasks, ({ period }) => period.offsetMs / SECOND_MS);
  for (const second of bySecond.keys()) expect(Number.isInteger(second) && second < seconds!).toBe(true);
  const free = Array.from({ length: seconds! }, (_, second) => second).filter((each) => !bySecond.has(each));
  const shared = [...bySecond].filter(
    ([, due]) =>
      due.length > 1 && due.map(({ label }) => label).join() !== 'capture_payments,expire_authorizations',
  );
  expect(shared, `give a task another second; free: ${free.join(', ')}`).toEqual([]);
});

test('Each of the four shares of a task has a quarter of the minute', () => {
  const minutely = serviceTasks.filter(({ period }) => period.everyMs === MINUTE_MS);
  for (const [label, shares] of Map.groupBy(minutely, (task) => task.label)) {
    const offsets = shares.map(({ period }) => period.offsetMs);
    if (offsets.length === 1) continue;
    expect(
      offsets.map((offset) => offset - offsets[0]!),
      label,
    ).toEqual([0, 15, 30, 45].map((seconds) => seconds * SECOND_MS));
  }
});

test('The tasks of a minute start in as many polls as there are, not in one', async ({ clock, open }) => {
  const started: number[] = [];
  const tasks = serviceTasks
    .filter(({ period }) => period.everyMs === MINUTE_MS)
    .map(({ label, name, period }) => ({
      ...{ name: `spread_${name}`, label, period },
      run: async () => void started.push(clock.now().getTime()),
    }));
  const { runDue } = await open('proc_a', ...tasks);
  for (let second = 0; second < 60; second++) {
    clock.pass(SECOND_MS);
    await runDue();
  }
  expect(started).toHaveLength(tasks.length);
  const inOneSecond = [...Map.groupBy(started, (at) => at).values()].map(({ length }) => length);
  expect(Math.max(...inOneSecond)).toBe(2);
});

test('At each due time a task runs in one of several processes, and not before the first', async ({
  clock,
  open,
}) => {
  const task = counted();
  const processes = await Promise.all(['a', 'b', 'c', 'd'].map((id) => open(`proc_${id}`, task)));
  const allRunDue = () => Promise.all(processes.map(({ runDue }) => runDue()));
  await allRunDue();
  expect(task.runs).toBe(0);
  clock.pass(30 * SECOND_MS);
  await allRunDue();
  expect(task.runs).toBe(1);
  clock.pass(59 * SECOND_MS);
  await allRunDue();
  expect(task.runs).toBe(1);
  clock.pass(SECOND_MS);
  await allRunDue();
  expect(task.runs).toBe(2);
  expect(processes.flatMap(({ results }) => results)).toEqual(['done', 'done']);
});

test('A task runs in one process at a time, and one run makes up for missed due times', async ({
  clock,
  open,
}) => {
  const hold = held();
  const task = counted(hold.work);
  const [one, other] = [await open('proc_slow', task), await open('proc_other', task)];
  clock.pass(MINUTE_MS);
  expect(await one.ticker.startDue()).toBe(1);
  clock.pass(5 * MINUTE_MS);
  await other.runDue();
  expect(await one.ticker.startDue()).toBe(0);
  expect(task.runs).toBe(1);
  hold.letGo();
  await one.ticker.idle();
  await Promise.all([one.runDue(), other.runDue()]);
  expect(task.runs).toBe(2);
});

test('A missed due time is made up at once by the next process that runs', async ({ clock, open, row }) => {
  const task = counted(undefined, hourlyAt(17));
  await open('proc_ended', task);
  clock.pass(3 * HOUR_MS);
  const { runDue } = await open('proc_next', task);
  await runDue();
  expect(task.runs).toBe(1);
  expect((await row(task.name)).due_at).toEqual(momentAfter(task.period, clock.now()));
});

test('A failed task is logged, counted and retried before its next due time, without delaying others', async ({
  clock,
  open,
  row,
}) => {
  let isBroken = true;
  const broken = counted(async () => {
    if (isBroken) throw new Error('Not today.');
  }, hourlyAt(0));
  const sound = counted();
  const { logs, results, runDue } = await open('proc_a', broken, sound);
  clock.pass(HOUR_MS);
  await runDue();
  expect([broken.runs, sound.runs]).toEqual([1, 1]);
  expect(results.sort()).toEqual(['done', 'error']);
  expect(logs.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      level: 'error',
      task: broken.name,
      failures: 1,
      msg: 'a background task failed',
    }),
  ]);
  clock.pass(SECOND_MS);
  await runDue();
  expect(broken.runs).toBe(1);
  clock.pass(SECOND_MS);
  await runDue();
  expect(broken.runs).toBe(2);
  clock.pass(2 * SECOND_MS);
  await runDue();
  expect(broken.runs).toBe(2);
  clock.pass(2 * SECOND_MS);
  isBroken = false;
  await runDue();
  expect(broken.runs).toBe(3);
  expect(await row(broken.name)).toEqual({
    due_at: momentAfter(broken.period, clock.now()),
    failures: 0,
    process_id: null,
  });
});

test('A failed task is retried at its next due time at the latest', async ({ clock, open, query, row }) => {
  const task = counted(async () => {
    throw new Error('Never.');
  });
  const { runDue } = await open('proc_a', task);
  await query('update scheduled_tasks set failures = 40 where task = $1', task.name);
  clock.pass(MINUTE_MS);
  await runDue();
  expect(await row(task.name)).toMatchObject({
    failures: 41,
    due_at: momentAfter(everyMinuteAt(0), clock.now()),
  });
});

test("Another process reruns a killed process's task, but not a living one's", async ({
  clock,
  open,
  query,
}) => {
  const claim = `update scheduled_tasks set process_id = $2, claimed_at = now() - $3::interval where task = $1`;
  const cases = [
    { task: counted(), processId: 'proc_killed', age: '5 seconds', isRun: true },
    { task: counted(), processId: 'proc_living', age: '5 seconds', isRun: false },
    // Its first heartbeat may still be in progress.
    { task: counted(), processId: 'proc_started', age: '1 second', isRun: false },
  ];
  const { runDue } = await open('proc_a', ...cases.map(({ task }) => task));
  await query(
    `insert into processes (process_id, key_id, seen_at) values ('proc_living', 'k', now() + interval '1 hour'),
       ('proc_killed', 'k', now() - interval '5 seconds')`,
  );
  for (const { age, processId, task } of cases) await query(claim, task.name, processId, age);
  clock.pass(MINUTE_MS);
  await runDue();
  expect(cases.map(({ task }) => task.runs)).toEqual(cases.map(({ isRun }) => Number(isRun)));
  await query("delete from processes where process_id in ('proc_living', 'proc_killed')");
});

test('A process resumes its own claim after losing the response to it', async ({ clock, open, query }) => {
  const task = counted();
  const { runDue } = await open('proc_a', task);
  await query(
    `update scheduled_tasks set process_id = 'proc_a', claimed_at = now() where task = $1`,
    task.name,
  );
  clock.pass(MINUTE_MS);
  await runDue();
  expect(task.runs).toBe(1);
});

test('A process runs three tasks at once, and another as soon as one ends', async ({ clock, open }) => {
  const holds = Array.from({ length: 4 }, held);
  const tasks = holds.map(({ work }) => counted(work));
  const { ticker } = await open('proc_a', ...tasks);
  clock.pass(MINUTE_MS);
  expect([await ticker.startDue(), await ticker.startDue()]).toEqual([3, 0]);
  const waiting = tasks.findIndex(({ runs }) => runs === 0);
  const running = waiting === 0 ? 1 : 0;
  holds[running]!.letGo();
  await ticker.oneEnds();
  expect(await ticker.startDue()).toBe(1);
  expect(tasks[waiting]!.runs).toBe(1);
  for (const { letGo } of holds) letGo();
  await ticker.idle();
});

test('Stopping waits for running tasks and starts no others', async ({ clock, open }) => {
  const hold = held();
  const started = Promise.withResolvers<void>();
  const task = counted(() => {
    started.resolve();
    return hold.work();
  });
  const { parts } = await open('proc_a', task);
  const running = await startTicker(parts);
  expect(running.running).toBe(true);
  clock.pass(MINUTE_MS);
  await started.promise;
  clock.pass(MINUTE_MS);
  let isStopped = false;
  const stopped = running.stop().then(() => {
    isStopped = true;
  });
  await new Promise(setImmediate);
  expect(isStopped).toBe(false);
  hold.letGo();
  await stopped;
  expect(task.runs).toBe(1);
});
