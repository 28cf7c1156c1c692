const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The delay after each failed attempt. After the last, the delivery fails. Specification: Events. */
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

/** The longest an endpoint may postpone the next attempt of a delivery. */
const RETRY_AFTER_MAX_MS = 24 * HOUR;
/** A delay is stretched by up to this share of itself, so that what failed together is not retried together. */
const JITTER = 0.1;

/** A number in [0, 1). */
export type Random = () => number;

/** Draws numbers from the context's random bytes. */
export const randomFrom =
  (randomBytes: (size: number) => Uint8Array): Random =>
  () =>
    Buffer.from(randomBytes(4)).readUInt32BE() / 2 ** 32;

export const withJitter = (ms: number, random: Random): number => Math.round(ms * (1 + JITTER * random()));

export interface FailedAttempt {
  /** Counted from 1 within the delivery. */
  readonly attemptNumber: number;
  readonly failedAt: Date;
  /** The moment the endpoint's `Retry-After` names, if it sent one. */
  readonly retryAfter: Date | null;
}

/** When a delivery is due again after a failed attempt; null after the last one. */
export function nextAttemptAt(
  { attemptNumber, failedAt, retryAfter }: FailedAttempt,
  random: Random,
  delaysMs: readonly number[] = retryDelaysMs,
): Date | null {
  const delayMs = delaysMs[attemptNumber - 1];
  if (delayMs === undefined) return null;
  const now = failedAt.getTime();
  const requested = Math.min(retryAfter?.getTime() ?? now, now + RETRY_AFTER_MAX_MS);
  return new Date(Math.max(now + withJitter(delayMs, random), requested));
}
