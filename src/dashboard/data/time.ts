const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const seconds = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** The viewer's time zone, such as `Europe/Berlin`. */
export const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export const formatTime = (instant: string): string => dateTime.format(new Date(instant));
export const formatTimeWithSeconds = (instant: string): string => seconds.format(new Date(instant));

/** `2026-11-22 21:10:05 UTC`. */
export const formatUtc = (instant: string): string =>
  `${new Date(instant).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** The midnight that began the viewer's day some days ago; 0 is today. */
export function startOfDay(daysAgo: number, now = new Date()): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo);
}

/** `2026-11-22`: the viewer's calendar day. */
export const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part, i) => String(part).padStart(i === 0 ? 4 : 2, '0'))
    .join('-');

/** A calendar day later than another by some days, or earlier by fewer than none. */
export function dayAfter(day: string, days: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return dayOf(new Date(year, month - 1, date + days));
}

/** Whether a deadline has passed; none never does. */
export const hasPassed = (deadline: string | null | undefined): boolean =>
  deadline != null && new Date(deadline).getTime() < Date.now();
