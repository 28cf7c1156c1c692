import { setTimeout as wait } from 'node:timers/promises';
import { type ConnectorAccess, NotSentError } from '../../core/foundation/ports/connector.ts';

/** Caps the simulated latency. */
const LATENCY_MAX_MS = 10 * 60 * 1000;

/** How a sandbox account behaves, read from its metadata. Unknown or malformed settings are ignored. */
export interface SandboxSettings {
  /** `always` declines every card; `never` accepts even the cards that decline. */
  readonly decline: 'always' | 'never' | null;
  readonly latencyMs: number;
  readonly down: boolean;
  /** Challenges every card that is not declined. */
  readonly challengesAll: boolean;
  /** Look-ups find nothing out. */
  readonly cannotTell: boolean;
}

/**
 * Reads the settings from an account's metadata.
 *
 * @example
 * ```json
 * { "decline": "always", "latency_ms": 250, "down": true, "three_ds": "always", "look_up": "cannot_tell" }
 * ```
 */
export function settingsOf({ metadata }: Pick<ConnectorAccess, 'metadata'>): SandboxSettings {
  const { decline, latency_ms: latency, down, look_up: lookUp, three_ds: threeDs } = metadata;
  const latencyMs = typeof latency === 'number' && latency > 0 ? Math.min(latency, LATENCY_MAX_MS) : 0;
  return {
    decline: decline === 'always' || decline === 'never' ? decline : null,
    latencyMs,
    down: down === true,
    challengesAll: threeDs === 'always',
    cannotTell: lookUp === 'cannot_tell',
  };
}

/**
 * Simulates the network between the service and the sandbox: waits for the account's latency.
 *
 * @throws {NotSentError} if the account is set to be down.
 * @throws the signal's reason if aborted meanwhile.
 */
export async function simulateNetwork(access: ConnectorAccess, signal: AbortSignal): Promise<void> {
  const { down, latencyMs } = settingsOf(access);
  if (down) throw new NotSentError('The sandbox account is set to be down.');
  signal.throwIfAborted();
  if (latencyMs > 0) await wait(latencyMs, undefined, { signal }).catch(() => signal.throwIfAborted());
}

/** Simulates a lost response: never resolves, and rejects when the caller gives up. */
export function neverRespond(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
