import { expect, test } from 'vitest';
import { keepTrying } from '../../../../src/core/writes/keep-trying.ts';

const FAILED = 200;
/** Longer than the test. */
const FOR_MS = 60_000;
/** Shorter than the pause between two attempts. */
const BRIEF_MS = 100;

test('Tasks left by many failed requests are retried one at a time while they fail, then all of them complete', async () => {
  let isDown = true;
  let failures = 0;
  let running = 0;
  let most = 0;
  const done: number[] = [];
  const workOf = (number: number) => async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    running -= 1;
    if (isDown) {
      failures += 1;
      throw new Error('The database is down.');
    }
    done.push(number);
  };
  for (let i = 0; i < FAILED; i += 1) keepTrying('down', workOf(i), FOR_MS);
  keepTrying('up', async () => void done.push(-1), FOR_MS);
  // Another queue does not wait for it.
  await expect.poll(() => done).toEqual([-1]);
  await expect.poll(() => failures).toBeGreaterThanOrEqual(2);
  isDown = false;
  await expect.poll(() => done.length).toBe(FAILED + 1);
  expect(done.slice(1)).toEqual(Array.from({ length: FAILED }, (_, i) => i));
  expect(most).toBe(1);
  expect(failures).toBeLessThan(FAILED);
});

test('An expired task is dropped, and the next ones run', async () => {
  let tries = 0;
  keepTrying('over', () => Promise.reject(new Error(`Try ${++tries}`)), BRIEF_MS);
  const done = new Promise<void>((resolve) => keepTrying('over', async () => resolve(), FOR_MS));
  await done;
  expect(tries).toBe(1);
});
