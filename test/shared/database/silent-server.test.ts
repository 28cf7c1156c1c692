import type { Socket } from 'node:net';
import type { PoolClient } from 'pg';
import { expect } from 'vitest';
import { openPools, openReadPools, type PoolOptions } from '../../../src/database/pools.ts';
import { test } from '../../kit/test.ts';

const socketOf = (client: PoolClient): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;

/** The pools of a server and its replicas. */
const everyPool = (options: PoolOptions) => {
  const { commands, end, reads, statistics } = openPools(options);
  const replica = openReadPools(options);
  const pools = {
    commands,
    reads,
    statistics,
    replicaReads: replica.reads,
    replicaStatistics: replica.statistics,
  };
  const close = async () => {
    await end();
    await Promise.all(Object.values(replica).map(({ pool }) => pool.end()));
  };
  return { pools, close };
};

test('An idle connection is dropped like any other if its server goes silent, in every pool', async ({
  shared,
}) => {
  const { close, pools } = everyPool({
    url: shared.databaseUrl,
    max: 5,
    waitMs: 1000,
    pooled: false,
    spread: false,
    scope: { text: 'select $1::text' },
    onError: () => {},
  });
  try {
    for (const [name, queue] of Object.entries(pools)) {
      const client = await queue.pool.connect();
      const socket = socketOf(client);
      expect(socket.timeout, name).toBeGreaterThan(0);
      // The socket's own idle event. Idle connections are no fault.
      socket.emit('timeout');
      socket.emit('timeout');
      expect((await client.query('select 1 as one')).rows, name).toEqual([{ one: 1 }]);
      const waiting = client.query('select pg_sleep(300)');
      const refused = expect(waiting, name).rejects.toThrow('Query read timeout');
      socket.emit('timeout');
      expect(socket.destroyed, name).toBe(true);
      await refused;
      client.release(true);
    }
  } finally {
    await close();
  }
});
