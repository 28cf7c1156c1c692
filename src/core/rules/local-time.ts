import { weekdays } from '../entities/values/rule-facts.ts';

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The hour and the day of the week in a time zone. */
export function localTime(at: Date, timeZone = 'UTC'): { hour: number; weekday: string } {
  if (timeZone === 'UTC') return { hour: at.getUTCHours(), weekday: weekdays[at.getUTCDay()]! };
  let clock = clocks.get(timeZone);
  if (!clock) {
    // There are some 400 zones: the map needs no bound.
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hour: 'numeric',
      hourCycle: 'h23',
      weekday: 'long',
    });
    clocks.set(timeZone, clock);
  }
  const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]));
  return { hour: Number(parts.hour), weekday: parts.weekday!.toLowerCase() };
}
