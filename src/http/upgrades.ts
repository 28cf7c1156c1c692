import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Problem } from '../core/foundation/errors.ts';
import { problemBody } from './problems.ts';

/** How long a peer may take to hang up once it has its answer. */
const HANG_UP_MS = 2_000;

/** What takes over connections that ask for another protocol. */
export interface Upgrades {
  /** Whether it takes a request. All others are answered as if they had not asked: HTTP lets a server do so. */
  readonly takes: (request: IncomingMessage) => boolean;
  readonly take: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

/**
 * Answers what never became a request of the application with a problem, and closes the connection: for good after a
 * while, as none of the server's own limits on time holds for it any more. Not at once, which could take the
 * answer from a peer that is still sending.
 */
export function answerRaw(socket: Duplex, problem: Problem, requestId: string): void {
  const body = Buffer.from(JSON.stringify(problemBody(problem, requestId)));
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${body.length}`,
    `x-request-id: ${requestId}`,
    ...(problem.retryAfterS === null ? [] : [`retry-after: ${problem.retryAfterS}`]),
    'x-content-type-options: nosniff',
    'cache-control: no-store',
    'connection: close',
  ];
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]));
  // That the peer hangs up is only seen by whoever reads.
  socket.resume();
  const hangUp = setTimeout(() => socket.destroy(), HANG_UP_MS);
  socket.once('close', () => clearTimeout(hangUp));
}

/** Refuses another protocol. */
export function refuseUpgrade(socket: Duplex, problem: Problem, requestId: string): void {
  // Nobody else listens to the connection by now, and a peer that hangs up is no failure.
  socket.on('error', () => {});
  answerRaw(socket, problem, requestId);
}
