import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type Socket } from 'node:net';
import { ANSWER_KEPT_MAX } from '../../entities/webhook-attempt.ts';
import type { ResolvedTarget } from '../../foundation/resolve-target.ts';
import type { RequestStage } from './failures.ts';

/** Maximum total size of response headers, in bytes. */
const HEADERS_MAX = 16 * 1024;
/** The most that is read of a response body, in bytes; the connection of a longer one is closed. */
const BODY_READ_MAX = 64 * 1024;

/** One request to a resolved target. */
export interface PostRequest {
  readonly target: ResolvedTarget;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The pool to take a connection from; false opens a new connection for this request only. */
  readonly agent: http.Agent | false;
  readonly signal: AbortSignal;
  /** How much of the response body is kept, in bytes; {@link ANSWER_KEPT_MAX} unless given. */
  readonly keptMax?: number;
}

export interface EndpointResponse {
  readonly statusCode: number;
  readonly text: string;
  readonly retryAfter: string | null;
}

/** A request that failed before its response was complete. */
export class PostFailed extends Error {
  constructor(
    readonly stage: RequestStage,
    /** Whether it was sent on a pooled connection that the server had already closed. */
    readonly onClosedConnection: boolean,
    cause: unknown,
  ) {
    super('The request failed.', { cause });
  }
}

/**
 * Posts to the target's pinned address and reads the response of any status; redirects are not followed.
 * The certificate is verified against the name in the URL.
 *
 * @throws {PostFailed}
 */
export async function httpPost(options: PostRequest): Promise<EndpointResponse> {
  const { target, headers, body, agent, signal, keptMax = ANSWER_KEPT_MAX } = options;
  const { url } = target;
  const secure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const request = (secure ? https : http).request({
    method: 'POST',
    host: target.address,
    family: target.family,
    port: url.port || (secure ? 443 : 80),
    path: `${url.pathname}${url.search}`,
    // SNI takes no IP addresses; the certificate is then verified against the address.
    ...(secure ? { servername: isIP(host) ? '' : host, rejectUnauthorized: true } : {}),
    headers: { ...headers },
    setHost: false,
    maxHeaderSize: HEADERS_MAX,
    insecureHTTPParser: false,
    agent,
    signal,
  });
  const progress = trackProgress(request, secure);
  try {
    const response = await responseTo(request, body);
    progress.stage = 'responding';
    const text = await readBody(response, keptMax);
    return { statusCode: response.statusCode!, text, retryAfter: response.headers['retry-after'] ?? null };
  } catch (error) {
    throw new PostFailed(progress.stage, progress.isClosedConnection(error), error);
  }
}

function responseTo(request: ClientRequest, body: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on('response', resolve);
    // No upgrade was requested: treat one as a response without a body.
    request.on('upgrade', (response: IncomingMessage, socket: Socket) => {
      socket.destroy();
      resolve(response);
    });
    // Never removed: a connection may emit another error after the request is done.
    request.on('error', reject);
    request.on('close', () => reject(new Error('The request was closed.')));
    request.end(body);
  });
}

function trackProgress(request: ClientRequest, secure: boolean) {
  let socket: Socket | undefined;
  let bytesReadBefore = 0;
  const progress = {
    stage: 'connecting' as RequestStage,
    isClosedConnection: (error: unknown): boolean =>
      request.reusedSocket &&
      socket?.bytesRead === bytesReadBefore &&
      ['ECONNRESET', 'EPIPE'].includes(String((error as { code?: unknown }).code)),
  };
  request.on('socket', (assigned) => {
    socket = assigned;
    bytesReadBefore = assigned.bytesRead;
    if (request.reusedSocket) {
      progress.stage = 'sent';
      return;
    }
    assigned.once('connect', () => {
      progress.stage = secure ? 'securing' : 'sent';
    });
    assigned.once('secureConnect', () => {
      progress.stage = 'sent';
    });
  });
  return progress;
}

/**
 * Reads a response body to its end, or up to a limit, and returns the beginning that is stored. Rejects if the
 * body is incomplete: the endpoint did not finish its response.
 */
async function readBody(response: IncomingMessage, keptMax: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytesRead = 0;
  // Leaving the loop early destroys the response and its connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (bytesRead < keptMax) chunks.push(chunk.subarray(0, keptMax - bytesRead));
    bytesRead += chunk.length;
    if (bytesRead >= BODY_READ_MAX) break;
  }
  return storableText(Buffer.concat(chunks), keptMax);
}

/**
 * Decodes bytes to text that fits the attempt's `answer`: replaces invalid UTF-8, and drops a character cut in two at
 * the end, and NUL characters, which PostgreSQL cannot store.
 */
export function storableText(bytes: Uint8Array, keptMax = ANSWER_KEPT_MAX): string {
  const text = new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '');
  // A replacement character may be longer than the replaced bytes, so truncate again.
  const truncated = new Uint8Array(keptMax);
  const { written } = new TextEncoder().encodeInto(text, truncated);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(truncated.subarray(0, written));
}
