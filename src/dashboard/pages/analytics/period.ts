import { endsOf } from '../../data/range.ts';
import { dayAfter, dayOf, type Interval } from '../../data/time.ts';

/** A range of the viewer's calendar days, `2026-11-01` to `2026-11-30`, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** Periods that end today, by their length in days in the URL. */
export const presets: Readonly<Record<string, number>> = Object.freeze({
  '1': 1,
  '7': 7,
  '30': 30,
  '90': 90,
});
const PRESET_DEFAULT = '30';

/** The periods to compare with. */
export const comparisons = {
  before: 'Previous period',
  year: 'Same days last year',
  other: 'Custom days',
} as const;
type Comparison = keyof typeof comparisons;

export interface Periods {
  readonly period: Days;
  readonly past: Days;
  /** The preset in the URL; null for custom days. */
  readonly preset: string | null;
  readonly comparison: Comparison;
}

/** Days in the URL's format, `2026-11-01..2026-11-30`. */
export const asRange = ({ from, to }: Days): string => `${from}..${to}`;

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && dayAfter(text, 0) === text;

function daysOf(value: string | null): Days | null {
  const [from, to] = endsOf(value);
  return isDay(from) && isDay(to) && from <= to ? { from, to } : null;
}

/** The number of days, including the first and last. */
function lengthOf({ from, to }: Days): number {
  const [first, last] = [from, to].map((day) => Date.parse(`${day}T00:00:00Z`)) as [number, number];
  return Math.round((last - first) / 86_400_000) + 1;
}

/** The same day of the previous year; 28 February for the 29th. */
function yearBefore(day: string): string {
  const before = `${String(Number(day.slice(0, 4)) - 1).padStart(4, '0')}${day.slice(4)}`;
  return isDay(before) ? before : dayAfter(before, -1);
}

function comparedWith(period: Days, compare: string | null): Pick<Periods, 'past' | 'comparison'> {
  const other = daysOf(compare);
  if (other) return { past: other, comparison: 'other' };
  if (compare === 'year') {
    return { past: { from: yearBefore(period.from), to: yearBefore(period.to) }, comparison: 'year' };
  }
  const length = lengthOf(period);
  return {
    past: { from: dayAfter(period.from, -length), to: dayAfter(period.from, -1) },
    comparison: 'before',
  };
}

/**
 * The two periods in the URL: `days` for a preset or `period` for custom days, and `compare` for the comparison.
 * Invalid parameters mean the last 30 days, compared with the previous 30.
 */
export function periodsOf(params: URLSearchParams, now = new Date()): Periods {
  const other = daysOf(params.get('period'));
  const days = params.get('days') ?? PRESET_DEFAULT;
  const preset = other ? null : Object.hasOwn(presets, days) ? days : PRESET_DEFAULT;
  const today = dayOf(now);
  const period = other ?? { from: dayAfter(today, 1 - presets[preset!]!), to: today };
  return { period, preset, ...comparedWith(period, params.get('compare')) };
}

/** The longest period for each interval, in days, so that a chart's slots stay apart. */
const longest = { HOUR: 14, DAY: 100, WEEK: 732, MONTH: Number.POSITIVE_INFINITY } as const;
/** The longest period, in days, with each interval as its default. */
const shownBy = { HOUR: 3, DAY: 31, WEEK: 366, MONTH: Number.POSITIVE_INFINITY } as const;
/** The shortest period with more than one interval, in days. */
const shortest = { HOUR: 1, DAY: 2, WEEK: 8, MONTH: 32 } as const;
const intervals = Object.keys(longest) as readonly Interval[];

/** The possible intervals of a period. */
export function intervalsOf(period: Days): readonly Interval[] {
  const length = lengthOf(period);
  return intervals.filter((interval) => length >= shortest[interval] && length <= longest[interval]);
}

/** The interval of `every` in the URL; by default one with a readable number of points. */
export function intervalOf(period: Days, every: string | null = null): Interval {
  const chosen = intervalsOf(period).find((interval) => interval === every);
  return chosen ?? intervals.find((interval) => lengthOf(period) <= shownBy[interval])!;
}
