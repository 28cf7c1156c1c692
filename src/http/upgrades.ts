import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Problem } from '../core/foundation/errors.ts';
import { problemBody } from './problems.ts';

/** How long a peer may take to close the connection after the response. */
const HANG_UP_MS = 2_000;

/** Takes over connections that ask for another protocol, such as WebSocket. */
export interface Upgrades {
  /** Whether to upgrade this request. Any other is served as plain HTTP, which the protocol allows. */
  readonly accepts: (request: IncomingMessage) => boolean;
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

/**
 * Writes a problem straight to the socket of a request that never reached Express, then closes the connection. The
 * peer gets a moment to read the response, since destroying the socket at once could discard it; after that the
 * socket is destroyed, because the server's own timeouts no longer apply.
 */
export function respondOnSocket(socket: Duplex, problem: Problem, requestId: string): void {
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
  // The close event only arrives if the socket is read.
  socket.resume();
  const hangUp = setTimeout(() => socket.destroy(), HANG_UP_MS);
  socket.once('close', () => clearTimeout(hangUp));
}

/** Refuses an upgrade. */
export function refuseUpgrade(socket: Duplex, problem: Problem, requestId: string): void {
  // Node has removed its own listeners by now, and a peer that disconnects must not crash the process.
  socket.on('error', () => {});
  respondOnSocket(socket, problem, requestId);
}
