import { CARD_KEPT_MAX_MS } from '../../connector-calls/forget-cards.ts';
import { runCalls } from '../../connector-calls/run-calls.ts';
import type { ConnectorCall } from '../../entities/connector-call.ts';
import { Payment } from '../../entities/payment.ts';
import { type Context, withinMerchant } from '../../foundation/context.ts';
import { eraseMethodData } from '../../payment-methods/sealed-data.ts';
import { changeStatus } from '../../writes/apply-changes.ts';
import {
  type DueObjects,
  endDueObjects,
  eraseExpired,
  type MerchantShare,
} from '../../writes/due-objects.ts';
import { inTransaction, lock } from '../../writes/transactions.ts';
import { activeAttempt } from '../attempt/attempts.ts';
import { EXPIRING } from '../customer/customer-session.ts';
import { startVoid } from './void-authorization.ts';

/**
 * Expires the payments that were neither confirmed nor authenticated before their session ended, each in its own
 * transaction. Several processes may run this at the same time.
 *
 * @returns How many were expired.
 */
export async function expirePayments(ctx: Context, share?: MerchantShare): Promise<number> {
  const due: DueObjects = {
    table: 'payments',
    id: 'payment_id',
    dueAt: 'expires_on',
    where: `status in (${EXPIRING.map((status) => `'${status}'`).join(', ')})`,
    end: (merchantId, paymentId) => expirePayment(withinMerchant(ctx, merchantId), paymentId),
  };
  try {
    return await endDueObjects(ctx, due, share);
  } finally {
    await eraseCards(ctx, share);
  }
}

/**
 * A failed payment may be retried until its session ends. Its card number is erased when it fails; a number
 * kept by a former release is erased with the session. A payment without its connector's outcome keeps its card for the
 * next account, for a limited time.
 */
async function eraseCards(ctx: Context, share?: MerchantShare): Promise<void> {
  const holdsData = '(card_number is not null or method_data is not null)';
  const payments = { table: 'payments', id: 'payment_id', share };
  await eraseExpired(ctx, {
    ...payments,
    set: 'card_number = null, method_data = null, manual_retry_allowed = false',
    changes: 'updated',
    where: `status = 'failed' and (card_number is not null or method_data is not null or manual_retry_allowed)`,
    before: ctx.ports.now(),
  });
  await eraseExpired(ctx, {
    ...payments,
    set: 'card_number = null, method_data = null',
    changes: null,
    where: holdsData,
    before: new Date(ctx.ports.now().getTime() - CARD_KEPT_MAX_MS),
  });
}

/** Expires a payment whose session is over, and voids its open challenge. @returns Whether it was expired now. */
export async function expirePayment(ctx: Context, paymentId: string): Promise<boolean> {
  const { call, isExpired } = await inTransaction(
    ctx,
    async (tx): Promise<{ isExpired: boolean; call: ConnectorCall | null }> => {
      const payment = await lock(tx, Payment, paymentId);
      const isOpen = (EXPIRING as readonly string[]).includes(payment.status);
      if (!isOpen || payment.expires_on > tx.ports.now()) {
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
        attempt.modified_at = tx.ports.now();
        changeStatus(tx, attempt, 'authentication_failed', 'expiry');
      }
      eraseMethodData(payment);
      payment.updated = tx.ports.now();
      changeStatus(tx, payment, 'expired', 'expiry');
      return { isExpired: true, call: null };
    },
  );
  await runCalls(ctx, call);
  return isExpired;
}
