const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const seconds = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** The intervals of charts. */
export type Interval = 'HOUR' | 'DAY' | 'WEEK' | 'MONTH';

const day = { day: 'numeric', month: 'short' } as const;
const labels: Readonly<Record<Interval, Intl.DateTimeFormat>> = {
  HOUR: new Intl.DateTimeFormat(undefined, { hour: 'numeric' }),
  DAY: new Intl.DateTimeFormat(undefined, day),
  WEEK: new Intl.DateTimeFormat(undefined, day),
  MONTH: new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric' }),
};
const hourOfDay = new Intl.DateTimeFormat(undefined, { ...day, hour: 'numeric' });

/** The start of an interval, for a chart's axis; hours include the day if they span several days. */
export const axisLabel = (start: Date, interval: Interval, hasDays = false): string =>
  (interval === 'HOUR' && hasDays ? hourOfDay : labels[interval]).format(start);

const hours = new Intl.DateTimeFormat(undefined, {
  ...day,
  weekday: 'short',
  hour: 'numeric',
  minute: '2-digit',
});
const days = new Intl.DateTimeFormat(undefined, { ...day, weekday: 'short', year: 'numeric' });

/** An interval in words, its end excluded: one day, or a range of hours or days. */
export function formatSpan(from: Date, to: Date, interval: Interval): string {
  if (interval === 'HOUR') return hours.formatRange(from, to);
  return days.formatRange(from, new Date(to.getTime() - 1));
}

/** The viewer's time zone, such as `Europe/Berlin`. */
export const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export const formatTime = (instant: string): string => dateTime.format(new Date(instant));
export const formatTimeWithSeconds = (instant: string): string => seconds.format(new Date(instant));

/** `2026-11-22 21:10:05 UTC`. */
export const formatUtc = (instant: string): string =>
  `${new Date(instant).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** The start of the viewer's day, some days ago; 0 is today. */
export function startOfDay(daysAgo: number, now = new Date()): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo);
}

/** `2026-11-22`: the viewer's calendar day. */
export const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part, i) => String(part).padStart(i === 0 ? 4 : 2, '0'))
    .join('-');

/** A calendar day shifted by some days; negative numbers go back. */
export function dayAfter(day: string, days: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return dayOf(new Date(year, month - 1, date + days));
}

/** The same local time a month later, on the last day of a shorter month. */
export function monthAfter(instant: Date): Date {
  const later = new Date(instant);
  later.setMonth(instant.getMonth() + 1);
  // A day that the month lacks rolls over into the next month.
  if (later.getDate() !== instant.getDate()) later.setDate(0);
  return later;
}

/** Whether a deadline has passed; false without one. */
export const hasPassed = (deadline: string | null | undefined): boolean =>
  deadline != null && new Date(deadline).getTime() < Date.now();
