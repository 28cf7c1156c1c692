import { runCalls } from '../connector-calls/record-outcome.ts';
import type { Attempt } from '../entities/attempt.ts';
import type { ConnectorCall } from '../entities/connector-call.ts';
import { Payment } from '../entities/payment.ts';
import { type Context, type WritingContext, withinMerchant } from '../foundation/context.ts';
import { changeStatus } from '../writes/change-status.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import { activeAttempt } from './attempts.ts';
import { startVoid } from './void-authorization.ts';

/** How many payments one run takes on; what is left is the next run's. */
const BATCH_MAX = 500;

const WAITING = ['requires_payment_method', 'requires_confirmation', 'requires_customer_action'] as const;

/**
 * Ends the payments whose session is over: they were neither confirmed nor authenticated in time. Each is a
 * transaction of its own; processes that do this at once take different ones.
 *
 * @returns How many were ended.
 */
export async function expirePayments(ctx: Context): Promise<number> {
  // The statuses are written out, as the index that has just these payments has them.
  const waiting = WAITING.map((status) => `'${status}'`).join(', ');
  const text = `select merchant_id, payment_id from payments
                where status in (${waiting}) and expires_on <= $1::timestamptz
                order by expires_on limit ${BATCH_MAX}`;
  const due = await ctx.rows.query({ text, values: [ctx.now().toISOString()] }, null);
  let ended = 0;
  const errors: unknown[] = [];
  for (const row of due) {
    const within = withinMerchant(ctx, row.merchant_id as string);
    try {
      if (await expirePayment(within, row.payment_id as string)) ended += 1;
    } catch (error) {
      // One that cannot be ended must not keep all others from it.
      errors.push(error);
    }
  }
  await forgetCards(ctx);
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} payments could not be ended.`);
  return ended;
}

/** A payment that failed may be tried again until its session is over; then nothing needs its card any more. */
async function forgetCards(ctx: Context): Promise<void> {
  const text = `update payments set card_number = null, manual_retry_allowed = false
                where status = 'failed' and card_number is not null and expires_on <= $1::timestamptz`;
  await ctx.rows.query({ text, values: [ctx.now().toISOString()] }, null);
}

/** Whether a payment's session ended, and the call that ends it at its connector. */
interface Ending {
  readonly ended: boolean;
  readonly call: ConnectorCall | null;
}

async function expirePayment(ctx: Context, paymentId: string): Promise<boolean> {
  const { call, ended } = await inTransaction(ctx, async (tx): Promise<Ending> => {
    const payment = await lock(tx, Payment, paymentId);
    const waits = (WAITING as readonly string[]).includes(payment.status);
    if (!waits || !payment.expires_on || payment.expires_on > tx.now()) return { ended: false, call: null };
    const attempt = payment.attempt_count > 0 ? await activeAttempt(tx, payment) : null;
    payment.next_action = null;
    // As long as the connector waits for the customer it may charge them, so it is told first.
    if (attempt?.status === 'authentication_pending' && attempt.connector_transaction_id) {
      return {
        ended: true,
        call: await startVoid(tx, payment, attempt, 'expiry', 'The session has expired.'),
      };
    }
    if (attempt?.status === 'authentication_pending') giveUp(tx, attempt);
    payment.card_number = null;
    payment.updated = tx.now();
    changeStatus(tx, payment, 'expired', 'expiry');
    return { ended: true, call: null };
  });
  await runCalls(ctx, call);
  return ended;
}

function giveUp(tx: WritingContext, attempt: Attempt): void {
  attempt.error_message = 'The customer did not authenticate in time.';
  attempt.modified_at = tx.now();
  changeStatus(tx, attempt, 'authentication_failed', 'expiry');
}
