import tls from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { type WebhookSender, webhookSender } from '../../../../src/core/webhooks/post/sender.ts';
import { testAuthority } from '../../../kit/certificates.ts';
import { httpReceiver, httpsReceiver, rawReceiver } from './receivers.ts';

const rules = { allowLoopback: true, resolve: async () => [] };
const authorities = tls.getCACertificates('default');
const senders: WebhookSender[] = [];

function sender(): WebhookSender {
  const made = webhookSender({ rules, outgoing: { off: null }, timeoutMs: 5_000 });
  senders.push(made);
  return made;
}

afterEach(() => {
  for (const made of senders.splice(0)) made.close();
  tls.setDefaultCACertificates(authorities);
});

const trustTestAuthority = () => tls.setDefaultCACertificates([...authorities, testAuthority]);
const messageTo = (host: string, port: number) => ({
  url: `https://${host}:${port}/`,
  headers: {},
  body: '{}',
});

test('A certificate is verified for the host name of the URL', async () => {
  trustTestAuthority();
  const names: (string | false | undefined)[] = [];
  const receiver = await httpsReceiver((req, res) => {
    names.push((req.socket as tls.TLSSocket & { servername?: string | false }).servername);
    res.end(req.headers.host);
  });
  const one = sender();
  for (const host of ['shop.localhost', 'SHOP.localhost.']) {
    expect(await one.post(messageTo(host, receiver.port))).toMatchObject({
      statusCode: 200,
      responseBody: `shop.localhost:${receiver.port}`,
    });
  }
  expect(names).toEqual(['shop.localhost', 'shop.localhost']);
  expect(receiver.connections).toHaveLength(1);
});

test.each(['other.localhost', 'localhost', '127.0.0.1'])(
  'A certificate for another name than %s is refused',
  async (host) => {
    trustTestAuthority();
    let requests = 0;
    const receiver = await httpsReceiver((_req, res) => {
      requests++;
      res.end();
    });
    const one = sender();
    // A TLS session for the right name cannot be resumed for another.
    expect(await one.post(messageTo('shop.localhost', receiver.port))).toMatchObject({ statusCode: 200 });
    expect(await one.post(messageTo(host, receiver.port))).toMatchObject({
      error: 'tls_failed',
      message: 'The certificate is for another host name (ERR_TLS_CERT_ALTNAME_INVALID).',
    });
    expect(requests).toBe(1);
  },
);

test('A certificate of an unknown authority is refused, even with NODE_TLS_REJECT_UNAUTHORIZED=0', async () => {
  let requests = 0;
  const receiver = await httpsReceiver((_req, res) => {
    requests++;
    res.end();
  });
  const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  try {
    const posted = await sender().post(messageTo('shop.localhost', receiver.port));
    expect(posted).toMatchObject({
      error: 'tls_failed',
      message: expect.stringMatching(
        /^The certificate comes without .* \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\)\.$/,
      ),
    });
  } finally {
    if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
  }
  expect(requests).toBe(0);
});

test('A server without TLS receives no message', async () => {
  let requests = 0;
  const plain = await httpReceiver(() => {
    requests++;
  });
  expect(await sender().post(messageTo('localhost', plain.port))).toMatchObject({ error: 'tls_failed' });
  expect(requests).toBe(0);
});

test('A server that closes the connection during the TLS handshake is reported', async () => {
  const closing = await rawReceiver((socket) => socket.once('data', () => socket.destroy()));
  expect(await sender().post(messageTo('localhost', closing.port))).toMatchObject({
    error: 'tls_failed',
    message: 'The TLS handshake failed (ECONNRESET).',
  });
});

test('A stale kept TLS connection is reopened', async () => {
  trustTestAuthority();
  let requests = 0;
  const receiver = await httpsReceiver((req, res) => {
    if (++requests === 2) req.socket.destroy();
    else res.end(`${requests}`);
  });
  const one = sender();
  expect(await one.post(messageTo('shop.localhost', receiver.port))).toMatchObject({ responseBody: '1' });
  expect(await one.post(messageTo('shop.localhost', receiver.port))).toMatchObject({ responseBody: '3' });
  expect(receiver.connections).toHaveLength(2);
});
