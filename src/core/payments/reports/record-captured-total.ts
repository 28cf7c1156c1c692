import { type EventOf, TooEarlyError } from '../../connector-calls/connector-reports.ts';
import { reportRecorder } from '../../connector-calls/record-report.ts';
import type { Attempt } from '../../entities/attempt.ts';
import { Capture } from '../../entities/capture.ts';
import type { Payment } from '../../entities/payment.ts';
import { reportsOnAttempts } from '../../entities/states/later-reports.ts';
import type { WritingContext } from '../../foundation/context.ts';
import { takeElsewhere } from '../capture/take-capture.ts';

type CapturedTotal = EventOf<'captured_total'>;

/**
 * Records an account's captured total of an authorization: the excess over the known captures becomes a capture of the
 * payment, as in `recordCapture`, or is reversed. A repeated or outdated total changes nothing.
 *
 * @throws {TooEarlyError} for unknown money while a call about the authorization is under way, or its customer decides.
 */
export const recordCapturedTotal = reportRecorder<'captured_total'>({
  decide: async (tx, { attempt, payment }, event) => {
    const amount = await unknownPart(tx, payment, attempt, event);
    if (amount <= 0) return {};
    if (reportsOnAttempts.captured[attempt.status] === 'waits') {
      throw new TooEarlyError('The authorization is changing.');
    }
    const { at, chargedFor, connectorCaptureId, currency, final } = event;
    const charges = chargedFor === amount ? event : {};
    const made = { amount, at, charges, connectorCaptureId, currency, final, isFurther: true };
    return { next: await takeElsewhere(tx, payment, attempt, made), arrived: ['money'] };
  },
});

/**
 * The part of a total that is neither in the payment's captures nor goes back. A capture of ours that is in the total and
 * not recorded as received has its own report: it may be in flight, or have been given up.
 */
async function unknownPart(
  tx: WritingContext,
  { reversals }: Payment,
  { attempt_id: authorized_attempt_id, merchant_id, payment_id }: Attempt,
  { captures: ours, total }: CapturedTotal,
): Promise<number> {
  const captures = await tx.transaction.em.find(Capture, { merchant_id, payment_id, authorized_attempt_id });
  const charged = captures.filter(({ status }) => status === 'charged');
  const known = new Set(captures.map(({ capture_id }) => capture_id));
  const counted = new Set(charged.map(({ capture_id }) => capture_id));
  const reported = ours.filter(({ reference }) => known.has(reference) && !counted.has(reference));
  const returned = (reversals ?? []).filter(
    (one) => one.attempt_id === authorized_attempt_id && one.operation === 'refund',
  );
  // A capture of ours that goes back is in its reversal.
  const idsReturned = new Set(returned.map((one) => one.connector_capture_id));
  const isReturned = (reference: string) =>
    captures.some(
      (one) =>
        one.capture_id === reference && one.connector_capture_id && idsReturned.has(one.connector_capture_id),
    );
  const awaited = reported.filter(({ reference }) => !isReturned(reference));
  return total - sumOf(charged) - sumOf(awaited) - sumOf(returned);
}

const sumOf = (parts: readonly { readonly amount?: number | null }[]): number =>
  parts.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
