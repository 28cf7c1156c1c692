import dns from 'node:dns';
import tls from 'node:tls';
import { afterEach, expect, test, vi } from 'vitest';
import type { TargetRules } from '../../../../src/core/foundation/ports/target-rules.ts';
import { type WebhookSender, webhookSender } from '../../../../src/core/webhooks/post/sender.ts';
import { testAuthority } from '../../../kit/certificates.ts';
import { hostileResolve, hostileTargets } from '../../../shared/core/foundation/hostile-targets.ts';
import { watchConnects } from './connects.ts';
import { bodyOf, httpReceiver, httpsReceiver, rawReceiver } from './receivers.ts';

const PUBLIC = '93.184.215.14';
const authorities = tls.getCACertificates('default');
const senders: WebhookSender[] = [];

function senderWith(rules: TargetRules): WebhookSender {
  const sender = webhookSender({ rules, outgoing: { off: null } });
  senders.push(sender);
  return sender;
}

afterEach(() => {
  for (const sender of senders.splice(0)) sender.close();
  tls.setDefaultCACertificates(authorities);
});

const messageTo = (url: string) => ({ url, headers: { 'content-type': 'application/json' }, body: '{}' });

test('A hostile target gets no connection', async () => {
  const receiver = await rawReceiver((socket) => socket.destroy());
  const connects = watchConnects();
  const sender = senderWith({ allowLoopback: false, resolve: hostileResolve });
  for (const { url, reason } of hostileTargets) {
    const posted = await sender.post(messageTo(url.replace('{port}', String(receiver.port))));
    const error = reason === 'unresolved' ? 'unresolved' : 'target_refused';
    expect([url, posted]).toEqual([url, expect.objectContaining({ kind: 'no_response', error })]);
    for (const secret of ['opensesame', 'meta-data', 'passwd', String(receiver.port)])
      expect(JSON.stringify({ ...posted, durationMs: 0 })).not.toContain(secret);
  }
  expect(connects).toEqual([]);
  expect(receiver.connections).toEqual([]);
});

test('A hostile target gets no connection even if loopback is allowed, unless it is this machine', async () => {
  const receiver = await rawReceiver((socket) => socket.destroy());
  const connects = watchConnects();
  const sender = senderWith({ allowLoopback: true, resolve: hostileResolve });
  for (const { url } of hostileTargets.filter(({ here }) => !here)) {
    const posted = await sender.post(messageTo(url.replace('{port}', String(receiver.port))));
    expect([url, posted.kind]).toEqual([url, 'no_response']);
  }
  expect(connects).toEqual([]);
  expect(receiver.connections).toEqual([]);
});

test('A name that resolves differently the second time is looked up once per message', async () => {
  tls.setDefaultCACertificates([...authorities, testAuthority]);
  const shop = await httpsReceiver(async (req, res) => res.end(`${req.headers.host} ${await bodyOf(req)}`));
  const inside = await rawReceiver((socket) => socket.destroy());
  const connects = watchConnects({ address: PUBLIC, port: shop.port });
  const lookups = vi.spyOn(dns, 'lookup');
  const answers = [[PUBLIC], ['127.0.0.1'], ['127.0.0.1']];
  let asked = 0;
  const sender = senderWith({ allowLoopback: true, resolve: async () => answers[asked++]! });

  const url = `https://shop.example:${inside.port}/hooks`;
  expect(await sender.post({ ...messageTo(url), body: 'first' })).toMatchObject({
    kind: 'response',
    statusCode: 200,
    responseBody: `shop.example:${inside.port} first`,
  });
  expect(asked).toBe(1);
  expect(connects).toEqual([{ host: PUBLIC, port: inside.port }]);
  // The kept connection is not used for a re-resolved message.
  expect(await sender.post(messageTo(url))).toMatchObject({ error: 'target_refused' });
  expect(asked).toBe(2);
  expect(connects).toHaveLength(1);
  expect(inside.connections).toEqual([]);
  expect(lookups).not.toHaveBeenCalled();
});

test.each([301, 302, 303, 307, 308])(
  'A redirect with %i is a response and is not followed',
  async (status) => {
    const inside = await rawReceiver((socket) => socket.destroy());
    for (const location of [
      `http://127.0.0.1:${inside.port}/`,
      `http://localhost:${inside.port}/`,
      `//127.0.0.1:${inside.port}/`,
      `https://[::1]:${inside.port}/`,
      'http://169.254.169.254/latest/meta-data/',
    ]) {
      const outside = await httpReceiver((_req, res) => res.writeHead(status, { location }).end('moved'));
      const sender = senderWith({ allowLoopback: true, resolve: hostileResolve });
      const connects = watchConnects();
      const posted = await sender.post(messageTo(`http://127.0.0.1:${outside.port}/`));
      expect(posted).toMatchObject({ kind: 'response', statusCode: status, responseBody: 'moved' });
      expect(outside.connections).toHaveLength(1);
      expect(connects).toEqual([{ host: '127.0.0.1', port: outside.port }]);
      vi.restoreAllMocks();
    }
    expect(inside.connections).toEqual([]);
  },
);
