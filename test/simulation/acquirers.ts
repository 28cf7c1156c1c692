import type { Draw } from '../../src/core/routing/learned/draw-beta.ts';

/** A payment of the simulation. */
export interface SimulatedPayment {
  /** Milliseconds since the start. */
  readonly at: number;
  readonly country: string;
  readonly card_network: string;
  readonly funding: string;
  readonly payment_method: 'card';
}

/** A synthetic acquirer. Its true approval of a payment is known to the oracle only. */
export interface Acquirer {
  readonly merchant_connector_id: string;
  /** The probability that it approves a payment. */
  readonly approval: (payment: SimulatedPayment) => number;
  /** Whether it is in an outage. */
  readonly isOut: (at: number) => boolean;
  /** Of its approvals, the share that it declines after {@link delayMs}. */
  readonly delayedDeclines: number;
  readonly delayMs: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Payments of a day. */
export const PER_DAY = 100_000;
export const ACQUIRERS = 8;

const countries = ['DE', 'FR', 'GB', 'US', 'BR'] as const;
const shares = [0.3, 0.2, 0.2, 0.2, 0.1];
const networks = ['visa', 'mastercard', 'amex'] as const;
const networkShares = [0.5, 0.4, 0.1];
const fundings = ['credit', 'debit'] as const;

function pick<T>(values: readonly T[], weights: readonly number[], draw: Draw): T {
  let left = draw();
  const found = values.find((_, i) => {
    left -= weights[i]!;
    return left < 0;
  });
  return found ?? values.at(-1)!;
}

/** A payment at a time. */
export const paymentAt = (at: number, draw: Draw): SimulatedPayment => ({
  at,
  country: pick(countries, shares, draw),
  card_network: pick(networks, networkShares, draw),
  funding: draw() < 0.6 ? 'credit' : 'debit',
  payment_method: 'card',
});

const between = (low: number, high: number, draw: Draw) => low + (high - low) * draw();
const tableOf = (names: readonly string[], spread: number, draw: Draw) =>
  new Map(names.map((name) => [name, between(-spread, spread, draw)]));

/** A random walk in steps of a day, between which it is linear. */
function walk(days: number, step: number, draw: Draw): (at: number) => number {
  const points = [0];
  for (let day = 1; day <= days + 1; day++) points.push(points[day - 1]! * 0.9 + between(-step, step, draw));
  return (at) => {
    const day = Math.min(days, at / DAY_MS);
    const whole = Math.floor(day);
    return points[whole]! + (points[whole + 1]! - points[whole]!) * (day - whole);
  };
}

/** Periods in which an acquirer declines most of what it would approve, though it answers. */
function outages(days: number, draw: Draw): (at: number) => boolean {
  const periods = Array.from({ length: Math.ceil(days / 5) }, () => {
    const from = draw() * days * DAY_MS;
    return [from, from + between(0.5, 6, draw) * HOUR_MS] as const;
  });
  return (at) => periods.some(([from, to]) => at >= from && at < to);
}

/** Eight acquirers: each is better in some countries, drifts from day to day, has outages and declines some payments late. */
export function acquirers(days: number, draw: Draw): Acquirer[] {
  return Array.from({ length: ACQUIRERS }, (_, i) => {
    const base = between(0.74, 0.8, draw);
    const byCountry = tableOf(countries, 0.16, draw);
    const byNetwork = tableOf(networks, 0.03, draw);
    const byFunding = tableOf(fundings, 0.02, draw);
    const drift = walk(days, 0.012, draw);
    const isOut = outages(days, draw);
    return {
      merchant_connector_id: `mca_${i + 1}`,
      isOut,
      approval: ({ at, card_network, country, funding }) => {
        const usual =
          base + byCountry.get(country)! + byNetwork.get(card_network)! + byFunding.get(funding)! + drift(at);
        return Math.min(0.99, Math.max(0.05, isOut(at) ? usual * 0.25 : usual));
      },
      delayedDeclines: between(0, 0.02, draw),
      delayMs: between(1, 12, draw) * HOUR_MS,
    };
  });
}
