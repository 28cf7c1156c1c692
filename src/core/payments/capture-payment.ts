import { commitCall } from '../connector-calls/commit-call.ts';
import { runCalls } from '../connector-calls/run-calls.ts';
import type { Attempt } from '../entities/attempt.ts';
import { Capture } from '../entities/capture.ts';
import type { ConnectorCall } from '../entities/connector-call.ts';
import { Payment } from '../entities/payment.ts';
import { paymentStates } from '../entities/states/payment-states.ts';
import type { OutcomeHandler } from '../foundation/call-record.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { requireState } from '../foundation/state-machine.ts';
import { beginHistory, changeStatus, decryptField } from '../writes/apply-changes.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import { activeAttempt, transitionAttempt } from './attempts.ts';

/**
 * Captures an authorized payment, in full or in part. With capture method `manual` the first capture is the
 * last; with `manual_multiple` the rest stays capturable.
 *
 * @param amount In minor units; null captures everything that is left.
 * @throws {Problem} `resource_not_found`, `unexpected_state`, `amount_exceeds_available`.
 */
export async function capturePayment(ctx: Context, paymentId: string, amount: number | null): Promise<void> {
  const call = await inTransaction(ctx, async (tx) => {
    const payment = await lock(tx, Payment, paymentId);
    requireState('payment', paymentStates, 'capture', payment.status);
    const capturable = payment.amount_capturable;
    const requested = amount ?? capturable;
    if (requested < 1 || requested > capturable) {
      const message = `amount must be from 1 to ${capturable}, the amount still capturable.`;
      throw new Problem('amount_exceeds_available', message, { param: 'amount' });
    }
    return startCapture(tx, payment, await activeAttempt(tx, payment), requested);
  });
  await runCalls(ctx, call);
}

/** Records a capture and commits its connector call. */
export async function startCapture(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  amount: number,
): Promise<ConnectorCall> {
  const { merchant_id, payment_id, currency } = payment;
  const earlier = await tx.transaction.em.count(Capture, { merchant_id, payment_id });
  const captureId = tx.ids.make('cap');
  const capture = Object.assign(new Capture(), {
    merchant_id,
    capture_id: captureId,
    payment_id,
    status: 'started',
    amount,
    currency,
    connector: payment.connector ?? null,
    authorized_attempt_id: attempt.attempt_id,
    capture_sequence: earlier + 1,
    reference_id: captureId,
    created_at: tx.now(),
    modified_at: tx.now(),
  });
  tx.transaction.em.persist(capture);
  beginHistory(tx, capture);
  transitionAttempt(tx, payment, attempt, 'capture_initiated', 'capture');
  return commitCall(tx, merchant_id, {
    flow: 'payment',
    operation: 'capture',
    objectId: payment_id,
    partId: captureId,
    account: { merchant_connector_id: attempt.merchant_connector_id!, connector_name: attempt.connector! },
    request: {
      amount,
      currency,
      connectorTransactionId: attempt.connector_transaction_id,
      more: payment.capture_method === 'manual_multiple' && amount < payment.amount_capturable,
    },
  });
}

/** Applies the outcome of a capture to it, its attempt and its payment. */
export const applyCapture: OutcomeHandler = async (tx, call, outcome) => {
  const payment = await lock(tx, Payment, call.object_id);
  const attempt = await activeAttempt(tx, payment);
  const capture = await lock(tx, Capture, call.part_id!);
  const { more } = decryptField(tx, call, 'request') as { more: boolean };
  capture.modified_at = tx.now();
  changeStatus(tx, capture, 'pending', 'connector');
  switch (outcome.kind) {
    case 'succeeded': {
      capture.connector_capture_id = outcome.connectorTransactionId;
      changeStatus(tx, capture, 'charged', 'connector');
      payment.amount_received += capture.amount;
      payment.amount_capturable = more ? payment.net_amount - payment.amount_received : 0;
      const isComplete = payment.amount_received === payment.net_amount;
      const partial = more ? 'partial_charged_and_chargeable' : 'partial_charged';
      transitionAttempt(tx, payment, attempt, isComplete ? 'charged' : partial, 'connector');
      return null;
    }
    case 'failed':
      capture.error_code = outcome.code;
      capture.error_message = outcome.message;
      capture.error_reason = outcome.issuerMessage ?? outcome.message;
      changeStatus(tx, capture, 'failed', 'connector');
      transitionAttempt(tx, payment, attempt, 'capture_failed', 'connector');
      return null;
    default:
      // The payment stays `processing` until the outcome is known.
      return null;
  }
};
