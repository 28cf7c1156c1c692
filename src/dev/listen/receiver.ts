import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { ListenError } from './options.ts';

/** A webhook that came, and what became of it. */
export interface Arrival {
  readonly at: Date;
  readonly body: string;
  /** What is wrong with its signatures; null when they are good. */
  readonly fault: string | null;
  /** Whether a good webhook with the same identifier came before. */
  readonly isRepeat: boolean;
  /** What it was answered; null when the sender hung up before. */
  readonly status: number | null;
}

export interface ReceiverOptions {
  /** The signing keys of the profiles listened to, by the profiles' identifiers. */
  readonly keys: ReadonlyMap<string, string>;
  /** Port to listen on; 0 takes any free one. */
  readonly port: number;
  /** The status that a good webhook is answered. */
  readonly answer: () => number;
  readonly delayMs: number;
  /** Told of each webhook once it is answered. */
  readonly onArrival: (arrival: Arrival) => void;
}

export interface Receiver {
  readonly port: number;
  close(): Promise<void>;
}

/** This machine alone: nobody else has webhooks to bring. */
const HOST = '127.0.0.1';
const BODY_MAX_BYTES = 1024 * 1024;
/** For how many webhooks it is known that they came before. */
const REMEMBERED_MAX = 10_000;

/**
 * Starts the server that webhooks are sent to, at `/<profile_id>`.
 *
 * @throws {ListenError} for a port that cannot be had.
 */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const remembered = new Set<string>();
  const closing = new AbortController();
  const server = createServer((request, response) => {
    receive(request, response, options, remembered, closing.signal).catch((error) => response.destroy(error));
  });
  server.listen(options.port, HOST);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'EADDRINUSE' ? 'is taken' : `cannot be listened on (${code})`;
    throw new ListenError(`Port ${options.port} ${why}. Choose another: npm run listen -- --port 8091`);
  }
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, 'close');
      closing.abort();
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  { keys, answer, delayMs, onArrival }: ReceiverOptions,
  remembered: Set<string>,
  closing: AbortSignal,
): Promise<void> {
  const at = new Date();
  const key = keys.get((request.url ?? '').replace(/^\/|\?.*$/gs, ''));
  if (key === undefined) return refuse(request, response, 404, 'No business profile is listened to here.');
  if (request.method !== 'POST') {
    response.setHeader('allow', 'POST');
    return refuse(request, response, 405, 'Webhooks are sent with POST.');
  }
  const body = await readBody(request);
  if (body === 'gone') return;
  if (body === 'too_large') return refuse(request, response, 413, 'A webhook has at most 1 MiB.');

  const fault = signatureFault(body, request.headers, key);
  const isRepeat = fault === null && !remember(remembered, String(request.headers['webhook-id']));
  const show = (status: number | null) => onArrival({ at, body: body.toString(), fault, isRepeat, status });
  if (fault !== null) {
    refuse(request, response, 401, `The signature is not good: ${fault}.`);
    return show(401);
  }
  const status = answer();
  const inTime = delayMs === 0 || (await waited(delayMs, response, closing));
  if (closing.aborted) return;
  if (inTime) response.writeHead(status).end();
  show(inTime ? status : null);
}

/** Waits; false when the sender hung up before it was over. */
async function waited(delayMs: number, response: ServerResponse, closing: AbortSignal): Promise<boolean> {
  const gone = new AbortController();
  const hangUp = () => gone.abort();
  response.on('close', hangUp);
  const either = AbortSignal.any([gone.signal, closing]);
  return sleep(delayMs, undefined, { signal: either })
    .then(
      () => true,
      () => false,
    )
    .finally(() => response.off('close', hangUp));
}

function refuse(request: IncomingMessage, response: ServerResponse, status: number, message: string): void {
  // What is still to come of the body is read past: a sender that is cut off would never see the answer.
  request.resume();
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ message }));
}

async function readBody(request: IncomingMessage): Promise<Buffer | 'too_large' | 'gone'> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += (chunk as Buffer).length;
      if (size > BODY_MAX_BYTES) return 'too_large';
      chunks.push(chunk as Buffer);
    }
  } catch {
    return 'gone';
  }
  return Buffer.concat(chunks);
}

/** Notes an identifier; false when it was noted before. The oldest are forgotten first. */
function remember(remembered: Set<string>, id: string): boolean {
  if (remembered.has(id)) return false;
  remembered.add(id);
  if (remembered.size > REMEMBERED_MAX) remembered.delete(remembered.values().next().value!);
  return true;
}

const SIGNATURE_512 = 'x-webhook-signature-512';
const needed = ['webhook-id', 'webhook-timestamp', 'webhook-signature', SIGNATURE_512];

/** What the package's refusals mean to whoever reads them in a terminal. */
const meanings: Readonly<Record<string, string>> = {
  'Message timestamp too old': 'webhook-timestamp is more than five minutes ago',
  'Message timestamp too new': 'webhook-timestamp is more than five minutes ahead',
  'Invalid Signature Headers': 'webhook-timestamp is no number of seconds',
  'No matching signature found': 'webhook-signature is not of this body and key',
};

/**
 * What is wrong with a webhook's signatures; null when both are good. Both are checked over the bytes as they
 * came: a body that is parsed and written again need not be the one that was signed.
 */
export function signatureFault(body: Buffer, headers: IncomingHttpHeaders, key: string): string | null {
  const given = Object.fromEntries(needed.map((name) => [name, String(headers[name] ?? '')]));
  const missing = needed.find((name) => !given[name]);
  if (missing) return `${missing} is missing`;
  const secret = Buffer.from(key);
  try {
    new Webhook(secret, { format: 'raw' }).verify(body, given, { jsonParse: false });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return meanings[error.message] ?? error.message;
  }
  const expected = createHmac('sha512', secret).update(body).digest();
  const found = Buffer.from(given[SIGNATURE_512]!, 'hex');
  const matches = found.length === expected.length && timingSafeEqual(found, expected);
  return matches ? null : `${SIGNATURE_512} is not of this body and key`;
}
