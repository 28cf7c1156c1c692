import { requireOwnProfile } from '../../access/choose-profile.ts';
import { commitCall } from '../../connector-calls/commit-call.ts';
import { runCalls } from '../../connector-calls/run-calls.ts';
import type { Attempt } from '../../entities/attempt.ts';
import { Capture } from '../../entities/capture.ts';
import type { ConnectorCall } from '../../entities/connector-call.ts';
import { Payment } from '../../entities/payment.ts';
import { paymentStates } from '../../entities/states/payment-states.ts';
import { clearFailure, recordFailure, recordIssuerFailure } from '../../error-mappings/map-error.ts';
import type { OutcomeHandler } from '../../foundation/call-record.ts';
import type { Context, WritingContext } from '../../foundation/context.ts';
import { moneyText } from '../../foundation/currencies.ts';
import { invalidParameter, Problem } from '../../foundation/errors.ts';
import type { Charges } from '../../foundation/ports/connector.ts';
import { requireState } from '../../foundation/state-machine.ts';
import { TEXT_MAX } from '../../model/index.ts';
import { applyChanges, beginHistory, changeStatus, decryptField } from '../../writes/apply-changes.ts';
import { inTransaction, lock } from '../../writes/transactions.ts';
import { activeAttempt, transitionAttempt } from '../authorize/attempts.ts';
import { storeCharges } from '../authorize/store-response.ts';
import type { PaymentCapture } from '../payment-inputs.ts';
import { requireStatementFits } from '../prepare-payment.ts';

/**
 * Captures an authorized payment, in full or in part. With capture method `manual` the first capture is the last; with
 * `manual_multiple` the rest stays capturable, unless the capture is marked final.
 *
 * @throws {Problem} `resource_not_found`, `unexpected_state`, `amount_exceeds_available`, `invalid_parameter`.
 */
export async function capturePayment(
  ctx: Context,
  paymentId: string,
  { amount, final_capture: isFinal = null, profile_id: profileId, ...descriptors }: PaymentCapture = {},
): Promise<void> {
  const call = await inTransaction(ctx, async (tx) => {
    const payment = await lock(tx, Payment, paymentId);
    requireOwnProfile('payment', payment, profileId);
    requireState('payment', paymentStates, 'capture', payment.status);
    const capturable = payment.amount_capturable;
    const requested = amount ?? capturable;
    if (requested < 1 || requested > capturable) {
      const message = `amount must be from 1 to ${moneyText(capturable, payment.currency)}, the amount still capturable.`;
      throw new Problem('amount_exceeds_available', message, { param: 'amount' });
    }
    const isMultiple = payment.capture_method === 'manual_multiple';
    if (isFinal === false && !isMultiple) {
      throw invalidParameter(
        'final_capture',
        'final_capture must be true or left out: only capture_method manual_multiple allows further captures.',
      );
    }
    const more = isMultiple && !isFinal && requested < capturable;
    applyChanges(tx, payment, descriptors);
    requireStatementFits(payment);
    return startCapture(tx, payment, await activeAttempt(tx, payment), requested, more);
  });
  await runCalls(ctx, call);
}

/** Records a capture and commits its connector call. `more` announces further captures. */
export async function startCapture(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  amount: number,
  more = false,
): Promise<ConnectorCall> {
  const { merchant_id, payment_id, currency } = payment;
  const { capture_id: captureId } = await addCapture(tx, payment, attempt, amount);
  clearFailure(attempt, payment);
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
      more,
      statementDescriptor: payment.statement_descriptor_name ?? null,
      statementDescriptorSuffix: payment.statement_descriptor_suffix ?? null,
    },
  });
}

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
 * @param charges What the connector charged for the authorization and the capture together.
 * @param isAsked Whether the authorization asked for it. What nobody asked for, as at an account that captures
 * automatically, is told like a merchant's capture.
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
  // A later report about the money is compared with the one that it was authorized by.
  capture.connector_updated_at = attempt.connector_updated_at ?? null;
  if (capture.status === 'started') changeStatus(tx, capture, 'pending', 'connector');
  chargeCapture(tx, payment, capture);
  await storeCharges(tx, payment, capture, charges);
}

/** Whether a capture is that of the money which was captured together with the authorization of an attempt. */
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

/** The name that an event about a capture at its connector is kept under until the capture is known. */
export const nameOfCapture = (capture: {
  readonly connectorCaptureId: string | null;
  readonly connectorTransactionId: string;
}): string => `capture/${capture.connectorTransactionId}/${capture.connectorCaptureId}`;

/** The name that a refund of more money than is known at its connector is kept under until more is captured. */
export const nameOfMoney = (connectorTransactionId: string): string => `money/${connectorTransactionId}`;

/** The name that an event about a refund at its connector is kept under until the refund is known. */
export const nameOfRefund = ({ connectorRefundId }: { readonly connectorRefundId: string }): string =>
  `refund/${connectorRefundId}`;

/** Marks a capture as charged, also one that had failed, and dates it, and its payment unless an earlier capture has. */
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

/** Counts a capture as received. Unless there may be `more`, the rest of the authorization is released. */
async function receiveCapture(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  capture: Capture,
  more: boolean,
): Promise<void> {
  const { amount_received, amount_refunded } = payment;
  // A capture that was taken back stays received as far as it was refunded: what is received now includes that.
  const before = amount_refunded > 0 ? await chargedSum(tx, attempt) : amount_received;
  chargeCapture(tx, payment, capture);
  payment.amount_received = Math.max(before + capture.amount, amount_refunded);
  payment.amount_capturable = more ? payment.amount_capturable - capture.amount : 0;
  const isComplete = payment.amount_received === payment.net_amount;
  const partial = more ? 'partial_charged_and_chargeable' : 'partial_charged';
  transitionAttempt(tx, payment, attempt, isComplete ? 'charged' : partial, 'connector');
}

/** Applies the outcome of a capture to it, its attempt and its payment. */
export const applyCapture: OutcomeHandler = async (tx, call, outcome) => {
  const payment = await lock(tx, Payment, call.object_id);
  const attempt = await activeAttempt(tx, payment);
  const capture = await lock(tx, Capture, call.part_id!);
  const { more } = decryptField(tx, call, 'request') as { more: boolean };
  capture.modified_at = tx.ports.now();
  if ('connectorTransactionId' in outcome)
    capture.connector_capture_id = outcome.connectorTransactionId ?? null;
  changeStatus(tx, capture, 'pending', 'connector');
  switch (outcome.kind) {
    case 'succeeded':
      await receiveCapture(tx, payment, attempt, capture, more);
      await storeCharges(tx, payment, capture, outcome);
      return null;
    case 'failed':
      await recordFailure(tx, call, outcome, attempt, payment);
      recordIssuerFailure(outcome, attempt, payment);
      capture.error_code = attempt.error_code ?? null;
      capture.error_message = attempt.error_message ?? null;
      capture.error_reason = (outcome.issuerMessage ?? outcome.message).slice(0, TEXT_MAX);
      changeStatus(tx, capture, 'failed', 'connector');
      transitionAttempt(tx, payment, attempt, 'capture_failed', 'connector');
      return null;
    default:
      // The payment stays `processing` until the outcome is known.
      return null;
  }
};
