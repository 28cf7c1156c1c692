import { setTimeout as wait } from 'node:timers/promises';
import { type ConnectorAccess, NotSentError } from '../../core/foundation/connector.ts';

/** The longest that an account can be told to take, in milliseconds. */
const LATENCY_MAX_MS = 10 * 60 * 1000;

/** How an account of the sandbox behaves, by its metadata. What is not understood is as if it were not there. */
export interface SandboxSettings {
  /** `always` refuses every card, `never` takes those that would be refused. */
  readonly decline: 'always' | 'never' | null;
  readonly latencyMs: number;
  readonly down: boolean;
  /** Every card that is not refused has to be authenticated. */
  readonly challengesAll: boolean;
}

/**
 * Reads the settings from an account's metadata.
 *
 * @example
 * ```json
 * { "decline": "always", "latency_ms": 250, "down": true, "three_ds": "always" }
 * ```
 */
export function settingsOf({ metadata }: Pick<ConnectorAccess, 'metadata'>): SandboxSettings {
  const { decline, latency_ms: latency, down, three_ds: threeDs } = metadata;
  const latencyMs = typeof latency === 'number' && latency > 0 ? Math.min(latency, LATENCY_MAX_MS) : 0;
  return {
    decline: decline === 'always' || decline === 'never' ? decline : null,
    latencyMs,
    down: down === true,
    challengesAll: threeDs === 'always',
  };
}

/**
 * The way to the sandbox: as long as the account's latency, and blocked when it is down.
 *
 * @throws {NotSentError} when it is down; the signal's reason when it takes too long.
 */
export async function travel(access: ConnectorAccess, signal: AbortSignal): Promise<void> {
  const { down, latencyMs } = settingsOf(access);
  if (down) throw new NotSentError('The sandbox account is set to be down.');
  signal.throwIfAborted();
  if (latencyMs > 0) await wait(latencyMs, undefined, { signal }).catch(() => signal.throwIfAborted());
}

/** Never answers: rejects when whoever asked has stopped waiting. */
export function silence(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
