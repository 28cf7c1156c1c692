import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestHandler } from 'express';
import { expect } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import type { HttpLimits } from '../../../src/config/limit-defaults.ts';
import { startTestService, type TestService } from '../../kit/service.ts';
import { test as base } from '../../kit/test.ts';

/** No time limit can be reached by accident. */
const limits = {
  connections: 12,
  requestsPerConnection: 30,
  requestsInFlight: 3,
  requestsWaiting: 20,
  headersMs: 600_000,
  requestMs: 600_000,
  answerReadMs: 600_000,
};
const large = Buffer.alloc(32 * 1024 * 1024);
const served = { now: 0, most: 0, total: 0 };
const begin = () => Object.assign(served, { now: 0, most: 0, total: 0 });

/** Whether `/large` was completely sent before its connection closed. */
let largeSent: PromiseWithResolvers<boolean>;

/**
 * `/large` exceeds the system's buffers, `/slow` responds after a moment, `/held` never, and `/long` after the time
 * limit for reading a response.
 */
const routes: RequestHandler = async (req, res, next) => {
  if (req.path === '/large') {
    res.once('close', () => largeSent.resolve(res.writableFinished));
    return void res.end(large);
  }
  if (req.path === '/long') await once(req.socket, 'timeout');
  else if (req.path === '/held' || req.path.startsWith('/slow')) {
    served.total += 1;
    served.now += 1;
    served.most = Math.max(served.most, served.now);
    if (req.path === '/held') return;
    await sleep(Number(req.query.ms ?? 20));
    served.now -= 1;
  } else return next();
  res.end(`<${req.path}>`);
};

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ routes, httpLimits: limits }))
  .extend('opener', ({ onTestFinished }) => {
    const sockets: Socket[] = [];
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    return async ({ url }: Pick<TestService, 'url'>) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      socket.on('error', () => {});
      sockets.push(socket);
      await once(socket, 'connect');
      return socket;
    };
  })
  .extend(
    'open',
    ({ opener, service }) =>
      () =>
        opener(service),
  )
  /** Services with additional limits. */
  .extend('impatient', { scope: 'file' }, async ({ shared }, { onCleanup }) => {
    const withLimits = (httpLimits: Partial<HttpLimits>) =>
      startTestService({ ...shared, routes, httpLimits: { ...limits, ...httpLimits } });
    const impatient = {
      ofSenders: await withLimits({ headersMs: 200, requestMs: 200 }),
      ofReaders: await withLimits({ answerReadMs: 3_000 }),
      ofSlowReaders: await withLimits({ answerReadMs: 1_000, answerReadRate: large.length }),
    };
    onCleanup(async () => {
      for (const service of Object.values(impatient)) await service.stop();
    });
    return impatient;
  });

test.beforeEach(() => {
  largeSent = Promise.withResolvers();
});

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;

/** Everything received until `until` holds or the connection closes. */
async function read(socket: Socket, until: (text: string) => boolean): Promise<string> {
  let text = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    if (until(text)) break;
  }
  return text;
}

test('Pipelined requests are served a few at a time and answered in order', async ({ open }) => {
  begin();
  const socket = await open();
  const paths = Array.from({ length: 20 }, (_, i) => `/slow${i}`);
  socket.write(paths.map(get).join(''));
  const text = await read(socket, (received) => received.includes('</slow19>'));
  expect([...text.matchAll(/<(\/slow\d+)>/g)].map(([, path]) => path)).toEqual(paths);
  expect(served.most).toBeLessThanOrEqual(limits.requestsInFlight);
});

test('A client that pipelines many requests without reading is disconnected, and others are served', async ({
  client,
  open,
}) => {
  begin();
  const socket = await open();
  socket.pause();
  // As many as fit into one packet.
  socket.write(get('/held').repeat(1_500));
  socket.resume();
  await once(socket, 'close');
  expect(served.total).toBeLessThanOrEqual(limits.requestsInFlight);
  expect((await client.get('/health/live')).status).toBe(200);
});

test('A client that does not read its response is disconnected', async ({ impatient, opener }) => {
  const socket = await opener(impatient.ofReaders);
  socket.pause();
  socket.write(get('/large'));
  expect(await largeSent.promise).toBe(false);
});

test('A slow client gets its whole response', async ({ impatient, opener }) => {
  const socket = await opener(impatient.ofReaders);
  socket.write(get('/large'));
  let received = 0;
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    received += (chunk as Buffer).length;
    if (received > large.length) break;
    // It takes longer than a response may stay unread.
    await sleep(7);
  }
  expect(received).toBeGreaterThan(large.length);
});

