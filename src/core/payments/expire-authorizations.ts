import { Payment } from '../entities/payment.ts';
import { type Context, withinMerchant } from '../foundation/context.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import { activeAttempt } from './attempts.ts';
import { endAuthorization } from './end-authorization.ts';

/** The most authorizations that one run ends; the next run takes the rest. */
const BATCH_MAX = 500;

/** Also what a fraud check holds for review. */
const CAPTURABLE = [
  'requires_capture',
  'partially_captured_and_capturable',
  'requires_merchant_action',
] as const;

/**
 * Ends the authorizations that were not captured before their `capture_before`, each in its own transaction. The
 * connector is not asked: it said itself when they lapse. Several processes may run this at the same time.
 *
 * @returns How many were ended.
 */
export async function expireAuthorizations(ctx: Context): Promise<number> {
  // Literals, not parameters, so that the planner can use the partial index on these statuses.
  const statuses = CAPTURABLE.map((status) => `'${status}'`).join(', ');
  const text = `select merchant_id, payment_id from payments
                where status in (${statuses}) and capture_before <= $1::timestamptz
                order by capture_before limit ${BATCH_MAX}`;
  type PaymentKey = Pick<Payment, 'merchant_id' | 'payment_id'>;
  const due = await ctx.rows.query<PaymentKey>({ text, values: [ctx.now().toISOString()] }, null);
  let ended = 0;
  const errors: unknown[] = [];
  for (const { merchant_id, payment_id } of due) {
    try {
      if (await expireAuthorization(withinMerchant(ctx, merchant_id), payment_id)) ended += 1;
    } catch (error) {
      // One authorization that cannot be ended must not hold up the others.
      errors.push(error);
    }
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} authorizations could not be ended.`);
  return ended;
}

function expireAuthorization(ctx: Context, paymentId: string): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const payment = await lock(tx, Payment, paymentId);
    const isCapturable = (CAPTURABLE as readonly string[]).includes(payment.status);
    if (!isCapturable || !payment.capture_before || payment.capture_before > tx.now()) return false;
    endAuthorization(tx, payment, await activeAttempt(tx, payment), 'expired');
    return true;
  });
}
