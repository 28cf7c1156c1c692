import { intend } from '../connector-calls/intend.ts';
import type { Attempt } from '../entities/attempt.ts';
import { Capture } from '../entities/capture.ts';
import type { ConnectorCall } from '../entities/connector-call.ts';
import type { Payment } from '../entities/payment.ts';
import type { WritingContext } from '../foundation/context.ts';
import { beginHistory } from '../writes/change-status.ts';
import { transitionAttempt } from './attempts.ts';

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
  transitionAttempt(tx, payment, attempt, 'capture_initiated', 'capture');
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
