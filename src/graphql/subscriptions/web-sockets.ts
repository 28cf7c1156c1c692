import type { IncomingMessage } from 'node:http';
import { GraphQLError } from 'graphql';
import { GRAPHQL_TRANSPORT_WS_PROTOCOL } from 'graphql-ws';
// Aliased: lint takes `use…` for a React hook.
import { type Extra, useServer as serveProtocol } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';
import { Problem, type ProblemType } from '../../core/foundation/errors.ts';
import type { IdMaker } from '../../core/foundation/ids.ts';
import { type Credentials, isAnonymous, type KeyAuthentication } from '../../http/front-door/caller.ts';
import { refuseUpgrade, type Upgrades } from '../../http/front-door/http-server.ts';
import { noPlace, UnauthenticatedSockets } from '../../http/load/live-connection-limits.ts';
import type { Drain } from '../../http/requests/drain.ts';
import { requestIdFor } from '../../http/requests/request-log.ts';
import type { ErrorListener } from '../kit/errors.ts';
import { closings, LiveConnection, rateLimitedClosing } from './live-connection.ts';
import type { LiveConnections } from './live-connections.ts';
import type { Started } from './subscribe.ts';
import { ClientSocket } from './web-socket.ts';

export interface WebSocketsParts extends Pick<KeyAuthentication, 'clientAddress' | 'credentialsOf'> {
  readonly path: string;
  readonly connections: LiveConnections;
  readonly drain: Drain;
  readonly ids: IdMaker;
  readonly onError: ErrorListener;
}

export interface WebSockets {
  readonly upgrades: Upgrades;
  /** Closes every WebSocket with 1001, which makes clients reconnect elsewhere. */
  stop(): Promise<void>;
}

const socketOf = ({ extra }: { readonly extra: Extra }) => extra.socket as ClientSocket;

/** Serves GraphQL subscriptions over WebSocket, in the graphql-transport-ws protocol. */
export function webSockets(parts: WebSocketsParts): WebSockets {
  const { connections, drain, ids, onError } = parts;
  const { limits } = connections;
  const unauthenticated = new UnauthenticatedSockets<ClientSocket>(limits, (socket) =>
    socket.cutOff(closings.crowded),
  );
  const options = {
    noServer: true,
    WebSocket: ClientSocket,
    maxPayload: limits.messageBytes,
    closeTimeout: limits.closingMs,
    // Messages are small and many; compressing each would cost more than it saves.
    perMessageDeflate: false,
  };
  const server = new WebSocketServer(options);
  server.on('headers', (headers, { id }) => headers.push(`x-request-id: ${id}`));

  const protocol = serveProtocol(
    {
      // Keeps error messages out of close reasons.
      isProd: true,
      connectionInitWaitTimeout: limits.initMs,
      jsonMessageReviver: rejectServerMessages,
      onConnect: async (ctx) => {
        const socket = socketOf(ctx);
        // The key is in the first message, as browsers cannot set headers here.
        return admit(connections, unauthenticated, socket, () =>
          parts.credentialsOf(ctx.extra.request, ctx.connectionParams),
        );
      },
      onSubscribe: async (ctx, id, payload) => {
        const { connection } = socketOf(ctx);
        try {
          return await connections.subscribe(connection, id, payload);
        } catch (error) {
          onError(error, connection.requestId);
          connection.end(closings.internalError);
          return [new GraphQLError(closings.internalError[1])];
        }
      },
      subscribe: (args) => (args as Started).results,
      onNext: (ctx, _id, _payload, _args, { data, errors }) =>
        errors
          ? { data: data ?? null, errors: connections.formatted(errors, socketOf(ctx).connection) }
          : undefined,
      onError: (ctx, _id, _payload, errors) => connections.formatted(errors, socketOf(ctx).connection),
      onComplete: (ctx, id) => void socketOf(ctx).connection.operations.delete(id),
      onClose: (ctx, code) => {
        const { closedWith, connection } = socketOf(ctx);
        connections.logEnd(connection, 'websocket', closedWith ?? code ?? 1005);
      },
    },
    server,
    limits.keepAliveMs,
  );

  return {
    upgrades: {
      accepts: (request) => isWebSocket(request) && pathOf(request) === parts.path,
      upgrade: (request, socket, head) => {
        const requestId = requestIdFor(request, ids);
        const problem = refusal(request, connections.isFull || drain.draining);
        if (problem) {
          refuseUpgrade(socket, problem, requestId);
          return;
        }
        request.id = requestId;
        server.handleUpgrade(request, socket, head, (client) => {
          const connection = new LiveConnection(client, requestId, parts.clientAddress(request));
          Object.assign(client, { connection, limits });
          unauthenticated.add(client);
          server.emit('connection', client, request);
          // ws closes the connection for a malformed frame; graphql-ws would also print the error to stderr.
          client.removeAllListeners('error').on('error', () => {});
        });
      },
    },
    stop: async () => {
      for (const client of server.clients) client.end(closings.goingAway);
      await protocol.dispose();
    },
  };
}

/**
 * Admits a socket, or closes it without giving a refused key the reason.
 *
 * @returns False for a socket that is not admitted.
 */
async function admit(
  connections: LiveConnections,
  unauthenticated: UnauthenticatedSockets<ClientSocket>,
  socket: ClientSocket,
  read: () => Credentials,
): Promise<boolean> {
  try {
    const credentials = read();
    socket.hasShownKey = !isAnonymous(credentials);
    await connections.admit(socket.connection, credentials);
  } catch (error) {
    const problem = error instanceof Problem ? error : null;
    if (problem?.code === 'rate_limited') socket.end(rateLimitedClosing(problem));
    else if (problem?.code === 'overloaded') socket.end(closings.full);
    else if (problem === null || !refusals.has(problem.type)) socket.end(closings.unavailable);
    return false;
  }
  unauthenticated.remove(socket);
  return socket.isOpen;
}

/** Types of problems that stay until the client sends something else. */
const refusals: ReadonlySet<ProblemType> = new Set([
  'authentication',
  'permission',
  'not_found',
  'invalid_request',
]);

const serverMessages: readonly unknown[] = ['connection_ack', 'next', 'error'];

/**
 * Rejects messages that only a server may send while they are parsed, which closes with 4400. graphql-ws itself would
 * throw, close with 4500 and print the error to stderr.
 */
function rejectServerMessages(key: string, value: unknown): unknown {
  const isServerMessage = key === '' && serverMessages.includes((value as { type?: unknown } | null)?.type);
  if (isServerMessage) throw new Error(closings.badMessage[1]);
  return value;
}

const isWebSocket = ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket';
const pathOf = ({ url }: IncomingMessage) => url?.split('?')[0];

function refusal({ headers }: IncomingMessage, isFull: boolean): Problem | null {
  if (isFull) return noPlace();
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  if (offered.includes(GRAPHQL_TRANSPORT_WS_PROTOCOL)) return null;
  return new Problem(
    'invalid_parameter',
    `The WebSocket subprotocol must be ${GRAPHQL_TRANSPORT_WS_PROTOCOL}.`,
    { param: 'Sec-WebSocket-Protocol' },
  );
}
