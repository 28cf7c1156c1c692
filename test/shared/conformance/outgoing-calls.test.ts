import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { connectorRegistry } from '../../../src/connectors/guard.ts';
import { vendors } from '../../../src/connectors/vendors.ts';
import { mailText } from '../../../src/core/foundation/mail-text.ts';
import { type Connector, NotSentError } from '../../../src/core/foundation/ports/connector.ts';
import type { OutgoingCalls } from '../../../src/core/foundation/ports/outgoing-calls.ts';
import { requestMerchantSession } from '../../../src/core/wallets/apple-pay-gateway.ts';
import { webhookSender } from '../../../src/core/webhooks/post/sender.ts';
import { createLogger } from '../../../src/http/requests/logging.ts';
import { mailWhileOn, smtpMail } from '../../../src/people/mail.ts';
import { evidenceWhileOn, s3Store } from '../../../src/storage/s3.ts';
import { isBrowserCode } from '../../kit/browser-code.ts';
import { shopCertificate, shopKey } from '../../kit/certificates.ts';

/** A server that closes connections and counts them. */
let callers = 0;
const open = new Set<Socket>();
const server = createServer((socket) => {
  callers += 1;
  open.add(socket);
  socket.on('error', () => {});
  socket.destroy();
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as { port: number };
const url = `http://127.0.0.1:${port}`;
afterAll(() => new Promise((resolve) => server.close(resolve)));

const logger = createLogger('silent');
const rules = { allowLoopback: true, resolve: async () => [] };
const ended = (work: Promise<unknown>) => work.then(String, String);

/** Calls every operation of a vendor's connector, with minimal requests. */
const vendor = (name: string) => async (outgoing: OutgoingCalls) => {
  const setup = { baseUrl: url, environment: 'test', now: () => new Date(), warn: () => {} } as const;
  const connector = connectorRegistry([vendors[name]!(setup)], outgoing).find(name)!;
  const methods = Object.keys(connector).filter(
    (member) => typeof connector[member as keyof Connector] === 'function' && member !== 'debitNetworksOf',
  );
  expect(methods.length).toBeGreaterThan(10);
  const access = {
    credentials: { api_key: 'sk_test_1', key1: 'Merchant' },
    settings: {},
    metadata: {},
    wallets: {},
  };
  for (const method of methods) {
    const call = connector[method as 'capture']!.bind(connector) as (...args: unknown[]) => Promise<unknown>;
    const [request, signal] = [{ body: Buffer.from('{}'), headers: {} }, AbortSignal.timeout(2_000)];
    const made = Promise.resolve().then(() =>
      call(
        access,
        method === 'verifyCredentials' ? signal : { ...request, signal, amount: 1, currency: 'USD' },
      ),
    );
    if (outgoing.off === null) await ended(made);
    else await expect(made, method).rejects.toThrow(NotSentError);
  }
};

type Drive = (outgoing: OutgoingCalls) => Promise<unknown>;

/**
 * Every file that can open a connection: how the test triggers it, or why it may while outgoing calls are off. A new
 * file must be added.
 */
const kinds: Readonly<Record<string, Drive | string>> = {
  'connectors/stripe/client.ts': vendor('stripe'),
  'connectors/adyen/transport.ts': vendor('adyen'),
  'core/webhooks/post/sender.ts': async (outgoing) => {
    const sender = webhookSender({ rules, outgoing });
    const posted = sender.post({ url, headers: {}, body: '{}' });
    if (outgoing.off === null) await posted;
    else await expect(posted).rejects.toMatchObject({ code: 'outgoing_calls_off' });
    sender.close();
  },
  'core/webhooks/post/http-post.ts':
    'The sender of webhooks and the gateway of Apple Pay, which use it, are here.',
  'core/wallets/apple-pay-gateway.ts': async (outgoing) => {
    const [cert, key] = [shopCertificate, shopKey];
    const session = requestMerchantSession(
      { applePayGateway: { url: `https://127.0.0.1:${port}` }, outgoing, webhookTargets: rules },
      { certificate: { cert, key }, merchantIdentifier: 'm', displayName: 'M', domain: 'example.com' },
    );
    if (outgoing.off === null) await ended(session);
    else await expect(session).rejects.toMatchObject({ code: 'outgoing_calls_off' });
  },
  'people/mail.ts': async (outgoing) => {
    const settings = { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'Switchyard <from@example.com>' };
    const mail = mailWhileOn(smtpMail(settings, logger), outgoing, logger);
    const text = mailText`Hello`;
    mail.post({ to: 'to@example.com', subject: text, before: text, link: url, after: text });
    await mail.drain();
  },
  'storage/s3.ts': async (outgoing) => {
    const bucket = { bucket: 'b', region: 'r', accessKeyId: 'a', secretAccessKey: 's', endpoint: url };
    const evidence = evidenceWhileOn({ store: s3Store(bucket), takesNew: true }, outgoing);
    expect(evidence.takesNew).toBe(outgoing.off === null);
    const { store } = evidence;
    for (const write of [() => store.put('n', Buffer.from('x')), () => store.remove('n')]) {
      if (outgoing.off === null) await ended(write());
      else await expect(write()).rejects.toMatchObject({ code: 'outgoing_calls_off' });
    }
  },
  'connectors/sandbox/send-webhooks.ts':
    'The sandbox reports to this service: of a copy to this very process, and of an undecided database not at all.',
  'connectors/sandbox/send-test-webhook.ts':
    'testConnectorWebhook, which alone calls it, refuses; see test/shared/faces/copies.test.ts.',
  'core/domains/domain-lookups.ts':
    'Reads public records, when a person asks. The job that repeats it is off.',
  'core/foundation/resolve-target.ts': 'Looks host names up, and sends nothing.',
  'service/keys/key-service.ts': 'Opens data keys, without which no process starts.',
  'telemetry/traces.ts': 'Telemetry is of this process.',
  'commands/listen/ask.ts': 'A command that calls a service.',
  'commands/import/import-client.ts': 'A command that calls a service.',
};

const src = path.join(import.meta.dirname, '../../../src');
/** Code that opens a connection, other than to the database. */
const opens =
  /(?<![.\w])fetch\(|\bhttps?\.(?:request|get|Agent)\b|\bhttps?2\.connect\b|\bcreateTransport\(|\bnew Resolver\(|\b(?:net|tls)\.connect\(|\bOTLPTraceExporter\b|\bnew WebSocket\(|from '(?:undici|axios|got|node:dgram)'/;
/** Part of no package, or for browsers. */
const isElsewhere = (file: string): boolean => file.startsWith('dev/') || isBrowserCode(file);

test('Every file with outgoing calls states its behaviour while these are off', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).map((file) =>
    file.replaceAll('\\', '/'),
  );
  const calling = files.filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      !isElsewhere(file) &&
      opens.test(code(readFileSync(path.join(src, file), 'utf8'))),
  );
  expect(calling.sort()).toEqual(Object.keys(kinds).sort());
});

/** A source without comments. */
const code = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

const driven = Object.entries(kinds).filter(
  (entry): entry is [string, Drive] => typeof entry[1] === 'function',
);

test('Every vendor is among these files', () => {
  const folders = driven.map(([file]) => file.split('/')).filter(([area]) => area === 'connectors');
  expect(folders.map(([, folder]) => folder).sort()).toEqual(Object.keys(vendors).sort());
});

test.for(driven)(
  '%s makes no call while outgoing calls are off, and calls while they are on',
  async ([, drive]) => {
    for (const off of ['undecided', 'copy'] as const) {
      callers = 0;
      await drive({ off });
      expect(callers).toBe(0);
    }
    await drive({ off: null });
    expect(callers).toBeGreaterThan(0);
  },
);
