import { expect, onTestFinished, test, vi } from 'vitest';
import { SlotQueue, type Turn } from '../../../src/database/slot-queue.ts';

const open = ({ waitMs = 5_000, waiting = 100 } = {}) =>
  new SlotQueue({
    slots: 1,
    waiting,
    waitMs,
    message: 'Busy.',
  });
const refused = { code: 'overloaded', retryAfterS: 1 };

test('A slot goes to payments first, then to requests in progress, then to other commands, and to reads last', async () => {
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
  expect(order).toEqual(['money 3', 'money 5', 'inProgress 2', 'write 1', 'read 0', 'read 4']);
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
