import { Capture } from '../entities/capture.ts';
import { Payment } from '../entities/payment.ts';
import type { OutcomeHandler } from '../foundation/call-record.ts';
import { decryptField } from '../writes/apply-changes.ts';
import { changeStatus } from '../writes/change-status.ts';
import { lock } from '../writes/transactions.ts';
import { activeAttempt, transitionAttempt } from './attempts.ts';

/** What a capture came to, applied to it, its attempt and its payment. */
export const applyCapture: OutcomeHandler = async (tx, call, outcome) => {
  const payment = await lock(tx, Payment, call.object_id);
  const attempt = await activeAttempt(tx, payment);
  const capture = await lock(tx, Capture, call.part_id!);
  const { more } = decryptField(tx, call, 'request') as { more: boolean };
  capture.modified_at = tx.now();
  // A capture is asked for once; from then on it waits for its outcome.
  changeStatus(tx, capture, 'pending', 'connector');
  switch (outcome.kind) {
    case 'succeeded': {
      capture.connector_capture_id = outcome.connectorTransactionId;
      changeStatus(tx, capture, 'charged', 'connector');
      payment.amount_received += capture.amount;
      payment.amount_capturable = more ? payment.net_amount - payment.amount_received : 0;
      const whole = payment.amount_received === payment.net_amount;
      const to = whole ? 'charged' : more ? 'partial_charged_and_chargeable' : 'partial_charged';
      transitionAttempt(tx, payment, attempt, to, 'connector');
      return null;
    }
    case 'failed':
      Object.assign(capture, {
        error_code: outcome.code,
        error_message: outcome.message,
        error_reason: outcome.issuerMessage ?? outcome.message,
      });
      changeStatus(tx, capture, 'failed', 'connector');
      transitionAttempt(tx, payment, attempt, 'capture_failed', 'connector');
      return null;
    default:
      // The payment stays `processing` until the outcome is known.
      return null;
  }
};
