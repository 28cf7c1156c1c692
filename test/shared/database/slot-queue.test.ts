import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  LONGEST_WAIT_EVERY,
  turns as priorities,
  SlotQueue,
  type Turn,
} from '../../../src/database/slot-queue.ts';
import { property } from '../../kit/property.ts';

const open = ({ waitMs = 5_000, waiting = 100 } = {}) =>
  new SlotQueue({
    slots: 1,
    waiting,
    waitMs,
    message: 'Busy.',
  });
const refused = { code: 'overloaded', retryAfterS: 1 };

test('A slot goes to payments first, then to requests in progress, then to other commands, and each fourth to the longest waiter', async () => {
  const queue = open();
  await queue.acquire('read');
  const order: string[] = [];
  const turns: Turn[] = ['read', 'write', 'inProgress', 'money', 'read', 'money'];
  const done = turns.map(async (turn, index) => {
    await queue.acquire(turn);
    order.push(`${turn} ${index}`);
    queue.release();
  });
  queue.release();
  await Promise.all(done);
  expect(order).toEqual(['money 3', 'money 5', 'inProgress 2', 'read 0', 'write 1', 'read 4']);
  expect(queue.isUnused).toBe(true);
});

test("A newcomer's expected wait depends on recent waits and the queue ahead", async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const queue = open();
  await queue.acquire('read');
  const waiting = Array.from({ length: 10 }, () => queue.acquire('write'));
  for (const next of waiting) {
    vi.advanceTimersByTime(20);
    queue.release();
    await next;
  }
  const ahead = Array.from({ length: 10 }, () => queue.acquire('write'));
  expect(queue.expectedWaitMs('read')).toBeGreaterThan(60);
  expect(queue.expectedWaitMs('money')).toBe(0);
  for (const next of ahead) {
    queue.release();
    await next;
  }
  expect(queue.expectedWaitMs('read')).toBe(0);
  const last = queue.acquire('read');
  // No slot is released.
  vi.advanceTimersByTime(100);
  expect(queue.expectedWaitMs('read')).toBe(100);
  queue.release();
  await last;
});

test('A waiter that exceeds its time is refused and leaves the queue', async () => {
  const queue = open({ waitMs: 30 });
  await queue.acquire('money');
  await expect(queue.acquire('read')).rejects.toMatchObject(refused);
  const payment = queue.acquire('money');
  queue.release();
  await payment;
});

test('A queue full of reads still accepts payments', async () => {
  const queue = open({ waiting: 3 });
  await queue.acquire('read');
  const reads = Array.from({ length: 3 }, () => queue.acquire('read'));
  await expect(queue.acquire('read')).rejects.toMatchObject(refused);
  const payment = queue.acquire('money');
  queue.release();
  await payment;
  for (const read of reads) {
    queue.release();
    await read;
  }
});

/** Arrivals and returned slots in any order, with more of the former at times and of the latter at others. */
const steps = fc.array(
  fc.oneof(
    fc.constantFrom(...(Object.keys(priorities) as Turn[])),
    fc.constant('money' as const),
    fc.constant('release' as const),
  ),
  { maxLength: 400 },
);

interface Waited {
  readonly turn: Turn;
  /** How many waited when it arrived. */
  readonly ahead: number;
  /** How many slots had been handed to waiters when it arrived. */
  readonly handedBefore: number;
}

property(
  'Whatever arrives, nobody waits for more than four slots for itself and for each that was there, and payments get three of four',
  fc.integer({ min: 1, max: 8 }),
  steps,
  async (slots, mix) => {
    const queue = new SlotQueue({ slots, waiting: 1_000, waitMs: 600_000, message: 'Busy.' });
    const waiting = new Set<Waited>();
    const handed: (Waited & { handedAfter: number; paymentsWaited: boolean })[] = [];
    let held = 0;
    const arrive = (turn: Turn) => {
      if (held < slots) {
        held += 1;
        void queue.acquire(turn);
        return;
      }
      const waited = { turn, ahead: waiting.size, handedBefore: handed.length };
      waiting.add(waited);
      void queue.acquire(turn).then(() => {
        const paymentsWaited = [...waiting].some((one) => one.turn === 'money');
        waiting.delete(waited);
        handed.push({ ...waited, handedAfter: handed.length + 1, paymentsWaited });
      });
    };
    const giveBack = async () => {
      if (held === 0) return;
      if (waiting.size === 0) held -= 1;
      queue.release();
      await Promise.resolve();
      await Promise.resolve();
    };
    for (const step of mix) {
      if (step === 'release') await giveBack();
      else arrive(step);
    }
    while (held > 0) await giveBack();
    expect([waiting.size, queue.isUnused]).toEqual([0, true]);
    for (const { ahead, handedAfter, handedBefore } of handed) {
      const turnsWaited = handedAfter - handedBefore;
      expect(turnsWaited).toBeLessThanOrEqual(LONGEST_WAIT_EVERY * (ahead + 1));
      // Behind fewer than a pool's connections, each connection is handed out at most four times.
      if (ahead < slots) expect(turnsWaited / slots).toBeLessThanOrEqual(LONGEST_WAIT_EVERY);
    }
    for (let first = 0; first + LONGEST_WAIT_EVERY <= handed.length; first++) {
      const inARow = handed.slice(first, first + LONGEST_WAIT_EVERY).filter((one) => one.paymentsWaited);
      const others = inARow.filter(({ turn }) => turn !== 'money').length;
      expect(others).toBeLessThanOrEqual(1);
    }
  },
);