/** Writes to a connection repeatedly until it closes, and returns the received bytes. */
async function writeUntilClosed(socket: Socket, text: string): Promise<string> {
  const writing = setInterval(() => socket.write(text), 50);
  const answer = await read(socket, () => false);
  clearInterval(writing);
  return answer;
}

test('A client whose headers do not arrive in time is disconnected, however many it sends', async ({
  impatient,
  opener,
}) => {
  const socket = await opener(impatient.ofSenders);
  socket.write('GET /health/live HTTP/1.1\r\n');
  expect(await writeUntilClosed(socket, 'x-more: 1\r\n')).toContain('The request took too long to arrive.');
});

test('A client whose body does not arrive in time is disconnected, however often it sends a byte', async ({
  impatient,
  opener,
  shop,
}) => {
  const socket = await opener(impatient.ofSenders);
  const head = [
    'POST /customers HTTP/1.1',
    'host: x',
    `api-key: ${shop.key}`,
    'content-type: application/json',
  ];
  socket.write(`${head.join('\r\n')}\r\ncontent-length: 60000\r\n\r\n`);
  expect(await writeUntilClosed(socket, ' ')).toContain('The request took too long to arrive.');
});

test('A client that reads steadily but too slowly is disconnected', async ({ impatient, opener }) => {
  const socket = await opener(impatient.ofSlowReaders);
  socket.pause();
  socket.write(get('/large'));
  const reading = setInterval(() => socket.read(32 * 1024), 50);
  expect(await largeSent.promise).toBe(false);
  clearInterval(reading);
});

test('A request that takes longer than a response may stay unread is answered', async ({
  impatient,
  opener,
}) => {
  const socket = await opener(impatient.ofReaders);
  socket.write(get('/long'));
  expect(await read(socket, (text) => text.includes('</long>'))).toContain('</long>');
});

test('A connection is closed after its last request', async ({ open }) => {
  const socket = await open();
  for (let i = 1; i <= limits.requestsPerConnection; i++) {
    socket.write(get('/slow?ms=0'));
    const text = await read(socket, (received) => received.includes('</slow>'));
    expect(/connection: close/i.test(text)).toBe(i === limits.requestsPerConnection);
  }
  if (!socket.closed) await once(socket, 'close');
});

test("Requests pipelined after a connection's last request are not served", async ({ open }) => {
  begin();
  const socket = await open();
  const send = async (count: number) => {
    socket.write(get('/slow?ms=0').repeat(count));
    return (await read(socket, (text) => text.split('</slow>').length > count)).match(/HTTP\/1.1 \d+/g);
  };
  const answers = [...(await send(15))!, ...(await send(20))!];
  expect(answers).toEqual(Array.from({ length: limits.requestsPerConnection }, () => 'HTTP/1.1 200'));
  expect(served.total).toBe(limits.requestsPerConnection);
});

test('Connections are limited in number, and closing one makes room', async ({ open }) => {
  const open20: Socket[] = [];
  for (let i = 0; i < 20; i++) open20.push((await open()).resume());
  const closed = () => open20.filter(({ destroyed }) => destroyed).length;
  await expect.poll(closed).toBeGreaterThanOrEqual(20 - limits.connections);
  for (const socket of open20) socket.destroy();
  const answer = async () => {
    const socket = await open();
    socket.write(get('/slow?ms=0'));
    return read(socket, (text) => text.includes('</slow>'));
  };
  await expect.poll(answer).toContain('200 OK');
});

test('The limits are configurable', () => {
  const { httpLimits, publicDocs } = readConfig({
    MAX_CONNECTIONS: '7',
    MAX_REQUESTS_PER_CONNECTION: '8',
    MAX_REQUESTS_IN_FLIGHT: '9',
    MAX_REQUESTS_WAITING: '10',
    HEADERS_SECONDS: '11',
    REQUEST_SECONDS: '12',
    ANSWER_READ_SECONDS: '13',
    ANSWER_READ_BYTES_PER_SECOND: '14',
    PUBLIC_DOCS: 'false',
  });
  expect(httpLimits).toEqual({
    connections: 7,
    requestsPerConnection: 8,
    requestsInFlight: 9,
    requestsWaiting: 10,
    headersMs: 11_000,
    requestMs: 12_000,
    answerReadMs: 13_000,
    answerReadRate: 14,
  });
  expect(publicDocs).toBe(false);
  expect(() => readConfig({ MAX_CONNECTIONS: '0' })).toThrow(/MAX_CONNECTIONS is wrong.*whole number from 1/);
});
