import { GONE_AFTER_MS, HEARTBEAT_MS, type HeartbeatStore } from '../core/writes/liveness.ts';

/** This process's heartbeat. */
export interface Heartbeat {
  /**
   * Whether it has been regular for long enough that others' must have been too: right after an outage of the database,
   * every process's is late.
   */
  readonly isSteady: boolean;
  /** Ends it; the process counts as gone at once. */
  stop(): Promise<void>;
}

/** The data keys of a process. */
export interface KnownKeys {
  /** Identifiers; the first is the encrypting key. */
  ids(): readonly string[];
  /** Reads them again. */
  refresh(): Promise<void>;
}

/** How long after a failure the keys are read again: a system that holds keys is not asked every second. */
const REFRESH_AGAIN_MS = 15_000;

/**
 * Records a heartbeat every second, so that other processes finish this one's calls soon after it is killed. It shows which
 * data keys there are, too: new ones are read before any process encrypts with them.
 */
export function startHeartbeat(
  store: Pick<HeartbeatStore, 'beat' | 'leave'>,
  processId: string,
  keys: KnownKeys,
  onError: (error: unknown) => void,
): Heartbeat {
  let steadySince = Number.POSITIVE_INFINITY;
  let lastMs = Number.NEGATIVE_INFINITY;
  let beating: Promise<void> = Promise.resolve();
  let isRefreshing = false;
  let stopped = false;
  let refreshAfterMs = Number.NEGATIVE_INFINITY;
  // Beside the heartbeats, which must not wait for another system.
  const refresh = (now: number) => {
    if (isRefreshing || now < refreshAfterMs) return;
    isRefreshing = true;
    void keys
      .refresh()
      .catch((error: unknown) => {
        refreshAfterMs = now + REFRESH_AGAIN_MS;
        if (!stopped) onError(error);
      })
      .finally(() => {
        isRefreshing = false;
      });
  };
  const beat = async () => {
    try {
      const { keyIds } = await store.beat(processId, keys.ids());
      const now = performance.now();
      if (keyIds.join() !== keys.ids().join()) refresh(now);
      if (now - lastMs > GONE_AFTER_MS) steadySince = now;
      lastMs = now;
    } catch (error) {
      steadySince = Number.POSITIVE_INFINITY;
      lastMs = Number.NEGATIVE_INFINITY;
      onError(error);
    }
  };
  const next = () => {
    beating = beating.then(beat);
  };
  next();
  const timer = setInterval(next, HEARTBEAT_MS);
  return {
    get isSteady() {
      return performance.now() - steadySince > GONE_AFTER_MS;
    },
    stop: async () => {
      clearInterval(timer);
      stopped = true;
      await beating;
      await store.leave(processId).catch(onError);
    },
  };
}
