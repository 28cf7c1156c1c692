import {
  type Authorization,
  authorizationOfTransaction,
  type EventOf,
  TooEarlyError,
} from '../../connector-calls/connector-reports.ts';
import { nameOfCapture, nameOfMoney } from '../../connector-calls/kept-events.ts';
import { isSameMoney, movedOtherwise, recordNotAsAsked } from '../../connector-calls/not-as-asked.ts';
import { readCharges, reportedSuccess } from '../../connector-calls/read-outcome.ts';
import { reportRecorder } from '../../connector-calls/record-report.ts';
import { isLater } from '../../connector-calls/run-calls.ts';
import type { Attempt } from '../../entities/attempt.ts';
import { Capture } from '../../entities/capture.ts';
import type { Payment } from '../../entities/payment.ts';
import { reportsOnAttempts } from '../../entities/states/later-reports.ts';
import { lives } from '../../entities/states/lives.ts';
import type { CallRecord } from '../../foundation/call-record.ts';
import type { WritingContext } from '../../foundation/context.ts';
import { lock } from '../../writes/transactions.ts';
import { isAtOnce } from '../attempt/captures.ts';
import { captureAgain, takeElsewhere } from '../capture/take-capture.ts';
import { openCaptureCall } from './fail-capture.ts';

type CaptureMade = EventOf<'capture_made'>;

/** What the report of a capture is about; null without a capture that is known. */
interface MadeCapture extends Authorization {
  readonly capture: Capture | null;
}

/**
 * Records a capture that an account reports. One that the service did not ask for, such as one made in the connector's
 * dashboard, becomes a capture of its payment, also if the authorization had failed, expired or been cancelled there.
 * Money that the payment cannot take goes back; more than is authorized is shown as not as asked.
 *
 * @throws {TooEarlyError} while it may be one of our own whose response is not recorded yet.
 */
export const recordCapture = reportRecorder<'capture_made', MadeCapture>({
  find: async (tx, source, event) => {
    const found = await authorizationOfTransaction(tx, source, event);
    return found && { ...found, capture: await findCapture(tx, found.attempt, event) };
  },
  openCall: (tx, { capture, payment }) => openCaptureCall(tx, payment, capture),
  outcome: (event) => reportedSuccess(event.connectorCaptureId, event),
  decide: async (tx, { attempt, capture: known, payment }, event) => {
    if (known) {
      const capture = await lock(tx, Capture, known.capture_id);
      const asked = { amount: capture.amount, currency: capture.currency ?? payment.currency };
      if (isLater(lives.capture, capture, 'charged', event.at) && !isSameMoney(asked, event)) {
        recordNotAsAsked(tx, 'payment_not_as_asked', movedOtherwise(asked, event), payment, capture);
        payment.updated = capture.modified_at = tx.ports.now();
        return {};
      }
      const next = await captureAgain(tx, payment, attempt, capture, readCharges(event), event.at);
      return { next, arrived: [nameOfMoney(event.connectorTransactionId)] };
    }
    if (reportsOnAttempts.captured[attempt.status] === 'waits') {
      throw new TooEarlyError('The authorization is changing.');
    }
    const next = await captureElsewhere(tx, payment, attempt, event);
    return { next, arrived: [nameOfCapture(event), nameOfMoney(event.connectorTransactionId)] };
  },
});

/** A capture that the service did not ask for, and does not know yet. */
async function captureElsewhere(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  event: CaptureMade,
): Promise<CallRecord | null> {
  if (goesBackAsWhole(payment, attempt)) return null;
  return takeElsewhere(tx, payment, attempt, { ...event, charges: readCharges(event) });
}

/**
 * The capture that an account reports, by its identifier. Money that was captured together with its authorization has
 * none: a report of the same amount is about it, unless there is more to capture.
 */
async function findCapture(
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

/** Whether what was captured together with the authorization goes back, which is in no capture. */
const goesBackAsWhole = ({ reversals }: Payment, { attempt_id }: Attempt): boolean =>
  (reversals ?? []).some(
    (one) => one.attempt_id === attempt_id && one.operation === 'refund' && !one.connector_capture_id,
  );
