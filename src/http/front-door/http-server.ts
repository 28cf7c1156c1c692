import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type HttpLimits, httpLimits } from '../../config/limit-defaults.ts';
import { Problem } from '../../core/foundation/errors.ts';
import type { IdMaker } from '../../core/foundation/ids.ts';
import { arrivalLimits, limitConnections, servedInTurn } from '../load/connection-limits.ts';
import { trackConnections } from '../requests/drain.ts';
import { problemBody, problemHeaders } from '../requests/responses.ts';

/** Longer than load balancers' own: the client side should be the one to close. */
const KEEP_ALIVE_MS = 65_000;

/** An HTTP server for an application. Even malformed requests get a JSON problem. */
export function httpServer(
  listener: RequestListener,
  ids: IdMaker,
  upgrades: Upgrades,
  overrides: Partial<HttpLimits> = {},
): Server {
  const limits = { ...httpLimits, ...overrides };
  const server = createServer(
    {
      ...arrivalLimits(limits),
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Node would reject a missing Host without a body, and nothing here depends on the header.
      requireHostHeader: false,
      shouldUpgradeCallback: upgrades.accepts,
    },
    servedInTurn(listener, limits),
  );
  limitConnections(server, limits);
  trackConnections(server);
  server.on('upgrade', (request, socket, head) => {
    if (upgrades.accepts(request)) upgrades.upgrade(request, socket, head);
    // Before 24.9, Node emits `upgrade` for every protocol, and the request can no longer be served as HTTP.
    else refuseUpgrade(socket, unknownProtocol(), ids.make('req'));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    respondToClientError(error, socket as Socket, ids),
  );
  return server;
}

/** Responds to a connection that did not send valid HTTP, and closes it. */
function respondToClientError(error: NodeJS.ErrnoException, socket: Socket, ids: IdMaker): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  respondOnSocket(socket, new Problem('invalid_parameter', clientErrorMessage(error)), ids.make('req'));
}

const unknownProtocol = () =>
  new Problem('unknown_route', 'This path does not support the requested protocol.');

function clientErrorMessage(error: NodeJS.ErrnoException): string {
  if (error.code === 'HPE_HEADER_OVERFLOW') return 'The headers are larger than 16 KiB.';
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'The request took too long to arrive.';
  return 'The request is not valid HTTP.';
}

/** How long a peer may take to close the connection after the response. */
const HANG_UP_MS = 2_000;

/** Handles upgrades to another protocol, such as WebSocket. */
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
  const headers = { ...problemHeaders(problem, requestId, body.length), connection: 'close' };
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
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

/** The base URL at which a browser on this machine reaches the server. */
export function originOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`;
}
