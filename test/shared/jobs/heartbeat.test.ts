import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { GONE_AFTER_MS, HEARTBEAT_MS } from '../../../src/core/writes/liveness.ts';
import { startHeartbeat } from '../../../src/jobs/heartbeat.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
afterEach(() => void vi.useRealTimers());

test('A heartbeat is steady after the period that would declare another process dead', async () => {
  let isDown = false;
  let beats = 0;
  const errors: unknown[] = [];
  const left: string[] = [];
  const store = {
    beat: async () => {
      beats += 1;
      if (isDown) throw new Error('down');
      return { keyIds: ['a key'], atMs: 0 };
    },
    leave: async (processId: string) => void left.push(processId),
  };
  const keys = { ids: () => ['a key'], refresh: async () => {} };
  const heartbeat = startHeartbeat(store, 'proc_1', keys, (error) => errors.push(error));
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  await pass(GONE_AFTER_MS);
  expect(heartbeat.isSteady).toBe(false);
  await pass(HEARTBEAT_MS);
  expect([beats, heartbeat.isSteady]).toEqual([6, true]);

  isDown = true;
  await pass(HEARTBEAT_MS);
  expect([errors.length, heartbeat.isSteady]).toEqual([1, false]);
  isDown = false;
  await pass(GONE_AFTER_MS + HEARTBEAT_MS);
  expect(heartbeat.isSteady).toBe(false);
  await pass(HEARTBEAT_MS);
  expect(heartbeat.isSteady).toBe(true);

  await heartbeat.stop();
  await pass(HEARTBEAT_MS);
  expect([beats, left]).toEqual([13, ['proc_1']]);
});

test('A heartbeat with other data keys reloads them, once at a time, and again a while after a failure', async () => {
  const errors: unknown[] = [];
  let known = ['former'];
  let reads: PromiseWithResolvers<void>[] = [];
  const store = { beat: async () => ({ keyIds: ['current', 'former'], atMs: 0 }), leave: async () => {} };
  const refresh = () => {
    const read = Promise.withResolvers<void>();
    reads.push(read);
    return read.promise;
  };
  const keys = { ids: () => known, refresh };
  const heartbeat = startHeartbeat(store, 'proc_1', keys, (error) => errors.push(error));
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  await pass(5 * HEARTBEAT_MS);
  expect(reads).toHaveLength(1);
  reads[0]!.reject(new Error('Vault is sealed'));
  await pass(8 * HEARTBEAT_MS);
  expect([reads.length, errors.length]).toEqual([1, 1]);
  await pass(15 * HEARTBEAT_MS);
  expect(reads).toHaveLength(2);
  known = ['current', 'former'];
  reads[1]!.resolve();
  reads = [];
  await pass(30 * HEARTBEAT_MS);
  expect(reads).toEqual([]);
  await heartbeat.stop();
});
