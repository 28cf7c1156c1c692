import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { SwitchyardConnectionError, secondsOf } from '../../../deploy/packages/node/src/errors.ts';
import { type RetryOptions, retryingFetch } from '../../../deploy/packages/node/src/retries.ts';

const NOW = Date.parse('2026-11-26T12:00:00Z');

/** Responds to each request with the next response, and records the requests. */
async function scripted(
  ...answers: readonly (readonly [status: number, retryAfter?: string] | 'reset' | 'cut')[]
) {
  const seen: { method: string | undefined; key: unknown; body: string }[] = [];
  const listener: RequestListener = async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const answer = answers[seen.length] ?? [200];
    seen.push({ method: request.method, key: request.headers['idempotency-key'], body });
    if (answer === 'reset') return request.socket.resetAndDestroy();
    if (answer === 'cut') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 }).write('{"pay');
      return setImmediate(() => request.socket.resetAndDestroy());
    }
    const [status, retryAfter] = answer;
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end('{}');
  };
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const waits: number[] = [];
  const send = (options: RetryOptions = {}, init: RequestInit = { method: 'POST', body: '{"amount":1}' }) =>
    retryingFetch({
      now: () => NOW,
      random: () => 1,
      sleep: async (milliseconds) => waits.push(milliseconds),
      ...options,
    })(new Request(`http://127.0.0.1:${(server.address() as AddressInfo).port}/payments`, init));
  return { seen, send, waits };
}

test('A write is retried under one idempotency key, with the same body, after Retry-After', async () => {
  const { seen, send, waits } = await scripted([503, '3'], [429, 'Thu, 26 Nov 2026 12:00:07 GMT'], [200]);
  expect((await send()).status).toBe(200);
  expect(waits).toEqual([3_000, 7_000]);
  expect(seen).toHaveLength(3);
  expect(new Set(seen.map(({ key }) => key)).size).toBe(1);
  expect(seen[0]).toEqual({
    method: 'POST',
    key: expect.stringMatching(/^[\da-f-]{36}$/),
    body: '{"amount":1}',
  });
  expect(seen[2]).toEqual(seen[0]);
});

test("A request without a response is retried, and the caller's key is kept", async () => {
  const { seen, send, waits } = await scripted('reset', 'reset', [200]);
  const init = { method: 'POST', body: '{}', headers: { 'Idempotency-Key': 'order-17' } };
  expect((await send({}, init)).status).toBe(200);
  expect(seen.map(({ key }) => key)).toEqual(['order-17', 'order-17', 'order-17']);
  expect(waits).toEqual([500, 1_000]);
});

test('A request whose response was cut off is retried', async () => {
  const { seen, send } = await scripted('cut', [200]);
  expect(await (await send()).text()).toBe('{}');
  expect(new Set(seen.map(({ key }) => key)).size).toBe(1);
  expect(seen).toHaveLength(2);
});

test('A read is retried without a key', async () => {
  const { seen, send } = await scripted([503, '0'], [200]);
  expect((await send({}, { method: 'GET' })).status).toBe(200);
  expect(seen.map(({ key }) => key)).toEqual([undefined, undefined]);
});

test('Retries end with the last response or the error', async () => {
  const refused = await scripted([503, '1'], [503, '1'], [503, '1'], [200]);
  expect((await refused.send()).status).toBe(503);
  expect(refused.seen).toHaveLength(3);
  const gone = await scripted('reset', 'reset');
  await expect(gone.send({ maxRetries: 1 })).rejects.toThrow(SwitchyardConnectionError);
  expect(gone.seen).toHaveLength(2);
});

test('Only temporary errors are retried', async () => {
  for (const status of [400, 401, 404, 409, 422, 500, 502]) {
    const { seen, send } = await scripted([status]);
    expect([(await send()).status, seen.length]).toEqual([status, 1]);
  }
  const inProgress = await scripted([409, '1'], [200]);
  expect((await inProgress.send()).status).toBe(200);
  const late = await scripted([429, '31']);
  expect([(await late.send()).status, late.waits]).toEqual([429, []]);
});

test('A caller that aborts gets its own reason and no further attempt', async () => {
  const { seen, send } = await scripted([503, '1'], [200]);
  const abort = new AbortController();
  const sleep = async (_: number, signal: AbortSignal) => {
    abort.abort(new Error('The customer left.'));
    signal.throwIfAborted();
  };
  const init = { method: 'POST', body: '{}', signal: abort.signal };
  await expect(send({ sleep }, init)).rejects.toThrow('The customer left.');
  expect(seen).toHaveLength(1);
});

test('Retry-After is parsed as seconds or as a date', () => {
  expect(secondsOf('120')).toBe(120);
  expect(secondsOf('Thu, 26 Nov 2026 12:01:00 GMT', NOW)).toBe(60);
  expect(secondsOf('Thu, 26 Nov 2026 11:00:00 GMT', NOW)).toBe(0);
  expect(secondsOf('soon')).toBeNull();
  expect(secondsOf(null)).toBeNull();
});
