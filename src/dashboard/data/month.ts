/** `2026-11`: the month of an instant, in UTC. */
export const monthOf = (instant: Date): string => instant.toISOString().slice(0, 7);

/** A month of the URL; null unless it is one from 2000 to 2999. */
export const monthIn = (value: string | null): string | null =>
  value && /^2\d{3}-(0[1-9]|1[0-2])$/.test(value) ? value : null;

/** A month shifted by some months; negative numbers go back. */
export function monthShifted(month: string, by: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return monthOf(new Date(Date.UTC(year, number - 1 + by, 1)));
}

/** The start of a month in UTC. */
export const startOfMonth = (month: string): string => `${month}-01T00:00:00.000Z`;

const monthName = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });
/** `November 2026`. */
export const formatMonth = (month: string): string => monthName.format(new Date(startOfMonth(month)));

const dayName = new Intl.DateTimeFormat(undefined, {
  ...({ day: 'numeric', month: 'short', weekday: 'short' } as const),
  timeZone: 'UTC',
});
/** A day in UTC, such as `Mon, Nov 30`. */
export const formatUtcDay = (day: string): string => dayName.format(new Date(day));
