import { expect, test } from 'vitest';
import { Causes } from '../../bench/load/causes.ts';
import type { ProbedTrace, ProbeLog } from '../../bench/load/probe-log.ts';
import type { SessionSample, SessionSamples } from '../../bench/load/sessions.ts';

const REQUEST = { traceId: 'one', dueMs: 1_000, sentMs: 1_000, doneMs: 1_100 };
const SERVED = { startMs: 1_000, endMs: 1_100, name: 'POST /graphql' };

/** Explains {@link REQUEST} by what happened besides. */
function explain(
  trace: Partial<ProbedTrace>,
  log: Partial<Omit<ProbeLog, 'traces'>> = {},
  sessions: SessionSamples = { samples: [], ticksMs: [] },
  request = REQUEST,
) {
  const whole = { spans: [SERVED], statements: [], slots: [], connections: [], ...trace };
  const traces = new Map([['one', whole]]);
  const none = { jobs: [], collections: [], blocked: [], memory: [] };
  return new Causes({ ...none, ...log, traces }, sessions).explain(request);
}

const statement = (name: string, startMs: number, endMs: number, pid = 7) => ({ name, startMs, endMs, pid });
const sample = (waitsFor: string | null, atMs = 1_050, pid = 7): SessionSample => ({
  ...{ atMs, pid, waitsFor, blockedBy: null, backend: 'client backend' },
});
const sampled = (...samples: SessionSample[]) => ({ samples, ticksMs: [1_050] });
const commit = { statements: [statement('commit', 1_020, 1_090)] };

test.for([
  ['WAL flush', 'IO WalSync'],
  ['WAL flush', 'LWLock WALWrite'],
  ['row lock: commit', 'Lock transactionid'],
  ['PostgreSQL computed: commit', null],
  ['PostgreSQL waited for LWLock LockManager', 'LWLock LockManager'],
  ['PostgreSQL waited for the service', 'Client ClientRead'],
] as const)('A statement whose session waits for %s is explained by its sample', ([cause, waitsFor]) => {
  const { byCause, cause: most } = explain(commit, {}, sampled(sample(waitsFor)));
  expect(most).toBe(cause);
  expect(byCause.get(cause)).toBeCloseTo(70, 5);
});

test('A statement that no session runs is a result not yet read, and without a sample it is itself', () => {
  expect(explain(commit, {}, sampled(sample(null, 1_050, 8))).cause).toMatch('the event loop had not read');
  expect(explain(commit).cause).toBe('statement: commit');
  // A sample from before the statement says nothing about it.
  expect(explain(commit, {}, { samples: [], ticksMs: [1_010] }).cause).toBe('statement: commit');
});

test('Of statements sent together, the first without a result is the one that runs', () => {
  const { byCause } = explain({
    statements: [statement('commit', 1_000, 1_100), statement('insert payments', 1_000, 1_060)],
  });
  expect(byCause.get('statement: insert payments')).toBeCloseTo(60, 5);
  expect(byCause.get('statement: commit')).toBeCloseTo(40, 5);
});

test('A collection and a blocked event loop go before the statements that they delay', () => {
  const log = {
    collections: [{ startMs: 1_020, endMs: 1_050, name: 'major collection' }],
    blocked: [{ startMs: 1_020, endMs: 1_090, usedMs: 70, othersMs: 0 }],
  };
  const { byCause } = explain(commit, log);
  expect(byCause.get('garbage collection: major collection')).toBeCloseTo(30, 5);
  expect(byCause.get('event loop blocked')).toBeCloseTo(40, 5);
  const jobs = [{ startMs: 1_000, endMs: 1_100, name: 'fold_stats' }];
  expect(explain(commit, { ...log, jobs })).toMatchObject({
    cause: 'event loop blocked while job fold_stats ran',
    jobs: ['fold_stats'],
  });
  const idle = { blocked: [{ startMs: 1_020, endMs: 1_090, usedMs: 5, othersMs: 3 }] };
  expect(explain(commit, idle).cause).toBe('the service did not get the processor');
  const compiling = { blocked: [{ startMs: 1_020, endMs: 1_090, usedMs: 5, othersMs: 60 }] };
  expect(explain(commit, compiling).cause).toMatch('other threads of the service');
});

test('Every moment has one cause, from when the request was due', () => {
  const request = { ...REQUEST, dueMs: 900, sentMs: 930, doneMs: 1_140.5 };
  const { byCause } = explain(
    {
      spans: [SERVED, { startMs: 1_070, endMs: 1_090, name: 'sandbox authorize' }],
      slots: [{ startMs: 1_010, endMs: 1_030 }],
      connections: [{ startMs: 1_010, endMs: 1_040 }],
    },
    {},
    undefined,
    request,
  );
  expect(Object.fromEntries([...byCause].map(([cause, ms]) => [cause, Math.round(ms * 10) / 10]))).toEqual({
    "the load's own generator was late": 30,
    'sent, and not yet read by the service': 70,
    'waited for a free connection': 20,
    'a connection was opened': 10,
    'connector call: sandbox authorize': 20,
    "the service's own work, or its turn on the event loop": 50,
    'answered, and not yet read by the generator': 40.5,
  });
});

test('A request without a trace says so', () => {
  expect(explain({}, {}, undefined, { ...REQUEST, traceId: 'other' }).cause).toBe('no trace of it');
});
