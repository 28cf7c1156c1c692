import { setTimeout as wait } from 'node:timers/promises';
import {
  type Booking,
  type CardFacts,
  type Charges,
  type ConnectorAccess,
  NotSentError,
} from '../../core/foundation/ports/connector.ts';
import type { Money } from '../../core/foundation/ports/connector-requests.ts';

/** Caps the simulated latency. */
const LATENCY_MAX_MS = 10 * 60 * 1000;

/** The members of an account's metadata that the sandbox reads. */
export const settingNames = [
  'decline',
  'latency_ms',
  'down',
  'three_ds',
  'look_up',
  'settlement_differences',
  'settlement_reports',
] as const;

/** The differences that an account can plant in its settlement reports. */
export const plantedDifferences = [
  'amount_differs',
  'fee_differs',
  'missing_here',
  'missing_there',
  'late',
  'duplicate',
  'currency_differs',
] as const;
export type PlantedDifference = (typeof plantedDifferences)[number];

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
  /** The differences in the reports of its settlements. */
  readonly differences: readonly PlantedDifference[];
  /** Whether it settles, and reports it. */
  readonly settles: boolean;
}

/**
 * Reads the settings from an account's metadata.
 *
 * @example
 * ```json
 * { "decline": "always", "latency_ms": 250, "down": true, "three_ds": "always", "look_up": "cannot_tell",
 *   "settlement_differences": ["fee_differs"], "settlement_reports": "none" }
 * ```
 */
export function settingsOf({ metadata }: Pick<ConnectorAccess, 'metadata'>): SandboxSettings {
  const {
    decline,
    latency_ms: latency,
    down,
    look_up: lookUp,
    settlement_differences: differences,
    settlement_reports: reports,
    three_ds: threeDs,
  } = metadata as Partial<Record<(typeof settingNames)[number], unknown>>;
  const latencyMs = typeof latency === 'number' && latency > 0 ? Math.min(latency, LATENCY_MAX_MS) : 0;
  return {
    decline: decline === 'always' || decline === 'never' ? decline : null,
    latencyMs,
    down: down === true,
    challengesAll: threeDs === 'always',
    cannotTell: lookUp === 'cannot_tell',
    differences: Array.isArray(differences) ? differences.filter(isDifference) : [],
    settles: reports !== 'none',
  };
}

const isDifference = (value: unknown): value is PlantedDifference =>
  (plantedDifferences as readonly unknown[]).includes(value);

/** The member of an account's metadata that plants what the sandbox does not have, and why; null if none does. */
export function settlementFault(
  metadata: Readonly<Record<string, unknown>>,
): { readonly path: string; readonly hint: string } | null {
  const { settlement_differences: differences = [], settlement_reports: reports = null } = metadata;
  if (!Array.isArray(differences)) {
    return { path: 'settlement_differences', hint: `must be a list of ${plantedDifferences.join(', ')}` };
  }
  const unknown = differences.findIndex((value) => !isDifference(value));
  if (unknown >= 0) {
    return {
      path: `settlement_differences[${unknown}]`,
      hint: `must be one of ${plantedDifferences.join(', ')}`,
    };
  }
  return reports === null || reports === 'none'
    ? null
    : { path: 'settlement_reports', hint: 'must be none, or left out' };
}

/** When the money of a transaction can be paid out. */
const AVAILABLE_AFTER_MS = 2 * 24 * 60 * 60_000;
/** The facts of a card that decide the fee. */
export type PricedCard = CardFacts & { readonly network?: string | null };

/**
 * The sandbox charges 1.5 % of each capture, rounded half up to a minor unit, and 25 minor units. Other networks, debit
 * cards and foreign issuers cost otherwise.
 */
const FEE_PER_MILLE = 15;
const FEE_FIXED = 25;
const networkPerMille: Readonly<Record<string, number>> = {
  'American Express': 25,
  'Diners Club': 20,
  Discover: 20,
  JCB: 20,
  UnionPay: 20,
};
const DEBIT_PER_MILLE = 8;
const FOREIGN_PER_MILLE = 10;
const HOME = 'US';

function perMilleOf({ funding, issuerCountry, network }: PricedCard): number {
  const usual = funding === 'debit' ? DEBIT_PER_MILLE : (networkPerMille[network ?? ''] ?? FEE_PER_MILLE);
  return usual + (issuerCountry && issuerCountry !== HOME ? FOREIGN_PER_MILLE : 0);
}

/**
 * The sandbox's charges for a capture, or for an authorization that is captured at once.
 *
 * @param card The card; undefined for other methods, which cost as an ordinary card.
 */
export function chargesOfCapture(
  id: string,
  { amount, currency }: Money,
  now: Date,
  card: PricedCard = {},
): Charges {
  const share = Math.floor((amount * perMilleOf(card) + 500) / 1_000);
  return { fee: { amount: share + FEE_FIXED, currency }, settlement: settlementOf(id, now) };
}

/** A refund costs nothing. The fee of its capture is not returned. */
export const chargesOfRefund = (id: string, { currency }: Money, now: Date): Charges => ({
  fee: { amount: 0, currency },
  settlement: settlementOf(id, now),
});

/** The entry of a transaction in the sandbox's account of the merchant. */
const settlementOf = (id: string, now: Date): Booking => ({
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
