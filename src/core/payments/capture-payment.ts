import type { ConnectorCall } from '../connector-calls/connector-call.ts';
import { intend } from '../connector-calls/intend.ts';
import { drive } from '../connector-calls/settle.ts';
import type { Context } from '../context.ts';
import { Problem } from '../errors.ts';
import { beginHistory } from '../history/change-status.ts';
import { requireState } from '../state-machine.ts';
import { inTransaction, lock, type WritingContext } from '../transactions.ts';
import type { Attempt } from './attempt.ts';
import { activeAttempt, followAttempt } from './attempts.ts';
import { Capture } from './capture.ts';
import { Payment } from './payment.ts';
import { paymentStates } from './payment-states.ts';

/**
 * Captures authorized money: all that is left, or a part. With capture method `manual` one capture ends it;
 * with `manual_multiple` the rest stays capturable.
 *
 * @throws {Problem} `resource_not_found`, `unexpected_state`, `amount_exceeds_available`.
 */
export async function capturePayment(ctx: Context, paymentId: string, amount: number | null): Promise<void> {
  const call = await inTransaction(ctx, async (tx) => {
    const payment = await lock(tx, Payment, paymentId);
    requireState('payment', paymentStates, 'capture', payment.status);
    const asked = amount ?? payment.amount_capturable;
    if (asked < 1 || asked > payment.amount_capturable) {
      const message = `amount must be from 1 to the ${payment.amount_capturable} that can be captured.`;
      throw new Problem('amount_exceeds_available', message, { param: 'amount' });
    }
    return startCapture(tx, payment, await activeAttempt(tx, payment), asked);
  });
  await drive(ctx, call);
}

/** Records a capture and commits to asking for it. */
export async function startCapture(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  amount: number,
): Promise<ConnectorCall> {
  const before = await tx.transaction.em.count(Capture, {
    merchant_id: payment.merchant_id,
    payment_id: payment.payment_id,
  });
  const captureId = tx.ids.make('cap');
  const capture = Object.assign(new Capture(), {
    merchant_id: payment.merchant_id,
    capture_id: captureId,
    payment_id: payment.payment_id,
    status: 'started',
    amount,
    currency: payment.currency,
    connector: payment.connector ?? null,
    authorized_attempt_id: attempt.attempt_id,
    capture_sequence: before + 1,
    reference_id: captureId,
    created_at: tx.now(),
    modified_at: tx.now(),
  });
  tx.transaction.em.persist(capture);
  beginHistory(tx, capture);
  followAttempt(tx, payment, attempt, 'capture_initiated', 'capture');
  const more = payment.capture_method === 'manual_multiple' && amount < payment.amount_capturable;
  return intend(tx, payment.merchant_id, {
    flow: 'payment',
    operation: 'capture',
    objectId: payment.payment_id,
    partId: captureId,
    account: {
      merchant_connector_id: attempt.merchant_connector_id!,
      connector_name: attempt.connector!,
    },
    request: {
      amount,
      currency: payment.currency,
      connectorTransactionId: attempt.connector_transaction_id,
      more,
    },
  });
}
