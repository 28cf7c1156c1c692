import {
  type EventOf,
  type EventSource,
  paymentOfTransaction,
  type Reported,
  recorded,
  TooEarlyError,
  unknownObject,
} from '../connector-calls/connector-reports.ts';
import { recordOutcome } from '../connector-calls/run-calls.ts';
import { Capture } from '../entities/capture.ts';
import { ConnectorCall } from '../entities/connector-call.ts';
import type { WritingContext } from '../foundation/context.ts';
import { changeStatus } from '../writes/apply-changes.ts';
import { activeAttempt } from './attempts.ts';
import { addCapture, receiveCapture } from './capture-payment.ts';

/** The statuses of an attempt whose authorization can be captured. */
const capturable: readonly string[] = [
  'authorized',
  'unresolved',
  'capture_failed',
  'void_failed',
  'partial_charged_and_chargeable',
];
/** The statuses of an attempt that has nothing left to capture. */
const over: readonly string[] = ['charged', 'partial_charged', 'voided', 'failure'];

/**
 * Records a capture that an account reports. One that the service did not ask for, such as one made in the connector's
 * dashboard, becomes a capture of its payment.
 *
 * @throws {TooEarlyError} while it may be one of our own whose response is not recorded yet, and for more money than
 * is recorded as authorized.
 */
export async function recordCapture(
  tx: WritingContext,
  source: EventSource,
  event: EventOf<'capture_made'>,
): Promise<Reported> {
  const found = await paymentOfTransaction(tx, source, event.connectorTransactionId);
  if (!found) return unknownObject;
  const { attemptId, payment } = found;
  const attempt = await activeAttempt(tx, payment);
  if (attempt.attempt_id !== attemptId) return recorded;
  const { merchant_id, payment_id } = payment;
  const { connectorCaptureId: connector_capture_id } = event;
  const known = await tx.transaction.em.findOne(Capture, { merchant_id, payment_id, connector_capture_id });
  if (known) {
    if (known.status !== 'pending') return recorded;
    const key = { merchant_id, object_id: payment_id, part_id: known.capture_id };
    const call = await tx.transaction.em.findOneOrFail(ConnectorCall, { ...key, operation: 'capture' });
    const outcome = { kind: 'succeeded', connectorTransactionId: connector_capture_id } as const;
    return { isKnown: true, next: await recordOutcome(tx, call, outcome) };
  }
  if (over.includes(attempt.status)) return recorded;
  if (!capturable.includes(attempt.status)) throw new TooEarlyError('The authorization is changing.');
  const { amount, currency } = event;
  if (currency !== payment.currency || amount < 1 || amount > payment.amount_capturable) {
    throw new TooEarlyError('The money that was captured is not recorded as authorized yet.');
  }
  const capture = await addCapture(tx, payment, attempt, amount);
  capture.connector_capture_id = connector_capture_id;
  changeStatus(tx, capture, 'pending', 'connector');
  receiveCapture(tx, payment, attempt, capture, !event.final && amount < payment.amount_capturable);
  return recorded;
}
