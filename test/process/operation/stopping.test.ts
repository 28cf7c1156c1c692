import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { clientOf } from '../../kit/client.ts';
import { createDatabase } from '../../kit/database.ts';
import { freePort } from '../../kit/free-port.ts';
import { mutate } from '../../kit/mutate.ts';
import { type CardKind, payWith } from '../../shared/reliability/cards.ts';
import { type ServiceProcess, startProcess } from '../../shared/reliability/process.ts';

const adminApiKey = `admin_${randomBytes(24).toString('base64url')}`;
const encryptionKey = randomBytes(32);
let databaseUrl: string;
let receiver: Server;

beforeAll(async () => {
  databaseUrl = await createDatabase();
  // Leaves every request without a response.
  receiver = createServer((request) => void request.resume());
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  return () => void receiver.close().closeAllConnections();
});

/** A merchant that takes cards in the sandbox; returns its key and profile. */
async function openShop(service: ServiceProcess, merchantId: string) {
  const account = { key: adminApiKey, body: { merchant_id: merchantId } };
  const made = await clientOf(service).post('/accounts', account);
  const write = async (as: string, name: string, input: Record<string, unknown>, selection: string) => {
    const { payload, text: answer } = await mutate(
      { ...service, statements: [] },
      as,
      name,
      input,
      selection,
    );
    expect(payload?.userErrors, answer).toEqual([]);
    return payload;
  };
  const { secret: key } = await write(adminApiKey, 'createApiKey', { merchantId, name: 'test' }, 'secret');
  const connector = {
    ...{ connectorName: 'sandbox', connectorType: 'payment_processor', connectorAccountDetails: {} },
    paymentMethodsEnabled: [{ paymentMethod: 'card' }],
  };
  await write(key, 'createConnectorAccount', connector, 'connectorAccount { merchantConnectorId }');
  const client = clientOf(service);
  const body = { amount: 100, currency: 'EUR', confirm: true, payment_method: 'card' };
  return {
    key: String(key),
    pay: (kind: CardKind) =>
      client.post('/payments', { key, body: { ...body, payment_method_data: payWith(kind) } }),
    listen: (url: string) =>
      write(key, 'createWebhookEndpoint', { url, profileId: made.body.default_profile }, 'secret'),
  };
}

const start = async (port: number): Promise<ServiceProcess> => {
  const service = await startProcess({
    DATABASE_URL: databaseUrl,
    ADMIN_API_KEY: adminApiKey,
    ENCRYPTION_KEY: encryptionKey.toString('base64'),
    NODE_ENV: 'production',
    SWITCHYARD_ENV: 'test',
    PORT: String(port),
    WEBHOOKS_TO_LOOPBACK: 'true',
  });
  onTestFinished(() => void service.child.kill('SIGKILL'));
  return service;
};

const until = (what: () => boolean | Promise<boolean>) =>
  vi.waitUntil(what, { timeout: 300_000, interval: 20 });

/** A connection to the port, or null if nothing listens there. */
function connected(port: number): Promise<Socket | null> {
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(null));
  });
}

const isClosed = async (port: number): Promise<boolean> => {
  const socket = await connected(port);
  socket?.destroy();
  return socket === null;
};

/** Sends the head of a request, and waits until the service has read it. */
async function begin(socket: Socket, body: string): Promise<{ finish(): Promise<string> }> {
  const head = [
    'POST /accounts HTTP/1.1',
    'host: x',
    `api-key: ${adminApiKey}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    'expect: 100-continue',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const [first] = await once(socket, 'data');
  expect(String(first)).toContain('100 Continue');
  return {
    finish: () => {
      socket.write(body);
      return text(socket);
    },
  };
}

test('A request on a connection that was opened while the process started is answered after the stop signal', async () => {
  const port = await freePort();
  const starting = start(port);
  let early: Socket | null = null;
  await until(async () => {
    early = await connected(port);
    return early !== null;
  });
  const { child, ended } = await starting;
  const { finish } = await begin(early!, '{"merchant_id":"early"}');
  child.kill('SIGTERM');
  await until(() => isClosed(port));
  expect(await finish()).toMatch(/^HTTP\/1\.1 200 /);
  expect(await ended).toBe(0);
});

test('A process that stops ends calls without a response, as unknown, and answers who waits for them', async () => {
  const service = await start(await freePort());
  const { key, pay } = await openShop(service, 'calling');
  const paying = pay('timeout');
  const isCalling = async () => {
    const { body } = await clientOf(service).get('/payments/list', { key });
    return body[0]?.data[0]?.status === 'processing';
  };
  await until(isCalling);
  service.child.kill('SIGTERM');
  const { body: payment, status, text: answer } = await paying;
  expect([status, payment.status], answer).toEqual([200, 'processing']);
  expect(await service.ended).toBe(0);
  // The next process looks the call up.
  const next = await start(await freePort());
  const path = `/payments/${payment.payment_id}`;
  await until(async () => (await clientOf(next).get(path, { key })).body.status === 'succeeded');
});

test('A process that stops cuts a webhook without a response before the requests of its own callers', async () => {
  const port = await freePort();
  const service = await start(port);
  const { listen, pay } = await openShop(service, 'listening');
  await listen(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`);
  const delivery = once(receiver, 'request') as Promise<[unknown, ServerResponse]>;
  const paid = await pay('good');
  expect(paid.body.status, paid.text).toBe('succeeded');
  const [, response] = await delivery;
  const cut = once(response, 'close');
  const { finish } = await begin((await connected(port))!, '{"merchant_id":"patient"}');
  service.child.kill('SIGTERM');
  await cut;
  expect(await finish()).toMatch(/^HTTP\/1\.1 200 /);
  expect(await service.ended).toBe(0);
});
