import { setTimeout as wait } from 'node:timers/promises';
import {
  type Charges,
  type ConnectorAccess,
  NotSentError,
  type Settlement,
} from '../../core/foundation/ports/connector.ts';
import type { Money } from '../../core/foundation/ports/connector-requests.ts';

/** Caps the simulated latency. */
const LATENCY_MAX_MS = 10 * 60 * 1000;

/** The members of an account's metadata that the sandbox reads. */
export const settingNames = ['decline', 'latency_ms', 'down', 'three_ds', 'look_up'] as const;

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
  const {
    decline,
    latency_ms: latency,
    down,
    look_up: lookUp,
    three_ds: threeDs,
  } = metadata as Partial<Record<(typeof settingNames)[number], unknown>>;
  const latencyMs = typeof latency === 'number' && latency > 0 ? Math.min(latency, LATENCY_MAX_MS) : 0;
  return {
    decline: decline === 'always' || decline === 'never' ? decline : null,
    latencyMs,
    down: down === true,
    challengesAll: threeDs === 'always',
    cannotTell: lookUp === 'cannot_tell',
  };
}

/** When the money of a transaction can be paid out. */
const AVAILABLE_AFTER_MS = 2 * 24 * 60 * 60_000;
/** The sandbox charges 1.5 % of each capture, rounded half up to a minor unit, and 25 minor units. */
const FEE_PER_MILLE = 15;
const FEE_FIXED = 25;

/** The sandbox's charges for a capture, or for an authorization that is captured at once. */
export function chargesOfCapture(id: string, { amount, currency }: Money, now: Date): Charges {
  const share = Math.floor((amount * FEE_PER_MILLE + 500) / 1_000);
  return { fee: { amount: share + FEE_FIXED, currency }, settlement: settlementOf(id, now) };
}

/** A refund costs nothing. The fee of its capture is not returned. */
export const chargesOfRefund = (id: string, { currency }: Money, now: Date): Charges => ({
  fee: { amount: 0, currency },
  settlement: settlementOf(id, now),
});

/** The entry of a transaction in the sandbox's account of the merchant. */
const settlementOf = (id: string, now: Date): Settlement => ({
  reference: id.replace(/^sbx_/, 'bal_'),
  availableOn: new Date(now.getTime() + AVAILABLE_AFTER_MS).toISOString(),
});

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
