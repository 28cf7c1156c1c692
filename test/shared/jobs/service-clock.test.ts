import { Writable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FAR_OFF_MS, OFF_MS, ServiceClock } from '../../../src/core/foundation/service-clock.ts';
import { createLogger } from '../../../src/http/requests/logging.ts';
import { property } from '../../kit/property.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 60 * 60 * SECOND_MS;
/** Any time. */
const START_MS = Date.UTC(2031, 0, 15, 12);

/** A database and a host with separate clocks, in the same passing time. */
function twoClocks(aheadMs = 0) {
  let passedMs = 0;
  let awakeMs = 7 * SECOND_MS;
  const host = { aheadMs, drift: 0 };
  const database = { aheadMs: 0 };
  const lines: { level: string; msg: string; clock_offset_ms: number }[] = [];
  const log = new Writable({
    write: (line, _encoding, done) => done(void lines.push(JSON.parse(`${line}`))),
  });
  const databaseMs = () => START_MS + passedMs + database.aheadMs;
  const clock = new ServiceClock(createLogger('info', log), {
    now: () => Math.floor(START_MS + passedMs + host.aheadMs),
    monotonic: () => awakeMs,
  });
  const pass = (ms: number) => {
    passedMs += ms;
    awakeMs += ms * (1 + host.drift);
  };
  return {
    clock,
    host,
    database,
    lines,
    databaseMs,
    pass,
    /** A period in which the host is suspended: its monotonic clock stands still. */
    sleep: (ms: number) => {
      passedMs += ms;
    },
    /** A reading with a delay in both directions. */
    read: (thereMs = 0.25, backMs = 0.25) =>
      clock.read(async () => {
        pass(thereMs);
        const atMs = databaseMs();
        pass(backMs);
        return { atMs };
      }),
    /** The service's deviation from the database's time. */
    error: () => clock.now().getTime() - databaseMs(),
  };
}

test.for([2 * HOUR_MS, -2 * HOUR_MS, 3 * SECOND_MS, -3 * SECOND_MS, 500, -500, 0])(
  "A host whose clock is off by %d ms uses the database's time",
  async (aheadMs) => {
    const { clock, error, lines, pass, read } = twoClocks(aheadMs);
    await read();
    pass(10 * SECOND_MS);
    expect(Math.abs(error())).toBeLessThanOrEqual(1.5);
    expect(Math.abs(clock.offsetMs - aheadMs)).toBeLessThanOrEqual(2);
    const isOff = Math.abs(aheadMs) >= OFF_MS;
    expect(lines.map(({ level }) => level)).toEqual(isOff ? ['warn'] : []);
    expect(clock.isFarOff()).toBe(Math.abs(aheadMs) >= FAR_OFF_MS);
  },
);

test("A clock that jumps and returns does not shift the service's time", async () => {
  const { clock, error, host, lines, pass, read } = twoClocks();
  await read();
  for (const jumpMs of [2 * HOUR_MS, -2 * HOUR_MS]) {
    host.aheadMs = jumpMs;
    expect(clock.isFarOff()).toBe(true);
    expect(Math.abs(error())).toBeLessThanOrEqual(1.5);
    pass(SECOND_MS);
    await read();
    expect(Math.abs(error())).toBeLessThanOrEqual(1.5);
    host.aheadMs = 0;
    expect(clock.isFarOff()).toBe(false);
    await read();
  }
  expect(lines.map(({ level, clock_offset_ms }) => [level, Math.round(clock_offset_ms / HOUR_MS)])).toEqual([
    ['warn', 2],
    ['info', 0],
    ['warn', -2],
    ['info', 0],
  ]);
});

test('A clock at its limit is reported once; background work waits until it is corrected', async () => {
  const { clock, host, lines, read } = twoClocks();
  await read();
  const at = (aheadMs: number) => {
    host.aheadMs = aheadMs;
    return [clock.isFarOff(), lines.length];
  };
  expect(at(OFF_MS - 10)).toEqual([false, 0]);
  expect(at(OFF_MS + 10)).toEqual([false, 1]);
  expect(at(OFF_MS - 10)).toEqual([false, 1]);
  expect(at(-FAR_OFF_MS - 10)).toEqual([true, 1]);
  expect(at(FAR_OFF_MS - 10)).toEqual([true, 1]);
  expect(at(OFF_MS - 10)).toEqual([true, 1]);
  expect(at(OFF_MS / 2 - 10)).toEqual([false, 2]);
});

test('After a host slept, its time lags until the next reading, without background work', async () => {
  const { clock, error, read, sleep } = twoClocks();
  await read();
  sleep(2 * HOUR_MS);
  expect(error()).toBeLessThan(-HOUR_MS);
  expect(clock.isFarOff()).toBe(true);
  await read();
  expect(Math.abs(error())).toBeLessThanOrEqual(1.5);
  expect(clock.isFarOff()).toBe(false);
});

test("Time moves backwards only if the database's clock was set back", async () => {
  const { clock, database, databaseMs, error, pass, read } = twoClocks();
  await read();
  const before = clock.now();
  database.aheadMs = -500;
  await read();
  expect(clock.now()).toEqual(before);
  pass(600);
  expect(Math.abs(error())).toBeLessThanOrEqual(1.5);
  database.aheadMs = -HOUR_MS;
  await read();
  expect(Math.abs(clock.now().getTime() - databaseMs())).toBeLessThanOrEqual(1.5);
});

/** A reading, and the time until the next, with the host's clock set at its start. */
const step = fc.record({
  // The first reading's correction is smaller than a setback that counts.
  thereMs: fc.double({ min: 0.05, max: OFF_MS - 100, noNaN: true }),
  backMs: fc.double({ min: 0.05, max: 5_000, noNaN: true }),
  restMs: fc.double({ min: 0, max: 10_000, noNaN: true }),
  aheadMs: fc.oneof(fc.constant(0), fc.integer({ min: -3 * HOUR_MS, max: 3 * HOUR_MS })),
});
const DRIFT_MAX = 2e-4;

property(
  'Slow round trips, drift and jumps leave the time within the bounds of each reading, and never move it backwards',
  fc.array(step, { minLength: 1, maxLength: 30 }),
  fc.double({ min: -DRIFT_MAX, max: DRIFT_MAX, noNaN: true }),
  fc.integer({ min: -3 * HOUR_MS, max: 3 * HOUR_MS }),
  async (steps, drift, first) => {
    const { clock, error, host, pass, read } = twoClocks(first);
    host.drift = drift;
    let last = 0;
    for (const { aheadMs, backMs, restMs, thereMs } of steps) {
      await read(thereMs, backMs);
      const now = clock.now().getTime();
      expect(now).toBeGreaterThanOrEqual(last);
      const slackMs = 1.5 + DRIFT_MAX * (thereMs + backMs);
      // While standing still it is ahead by the correction.
      if (now > last) expect(error()).toBeLessThanOrEqual(thereMs + slackMs);
      expect(error()).toBeGreaterThanOrEqual(-backMs - slackMs);
      last = now;
      host.aheadMs = aheadMs;
      expect(clock.now().getTime()).toBe(now);
      pass(restMs);
    }
  },
);
