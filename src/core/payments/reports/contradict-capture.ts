import { Attempt } from '../../entities/attempt.ts';
import { Capture } from '../../entities/capture.ts';
import { Payment } from '../../entities/payment.ts';
import type { Contradiction } from '../../foundation/call-record.ts';
import { lock } from '../../writes/transactions.ts';
import { captureAgain } from '../capture/take-capture.ts';
import { captureFailsLater } from './fail-capture.ts';

/** Applies an outcome that contradicts a complete capture's. */
export const contradictCapture: Contradiction = async (tx, call, outcome, at) => {
  const payment = await lock(tx, Payment, call.object_id);
  const capture = await lock(tx, Capture, call.part_id!);
  const attempt = await lock(tx, Attempt, capture.authorized_attempt_id);
  if (outcome.kind === 'succeeded') {
    capture.connector_capture_id ??= outcome.connectorTransactionId;
    return captureAgain(tx, payment, attempt, capture, outcome, at);
  }
  if (outcome.kind === 'failed') await captureFailsLater(tx, payment, attempt, capture, outcome, at);
  return null;
};
