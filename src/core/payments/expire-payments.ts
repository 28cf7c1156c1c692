import { CARD_KEPT_MAX_MS } from '../connector-calls/forget-cards.ts';
import { runCalls } from '../connector-calls/run-calls.ts';
import type { ConnectorCall } from '../entities/connector-call.ts';
import { Payment } from '../entities/payment.ts';
import { type Context, withinMerchant } from '../foundation/context.ts';
import { eraseMethodData } from '../payment-methods/sealed-data.ts';
import { changeStatus } from '../writes/apply-changes.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import { activeAttempt } from './attempts.ts';
import { startVoid } from './void-authorization.ts';

/** The most payments that one run expires; the next run takes the rest. */
const BATCH_MAX = 500;

const EXPIRING = ['requires_payment_method', 'requires_confirmation', 'requires_customer_action'] as const;

/**
 * Expires the payments that were neither confirmed nor authenticated before their session ended, each in its own
 * transaction. Several processes may run this at the same time.
 *
 * @returns How many were expired.
 */
export async function expirePayments(ctx: Context): Promise<number> {
  // Literals, not parameters, so that the planner can use the partial index on these statuses.
  const statuses = EXPIRING.map((status) => `'${status}'`).join(', ');
  const text = `select merchant_id, payment_id from payments
                where status in (${statuses}) and expires_on <= $1::timestamptz
                order by expires_on limit ${BATCH_MAX}`;
  type PaymentKey = Pick<Payment, 'merchant_id' | 'payment_id'>;
  const due = await ctx.rows.query<PaymentKey>({ text, values: [ctx.now().toISOString()] }, null);
  let expired = 0;
  const errors: unknown[] = [];
  for (const { merchant_id, payment_id } of due) {
    try {
      if (await expirePayment(withinMerchant(ctx, merchant_id), payment_id)) expired += 1;
    } catch (error) {
      // One payment that cannot be expired must not hold up the others.
      errors.push(error);
    }
  }
  await eraseCards(ctx);
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} payments could not be expired.`);
  return expired;
}

/**
 * A failed payment may be retried until its session ends; after that a typed card number is erased. One whose outcome
 * a connector still owes keeps its card for the next account, but not for ever.
 */
async function eraseCards(ctx: Context): Promise<void> {
  const now = ctx.now().getTime();
  const holdsData = '(card_number is not null or method_data is not null)';
  const ofFailed = `update payments set card_number = null, method_data = null, manual_retry_allowed = false
    where status = 'failed' and (${holdsData} or manual_retry_allowed) and expires_on <= $1::timestamptz`;
  await ctx.rows.query({ text: ofFailed, values: [new Date(now).toISOString()] }, null);
  const ofAny = `update payments set card_number = null, method_data = null
    where ${holdsData} and expires_on <= $1::timestamptz`;
  await ctx.rows.query({ text: ofAny, values: [new Date(now - CARD_KEPT_MAX_MS).toISOString()] }, null);
}

async function expirePayment(ctx: Context, paymentId: string): Promise<boolean> {
  const { call, isExpired } = await inTransaction(
    ctx,
    async (tx): Promise<{ isExpired: boolean; call: ConnectorCall | null }> => {
      const payment = await lock(tx, Payment, paymentId);
      const isOpen = (EXPIRING as readonly string[]).includes(payment.status);
      if (!isOpen || payment.expires_on > tx.now()) {
        return { isExpired: false, call: null };
      }
      const attempt = payment.attempt_count > 0 ? await activeAttempt(tx, payment) : null;
      payment.next_action = null;
      if (attempt?.status === 'authentication_pending') {
        // The connector could still charge a customer who completes its challenge, so the payment ends after the void.
        if (attempt.connector_transaction_id) {
          const call = await startVoid(tx, payment, attempt, 'expiry', 'The session has expired.');
          return { isExpired: true, call };
        }
        attempt.error_message = 'The customer did not authenticate in time.';
        attempt.modified_at = tx.now();
        changeStatus(tx, attempt, 'authentication_failed', 'expiry');
      }
      eraseMethodData(payment);
      payment.updated = tx.now();
      changeStatus(tx, payment, 'expired', 'expiry');
      return { isExpired: true, call: null };
    },
  );
  await runCalls(ctx, call);
  return isExpired;
}
