import type { BusinessProfile } from '../../entities/business-profile.ts';
import type { Payment } from '../../entities/payment.ts';
import type { RetryPolicy } from '../../entities/values/retry-policy.ts';
import type { MappedError } from '../../error-mappings/map-error.ts';
import type { WritingContext } from '../../foundation/context.ts';
import type { ConnectorFailure } from '../../foundation/ports/connector.ts';
import { announce } from '../../writes/apply-changes.ts';
import { brandOf } from '../method/method-data.ts';
import { hoursByAdvice, type RetryLimit, retryLimitsOf } from './network-limits.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The retries of a payment so far, as `retry_schedule` keeps them. */
interface RetrySchedule {
  readonly first_declined_at: string;
  readonly retries: number;
}

/** The retries made of a payment, and since when. */
export const scheduleOf = ({ retry_schedule: kept }: Payment, at: Date): RetrySchedule =>
  (kept as RetrySchedule | null | undefined) ?? { first_declined_at: at.toISOString(), retries: 0 };

/** The latest time at which the policy of a profile retries a payment. */
export const lastRetryAt = (payment: Payment, { within_days: days }: RetryPolicy, at: Date): Date =>
  new Date(Date.parse(scheduleOf(payment, at).first_declined_at) + days * DAY_MS);

/**
 * Schedules the retry of a declined off-session charge on the locked payment, if the policy of its profile, the mapping of
 * the error, the network's advice and its limits for the card allow one.
 */
export async function scheduleRetry(
  tx: WritingContext,
  payment: Payment,
  { retry_policy: policy }: BusinessProfile,
  { decision }: Pick<MappedError, 'decision'>,
  { advice }: Pick<ConnectorFailure, 'advice'>,
): Promise<void> {
  // The customer's card is needed: only a saved method or a mandate is charged again without the customer.
  const isChargeable = payment.off_session && Boolean(payment.payment_method_id || payment.mandate_id);
  if (!policy || !isChargeable || decision !== 'retry' || advice?.retry === 'never') return;
  const advised = hoursByAdvice(advice?.code ?? null);
  if (advised === null) return;
  const at = tx.ports.now();
  const { first_declined_at: first, retries } = scheduleOf(payment, at);
  if (retries >= policy.max_attempts) return;
  const hours = policy.hours_between as readonly number[];
  const wait = Math.max(hours[Math.min(retries, hours.length - 1)]!, advised);
  const next = await firstWithinLimits(tx, payment, new Date(at.getTime() + wait * HOUR_MS));
  if (next > lastRetryAt(payment, policy, at)) return;
  payment.next_retry_at = next;
  payment.retry_schedule = { first_declined_at: first, retries };
  announce(tx, payment, 'payment_retry_scheduled');
}

/** The first time, not before the given one, at which the network's limits allow another attempt of the card. */
export async function firstWithinLimits(tx: WritingContext, payment: Payment, wanted: Date): Promise<Date> {
  let at = wanted;
  for (const limit of retryLimitsOf(brandOf(payment))) {
    const free = await freeAgainAt(tx, payment, limit);
    if (free && free > at) at = free;
  }
  return at;
}

/** When a limit allows another attempt: once the attempt that fills it is too old; null if it does already. */
async function freeAgainAt(
  { rows }: WritingContext,
  { fingerprint, merchant_id }: Payment,
  { attempts, hours }: RetryLimit,
): Promise<Date | null> {
  if (!fingerprint) return null;
  const text = `
    select a.created_at from payments p
    join attempts a on a.merchant_id = p.merchant_id and a.payment_id = p.payment_id
    where p.merchant_id = $1 and p.fingerprint = $2 and p.off_session
    order by a.created_at desc offset $3::int limit 1`;
  const [filling] = await rows.query<{ created_at: Date }>(
    { text, values: [merchant_id, fingerprint, attempts - 1], touches: { reads: ['payments', 'attempts'] } },
    merchant_id,
  );
  return filling ? new Date(new Date(filling.created_at).getTime() + hours * HOUR_MS) : null;
}

/** Ends the schedule of a locked payment's retry. */
export function endSchedule(tx: WritingContext, payment: Payment): void {
  payment.next_retry_at = null;
  payment.updated = tx.ports.now();
  announce(tx, payment, 'payment_retry_cancelled');
}
