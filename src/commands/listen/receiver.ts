import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { ListenError } from './options.ts';

/** A received webhook and the response to it. */
export interface Arrival {
  readonly at: Date;
  readonly body: string;
  /** Why its signatures are invalid; null if they are valid. */
  readonly fault: string | null;
  /** Whether a valid webhook with the same identifier was received before. */
  readonly isRepeat: boolean;
  /** The response's status; null if the sender disconnected first. */
  readonly status: number | null;
}

export interface ReceiverOptions {
  /** Signing keys by profile identifier. */
  readonly keys: ReadonlyMap<string, Uint8Array>;
  /** Port to listen on; 0 takes any free one. */
  readonly port: number;
  /** Chooses the response status of a valid webhook. */
  readonly statusFor: () => number;
  readonly delayMs: number;
  /** Called for each webhook after its response. */
  readonly onArrival: (arrival: Arrival) => void;
}

export interface Receiver {
  readonly port: number;
  close(): Promise<void>;
}

/** Only this machine may connect. */
const HOST = '127.0.0.1';
const BODY_MAX_BYTES = 1024 * 1024;
/** Number of webhook identifiers remembered to detect repeats. */
const REMEMBERED_MAX = 10_000;

/**
 * Starts the server that receives webhooks at `/<profile_id>`.
 *
 * @throws {ListenError} if it cannot listen on the port.
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
    const why = code === 'EADDRINUSE' ? 'is taken' : `is not available (${code})`;
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
  { keys, statusFor, delayMs, onArrival }: ReceiverOptions,
  remembered: Set<string>,
  closing: AbortSignal,
): Promise<void> {
  const at = new Date();
  const key = keys.get((request.url ?? '').replace(/^\/|\?.*$/gs, ''));
  if (key === undefined) return refuse(request, response, 404, 'No business profile has this path.');
  if (request.method !== 'POST') {
    response.setHeader('allow', 'POST');
    return refuse(request, response, 405, 'Webhooks are sent with POST.');
  }
  const body = await readBody(request);
  if (body === 'disconnected') return;
  if (body === 'too_large') return refuse(request, response, 413, 'A webhook has at most 1 MiB.');

  const fault = signatureFault(body, request.headers, key);
  const isRepeat = fault === null && !remember(remembered, String(request.headers['webhook-id']));
  const show = (status: number | null) => onArrival({ at, body: body.toString(), fault, isRepeat, status });
  if (fault !== null) {
    refuse(request, response, 401, `The signature is invalid: ${fault}.`);
    return show(401);
  }
  const status = statusFor();
  const inTime = delayMs === 0 || (await waited(delayMs, response, closing));
  if (closing.aborted) return;
  if (inTime) response.writeHead(status).end();
  show(inTime ? status : null);
}

/** Waits; false if the sender disconnected first. */
async function waited(delayMs: number, response: ServerResponse, closing: AbortSignal): Promise<boolean> {
  const disconnected = new AbortController();
  const onClose = () => disconnected.abort();
  response.on('close', onClose);
  const either = AbortSignal.any([disconnected.signal, closing]);
  return sleep(delayMs, undefined, { signal: either })
    .then(
      () => true,
      () => false,
    )
    .finally(() => response.off('close', onClose));
}

function refuse(request: IncomingMessage, response: ServerResponse, status: number, message: string): void {
  // Drain the rest of the body: a sender that is cut off would not see the response.
  request.resume();
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ message }));
}

async function readBody(request: IncomingMessage): Promise<Buffer | 'too_large' | 'disconnected'> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += (chunk as Buffer).length;
      if (size > BODY_MAX_BYTES) return 'too_large';
      chunks.push(chunk as Buffer);
    }
  } catch {
    return 'disconnected';
  }
  return Buffer.concat(chunks);
}

/** Remembers an identifier; false if it was known already. The oldest are dropped first. */
function remember(remembered: Set<string>, id: string): boolean {
  if (remembered.has(id)) return false;
  remembered.add(id);
  if (remembered.size > REMEMBERED_MAX) remembered.delete(remembered.values().next().value!);
  return true;
}

const SIGNATURE_512 = 'x-webhook-signature-512';
const requiredHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature', SIGNATURE_512];

/** The library's error messages in terms of the headers. */
const meanings: Readonly<Record<string, string>> = {
  'Message timestamp too old': 'webhook-timestamp is more than five minutes ago',
  'Message timestamp too new': 'webhook-timestamp is more than five minutes ahead',
  'Invalid Signature Headers': 'webhook-timestamp is not a number of seconds',
  'No matching signature found': 'webhook-signature does not match this body and key',
};

/**
 * Why a webhook's signatures are invalid; null if both are valid. They are verified over the raw bytes: parsing and
 * serialising a body again may change it.
 */
export function signatureFault(body: Buffer, headers: IncomingHttpHeaders, key: Uint8Array): string | null {
  const received = Object.fromEntries(requiredHeaders.map((name) => [name, String(headers[name] ?? '')]));
  const missing = requiredHeaders.find((name) => !received[name]);
  if (missing) return `${missing} is missing`;
  try {
    new Webhook(key, { format: 'raw' }).verify(body, received, { jsonParse: false });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return meanings[error.message] ?? error.message;
  }
  const expected = createHmac('sha512', key).update(body).digest();
  const found = Buffer.from(received[SIGNATURE_512]!, 'hex');
  const matches = found.length === expected.length && timingSafeEqual(found, expected);
  return matches ? null : `${SIGNATURE_512} does not match this body and key`;
}
