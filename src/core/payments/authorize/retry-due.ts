import { profileOf } from '../../access/choose-profile.ts';
import { runCalls } from '../../connector-calls/run-calls.ts';
import type { ConnectorCall } from '../../entities/connector-call.ts';
import { Payment } from '../../entities/payment.ts';
import { TO_RETRY } from '../../entities/payment-indexes.ts';
import { type Context, type WritingContext, withinMerchant } from '../../foundation/context.ts';
import { Problem } from '../../foundation/errors.ts';
import { type DueObjects, endDueObjects, type MerchantShare } from '../../writes/due-objects.ts';
import { inTransaction, lock } from '../../writes/transactions.ts';
import { endSchedule, firstWithinLimits, lastRetryAt, scheduleOf } from '../retry/schedule-retry.ts';
import { confirmLocked } from './confirm-payment.ts';

/** Retries of one run that wait for their connectors at once. */
const AT_ONCE = 8;

/**
 * Retries each declined off-session charge whose `next_retry_at` has come. Payments of suspended merchants wait until the
 * suspension ends. Several processes may run this at the same time.
 *
 * @returns The number of charges retried, put off or given up.
 */
export function retryDuePayments(ctx: Context, share?: MerchantShare): Promise<number> {
  const due: DueObjects = {
    table: 'payments',
    id: 'payment_id',
    dueAt: 'next_retry_at',
    where: `${TO_RETRY} and not exists (
      select from merchant_accounts m where m.merchant_id = payments.merchant_id and m.suspended_at is not null)`,
    reads: ['merchant_accounts'],
    atOnce: AT_ONCE,
    end: (merchantId, paymentId) => retryDue(withinMerchant(ctx, merchantId), paymentId),
  };
  return endDueObjects(ctx, due, share);
}

async function retryDue(ctx: Context, paymentId: string): Promise<boolean> {
  try {
    const call = await inTransaction(ctx, (tx) => startRetry(tx, paymentId));
    if (call === undefined) return false;
    await runCalls(ctx, call);
    return true;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // No caller waits for the result: the event reports the end of the schedule.
    return giveUp(ctx, paymentId, error);
  }
}

/** Problems that pass: the charge is tried again in the next run. */
const passing: ReadonlySet<string> = new Set(['connector_unavailable', 'outgoing_calls_off', 'overloaded']);

/** Starts the retry of a payment. Returns its call, null if it was put off or given up, undefined if it is no longer due. */
async function startRetry(tx: WritingContext, paymentId: string): Promise<ConnectorCall | null | undefined> {
  const payment = await lock(tx, Payment, paymentId);
  const at = tx.ports.now();
  if (payment.status !== 'failed' || !payment.next_retry_at || payment.next_retry_at > at) return undefined;
  const { retry_policy: policy } = await profileOf(tx, payment);
  await lockCard(tx, payment);
  const free = await firstWithinLimits(tx, payment, at);
  if (!policy || free > lastRetryAt(payment, policy, at)) {
    endSchedule(tx, payment);
    return null;
  }
  if (free > at) {
    payment.next_retry_at = free;
    return null;
  }
  const { retries, ...schedule } = scheduleOf(payment, at);
  payment.retry_schedule = { ...schedule, retries: retries + 1 };
  const { call } = await confirmLocked(tx, payment, {});
  return call;
}

/** Retries of one card take turns, so that they count each other. The lock is held until the transaction ends. */
async function lockCard({ rows }: WritingContext, { fingerprint, merchant_id }: Payment): Promise<void> {
  if (!fingerprint) return;
  const text = 'select pg_advisory_xact_lock(hashtextextended($1 || $2, 0))';
  await rows.query({ text, values: [merchant_id, fingerprint], touches: {} }, merchant_id);
}

async function giveUp(ctx: Context, paymentId: string, { code }: Problem): Promise<boolean> {
  if (passing.has(code)) return false;
  return inTransaction(ctx, async (tx) => {
    const payment = await lock(tx, Payment, paymentId);
    if (!payment.next_retry_at) return false;
    endSchedule(tx, payment);
    return true;
  });
}
