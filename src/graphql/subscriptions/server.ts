import type { IdMaker } from '../../core/foundation/ids.ts';
import type { Upgrades } from '../../http/front-door/http-server.ts';
import type { Drain } from '../../http/requests/drain.ts';
import { databaseProblem } from '../../http/requests/responses.ts';
import type { ErrorListener } from '../kit/errors.ts';
import { type EventStreams, eventStreams } from './event-streams.ts';
import { LiveConnections, type LiveConnectionsParts } from './live-connections.ts';
import { webSockets } from './web-sockets.ts';

export interface SubscriptionServerParts extends LiveConnectionsParts {
  readonly path: string;
  readonly drain: Drain;
  readonly ids: IdMaker;
}

export interface SubscriptionServer {
  /** Accepts WebSockets. */
  readonly upgrades: Upgrades;
  /** Serves requests that accept an event stream. */
  readonly eventStreams: EventStreams;
  /** The number of connected clients. */
  connections(): number;
  /** The number of defects of the service that subscriptions met: no callers' mistakes, no database that is away. */
  defects(): number;
  /** Ends every connection in a way that makes clients reconnect elsewhere. */
  stop(): Promise<void>;
}

/**
 * Serves GraphQL subscriptions, over WebSocket and as event streams, from the same feeds and within the same limits.
 */
export function subscriptionServer(given: SubscriptionServerParts): SubscriptionServer {
  let defects = 0;
  const onError: ErrorListener = (error, requestId) => {
    if (!databaseProblem(error)) defects += 1;
    given.onError(error, requestId);
  };
  const parts = { ...given, onError };
  const connections = new LiveConnections(parts);
  const sockets = webSockets({ ...parts, connections });
  const streams = eventStreams({ ...parts, connections });
  return {
    upgrades: sockets.upgrades,
    eventStreams: streams,
    connections: () => connections.size,
    defects: () => defects,
    stop: async () => {
      streams.stop();
      await sockets.stop();
      connections.stop();
    },
  };
}
