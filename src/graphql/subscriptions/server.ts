import type { IncomingMessage } from 'node:http';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import { GRAPHQL_TRANSPORT_WS_PROTOCOL } from 'graphql-ws';
// Aliased: lint takes `use…` for a React hook.
import { type Extra, useServer as serveProtocol } from 'graphql-ws/use/ws';
import type { Logger } from 'pino';
import { WebSocketServer } from 'ws';
import { Problem } from '../../core/foundation/errors.ts';
import type { IdMaker } from '../../core/foundation/ids.ts';
import type { RowSource } from '../../core/reads/index.ts';
import type { Drain } from '../../http/drain.ts';
import { type KeyAuthentication, requestIdFor } from '../../http/request.ts';
import { refuseUpgrade, type Upgrades } from '../../http/server.ts';
import { Feeds, type OnUpdates } from '../feeds/feeds.ts';
import { type ErrorListener, reportingErrorFormat } from '../kit/errors.ts';
import { admit, keyOf, Quota } from './admission.ts';
import { Connection, closings } from './connection.ts';
import { type SubscriptionLimits, subscriptionLimits } from './limits.ts';
import { type Started, subscribe } from './subscribe.ts';
import { WaitingRoom } from './waiting-room.ts';

/** Receives the merchants whose API keys changed; null, meaning any, if some may have been missed. */
export type KeyChangesListener = (merchantIds: ReadonlySet<string> | null) => void;

export interface SubscriptionServerParts extends KeyAuthentication {
  readonly path: string;
  readonly schema: GraphQLSchema;
  readonly rows: RowSource;
  readonly onUpdates: OnUpdates;
  /** Subscribes to changes of API keys; returns the unsubscribe function. */
  readonly onKeyChanges: (listener: KeyChangesListener) => () => void;
  readonly drain: Drain;
  readonly ids: IdMaker;
  readonly now: () => Date;
  readonly logger: Logger;
  readonly onError: ErrorListener;
  /** Overrides of {@link subscriptionLimits}. */
  readonly limits?: Partial<SubscriptionLimits> | undefined;
}

export interface SubscriptionServer {
  readonly upgrades: Upgrades;
  /** Closes every connection with 1001, which makes clients reconnect elsewhere. */
  stop(): Promise<void>;
}

const connectionOf = ({ extra }: { readonly extra: Extra }) => extra.socket as Connection;

