import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestHandler } from 'express';
import { expect } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { test as base } from '../kit/test.ts';

const limits = {
  connections: 12,
  requestsPerConnection: 30,
  requestsInFlight: 3,
  requestsWaiting: 20,
  answerReadMs: 400,
};
const large = Buffer.alloc(32 * 1024 * 1024);
const served = { now: 0, most: 0, total: 0 };

/** `/slow` takes longer than an answer may remain unread, `/large` is larger than the buffers of the system. */
const routes: RequestHandler = async (req, res, next) => {
  if (req.path === '/large') return void res.end(large);
  if (!req.path.startsWith('/slow')) return next();
  served.total += 1;
  served.now += 1;
  served.most = Math.max(served.most, served.now);
  await sleep(Number(req.query.ms ?? 20));
  served.now -= 1;
  res.end(`<${req.path}>`);
};

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ routes, httpLimits: limits }))
  .extend('open', async ({ service }, { onCleanup }) => {
    const sockets: Socket[] = [];
    onCleanup(() => {
      for (const socket of sockets) socket.destroy();
    });
    return async () => {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
      socket.on('error', () => {});
      sockets.push(socket);
      await once(socket, 'connect');
      return socket;
    };
  });

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;

/** All that is received until `until` holds or the connection closes. */
async function read(socket: Socket, until: (text: string) => boolean): Promise<string> {
  let text = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    if (until(text)) break;
  }
  return text;
}

test('Requests sent without awaiting answers are served few at a time and answered in order', async ({
  open,
}) => {
  Object.assign(served, { now: 0, most: 0, total: 0 });
  const socket = await open();
  const paths = Array.from({ length: 20 }, (_, i) => `/slow${i}`);
  socket.write(paths.map(get).join(''));
  const text = await read(socket, (received) => received.includes('</slow19>'));
  expect([...text.matchAll(/<(\/slow\d+)>/g)].map(([, path]) => path)).toEqual(paths);
  expect(served.most).toBeLessThanOrEqual(limits.requestsInFlight);
});

test('A client that sends many requests without reading answers is cut off, and the others are served', async ({
  client,
  open,
}) => {
  Object.assign(served, { now: 0, most: 0, total: 0 });
  const socket = await open();
  socket.pause();
  // As many as fit into one packet.
  socket.write(get('/slow?ms=500').repeat(1_500));
  socket.resume();
  await once(socket, 'close');
  expect(served.total).toBeLessThanOrEqual(limits.requestsInFlight);
  expect((await client.get('/health/live')).status).toBe(200);
});

test('A client that does not read its answer is cut off', async ({ open }) => {
  const socket = await open();
  socket.write(get('/large'));
  socket.pause();
  const started = performance.now();
  await sleep(limits.answerReadMs * 5);
  // What the system had buffered still arrives, and then the end.
  let received = 0;
  socket.on('data', (chunk) => {
    received += chunk.length;
  });
  socket.resume();
  await once(socket, 'close');
  expect(received).toBeLessThan(large.length);
  expect(performance.now() - started).toBeLessThan(30_000);
});

test('A client that reads slowly gets its whole answer', async ({ open }) => {
  const socket = await open();
  socket.write(get('/large'));
  let received = 0;
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    received += (chunk as Buffer).length;
    if (received > large.length) break;
    if (received % 7 === 0) await sleep(1);
  }
  expect(received).toBeGreaterThan(large.length);
});

test('A request that takes longer to work on than an answer may remain unread is answered', async ({
  open,
}) => {
  const socket = await open();
  socket.write(get(`/slow-one?ms=${limits.answerReadMs * 3}`));
  expect(await read(socket, (text) => text.includes('</slow-one>'))).toContain('</slow-one>');
});

test('A connection is closed after its last request', async ({ open }) => {
  const socket = await open();
  for (let i = 1; i <= limits.requestsPerConnection; i++) {
    socket.write(get('/slow?ms=0'));
    const text = await read(socket, (received) => received.includes('</slow>'));
    expect(/connection: close/i.test(text)).toBe(i === limits.requestsPerConnection);
  }
});

test('Connections are limited in number, and closing one makes room', async ({ open }) => {
  const open20: Socket[] = [];
  for (let i = 0; i < 20; i++) open20.push((await open()).resume());
  const closed = () => open20.filter(({ destroyed }) => destroyed).length;
  await expect.poll(closed).toBeGreaterThanOrEqual(20 - limits.connections);
  for (const socket of open20) socket.destroy();
  await sleep(100);
  const socket = await open();
  socket.write(get('/slow?ms=0'));
  expect(await read(socket, (text) => text.includes('</slow>'))).toContain('200 OK');
});

test('The limits are settings', () => {
  const { httpLimits, publicDocs } = readConfig({
    MAX_CONNECTIONS: '7',
    MAX_REQUESTS_PER_CONNECTION: '8',
    MAX_REQUESTS_IN_FLIGHT: '9',
    MAX_REQUESTS_WAITING: '10',
    ANSWER_READ_SECONDS: '11',
    PUBLIC_DOCS: 'false',
  });
  expect(httpLimits).toEqual({
    connections: 7,
    requestsPerConnection: 8,
    requestsInFlight: 9,
    requestsWaiting: 10,
    answerReadMs: 11_000,
  });
  expect(publicDocs).toBe(false);
  expect(() => readConfig({ MAX_CONNECTIONS: '0' })).toThrow(/MAX_CONNECTIONS is wrong.*whole number from 1/);
});
