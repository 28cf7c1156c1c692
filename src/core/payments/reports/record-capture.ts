import { type EventOf, TooEarlyError } from '../../connector-calls/connector-reports.ts';
import { reportRecorder } from '../../connector-calls/record-report.ts';
import type { Attempt } from '../../entities/attempt.ts';
import { Capture } from '../../entities/capture.ts';
import type { Payment } from '../../entities/payment.ts';
import { reportsOnAttempts } from '../../entities/states/later-reports.ts';
import { lives } from '../../entities/states/lives.ts';
import type { WritingContext } from '../../foundation/context.ts';
import { lock } from '../../writes/transactions.ts';
import { isAtOnce } from '../attempt/captures.ts';
import { captureAgain, takeElsewhere } from '../capture/take-capture.ts';
import { openCaptureCall } from './fail-capture.ts';

type CaptureMade = EventOf<'capture_made'>;

/**
 * Records a capture that an account reports. An unrequested capture, such as in the connector's dashboard, becomes a capture
 * of its payment, even if the authorization had failed, expired or been cancelled there. Money that the payment cannot
 * accept is reversed; an excess over the authorization is shown as a mismatch.
 *
 * @throws {TooEarlyError} while it may be the service's own capture, whose response is not recorded yet.
 */
export const recordCapture = reportRecorder<'capture_made'>({
  findCapture: (tx, { attempt }, event) => captureOfEvent(tx, attempt, event),
  openCall: (tx, { capture, payment }) => openCaptureCall(tx, payment, capture),
  outcome: ({ amount, connectorCaptureId, currency }) => ({
    ...{ connectorTransactionId: connectorCaptureId, amount, currency },
  }),
  asked: async (tx, { capture: known, payment }) => {
    const object = known && (await lock(tx, Capture, known.capture_id));
    if (!object) return null;
    const money = { amount: object.amount, currency: object.currency ?? payment.currency };
    const event = 'payment_not_as_asked';
    return { life: lives.capture, object, report: 'charged', money, event, shownOn: [payment, object] };
  },
  decide: async (tx, { attempt, capture, payment }, event) => {
    if (capture) {
      const next = await captureAgain(tx, payment, attempt, capture, event, event.at);
      return { next, arrived: ['money'] };
    }
    if (reportsOnAttempts.captured[attempt.status] === 'waits') {
      throw new TooEarlyError('The authorization is changing.');
    }
    const isReturned = goesBackAsWhole(payment, attempt);
    const next = isReturned ? null : await takeElsewhere(tx, payment, attempt, { ...event, charges: event });
    return { next, arrived: ['capture', 'money'] };
  },
});

/**
 * The capture that an account reports, by its identifier. Money that was captured together with its authorization has
 * none: a report of the same amount is about it, unless there is more to capture.
 */
async function captureOfEvent(
  tx: WritingContext,
  attempt: Attempt,
  { amount, connectorCaptureId }: CaptureMade,
): Promise<Capture | null> {
  const { attempt_id: authorized_attempt_id, merchant_id, payment_id } = attempt;
  const captures = await tx.transaction.em.find(Capture, { merchant_id, payment_id, authorized_attempt_id });
  const named = captures.find((one) => one.connector_capture_id === connectorCaptureId);
  if (named || attempt.status === 'partial_charged_and_chargeable') return named ?? null;
  return captures.find((one) => one.amount === amount && isAtOnce(one, attempt)) ?? null;
}

/** Whether money captured with the authorization is being reversed. No capture has it. */
const goesBackAsWhole = ({ reversals }: Payment, { attempt_id }: Attempt): boolean =>
  (reversals ?? []).some(
    (one) => one.attempt_id === attempt_id && one.operation === 'refund' && !one.connector_capture_id,
  );
