import type { IncomingMessage } from 'node:http';
import type { GraphQLError, GraphQLSchema } from 'graphql';
import { GRAPHQL_TRANSPORT_WS_PROTOCOL, handleProtocols, makeServer } from 'graphql-ws';
import type { Logger } from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';
import { Problem } from '../../core/foundation/errors.ts';
import type { IdMaker } from '../../core/foundation/ids.ts';
import type { RowSource } from '../../core/reads/index.ts';
import type { KeyAuthentication } from '../../http/authentication.ts';
import type { Drain } from '../../http/drain.ts';
import { requestIdFor } from '../../http/request-id.ts';
import { refuseUpgrade, type Upgrades } from '../../http/upgrades.ts';
import { Feeds, type OnUpdates } from '../feeds/feeds.ts';
import { errorFormat } from '../kit/error-format.ts';
import { closings } from './close-codes.ts';
import { Connection } from './connection.ts';
import { Counts } from './counts.ts';
import { type SubscriptionLimits, subscriptionLimits } from './limits.ts';
import { SubscriptionSession } from './session.ts';
import { type Begun, ended, subscribe } from './subscribe.ts';

/** What live subscriptions are put together from. */
export interface SubscriptionServerParts extends KeyAuthentication {
  readonly path: string;
  readonly schema: GraphQLSchema;
  readonly rows: RowSource;
  readonly onUpdates: OnUpdates;
  readonly drain: Drain;
  readonly ids: IdMaker;
  readonly now: () => Date;
  readonly logger: Logger;
  readonly onError: (error: unknown) => void;
  /** Other limits than the usual. */
  readonly limits?: Partial<SubscriptionLimits> | undefined;
}

/** GraphQL subscriptions over WebSocket, in the protocol graphql-transport-ws. */
export interface SubscriptionServer {
  readonly upgrades: Upgrades;
  /** Says goodbye to every connection, so that clients go and connect elsewhere. */
  stop(): Promise<void>;
}

export function subscriptionServer(parts: SubscriptionServerParts): SubscriptionServer {
  const { rows, onUpdates, onError, now, logger, ids } = parts;
  const limits = { ...subscriptionLimits, ...parts.limits };
  const feeds = new Feeds({ rows, onUpdates, onError, now });
  const connections = new Counts(limits.connectionsPerKey);
  const subscriptions = new Counts(limits.subscriptionsPerKey);
  const sessions = new Set<SubscriptionSession>();
  const protocol = protocolServer({ ...parts, feeds, limits, subscriptions });
  // Messages are small and many; compressing each would cost more than it saves.
  const webSockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: limits.messageBytes,
    perMessageDeflate: false,
    handleProtocols,
  });
  const requestIds = new WeakMap<IncomingMessage, string>();
  webSockets.on('headers', (headers, request) => headers.push(`x-request-id: ${requestIds.get(request)}`));

  const open = (socket: WebSocket, request: IncomingMessage, requestId: string) => {
    const connection = new Connection(socket, limits, onError);
    const session = new SubscriptionSession(connection, requestId, request.headers, {
      ...parts,
      limits,
      connections,
    });
    sessions.add(session);
    const closed = protocol.opened(connection, session);
    connection.onClose((code, reason) => {
      sessions.delete(session);
      session.end();
      closed(code, reason).catch(onError);
      logger.info(summary(session, code), 'live connection ended');
    });
  };

  return {
    upgrades: {
      accepts: (request) => isWebSocket(request) && pathOf(request) === parts.path,
      upgrade: (request, socket, head) => {
        const requestId = requestIdFor(request, ids);
        const problem = refusal(request, sessions.size >= limits.connections, parts.drain.draining);
        if (problem) {
          refuseUpgrade(socket, problem, requestId);
          return;
        }
        requestIds.set(request, requestId);
        webSockets.handleUpgrade(request, socket, head, (opened) => open(opened, request, requestId));
      },
    },
    stop: async () => {
      const ended = [...sessions].map(({ connection }) => {
        connection.end(closings.goingAway);
        return new Promise<void>((resolve) => connection.onClose(() => resolve()));
      });
      await Promise.all(ended);
      feeds.stop();
    },
  };
}

/** The protocol's side of a connection: who may begin, what may be subscribed to, and how errors are told. */
function protocolServer(parts: Parameters<typeof subscribe>[0] & SubscriptionServerParts) {
  const format = errorFormat(parts.schema, parts.onError);
  const formatted = (errors: readonly GraphQLError[], { requestId }: SubscriptionSession) =>
    errors.map((error) => {
      const { extensions, ...told } = format(error);
      return { ...told, extensions: { ...extensions, request_id: requestId } };
    });
  return makeServer<Record<string, unknown>, SubscriptionSession>({
    connectionInitWaitTimeout: parts.limits.initMs,
    onConnect: ({ connectionParams, extra }) => extra.begin(connectionParams),
    onSubscribe: ({ extra }, id, payload) => subscribe(parts, extra, id, payload),
    subscribe: (args) => (args as Begun).results,
    onNext: ({ extra }, _id, _payload, _args, { data, errors }) =>
      errors ? { data: data ?? null, errors: formatted(errors, extra) } : undefined,
    onError: ({ extra }, _id, _payload, errors) => formatted(errors, extra),
    onComplete: ({ extra }, id) => ended(extra, id),
  });
}

const isWebSocket = ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket';
const pathOf = ({ url }: IncomingMessage) => url?.split('?')[0];

function refusal({ headers }: IncomingMessage, isFull: boolean, isDraining: boolean): Problem | null {
  if (isDraining || isFull) {
    return new Problem('overloaded', 'There is no place for another connection now. Try again shortly.', {
      retryAfterS: 1,
    });
  }
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  if (offered.includes(GRAPHQL_TRANSPORT_WS_PROTOCOL)) return null;
  return new Problem('invalid_parameter', `Ask for the subprotocol ${GRAPHQL_TRANSPORT_WS_PROTOCOL}.`, {
    param: 'Sec-WebSocket-Protocol',
  });
}

/** One line of the log: whose connection it was, and how it went. Never what was subscribed to. */
function summary({ requestId, caller, subscribed, openedMs }: SubscriptionSession, code: number) {
  return {
    request_id: requestId,
    close_code: code,
    subscriptions: subscribed,
    duration_ms: Math.round(performance.now() - openedMs),
    key_kind: caller?.kind ?? null,
    merchant_id: caller && 'merchantId' in caller ? caller.merchantId : null,
  };
}
