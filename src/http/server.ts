import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { Problem } from '../core/foundation/errors.ts';
import type { IdMaker } from '../core/foundation/ids.ts';
import { trackConnections } from './drain.ts';
import { answerRaw, refuseUpgrade, type Upgrades } from './upgrades.ts';

/** How long a caller may take to send its headers, and the whole request. */
const HEADERS_MAX_MS = 15_000;
const REQUEST_MAX_MS = 60_000;
/** Longer than load balancers keep theirs: the side that sends should be the one that closes. */
const KEEP_ALIVE_MS = 65_000;

/** A server for HTTP in front of an application. What never becomes a request is answered in JSON too. */
export function httpServer(listener: RequestListener, ids: IdMaker, upgrades: Upgrades): Server {
  const server = createServer(
    {
      headersTimeout: HEADERS_MAX_MS,
      requestTimeout: REQUEST_MAX_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Node would answer a missing Host by itself, without a body; nothing here depends on it.
      requireHostHeader: false,
      shouldUpgradeCallback: upgrades.takes,
    },
    listener,
  );
  trackConnections(server);
  server.on('upgrade', (request, socket, head) => {
    if (upgrades.takes(request)) upgrades.take(request, socket, head);
    // Node before 24.9 hands over every request that asks for a protocol, and nobody can answer it any more.
    else refuseUpgrade(socket, unknownProtocol(), ids.make('req'));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    answerClientError(error, socket as Socket, ids),
  );
  return server;
}

/** Answers a connection that did not send proper HTTP, and closes it. */
function answerClientError(error: NodeJS.ErrnoException, socket: Socket, ids: IdMaker): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  answerRaw(socket, new Problem('invalid_parameter', clientErrorMessage(error)), ids.make('req'));
}

const unknownProtocol = () => new Problem('unknown_route', 'There is no such protocol at this path.');

function clientErrorMessage(error: NodeJS.ErrnoException): string {
  if (error.code === 'HPE_HEADER_OVERFLOW') return 'The headers are larger than 16 KiB.';
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'The request took too long to arrive.';
  return 'The request is not proper HTTP.';
}
