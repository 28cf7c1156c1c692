import { Payment } from '../../entities/payment.ts';
import { type Context, withinMerchant } from '../../foundation/context.ts';
import { type DueObjects, endDueObjects, type MerchantShare } from '../../writes/due-objects.ts';
import { inTransaction, lock } from '../../writes/transactions.ts';
import { activeAttempt } from '../attempt/attempts.ts';
import { endAuthorization } from '../attempt/end-authorization.ts';

/** Includes payments held for review by a fraud check or a risk rule. */
const CAPTURABLE = [
  'requires_capture',
  'partially_captured_and_capturable',
  'requires_merchant_action',
] as const;

/**
 * Ends the authorizations that were not captured before their `capture_before`, each in its own transaction. Makes no
 * connector call: the date is the connector's. Several processes may run this at the same time.
 *
 * @returns How many were ended.
 */
export async function expireAuthorizations(ctx: Context, share?: MerchantShare): Promise<number> {
  const due: DueObjects = {
    table: 'payments',
    id: 'payment_id',
    dueAt: 'capture_before',
    where: `status in (${CAPTURABLE.map((status) => `'${status}'`).join(', ')})`,
    end: (merchantId, paymentId) => expireAuthorization(withinMerchant(ctx, merchantId), paymentId),
  };
  return endDueObjects(ctx, due, share);
}

function expireAuthorization(ctx: Context, paymentId: string): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const payment = await lock(tx, Payment, paymentId);
    const isCapturable = (CAPTURABLE as readonly string[]).includes(payment.status);
    if (!isCapturable || !payment.capture_before || payment.capture_before > tx.ports.now()) return false;
    endAuthorization(tx, payment, await activeAttempt(tx, payment), 'expired');
    return true;
  });
}
