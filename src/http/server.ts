import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { Problem } from '../core/foundation/errors.ts';
import type { IdMaker } from '../core/foundation/ids.ts';
import { trackConnections } from './drain.ts';
import { refuseUpgrade, respondOnSocket, type Upgrades } from './upgrades.ts';

/** Time limits for receiving the headers and the whole request. */
const HEADERS_MAX_MS = 15_000;
const REQUEST_MAX_MS = 60_000;
/** Longer than load balancers' own: the side that sends requests should be the one to close. */
const KEEP_ALIVE_MS = 65_000;

/** An HTTP server for an application. Even malformed requests get a JSON problem. */
export function httpServer(listener: RequestListener, ids: IdMaker, upgrades: Upgrades): Server {
  const server = createServer(
    {
      headersTimeout: HEADERS_MAX_MS,
      requestTimeout: REQUEST_MAX_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Node would reject a missing Host without a body, and nothing here depends on the header.
      requireHostHeader: false,
      shouldUpgradeCallback: upgrades.accepts,
    },
    listener,
  );
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

const unknownProtocol = () => new Problem('unknown_route', 'There is no such protocol at this path.');

function clientErrorMessage(error: NodeJS.ErrnoException): string {
  if (error.code === 'HPE_HEADER_OVERFLOW') return 'The headers are larger than 16 KiB.';
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'The request took too long to arrive.';
  return 'The request is not valid HTTP.';
}
