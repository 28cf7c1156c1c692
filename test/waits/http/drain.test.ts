import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import express from 'express';
import { expect, onTestFinished, vi } from 'vitest';
import { version } from '../../../src/config/version.ts';
import { healthRouter, readinessOf } from '../../../src/http/front-door/health.ts';
import { claimPort } from '../../../src/http/front-door/port.ts';
import { closeGracefully, Drain, trackConnections } from '../../../src/http/requests/drain.ts';
import { clientOf } from '../../kit/client.ts';
import { createDatabase, dropDatabase } from '../../kit/database.ts';
import { startTestService } from '../../kit/service.ts';
import { testApart as test } from '../../kit/test.ts';

test('A service is always live, and ready until it starts to drain', async ({ client, service }) => {
  expect((await client.get('/health/ready')).body).toEqual({ status: 'ready' });
  service.drain.begin();
  const ready = await client.get('/health/ready');
  expect([ready.status, ready.body]).toEqual([503, { status: 'draining' }]);
  expect(ready.headers.get('connection')).toBe('close');
  expect((await client.get('/health/live')).body).toEqual({
    clock_offset_ms: expect.any(Number),
    status: 'live',
    version,
  });
  expect((await client.post('/health/live', { body: {} })).status).toBe(405);
});

test('A service without its database is not ready and responds 503', async () => {
  const databaseUrl = await createDatabase();
  const service = await startTestService({ databaseUrl });
  const client = clientOf(service);
  expect((await client.get('/health/ready')).status).toBe(200);
  await dropDatabase(databaseUrl);
  const ready = await client.get('/health/ready');
  expect([ready.status, ready.body]).toEqual([503, { status: 'database_unavailable' }]);
  const list = await client.get('/payments/list', { key: 'sk_test_any' });
  expect([list.status, list.body.error.code]).toEqual([503, 'database_unavailable']);
  await service.close();
});

test('Concurrent health checks query an unresponsive database once and time out', async () => {
  let pings = 0;
  const hanging = () => {
    pings++;
    return new Promise<void>(() => {});
  };
  const app = express().use(
    healthRouter(
      readinessOf({ ping: hanging, drain: new Drain(), jobsRunning: () => null, offReasons: () => [] }),
      { clockOffsetMs: () => 0, outgoingOff: () => null },
    ),
  );
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = clientOf({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  const responses = await Promise.all([1, 2, 3].map(() => client.get('/health/ready')));
  expect(responses.map(({ status }) => status)).toEqual([503, 503, 503]);
  expect(pings).toBe(1);
  await closeGracefully(server, 100);
});

/** Longer than a test may take. */
const LONG_MS = 600_000;

/** Starts a server that responds to requests when triggered. */
const start = async (responds: Promise<void>) => {
  const server = createServer(async (_req, res) => {
    await responds;
    res.end('done');
  });
  trackConnections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
};

test('Closing a server waits for requests in progress but not for idle connections', async () => {
  const { promise, resolve: respond } = Promise.withResolvers<void>();
  const { server, port } = await start(promise);
  const idle = connect(port, '127.0.0.1').resume();
  await once(idle, 'connect');
  const arrived = once(server, 'request');
  const response = fetch(`http://127.0.0.1:${port}`).then((result) => result.text());
  await arrived;
  const closed = closeGracefully(server, LONG_MS);
  await once(idle, 'close');
  respond();
  await closed;
  expect(await response).toBe('done');
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow();
  idle.destroy();
});

test('Closing a server aborts requests that exceed the grace period', async () => {
  const { server, port } = await start(new Promise(() => {}));
  const arrived = once(server, 'request');
  const response = fetch(`http://127.0.0.1:${port}`);
  const rejection = expect(response).rejects.toThrow();
  await arrived;
  await closeGracefully(server, 200);
  await rejection;
});

/** Lets the event loop accept a connection, or end one. */
async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
}

test('Closing a server waits for a request on a connection that was opened before there was a server', async () => {
  const { promise, resolve: respond } = Promise.withResolvers<void>();
  const server = createServer(async (_req, res) => {
    await promise;
    res.end('done');
  });
  trackConnections(server);
  const port = await claimPort(0, '127.0.0.1');
  const early = connect(port.number, '127.0.0.1');
  await once(early, 'connect');
  await someTurns();
  await port.handTo(server);
  const arrived = once(server, 'request');
  const answer = text(early);
  early.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  await arrived;
  const closing = once(server, 'close');
  const closed = closeGracefully(server, LONG_MS);
  await closing;
  await someTurns();
  respond();
  expect(await answer).toContain('done');
  await closed;
});

test.each([
  { arrivesForMs: 0, replaced: false, noticedMs: 2_000 },
  { arrivesForMs: 3_500, replaced: false, noticedMs: 4_500 },
  { arrivesForMs: 60_000, replaced: false, noticedMs: 6_000 },
  { arrivesForMs: 60_000, replaced: true, noticedMs: 2_000 },
])('Connections are accepted until requests end: %o', async ({ arrivesForMs, noticedMs, replaced }) => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const drain = new Drain();
  drain.begin(replaced);
  let passedMs = 0;
  await drain.untilNoticed(async (ms) => {
    for (const endMs = passedMs + ms; passedMs < endMs; passedMs += 10) {
      vi.advanceTimersByTime(10);
      if (passedMs < arrivesForMs) drain.noteArrival();
    }
  });
  expect(passedMs).toBe(noticedMs);
});
