import type { RuleReplay } from '../entities/rule-replay.ts';
import { MOVES_MAX, UNKNOWN_FACTS_MAX } from '../entities/rule-replay.ts';

/** The effects that a replay counts. */
export const effectNames = ['challenged', 'exempted', 'blocked', 'reviewed', 'surcharged'] as const;
export type ReplayEffect = (typeof effectNames)[number];

/** What the rules decide about a payment or payout of the past. */
export interface Judged {
  readonly id: string;
  readonly created: string;
  readonly amount: number;
  readonly currency: string;
  /** Connector account of the first attempt. */
  readonly from: string | null;
  /** First account that the rules choose; null if no account can take it, or it is blocked. */
  readonly to: string | null;
  readonly moved: boolean;
  readonly effects: ReadonlySet<ReplayEffect>;
  /** Card network, or type of destination; empty if unknown. */
  readonly network: string;
  readonly result: 'approved' | 'declined' | null;
  /** Reported fee, if it is in the payment's currency. */
  readonly fee: number | null;
}

/** Sums of first attempts by account and network: decided, approved, amounts with a known fee, and their fees. */
type Rates = [decided: number, approved: number, charged: number, fees: number];

/** The sums of a replay, which continue with the next page. They are plain JSON. */
export interface Tally {
  payments: number;
  effects: Record<ReplayEffect, number>;
  /** By accounts and currency. */
  moves: Record<string, [count: number, amount: number]>;
  /** By account and network. */
  rates: Record<string, Rates>;
  /** Decided payments that move, by the account and network that they move to: their number, and amounts with a known fee. */
  arriving: Record<string, [decided: number, charged: number]>;
  /** Decided payments that stay: approved ones, and their fees. */
  staying: [approved: number, fees: number];
  /** The currencies of known fees. */
  currencies: string[];
  unknown: string[];
}

export const emptyTally = (): Tally => ({
  payments: 0,
  effects: { challenged: 0, exempted: 0, blocked: 0, reviewed: 0, surcharged: 0 },
  moves: {},
  rates: {},
  arriving: {},
  staying: [0, 0],
  currencies: [],
  unknown: [],
});

const keyOf = (...parts: readonly (string | null)[]) => JSON.stringify(parts);
const partsOf = (key: string) => JSON.parse(key) as (string | null)[];

/** The value of a key, which is set if it is missing. */
function within<V>(values: Record<string, V>, key: string, first: NoInfer<V>): V {
  const value = values[key] ?? first;
  values[key] = value;
  return value;
}

/** Adds a payment to the sums. */
export function addTo(tally: Tally, judged: Judged): void {
  const { amount, currency, fee, from, moved, network, result, to } = judged;
  tally.payments += 1;
  for (const effect of judged.effects) tally.effects[effect] += 1;
  if (moved) {
    const move = within(tally.moves, keyOf(from, to, currency), [0, 0]);
    move[0] += 1;
    move[1] += amount;
  }
  if (fee !== null && !tally.currencies.includes(currency)) tally.currencies.push(currency);
  if (result === null || from === null) return;
  const approved = result === 'approved' ? 1 : 0;
  const rates = within(tally.rates, keyOf(from, network), [0, 0, 0, 0]);
  rates[0] += 1;
  rates[1] += approved;
  if (fee !== null) {
    rates[2] += amount;
    rates[3] += fee;
  }
  if (to === from) {
    tally.staying[0] += approved;
    tally.staying[1] += fee ?? 0;
  } else if (to !== null) {
    const arriving = within(tally.arriving, keyOf(to, network), [0, 0]);
    arriving[0] += 1;
    if (fee !== null) arriving[1] += amount;
  }
}

/** Observations that a coarser rate counts for. */
const PRIOR = 20;
/** Standard deviations on each side of an interval of 95 %. */
const Z_95 = 1.96;

const sum = (all: readonly Rates[]): Rates =>
  all.reduce<Rates>((a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]], [0, 0, 0, 0]);

/** A rate of few observations is drawn towards a coarser one. */
const shrunk = ([decided, approved]: Rates, coarser: number) =>
  (approved + PRIOR * coarser) / (decided + PRIOR);

/** The expected approvals and costs of the sums. */
export function expectedOf({ arriving, currencies, rates, staying }: Tally): RuleReplay['expected'] {
  const all = sum(Object.values(rates));
  const ofAccount = Map.groupBy(Object.entries(rates), ([key]) => partsOf(key)[0]!);
  const accountRates = (account: string) => sum((ofAccount.get(account) ?? []).map(([, one]) => one));
  let mean = staying[0];
  let variance = 0;
  let observations = 0;
  let cost: number | null = staying[1];
  for (const [key, [decided, charged]] of Object.entries(arriving)) {
    const account = accountRates(partsOf(key)[0]!);
    const cell = rates[key] ?? [0, 0, 0, 0];
    const rate = shrunk(cell, shrunk(account, all[1] / all[0]));
    const spread = rate * (1 - rate);
    mean += decided * rate;
    // Chance of each payment, and of the rate itself: that of a Beta distribution.
    variance += decided * spread + (decided ** 2 * spread) / (cell[0] + PRIOR + 1);
    observations += cell[0];
    const measured = cell[2] > 0 ? cell : account;
    if (charged > 0)
      cost = cost === null || measured[2] === 0 ? null : cost + (charged * measured[3]) / measured[2];
  }
  const [currency = null] = currencies.length === 1 ? currencies : [];
  const width = Z_95 * Math.sqrt(variance);
  const isKnown = all[0] > 0;
  return {
    approvals_now: all[1],
    approvals_then: isKnown ? Math.round(mean) : null,
    interval: isKnown
      ? { low: Math.max(0, Math.floor(mean - width)), high: Math.min(all[0], Math.ceil(mean + width)) }
      : null,
    cost_now: currency === null ? null : all[3],
    cost_then: currency === null || cost === null ? null : Math.round(cost),
    currency,
    observations,
  };
}

/** Writes the sums into a replay. */
export function showTally(replay: RuleReplay, tally: Tally): void {
  Object.assign(replay, tally.effects);
  replay.payments = tally.payments;
  replay.unknown_facts = tally.unknown.toSorted().slice(0, UNKNOWN_FACTS_MAX);
  replay.moved = Object.entries(tally.moves)
    .map(([key, [count, amount]]) => {
      const [from, to, currency] = partsOf(key);
      return { from: from ?? null, to: to ?? null, count, amount, currency: currency! };
    })
    .sort(
      (a, b) =>
        b.count - a.count || (keyOf(a.from, a.to, a.currency) < keyOf(b.from, b.to, b.currency) ? -1 : 1),
    )
    .slice(0, MOVES_MAX);
}
