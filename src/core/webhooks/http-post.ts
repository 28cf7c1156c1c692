import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { isIP } from 'node:net';
import type { Target } from '../webhook-endpoints/target.ts';
import type { Stage } from './failures.ts';
import { readAnswer } from './read-answer.ts';

/** The most that the headers of an answer may take together, in bytes. */
const HEADERS_MAX = 16 * 1024;

/** One request to a target. */
export interface Exchange {
  readonly target: Target;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The connections to choose from; false makes a new one for this request alone. */
  readonly agent: http.Agent | false;
  readonly signal: AbortSignal;
}

export interface EndpointResponse {
  readonly statusCode: number;
  readonly text: string;
  readonly retryAfter: string | null;
}

/** A request that came to nothing. */
export class ExchangeFailed extends Error {
  constructor(
    readonly stage: Stage,
    /** Whether it was sent on a kept connection which its other end had closed meanwhile. */
    readonly onClosedConnection: boolean,
    cause: unknown,
  ) {
    super('The request came to nothing.', { cause });
  }
}

/**
 * Sends a request to the target's address and reads the answer, whatever its status is: a redirect is an answer
 * like any other. The certificate is verified for the name in the URL.
 *
 * @throws {ExchangeFailed}
 */
export async function httpPost({
  target,
  headers,
  body,
  agent,
  signal,
}: Exchange): Promise<EndpointResponse> {
  const { url } = target;
  const secure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const request = (secure ? https : http).request({
    method: 'POST',
    host: target.address,
    family: target.family,
    port: url.port || (secure ? 443 : 80),
    path: `${url.pathname}${url.search}`,
    // An address has no place in the TLS greeting; the certificate is then verified for the address.
    ...(secure ? { servername: isIP(host) ? '' : host, rejectUnauthorized: true } : {}),
    headers: { ...headers },
    setHost: false,
    maxHeaderSize: HEADERS_MAX,
    insecureHTTPParser: false,
    agent,
    signal,
  });
  const progress = follow(request, secure);
  try {
    const answer = await answerTo(request, body);
    progress.stage = 'answering';
    const text = await readAnswer(answer);
    return { statusCode: answer.statusCode!, text, retryAfter: answer.headers['retry-after'] ?? null };
  } catch (error) {
    throw new ExchangeFailed(progress.stage, progress.isClosedConnection(error), error);
  }
}

function answerTo(request: ClientRequest, body: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on('response', resolve);
    // Nobody asked for another protocol: a switch to one is an answer without a body.
    request.on('upgrade', (answer: IncomingMessage, socket: Socket) => {
      socket.destroy();
      resolve(answer);
    });
    // Listened to for good: a connection may fail once more after the request is done with.
    request.on('error', reject);
    request.on('close', () => reject(new Error('The request was closed.')));
    request.end(body);
  });
}

/** Follows how far a request gets. */
function follow(request: ClientRequest, secure: boolean) {
  let socket: Socket | undefined;
  let readBefore = 0;
  const progress = {
    stage: 'connecting' as Stage,
    isClosedConnection: (error: unknown): boolean =>
      request.reusedSocket &&
      socket?.bytesRead === readBefore &&
      ['ECONNRESET', 'EPIPE'].includes(String((error as { code?: unknown }).code)),
  };
  request.on('socket', (given) => {
    socket = given;
    readBefore = given.bytesRead;
    if (request.reusedSocket) {
      progress.stage = 'sent';
      return;
    }
    given.once('connect', () => {
      progress.stage = secure ? 'securing' : 'sent';
    });
    given.once('secureConnect', () => {
      progress.stage = 'sent';
    });
  });
  return progress;
}
