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
import { requireState } from '../../foundation/state-machine.ts';
import { TEXT_MAX } from '../../model/index.ts';
import { applyChanges, changeStatus, decryptField } from '../../writes/apply-changes.ts';
import { inTransaction, lock } from '../../writes/transactions.ts';
import { activeAttempt, transitionAttempt } from '../attempt/attempts.ts';
import { addCapture, chargeCapture, chargedSum } from '../attempt/captures.ts';
import { storeCharges } from '../attempt/store-response.ts';
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

/** Counts a capture as received. Unless there may be `more`, the rest of the authorization is released. */
async function receiveCapture(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  capture: Capture,
  more: boolean,
): Promise<void> {
  const { amount_received, amount_refunded } = payment;
  // The refunded part of a reversed capture stays received: the amount received now includes it.
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
