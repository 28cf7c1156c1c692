import type { Attempt } from '../../entities/attempt.ts';
import { Capture } from '../../entities/capture.ts';
import type { Payment } from '../../entities/payment.ts';
import type { WritingContext } from '../../foundation/context.ts';
import type { Charges } from '../../foundation/ports/connector.ts';
import { beginHistory, changeStatus } from '../../writes/apply-changes.ts';
import { lock } from '../../writes/transactions.ts';
import { storeCharges } from './store-response.ts';

/** Adds a capture of an attempt's authorization, as started. */
export async function addCapture(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  amount: number,
): Promise<Capture> {
  const { merchant_id, payment_id } = payment;
  const earlier = await tx.transaction.em.count(Capture, { merchant_id, payment_id });
  const capture = newCapture(tx, payment, attempt, { amount, sequence: earlier + 1, status: 'started' });
  capture.reference_id = capture.capture_id;
  return capture;
}

/**
 * Records the money that a payment received together with its authorization as a capture.
 *
 * @param charges The connector's charges for the authorization and the capture together.
 * @param isAsked Whether the authorization asked for it. An unrequested capture, as at an account that captures
 * automatically, is reported like a merchant's capture.
 * @param isAgain Whether the attempt was authorized before, and then failed: its capture counts again.
 */
export async function recordCaptureAtOnce(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  {
    charges,
    isAgain,
    isAsked,
  }: { readonly charges: Charges; readonly isAgain: boolean; readonly isAsked: boolean },
): Promise<void> {
  const { amount_received: amount, attempt_count, merchant_id, payment_id } = payment;
  // Captures refer to an authorization, and the first attempt's is recorded only now.
  const isFirst = attempt_count === 1 && !isAgain;
  const earlier = isFirst ? [] : await tx.transaction.em.find(Capture, { merchant_id, payment_id });
  const failed = earlier.find((one) => one.amount === amount && isAtOnce(one, attempt));
  const status = isAsked ? 'charged' : 'started';
  const capture = failed
    ? await lock(tx, Capture, failed.capture_id)
    : newCapture(tx, payment, attempt, { amount, sequence: earlier.length + 1, status });
  // A later report about the money is compared with the authorization's report.
  capture.connector_updated_at = attempt.connector_updated_at ?? null;
  if (capture.status === 'started') changeStatus(tx, capture, 'pending', 'connector');
  chargeCapture(tx, payment, capture);
  await storeCharges(tx, payment, capture, charges);
}

/** Whether a capture was made together with its attempt's authorization. */
export const isAtOnce = (
  { authorized_attempt_id, connector_capture_id, reference_id }: Capture,
  { attempt_id }: Pick<Attempt, 'attempt_id'>,
): boolean => authorized_attempt_id === attempt_id && !connector_capture_id && !reference_id;

/** Persists a capture and begins its history. */
function newCapture(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  { amount, sequence, status }: Pick<Capture, 'amount' | 'status'> & { readonly sequence: number },
): Capture {
  const { merchant_id, payment_id, currency } = payment;
  const capture = Object.assign(new Capture(), {
    merchant_id,
    capture_id: tx.ports.ids.make('cap'),
    payment_id,
    status,
    amount,
    currency,
    connector: payment.connector ?? null,
    authorized_attempt_id: attempt.attempt_id,
    capture_sequence: sequence,
    profile_id: payment.profile_id ?? null,
    created_at: tx.ports.now(),
    modified_at: tx.ports.now(),
  });
  tx.transaction.em.persist(capture);
  beginHistory(tx, capture);
  return capture;
}

/** Marks a capture as charged, even one that had failed. Dates it, and its payment unless an earlier capture did. */
export function chargeCapture(tx: WritingContext, payment: Payment, capture: Capture): void {
  if (capture.status !== 'charged') changeStatus(tx, capture, 'charged', 'connector');
  capture.error_code = capture.error_message = capture.error_reason = null;
  capture.captured_at = capture.modified_at = tx.ports.now();
  payment.paid_at ??= capture.captured_at;
}

/** The sum of an attempt's captures that were not taken back. */
export async function chargedSum(
  tx: WritingContext,
  { attempt_id: authorized_attempt_id, merchant_id, payment_id }: Attempt,
): Promise<number> {
  const captures = await tx.transaction.em.find(Capture, { merchant_id, payment_id, authorized_attempt_id });
  return captures.reduce((sum, { amount, status }) => (status === 'charged' ? sum + amount : sum), 0);
}
