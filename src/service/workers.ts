import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { WorkerPlace } from '../telemetry/workers-metrics.ts';

/** The first pause before a process that died is replaced; it doubles while successors die young. */
const RESTART_MS = 100;
const RESTART_MAX_MS = 30_000;
/** A process that served for so long did not die of how it was started. */
const SETTLED_MS = 60_000;
/** How long a process has to end after SIGTERM: longer than its own grace period. */
const END_MS = 20_000;

/** The variable with a process's number. Set by the supervisor, not by operators. */
const NUMBER = 'SWITCHYARD_WORKER';

/** The message to a process that another one replaces it at the port. */
const REPLACED = 'SIGUSR2';

/** The processes behind one port, as their supervisor sees them. */
export interface Workers {
  readonly places: readonly WorkerPlace[];
  /** Resolves once every one of them has served; rejects if one ends before any has. */
  readonly ready: Promise<{ readonly url: string }>;
  /** Replaces them one by one, each once its successor serves. */
  replace(): Promise<void>;
  /** Ends all of them as SIGTERM ends a single process. Returns whether each ended cleanly. */
  stop(): Promise<boolean>;
}

/** A place among the processes, which keeps its number when its process is replaced. */
interface Place extends WorkerPlace {
  /** The process assigned to this place: the end of any other is expected. */
  worker: Worker | null;
  serving: Worker | null;
  readyAtMs: number | null;
  died: number;
  /** Deaths since one served for long. */
  deathsInARow: number;
}

/** A worker's message to its supervisor once it serves. */
interface Ready {
  readonly type: 'ready';
  readonly url: string;
}

/**
 * Keeps a number of processes at one port. The supervisor hands each new connection to the next process, and
 * replaces a process that died, after a pause that grows while processes die soon after their start.
 */
export function superviseWorkers(count: number, logger: Logger): Workers {
  const { promise: ready, reject, resolve } = Promise.withResolvers<{ readonly url: string }>();
  let stopping = false;
  let everReady = false;

  const start = (place: Place): Worker => {
    // Its own environment variable, since a successor has its predecessor's number and another id.
    const worker = cluster.fork({ [NUMBER]: String(place.number) });
    place.worker = worker;
    place.readyAtMs = null;
    worker.on('message', (message: Ready) => {
      if (message.type !== 'ready') return;
      place.readyAtMs = performance.now();
      place.serving = worker;
      everReady = true;
      logger.info({ worker: place.number, pid: worker.process.pid }, 'worker ready');
      if (places.every(({ readyAtMs }) => readyAtMs !== null)) resolve({ url: message.url });
    });
    worker.once('exit', (code, signal) => {
      if (place.serving === worker) place.serving = null;
      void replaceDead(place, worker, signal ?? code);
    });
    return worker;
  };

  const replaceDead = async (place: Place, worker: Worker, how: number | string): Promise<void> => {
    if (stopping || place.worker !== worker) return;
    if (!everReady) {
      // A fault that keeps the first worker from starting, such as an invalid setting, would keep all of them. The
      // worker has reported it.
      reject(new Error(`The worker ended with ${how} before it was ready.`));
      return;
    }
    const servedMs = place.readyAtMs === null ? 0 : performance.now() - place.readyAtMs;
    place.died += 1;
    place.deathsInARow = servedMs > SETTLED_MS ? 1 : place.deathsInARow + 1;
    place.readyAtMs = null;
    const pauseMs = Math.min(RESTART_MS * 2 ** (place.deathsInARow - 1), RESTART_MAX_MS);
    logger.error({ worker: place.number, ended: how, pause_ms: pauseMs }, 'a worker died; starting another');
    await sleep(pauseMs);
    if (!stopping && place.worker === worker) start(place);
  };

  const places = Array.from({ length: count }, (_, i): Place => {
    const none = { worker: null, serving: null, readyAtMs: null };
    return { number: i + 1, ...none, died: 0, deathsInARow: 0 };
  });
  for (const place of places) start(place);

  const replaceOne = async (place: Place): Promise<void> => {
    const old = place.worker!;
    const successor = start(place);
    if (!(await becomesReady(successor))) {
      if (stopping) return;
      // The current process keeps serving. The end of its successor is no failure of this place.
      place.worker = old;
      place.readyAtMs = performance.now();
      if (old.isDead()) start(place);
      throw new Error(
        `The successor of worker ${place.number} did not start; those before it were replaced.`,
      );
    }
    await end(old, REPLACED);
  };

  return {
    places,
    ready,
    replace: async () => {
      for (const place of places) if (!stopping) await replaceOne(place);
    },
    stop: async () => {
      stopping = true;
      const running = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
      const codes = await Promise.all(running.map((worker) => end(worker, 'SIGTERM')));
      return codes.every((code) => code === 0);
    },
  };
}

/** Whether a process serves at last, or ends before. */
function becomesReady(worker: Worker): Promise<boolean> {
  return new Promise((resolve) => {
    worker.on('message', (message: Ready) => message.type === 'ready' && resolve(true));
    worker.once('exit', () => resolve(false));
  });
}

/** Ends a process, in the end by force. Returns its exit code, or the signal that ended it. */
async function end(worker: Worker, signal: NodeJS.Signals): Promise<number | string> {
  const ended = new Promise<number | string>((resolve) => {
    worker.once('exit', (code, by) => resolve(by ?? code));
    const { exitCode, signalCode } = worker.process;
    if (exitCode !== null || signalCode !== null) resolve(signalCode ?? exitCode!);
  });
  worker.process.kill(signal);
  const late = setTimeout(() => worker.process.kill('SIGKILL'), END_MS);
  const how = await ended;
  clearTimeout(late);
  return how;
}

/** The number of this process among its supervisor's; null if it has none. */
export const workerNumber = (): string | null => (cluster.isWorker ? (process.env[NUMBER] ?? null) : null);

/** Reports to the supervisor, if there is one, that this process serves. */
export function reportReady(url: string): void {
  if (cluster.isWorker) process.send!({ type: 'ready', url } satisfies Ready);
}

/** Calls back when another process takes this one's place at the port. */
export function onReplaced(listener: () => void): void {
  if (cluster.isWorker) process.on(REPLACED, listener);
}
