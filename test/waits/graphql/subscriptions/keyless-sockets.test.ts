import { once } from 'node:events';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { test as base } from '../../../kit/test.ts';
import { closeAll, connect, openConnection } from '../../../shared/graphql/subscriptions/live.ts';

const limits = { keylessConnections: 8, keylessPerAddress: 5, connections: 3, initMs: 60_000 };

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ subscriptionLimits: limits }))
  /** Opens connections that never send a key, from one address. */
  .extend('crowd', ({ service }, { onCleanup }) => {
    const sockets: WebSocket[] = [];
    onCleanup(() => {
      for (const socket of sockets) socket.terminate();
    });
    return async (count: number, localAddress: string) => {
      const opened: WebSocket[] = [];
      for (let i = 0; i < count; i++) {
        const url = `${service.url.replace('http', 'ws')}/graphql`;
        const socket = new WebSocket(url, 'graphql-transport-ws', { localAddress });
        socket.on('error', () => {});
        await once(socket, 'open');
        opened.push(socket);
      }
      sockets.push(...opened);
      return opened;
    };
  });

const left = (sockets: readonly WebSocket[]) =>
  sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length;

test.afterEach(() => closeAll());

test('Connections without a key do not block those with one, even from the same address', async ({
  crowd,
  service,
  shop,
}) => {
  const opened = await crowd(40, '127.0.0.1');
  await connect(service, shop.key);
  await expect.poll(() => left(opened)).toBeLessThanOrEqual(limits.keylessPerAddress);
  // The last ones stayed.
  expect(opened.at(-1)!.readyState).toBe(WebSocket.OPEN);
});

test('Many connections from one address do not displace others', async ({ crowd }) => {
  const others = await crowd(2, '127.0.0.2');
  const more = await crowd(2, '127.0.0.3');
  const crowded = await crowd(30, '127.0.0.4');
  await expect.poll(() => left(crowded)).toBeLessThanOrEqual(4);
  expect([left(others), left(more)]).toEqual([2, 2]);
});

test('A connection that presents its key frees its place for the next', async ({ crowd, service, shop }) => {
  const before = await crowd(4, '127.0.0.1');
  await connect(service, shop.key);
  await connect(service, shop.key);
  const after = await crowd(1, '127.0.0.1');
  expect([left(before), left(after)]).toEqual([4, 1]);
});

test('Connections with a key are limited across all keys', async ({ service, shop }) => {
  // All are opened before the first is admitted.
  const clients = await Promise.all(
    [1, 2, 3, 4, 5].map(() => openConnection(service, shop.key, { params: null })),
  );
  for (const client of clients) client.send({ type: 'connection_init', payload: { 'api-key': shop.key } });
  const admitted = await Promise.all(clients.map(({ acknowledged }) => acknowledged));
  expect(admitted.filter(Boolean)).toHaveLength(limits.connections);
});
