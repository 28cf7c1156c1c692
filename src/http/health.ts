import { type RequestHandler, Router } from 'express';
import type { Drain } from './drain.ts';
import { sendJson } from './json.ts';
import { nameRoute } from './logging.ts';
import { otherMethods } from './methods.ts';

const PING_MAX_MS = 1_000;

/** What readiness depends on. */
export interface HealthOptions {
  /** Answers when the database does; throws when it does not. */
  readonly ping: () => Promise<void>;
  readonly drain: Drain;
}

/**
 * `/health/live` answers while the process does; `/health/ready` only while requests can be served: the
 * database answers within a second and nobody has asked the process to end.
 */
export function healthRouter({ ping, drain }: HealthOptions): Router {
  const isReachable = reachability(ping);
  return probes({
    '/health/live': (_req, res) => sendJson(res, 200, { status: 'live' }),
    '/health/ready': async (_req, res) => {
      const status = drain.draining ? 'draining' : (await isReachable()) ? 'ready' : 'database_unavailable';
      sendJson(res, status === 'ready' ? 200 : 503, { status });
    },
  });
}

function probes(handlers: Record<string, RequestHandler>): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const [path, handler] of Object.entries(handlers)) {
    router
      .route(path)
      .all(nameRoute(path))
      .get(handler)
      .all(otherMethods(['get']));
  }
  return router;
}

/** Probes that come while a ping is still out share it: a database that hangs must not be asked ever more. */
function reachability(ping: () => Promise<void>): () => Promise<boolean> {
  let pending: Promise<boolean> | undefined;
  return () => {
    pending ??= ping()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        pending = undefined;
      });
    return Promise.race([pending, deadline()]);
  };
}

function deadline(): Promise<boolean> {
  return new Promise((resolve) => setTimeout(resolve, PING_MAX_MS, false).unref());
}
