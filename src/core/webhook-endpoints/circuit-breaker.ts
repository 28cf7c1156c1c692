import { type Random, withJitter } from './retry-schedule.ts';

/** An endpoint's recent record, as its circuit breaker sees it. */
export interface EndpointHealth {
  /** Consecutive attempts without an HTTP response. */
  readonly failures: number;
  /** No attempts are made before this moment: the circuit is open, or the endpoint sent `Retry-After`. */
  readonly circuitOpenUntil: Date | null;
}

/** Consecutive failures that trip the breaker. Until the next response it lets one attempt through at a time. */
export const TRIPS_AFTER = 5;
const OPEN_MS = 15_000;
const OPEN_MAX_MS = 10 * 60_000;
/** The longest pause of all its deliveries that an endpoint may request. */
const RETRY_AFTER_MAX_MS = 60 * 60_000;

/** Whether the circuit is open or half-open. */
export const isTripped = ({ failures }: EndpointHealth): boolean => failures >= TRIPS_AFTER;

/**
 * Health after an attempt without an HTTP response. The circuit opens after several in a row, and for twice as
 * long each time the probe fails as well.
 */
export function afterNoResponse(health: EndpointHealth, now: Date, random: Random): EndpointHealth {
  const { circuitOpenUntil } = health;
  // An attempt that was in flight when the circuit opened is not a failed probe.
  if (isTripped(health) && circuitOpenUntil !== null && circuitOpenUntil > now) return health;
  const failures = health.failures + 1;
  if (failures < TRIPS_AFTER) return { failures, circuitOpenUntil };
  const openMs = Math.min(OPEN_MS * 2 ** (failures - TRIPS_AFTER), OPEN_MAX_MS);
  return { failures, circuitOpenUntil: later(circuitOpenUntil, now, withJitter(openMs, random)) };
}

/** Health after a response of any status: the circuit closes, unless the endpoint requested a pause. */
export function afterResponse(
  health: EndpointHealth,
  now: Date,
  retryAfter: Date | null = null,
): EndpointHealth {
  const circuitOpenUntil = isTripped(health) ? null : health.circuitOpenUntil;
  if (retryAfter === null) return { failures: 0, circuitOpenUntil };
  const pauseMs = Math.min(retryAfter.getTime() - now.getTime(), RETRY_AFTER_MAX_MS);
  return { failures: 0, circuitOpenUntil: later(circuitOpenUntil, now, pauseMs) };
}

function later(moment: Date | null, now: Date, ms: number): Date {
  const other = new Date(now.getTime() + ms);
  return moment !== null && moment > other ? moment : other;
}
