import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'vitest';
import { test } from '../../kit/test.ts';

/** Sends bytes unchanged; resolves to everything received until the connection closes. */
async function sendRaw({ url }: { url: string }, text: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    received += chunk;
  });
  // A server that rejects a request early may reset the connection while the client is still sending.
  socket.on('error', () => {});
  socket.write(text);
  await once(socket, 'close');
  return received;
}

test("Every response has the request's identifier, or a generated one if that is missing or unacceptable", async ({
  client,
}) => {
  const requestIdFor = async (id?: string) => {
    const headers = id === undefined ? {} : { 'x-request-id': id };
    const { headers: sent, body } = await client.get('/payments/list', { headers });
    expect(body.error.request_id).toBe(sent.get('x-request-id'));
    expect(body.error.request_id).toBe(sent.get('request-id'));
    return sent.get('x-request-id');
  };
  expect(await requestIdFor('Order_7-a')).toBe('Order_7-a');
  expect(await requestIdFor('x'.repeat(128))).toBe('x'.repeat(128));
  for (const id of [undefined, 'x'.repeat(129), 'a b', 'a"b', '4242 4242']) {
    expect(await requestIdFor(id)).toMatch(/^req_[0-9A-HJKMNP-TV-Z]{26}$/);
  }
});

test('No response may be cached or sniffed for its content type', async ({ api }) => {
  for (const path of ['/payments/list', '/nowhere', '/health/live']) {
    const { headers } = await api.get(path);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('etag')).toBeNull();
  }
});

test('An unknown path gets 404 with or without a key', async ({ client }) => {
  for (const path of ['/', '/nowhere', '/Payments/list', '/payments/list/', '/accounts//connectors']) {
    const { status, body } = await client.get(path, { key: 'nonsense' });
    expect([path, status, body.error.code]).toEqual([path, 404, 'unknown_route']);
  }
});

test('A badly encoded path gets 400', async ({ client, service }) => {
  const { status, body } = await client.get('/accounts/%zz', { key: service.adminApiKey });
  expect([status, body.error.code]).toEqual([400, 'invalid_parameter']);
});

test('An unsupported method gets 405 with the supported ones, and OPTIONS lists them', async ({ client }) => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const { status, body, headers } = await client.request(method, '/payments/list', { body: {} });
    expect([status, body.error.code]).toEqual([405, 'method_not_allowed']);
    expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  }
  const options = await client.request('OPTIONS', '/payments/list');
  expect([options.status, options.text]).toEqual([204, '']);
  expect(options.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
});

test('HEAD is supported where GET is', async ({ api, client, shop }) => {
  const got = await api.get('/payments/list');
  const head = await client.request('HEAD', '/payments/list', { key: shop.key });
  expect([head.status, head.text]).toEqual([200, '']);
  expect(head.headers.get('content-length')).toBe(got.headers.get('content-length'));
  expect((await client.request('HEAD', '/payments/list')).status).toBe(401);
});

test('GET ignores a body and If-None-Match', async ({ service, shop }) => {
  const body = '{"never closed';
  const head = `GET /payments/list HTTP/1.1\r\nhost: x\r\napi-key: ${shop.key}\r\nif-none-match: *\r\n`;
  const text = await sendRaw(
    service,
    `${head}content-type: text/plain\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  );
  expect(text).toMatch(/^HTTP\/1\.1 200 /);
});

test.for([
  ['a first line that is none', 'nonsense\r\n\r\n', 'The request is not valid HTTP.'],
  ['a header that is none', 'GET / HTTP/1.1\r\nno colon\r\n\r\n', 'The request is not valid HTTP.'],
  [
    'headers that never end',
    `GET / HTTP/1.1\r\nx: ${'4242'.repeat(8192)}\r\n\r\n`,
    'The headers are larger than 16 KiB.',
  ],
] as const)('A request with %s gets a JSON error', async ([_, text, message], { service }) => {
  const answer = await sendRaw(service, text);
  const [head, body] = answer.split('\r\n\r\n') as [string, string];
  expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\ncontent-type: application\/json/);
  const { error } = JSON.parse(body);
  expect(error).toMatchObject({ type: 'invalid_request', code: 'invalid_parameter', message, param: null });
  expect(head).toContain(`x-request-id: ${error.request_id}`);
});

test('A request without a Host header is accepted', async ({ service }) => {
  const text = await sendRaw(service, 'GET /health/live HTTP/1.1\r\nconnection: close\r\n\r\n');
  expect(text).toMatch(/^HTTP\/1\.1 200 /);
});
