const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long after each failed try the next one comes. After as many there is none. Specification: Events. */
export const retryDelaysMs: readonly number[] = Object.freeze([
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]);

/** The longest that an endpoint may put its next try off. */
const PUT_OFF_MAX_MS = 24 * HOUR;
/** By how much of itself a delay is stretched at most, so that what failed together is not tried together again. */
const JITTER = 0.1;

/** A number from 0 up to, but not including, 1. */
export type Random = () => number;

/** Numbers from the context's random bytes. */
export const randomFrom =
  (randomBytes: (size: number) => Uint8Array): Random =>
  () =>
    Buffer.from(randomBytes(4)).readUInt32BE() / 2 ** 32;

/** Stretches a delay by up to a tenth. */
export const withJitter = (ms: number, random: Random): number => Math.round(ms * (1 + JITTER * random()));

export interface FailedTry {
  /** Its number among the tries of the delivery, from 1. */
  readonly attemptNumber: number;
  readonly failedAt: Date;
  /** When the endpoint asked to be tried again, if it did. */
  readonly retryAfter: Date | null;
}

/** When a delivery is due again after a try that failed; null after the last. */
export function nextAttemptAt(
  { attemptNumber, failedAt, retryAfter }: FailedTry,
  random: Random,
  delaysMs: readonly number[] = retryDelaysMs,
): Date | null {
  const delayMs = delaysMs[attemptNumber - 1];
  if (delayMs === undefined) return null;
  const now = failedAt.getTime();
  const asked = Math.min(retryAfter?.getTime() ?? now, now + PUT_OFF_MAX_MS);
  return new Date(Math.max(now + withJitter(delayMs, random), asked));
}
