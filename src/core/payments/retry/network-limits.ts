/*
 * The card networks' published limits on retries of declined charges, per card and merchant, and Mastercard's merchant
 * advice codes. Visa allows more since 2025; the former number holds for every acquirer.
 */

/** A limit: so many attempts of a card within so many hours. */
export interface RetryLimit {
  readonly attempts: number;
  readonly hours: number;
}

const DAY_H = 24;
const MONTH_H = 30 * DAY_H;
const visa: readonly RetryLimit[] = [{ attempts: 15, hours: MONTH_H }];
const mastercard: readonly RetryLimit[] = [
  { attempts: 10, hours: DAY_H },
  { attempts: 35, hours: MONTH_H },
];

/** The limits of a card network. Networks that publish none have Visa's, the strictest. */
export const retryLimitsOf = (network: string | null): readonly RetryLimit[] =>
  network?.toLowerCase() === 'mastercard' ? mastercard : visa;

/** Mastercard's advice to wait, in hours by code. */
const waits: Readonly<Record<string, number>> = {
  '24': 1,
  '25': DAY_H,
  '26': 2 * DAY_H,
  '27': 4 * DAY_H,
  '28': 6 * DAY_H,
  '29': 8 * DAY_H,
  '30': 10 * DAY_H,
};

/** New account information, do not try again, token not supported, stop recurring payments, single-use virtual card. */
const final: ReadonlySet<string> = new Set(['01', '03', '04', '21', '41']);

/** The hours that a network's advice code asks to wait; 0 without advice, and null if it advises against a retry. */
export const hoursByAdvice = (code: string | null): number | null =>
  code !== null && final.has(code) ? null : (waits[code ?? ''] ?? 0);
