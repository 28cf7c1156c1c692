import { viewerZone } from './time.ts';

const MINUTE_MS = 60_000;
const formats = new Map<string, Intl.DateTimeFormat | null>();

/** A format of the local time's parts in a zone; null for an unknown zone. */
function wallClock(zone: string): Intl.DateTimeFormat | null {
  if (!formats.has(zone)) {
    const parts = {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    } as const;
    try {
      formats.set(zone, new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...parts }));
    } catch {
      formats.set(zone, null);
    }
  }
  return formats.get(zone)!;
}

/** The local time of a zone at an instant, as if it were UTC. */
function shownAt(format: Intl.DateTimeFormat, instant: number): number {
  const parts = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  );
  return Date.UTC(parts.year!, parts.month! - 1, parts.day!, parts.hour!, parts.minute!);
}

/** The first instant of a calendar day in a zone: midnight, or where the clocks skip it, the first moment after. */
export function startOfDayIn(zone: string, year: number, month: number, date: number): Date {
  const format = wallClock(zone);
  if (!format || zone === viewerZone) return new Date(year, month - 1, date);
  const midnight = Date.UTC(year, month - 1, date);
  // Offsets before and after a possible clock change.
  const [first, second] = [-1, 1].map((side) => {
    const near = midnight + side * 24 * 60 * MINUTE_MS;
    return midnight - (shownAt(format, near) - near);
  }) as [number, number];
  const exact = [first, second].filter((instant) => shownAt(format, instant) === midnight);
  if (exact.length > 0) return new Date(Math.min(...exact));
  // The day starts after midnight: its first minute is the first whose local time is not before midnight.
  let instant = Math.min(first, second);
  while (shownAt(format, instant) < midnight) instant += MINUTE_MS;
  return new Date(instant);
}

/** Whether a zone is known here. */
export const isZone = (zone: string | null): zone is string => zone !== null && wallClock(zone) !== null;
