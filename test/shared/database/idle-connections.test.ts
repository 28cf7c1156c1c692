import { expect, vi } from 'vitest';
import { openPools } from '../../../src/database/pools.ts';
import { scopeStatement } from '../../../src/database/scoped-query.ts';
import { test } from '../../kit/test.ts';

const MAX = 5;
const DAY_MS = 24 * 60 * 60_000;

test('The connections of each pool stay open for a day without requests, with their plans', async ({
  shared,
}) => {
  // Before the pools set any timer.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const errors: Error[] = [];
  const { commands, reads, statistics, end } = openPools({
    ...{ url: shared.databaseUrl, max: MAX, waitMs: 5_000, pooled: false, spread: false },
    ...{ scope: scopeStatement({}, true), onError: (error) => errors.push(error) },
  });
  try {
    for (const { pool } of [commands, reads, statistics]) {
      const all = async () => {
        const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
        const pids = await Promise.all(
          clients.map(async (client) => (await client.query('select pg_backend_pid() as pid')).rows[0].pid),
        );
        for (const client of clients) client.release();
        return pids.toSorted();
      };
      const before = await all();
      expect(pool.idleCount).toBe(pool.options.max);
      await vi.advanceTimersByTimeAsync(DAY_MS);
      expect(pool.idleCount).toBe(pool.options.max);
      expect(await all()).toEqual(before);
    }
    expect(errors).toEqual([]);
  } finally {
    vi.useRealTimers();
    await end();
  }
});
