import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import {
  type PostResult,
  type WebhookSender,
  webhookSender,
} from '../../../../src/core/webhooks/post/sender.ts';
import { bodyOf, httpReceiver, type Receiver, rawReceiver } from './receivers.ts';

const rules = { allowLoopback: true, resolve: async () => [] };
const senders: WebhookSender[] = [];

function sender(timeoutMs?: number): WebhookSender {
  const made = webhookSender({
    rules,
    outgoing: { off: null },
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  senders.push(made);
  return made;
}

afterEach(() => {
  for (const made of senders.splice(0)) made.close();
});

const messageTo = ({ port }: Pick<Receiver, 'port'>, headers: Record<string, string> = {}) => ({
  url: `http://127.0.0.1:${port}/hooks?shop=opensesame`,
  headers: { 'content-type': 'application/json', ...headers },
  body: '{"name":"Jürgen"}',
});

/** Posts to a server that responds with these bytes and then closes the connection, or keeps it open. */
async function postedTo(
  bytes: string | Buffer,
  { keep = false, timeoutMs = 5_000 } = {},
): Promise<PostResult> {
  const receiver = await rawReceiver((socket) => {
    socket.once('data', () => (keep ? socket.write(bytes) : socket.end(bytes)));
  });
  return sender(timeoutMs).post(messageTo(receiver));
}

test('A webhook is posted with its headers and body unchanged', async () => {
  let got: unknown;
  const receiver = await httpReceiver(async (req, res) => {
    got = [req.method, req.url, req.headers, await bodyOf(req)];
    res.writeHead(202, { 'retry-after': '7' }).end('thanks');
  });
  const posted = await sender().post(
    messageTo(receiver, { 'webhook-id': 'evt_1', Authorization: 'Basic x' }),
  );
  expect(posted).toEqual({
    kind: 'response',
    statusCode: 202,
    responseBody: 'thanks',
    retryAfter: '7',
    durationMs: expect.any(Number),
  });
  expect(got).toEqual([
    'POST',
    '/hooks?shop=opensesame',
    {
      host: `127.0.0.1:${receiver.port}`,
      'content-type': 'application/json',
      'webhook-id': 'evt_1',
      authorization: 'Basic x',
      'accept-encoding': 'identity',
      'content-length': '18',
      connection: 'keep-alive',
    },
    '{"name":"Jürgen"}',
  ]);
});

test('A message cannot override transport headers or inject any', async () => {
  let raw: string[] = [];
  const receiver = await httpReceiver((req, res) => {
    raw = req.rawHeaders;
    res.end();
  });
  const headers = {
    Host: 'evil.example',
    'Content-Length': '1',
    'Transfer-Encoding': 'chunked',
    Connection: 'close',
    Expect: '100-continue',
    'x-shop': 'good',
    'x-line': 'a\r\nx-injected: 1',
    'x-feed': 'a\nx-injected: 1',
    'x-name\r\nx-injected': '1',
    'x-wide': 'a\u010ax-injected: 1',
    '': 'x',
  };
  expect(await sender().post(messageTo(receiver, headers))).toMatchObject({ statusCode: 200 });
  expect(raw).toContain('good');
  expect(raw.join(' ')).not.toMatch(/injected|evil|chunked|close|100-continue|x-wide/);
  expect(raw.filter((name) => /^(host|content-length)$/i.test(name))).toHaveLength(2);
});

test.each([204, 300, 304, 400, 404, 410, 429, 500, 503, 599])(
  'A response with status %i is reported',
  async (status) => {
    const posted = await postedTo(`HTTP/1.1 ${status} X\r\n\r\n`);
    expect(posted).toMatchObject({ kind: 'response', statusCode: status, responseBody: '' });
  },
);

test('The final response follows informational 1xx responses', async () => {
  const early = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n';
  expect(await postedTo(`${early}HTTP/1.1 200 OK\r\n\r\n`)).toMatchObject({ statusCode: 200 });
  expect(await postedTo(early, { keep: true, timeoutMs: 200 })).toMatchObject({ error: 'timed_out' });
});

test('A response that switches protocols is reported, and the protocol is not used', async () => {
  const switching = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n';
  expect(await postedTo(switching, { keep: true })).toMatchObject({
    kind: 'response',
    statusCode: 101,
    responseBody: '',
  });
});

test('An aborted post rejects with the reason and closes the connection', async () => {
  const receiver = await httpReceiver(() => {});
  const abort = new AbortController();
  const posting = sender().post(messageTo(receiver), abort.signal);
  const refused = expect(posting).rejects.toThrow('The process stops.');
  await expect.poll(() => receiver.connections.length).toBe(1);
  abort.abort(new Error('The process stops.'));
  await refused;
  await expect.poll(() => receiver.connections[0]!.destroyed).toBe(true);
  await expect(sender().post(messageTo(receiver), abort.signal)).rejects.toThrow('The process stops.');
  expect(receiver.connections).toHaveLength(1);
});

const answerOf = async (body: Buffer | string, type = 'text/plain'): Promise<string> => {
  const receiver = await httpReceiver((_req, res) => res.setHeader('content-type', type).end(body));
  const posted = await sender().post(messageTo(receiver));
  if (posted.kind === 'no_response') throw new Error(posted.message);
  return posted.responseBody;
};

test('At most 4 KiB of a response are kept, cut between characters', async () => {
  expect(await answerOf('x'.repeat(4096))).toBe('x'.repeat(4096));
  expect(await answerOf('x'.repeat(4097))).toBe('x'.repeat(4096));
  expect(await answerOf(`x${'€'.repeat(2000)}`)).toBe(`x${'€'.repeat(1365)}`);
  expect(await answerOf(`xx${'😀'.repeat(2000)}`)).toBe(`xx${'😀'.repeat(1023)}`);
});

test('A stored response is valid text for any bytes', async () => {
  expect(await answerOf('a\0b\0')).toBe('ab');
  expect(await answerOf(Buffer.from([0x61, 0xff, 0x62, 0xc3]))).toBe('a\ufffdb');
  const bytes = await answerOf(Buffer.alloc(5000, 0xff));
  expect(bytes).toBe('\ufffd'.repeat(1365));
  expect(await answerOf('\ufefff\u00fcr')).toBe('f\u00fcr');
});

test('A response is read up to 64 KiB, then the connection is closed', async () => {
  let written = 0;
  const receiver = await httpReceiver((_req, res) => {
    const write = () => {
      while (!res.destroyed && res.write('x'.repeat(1024))) written += 1024;
      if (!res.destroyed) res.once('drain', write);
    };
    write();
  });
  const posted = await sender().post(messageTo(receiver));
  expect(posted).toMatchObject({ kind: 'response', statusCode: 200, responseBody: 'x'.repeat(4096) });
  await expect.poll(() => receiver.connections[0]!.destroyed).toBe(true);
  expect(written).toBeGreaterThanOrEqual(64 * 1024);
});

test('A refused connection is reported', async () => {
  const gone = await rawReceiver(() => {});
  await gone.close();
  expect(await sender().post(messageTo(gone))).toEqual({
    kind: 'no_response',
    error: 'connection_failed',
    message: 'The connection was refused (ECONNREFUSED).',
    durationMs: expect.any(Number),
  });
});

test('An endpoint that does not respond times out', async () => {
  const receiver = await httpReceiver(() => {});
  expect(await sender(300).post(messageTo(receiver))).toMatchObject({
    error: 'timed_out',
    message: 'No complete response arrived within 0.3 s.',
  });
  await expect.poll(() => receiver.connections[0]!.destroyed).toBe(true);
});

test('An endpoint that never ends its response times out', async () => {
  let dripped = 0;
  const receiver = await httpReceiver((_req, res) => {
    const drip = setInterval(() => {
      dripped++;
      res.write('x');
    }, 20);
    res.on('close', () => clearInterval(drip));
  });
  expect(await sender(400).post(messageTo(receiver))).toMatchObject({ error: 'timed_out' });
  expect(dripped).toBeGreaterThan(1);
  await expect.poll(() => receiver.connections[0]!.destroyed).toBe(true);
});

test('An endpoint that never ends its headers times out', async () => {
  const receiver = await rawReceiver((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    const drip = setInterval(() => socket.write('x: y\r\n'), 20);
    socket.on('close', () => clearInterval(drip));
  });
  expect(await sender(300).post(messageTo(receiver))).toMatchObject({ error: 'timed_out' });
});

test('A DNS look-up that never ends times out', async () => {
  const slow = webhookSender({
    rules: { ...rules, resolve: () => new Promise(() => {}) },
    outgoing: { off: null },
    timeoutMs: 100,
  });
  const posted = await slow.post({ url: 'https://slow.example/', headers: {}, body: '' });
  expect(posted).toMatchObject({ kind: 'no_response', error: 'timed_out' });
  slow.close();
});

test.each([
  ['headers too large', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 'HPE_HEADER_OVERFLOW'],
  ['too many headers', `HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(20_000)}\r\n`, 'HPE_HEADER_OVERFLOW'],
  ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', 'HPE_INVALID_CONSTANT'],
  ['bytes at random', Buffer.from('16030100020228', 'hex'), 'HPE_INVALID_CONSTANT'],
  [
    'a length that is no number',
    'HTTP/1.1 200 OK\r\ncontent-length: x\r\n\r\n',
    'HPE_INVALID_CONTENT_LENGTH',
  ],
  [
    'two ways to tell the length',
    'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    'HPE_',
  ],
  ['a chunk that is none', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n', 'ECONNRESET'],
  ['a body that breaks off', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc', 'ECONNRESET'],
  ['chunks that break off', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab', 'ECONNRESET'],
])('A broken response is reported: %s', async (_what, bytes, code) => {
  const posted = await postedTo(bytes);
  expect(posted).toMatchObject({ kind: 'no_response', error: 'answer_broken' });
  expect(posted).toMatchObject({ message: expect.stringContaining(`(${code}`) });
  expect(JSON.stringify(posted)).not.toMatch(/opensesame|SSH|yyy/);
});

test('A new connection that closes without a response is reported and not retried', async () => {
  const receiver = await rawReceiver((socket) => socket.once('data', () => socket.end()));
  expect(await sender().post(messageTo(receiver))).toMatchObject({
    error: 'connection_failed',
    message: 'The connection was closed before a response arrived (ECONNRESET).',
  });
  expect(receiver.connections).toHaveLength(1);
});

test('A connection is reused for the next message', async () => {
  const receiver = await httpReceiver((_req, res) => res.end('ok'));
  const one = sender();
  for (let i = 0; i < 3; i++) expect(await one.post(messageTo(receiver))).toMatchObject({ statusCode: 200 });
  expect(receiver.connections).toHaveLength(1);
  one.close();
  await expect.poll(() => receiver.connections[0]!.destroyed).toBe(true);
});

test('A stale kept connection is reopened', async () => {
  const bodies: string[] = [];
  const receiver = await httpReceiver(async (req, res) => {
    const nth = bodies.push(await bodyOf(req));
    // Like a server that closes an idle connection just as a request is on its way.
    if (nth === 2) req.socket.destroy();
    else res.end(`${nth}`);
  });
  const one = sender();
  expect(await one.post(messageTo(receiver))).toMatchObject({ responseBody: '1' });
  expect(await one.post(messageTo(receiver))).toMatchObject({ kind: 'response', responseBody: '3' });
  expect(receiver.connections).toHaveLength(2);
  expect(bodies).toEqual(Array(3).fill('{"name":"Jürgen"}'));
});

test('A stale kept connection is reopened only once', async () => {
  let requests = 0;
  const receiver = await httpReceiver((req, res) => {
    if (++requests === 1) res.end();
    else req.socket.destroy();
  });
  const one = sender();
  await one.post(messageTo(receiver));
  expect(await one.post(messageTo(receiver))).toMatchObject({ error: 'connection_failed' });
  expect(requests).toBe(3);
});

test('A connection that breaks within a response is not reopened', async () => {
  let requests = 0;
  const receiver = await httpReceiver((req, res) => {
    if (++requests === 1) res.end();
    else req.socket.end('HTTP/1.1 200 OK\r\ncontent-le');
  });
  const one = sender();
  await one.post(messageTo(receiver));
  expect(await one.post(messageTo(receiver))).toMatchObject({ kind: 'no_response' });
  expect(requests).toBe(2);
});

test('Connections carry many messages at once, and four stay open', async () => {
  const waiting: (() => void)[] = [];
  const receiver = await httpReceiver((_req, res) => {
    waiting.push(() => res.end());
  });
  const one = sender();
  const posted = Array.from({ length: 10 }, () => one.post(messageTo(receiver)));
  await expect.poll(() => waiting.length).toBe(10);
  for (const answer of waiting) answer();
  expect((await Promise.all(posted)).map(({ kind }) => kind)).toEqual(Array(10).fill('response'));
  // Only some of the ten are kept.
  await expect.poll(() => receiver.connections.filter((socket) => !socket.destroyed).length).toBe(4);
});

test('An idle connection is closed', async () => {
  const receiver = await httpReceiver((_req, res) => res.end());
  await sender().post(messageTo(receiver));
  await once(receiver.connections[0]!, 'close');
  expect(receiver.connections).toHaveLength(1);
});