/** Serves GraphQL subscriptions over WebSocket, in the graphql-transport-ws protocol. */
export function subscriptionServer(parts: SubscriptionServerParts): SubscriptionServer {
  const { rows, onUpdates, onError, now, logger, ids, schema } = parts;
  const limits = { ...subscriptionLimits, ...parts.limits };
  const feeds = new Feeds({ rows, onUpdates, onError, now });
  const connections = new Quota(limits.connectionsPerKey);
  const subscriptions = new Quota(limits.subscriptionsPerKey);
  const waiting = new WaitingRoom(limits);
  const admitted = new Set<Connection>();
  const checkKeys: KeyChangesListener = (merchantIds) => {
    for (const connection of admitted) {
      const { caller } = connection;
      if (caller?.kind !== 'api_key') continue;
      if (merchantIds === null || merchantIds.has(caller.merchantId)) void connection.checkKey();
    }
  };
  let ignoreKeyChanges: (() => void) | undefined;
  const takePlace = (connection: Connection) => {
    if (admitted.size >= limits.connections) return false;
    waiting.leave(connection);
    admitted.add(connection);
    ignoreKeyChanges ??= parts.onKeyChanges(checkKeys);
    connection.once('close', () => admitted.delete(connection));
    return true;
  };
  const options = {
    noServer: true,
    WebSocket: Connection,
    maxPayload: limits.messageBytes,
    closeTimeout: limits.closingMs,
    // Messages are small and many; compressing each would cost more than it saves.
    perMessageDeflate: false,
  };
  const webSockets = new WebSocketServer(options);
  webSockets.on('headers', (headers, { id }) => headers.push(`x-request-id: ${id}`));
  const format = reportingErrorFormat(schema, onError);
  const formatted = (errors: readonly GraphQLError[], { requestId }: Connection) =>
    errors.map((error) => {
      const { extensions, ...rest } = format(error, requestId);
      return { ...rest, extensions: { ...extensions, request_id: requestId } };
    });

  const protocol = serveProtocol(
    {
      // Keeps error messages out of close reasons.
      isProd: true,
      connectionInitWaitTimeout: limits.initMs,
      jsonMessageReviver: rejectServerMessages,
      onConnect: (ctx) =>
        admit(connectionOf(ctx), ctx.connectionParams, ctx.extra.request, {
          ...parts,
          limits,
          connections,
          takePlace,
        }),
      onSubscribe: async (ctx, id, payload) => {
        const connection = connectionOf(ctx);
        try {
          return await subscribe({ ...parts, limits, feeds, subscriptions }, connection, id, payload);
        } catch (error) {
          onError(error, connection.requestId);
          connection.end(closings.internalError);
          return [new GraphQLError(closings.internalError[1])];
        }
      },
      subscribe: (args) => (args as Started).results,
      onNext: (ctx, _id, _payload, _args, { data, errors }) =>
        errors ? { data: data ?? null, errors: formatted(errors, connectionOf(ctx)) } : undefined,
      onError: (ctx, _id, _payload, errors) => formatted(errors, connectionOf(ctx)),
      onComplete: (ctx, id) => void connectionOf(ctx).operations.delete(id),
      onClose: (ctx, code) => {
        const connection = connectionOf(ctx);
        if (connection.caller) connections.release(keyOf(connection.caller));
        logger.info(summary(connection, code ?? 1005), 'live connection ended');
      },
    },
    webSockets,
    limits.keepAliveMs,
  );

  return {
    upgrades: {
      accepts: (request) => isWebSocket(request) && pathOf(request) === parts.path,
      upgrade: (request, socket, head) => {
        const requestId = requestIdFor(request, ids);
        const problem = refusal(request, admitted.size >= limits.connections, parts.drain.draining);
        if (problem) {
          refuseUpgrade(socket, problem, requestId);
          return;
        }
        request.id = requestId;
        webSockets.handleUpgrade(request, socket, head, (connection) => {
          Object.assign(connection, { requestId, limits });
          waiting.enter(connection, parts.clientAddress(request));
          webSockets.emit('connection', connection, request);
          // ws closes the connection for a malformed frame; graphql-ws would also print the error to stderr.
          connection.removeAllListeners('error').on('error', () => {});
        });
      },
    },
    stop: async () => {
      ignoreKeyChanges?.();
      for (const connection of webSockets.clients) connection.end(closings.goingAway);
      await protocol.dispose();
      feeds.stop();
    },
  };
}

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

function refusal({ headers }: IncomingMessage, isFull: boolean, isDraining: boolean): Problem | null {
  if (isDraining || isFull) {
    return new Problem(
      'overloaded',
      'No more connections can be accepted at the moment. Try again shortly.',
      {
        retryAfterS: 1,
      },
    );
  }
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  if (offered.includes(GRAPHQL_TRANSPORT_WS_PROTOCOL)) return null;
  return new Problem(
    'invalid_parameter',
    `The WebSocket subprotocol must be ${GRAPHQL_TRANSPORT_WS_PROTOCOL}.`,
    { param: 'Sec-WebSocket-Protocol' },
  );
}

/** The log line of a connection. It never contains what was subscribed to. */
function summary(
  { requestId, caller, startedSubscriptions, openedMs, closedWith }: Connection,
  code: number,
) {
  return {
    request_id: requestId,
    close_code: closedWith ?? code,
    subscriptions: startedSubscriptions,
    duration_ms: Math.round(performance.now() - openedMs),
    key_kind: caller?.kind ?? null,
    merchant_id: caller && 'merchantId' in caller ? caller.merchantId : null,
  };
}
