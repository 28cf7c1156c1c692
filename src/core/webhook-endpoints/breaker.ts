import { type Random, withJitter } from './retry-schedule.ts';

/** How an endpoint has been doing. */
export interface Health {
  /** How many tries in a row had no answer. */
  readonly failures: number;
  /** Until when it is left alone. */
  readonly restingUntil: Date | null;
}

/** With as many tries in a row without an answer the breaker opens; then one try at a time is let through. */
export const OPENS_AFTER = 5;
const REST_MS = 15_000;
const REST_MAX_MS = 10 * 60_000;
/** The longest that an endpoint may put all of its deliveries off by itself. */
const ASKED_MAX_MS = 60 * 60_000;

export const isOpen = ({ failures }: Health): boolean => failures >= OPENS_AFTER;

/**
 * An endpoint after a try without any answer. It rests once there were several in a row, and for twice as long
 * each time that the one try after it had no answer either.
 */
export function afterSilence(health: Health, now: Date, random: Random): Health {
  const { restingUntil } = health;
  // A try that was under way when the breaker opened tells nothing new.
  if (isOpen(health) && restingUntil !== null && restingUntil > now) return health;
  const failures = health.failures + 1;
  if (failures < OPENS_AFTER) return { failures, restingUntil };
  const restMs = Math.min(REST_MS * 2 ** (failures - OPENS_AFTER), REST_MAX_MS);
  return { failures, restingUntil: later(restingUntil, now, withJitter(restMs, random)) };
}

/** An endpoint after an answer, whichever: it is there. It may have asked for a rest of its own. */
export function afterAnswer(health: Health, now: Date, askedUntil: Date | null = null): Health {
  const restingUntil = isOpen(health) ? null : health.restingUntil;
  if (askedUntil === null) return { failures: 0, restingUntil };
  const askedMs = Math.min(askedUntil.getTime() - now.getTime(), ASKED_MAX_MS);
  return { failures: 0, restingUntil: later(restingUntil, now, askedMs) };
}

function later(moment: Date | null, now: Date, ms: number): Date {
  const other = new Date(now.getTime() + ms);
  return moment !== null && moment > other ? moment : other;
}
