import { Router } from 'express';
import { version } from '../../config/version.ts';
import type { BackgroundOffReason } from '../../core/foundation/background-work.ts';
import type { OutgoingCalls } from '../../core/foundation/ports/outgoing-calls.ts';
import type { Drain } from '../requests/drain.ts';
import { sendJson } from '../requests/responses.ts';
import { addRoute } from '../requests/routes.ts';

const PING_MAX_MS = 1_000;

/** That the process runs. */
interface Liveness {
  readonly status: 'live';
  readonly version: string;
  /** How far the host's clock is ahead of the database's; negative if it is behind. */
  readonly clock_offset_ms: number;
  /** The identity of the database; absent for the original. */
  readonly database?: NonNullable<OutgoingCalls['off']>;
}

/** The facts about the process that both probes report. */
interface LivenessOptions {
  readonly clockOffsetMs: () => number;
  /** Why no outgoing calls are made; null while they are. */
  readonly outgoingOff: () => OutgoingCalls['off'];
}

/** Whether the service accepts requests. */
export interface Readiness {
  readonly status: 'ready' | 'draining' | 'database_unavailable';
  /** Whether background jobs run; absent if they are another process's. */
  readonly jobs?: 'running' | 'restarting' | 'off';
  /** Why they are off, where they are. */
  readonly jobs_off?: readonly BackgroundOffReason[];
}

/** The dependencies that decide readiness. */
export interface HealthOptions {
  /** Resolves when the database takes a write, and rejects if it does not. */
  readonly ping: () => Promise<void>;
  readonly drain: Drain;
  /** Whether background jobs run in this process; null if they are another one's. */
  readonly jobsRunning: () => boolean | null;
  /** Why this process takes no background work; empty while it takes some. */
  readonly offReasons: () => readonly BackgroundOffReason[];
}

/**
 * The probes. `/health/live`, or `/health`, succeeds while the process runs, and has its version, how far its clock is off, and whether the database is undecided or a copy; `/health/ready` while the database takes a
 * merchant's write within a second, and the process is not shutting down. Readiness also reports whether background jobs run: a
 * process that cannot run them for now still serves requests.
 */
export function healthRouter(
  readiness: () => Promise<Readiness>,
  { clockOffsetMs, outgoingOff }: LivenessOptions,
): Router {
  /** The identity of the database, unless it is the original. */
  const database = () => {
    const off = outgoingOff();
    return off === null ? {} : { database: off };
  };
  const router = Router({ caseSensitive: true, strict: true });
  for (const path of ['/health/live', '/health']) {
    addRoute(router, path, {
      get: (_req, res) =>
        sendJson(res, 200, {
          status: 'live',
          version,
          clock_offset_ms: clockOffsetMs(),
          ...database(),
        } satisfies Liveness),
    });
  }
  addRoute(router, '/health/ready', {
    get: async (_req, res) => {
      const state = await readiness();
      sendJson(res, state.status === 'ready' ? 200 : 503, { ...state, ...database() });
    },
  });
  return router;
}

/** Finds out whether the service is ready, at each call. */
export function readinessOf({
  ping,
  drain,
  jobsRunning,
  offReasons,
}: HealthOptions): () => Promise<Readiness> {
  const isReachable = reachability(ping);
  return async () => {
    const status = drain.unready ? 'draining' : (await isReachable()) ? 'ready' : 'database_unavailable';
    const running = jobsRunning();
    if (running === null) return { status };
    const off = offReasons();
    if (off.length > 0) return { status, jobs: 'off', jobs_off: off };
    return { status, jobs: running ? 'running' : 'restarting' };
  };
}

/** Concurrent probes share one ping, so that they do not pile up on a database that hangs. */
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
