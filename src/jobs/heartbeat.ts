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

/** Records a heartbeat every second, so that other processes finish this one's calls soon after it is killed. */
export function startHeartbeat(
  store: HeartbeatStore,
  processId: string,
  keyId: string,
  onError: (error: unknown) => void,
): Heartbeat {
  let steadySince = Number.POSITIVE_INFINITY;
  let lastMs = Number.NEGATIVE_INFINITY;
  let beating: Promise<void> = Promise.resolve();
  const beat = async () => {
    try {
      await store.beat(processId, keyId);
      const now = performance.now();
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
      await beating;
      await store.leave(processId).catch(onError);
    },
  };
}
