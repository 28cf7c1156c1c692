import { commitCall } from '../../connector-calls/commit-call.ts';
import type { EventSource } from '../../connector-calls/connector-reports.ts';
import { Attempt } from '../../entities/attempt.ts';
import { ConnectorCall } from '../../entities/connector-call.ts';
import { Payment } from '../../entities/payment.ts';
import type { Reversal } from '../../entities/values/payment-parts.ts';
import { type FailureFields, recordFailure } from '../../error-mappings/map-error.ts';
import type { CallRecord, OutcomeHandler } from '../../foundation/call-record.ts';
import type { WritingContext } from '../../foundation/context.ts';
import type { ConnectorSuccess } from '../../foundation/ports/connector.ts';
import { announce, changeStatus, decryptField } from '../../writes/apply-changes.ts';
import { lock } from '../../writes/transactions.ts';
import {
  amountOfCall,
  amountToReturn,
  captureOfCall,
  commitReturn,
  isSuperseded,
  REVERSAL_MESSAGE,
  returnRest,
} from './return-rest.ts';

/** Money of an attempt that its payment cannot take. */
export interface LateMoney {
  readonly reason: NonNullable<Reversal['reason']>;
  /** Whether it was captured, or is only authorized. */
  readonly operation: NonNullable<Reversal['operation']>;
  readonly amount: number;
  readonly currency: string;
  /** For money with a separate capture. */
  readonly connectorCaptureId?: string | null;
  /** Whether it is known to be other money than any that goes back already. */
  readonly isFurther?: boolean;
}

/** The request of an authorization. */
interface AuthorizedRequest {
  readonly amount: number;
  readonly currency: string;
  readonly capture: boolean;
}

/** Why the authorizations of reversals are voided. */
const REVERSAL_CAUSE = 'reversal';

/** The outcome of an authorization whose payment or attempt had ended. A late authorization is a later report. */
export const ENDED = Object.freeze({ kind: 'failed', code: 'voided', message: 'It was voided.' } as const);

/**
 * Commits the call that returns money which its payment cannot accept, and shows it on the payment. Money that is already
 * being returned, or was refunded at the connector meanwhile, is left out.
 *
 * @returns The call; null if all the money is already being returned.
 */
export async function startReversal(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  money: LateMoney,
): Promise<CallRecord | null> {
  const { amount, connectorCaptureId = null, currency, isFurther = false, operation, reason } = money;
  const isKnown = (payment.reversals ?? []).some(
    (one) =>
      one.attempt_id === attempt.attempt_id &&
      one.operation === operation &&
      // A capture made with its authorization was returned as a whole.
      (one.connector_capture_id === connectorCaptureId ||
        (!isFurther && (one.connector_capture_id ?? null) === null)),
  );
  if (isKnown) return null;
  const asked =
    operation === 'refund' ? await amountToReturn(tx, payment, attempt, { amount, currency }) : amount;
  const isBack = asked === 0;
  payment.reversals = [
    ...(payment.reversals ?? []),
    {
      attempt_id: attempt.attempt_id,
      reason,
      operation,
      amount,
      currency,
      connector_capture_id: connectorCaptureId,
      status: isBack ? 'succeeded' : 'pending',
      error_code: null,
      error_message: null,
    },
  ];
  payment.updated = attempt.modified_at = tx.ports.now();
  attempt.authorized_at ??= tx.ports.now();
  // The attempt shows the result of its money. Its payment does not follow it.
  if (operation === 'void') changeStatus(tx, attempt, 'void_initiated', 'connector');
  else if (attempt.status !== 'auto_refunded') changeStatus(tx, attempt, 'charged', 'connector');
  if (isBack) {
    changeStatus(tx, attempt, 'auto_refunded', 'connector');
    announce(tx, payment, 'payment_reversed');
    return null;
  }
  if (operation === 'refund') {
    return commitReturn(tx, payment, attempt, { amount: asked, connectorCaptureId, currency });
  }
  const { connector_transaction_id: connectorTransactionId } = attempt;
  return commitCall(tx, payment.merchant_id, {
    flow: 'payment',
    operation,
    objectId: payment.payment_id,
    partId: attempt.attempt_id,
    account: { merchant_connector_id: attempt.merchant_connector_id!, connector_name: attempt.connector! },
    request: { connectorTransactionId, reason: REVERSAL_MESSAGE, cause: REVERSAL_CAUSE, mustArrive: true },
  });
}

/** Whether an entry of a payment is the reversal of a call. */
function isOfCall(tx: WritingContext, call: CallRecord): (one: Reversal) => boolean {
  const captureId = captureOfCall(tx, call);
  return (one) =>
    one.attempt_id === call.part_id &&
    one.operation === call.operation &&
    (one.connector_capture_id ?? null) === captureId;
}

/** The reversal of a call, as its payment shows it. */
export async function reversalOf(tx: WritingContext, call: CallRecord): Promise<Reversal> {
  const { reversals } = await lock(tx, Payment, call.object_id);
  return reversals.find(isOfCall(tx, call))!;
}

/** Applies the outcome of a reversal's call, even if it contradicts an earlier outcome. */
export const applyReversal: OutcomeHandler = async (tx, call, outcome) => {
  const payment = await lock(tx, Payment, call.object_id);
  const attempt = await lock(tx, Attempt, call.part_id!);
  const isThis = isOfCall(tx, call);
  if (payment.reversals.find(isThis)?.status === outcome.kind) return null;
  const settle = (changes: Partial<Reversal>) => {
    payment.reversals = payment.reversals.map((one) => (isThis(one) ? { ...one, ...changes } : one));
    payment.updated = attempt.modified_at = tx.ports.now();
  };
  if (outcome.kind === 'succeeded') {
    settle({ status: 'succeeded', error_code: null, error_message: null });
    if (call.operation === 'void') changeStatus(tx, attempt, 'voided', 'connector');
    else if (attempt.status === 'charged') changeStatus(tx, attempt, 'auto_refunded', 'connector');
    announce(tx, payment, 'payment_reversed');
  }
  if (outcome.kind === 'failed') {
    // Less was asked for since: this is known.
    if (await isSuperseded(tx, attempt, call)) return null;
    const failure: FailureFields = {};
    await recordFailure(tx, call, outcome, failure);
    const { error_code = null, error_message = null } = failure;
    settle({ status: 'failed', error_code, error_message });
    if (attempt.status === 'void_initiated')
      changeStatus(tx, attempt, 'void_failed', 'connector', 'payment_reversal_failed');
    else if (attempt.status === 'auto_refunded') changeStatus(tx, attempt, 'charged', 'connector');
    const next = await returnRest(tx, payment, attempt);
    if (payment.reversals.find(isThis)?.status === 'failed') announce(tx, payment, 'payment_reversal_failed');
    return next;
  }
  // Another reversal may have been refused for less than this one leaves.
  return outcome.kind === 'succeeded' ? returnRest(tx, payment, attempt) : null;
};

/** Whether a call gives money back that its payment could not take. */
export function isReversal(tx: WritingContext, call: CallRecord): boolean {
  if (call.flow !== 'payment') return false;
  if (call.operation === 'refund') return true;
  return (
    call.operation === 'void' &&
    (decryptField(tx, call, 'request') as { cause?: string }).cause === REVERSAL_CAUSE
  );
}

/** A refund as its vendor reports it. */
interface ReportedRefund {
  readonly connectorRefundId: string;
  readonly reference?: string | null;
  /** Absent from the report of a failure. */
  readonly amount?: number;
}

/**
 * The reversal's call that a refund at the connector is of; null if it is of none. A vendor may give a refund that was made
 * in its dashboard the reference of the payment, which reversals have too: one of another amount is no reversal.
 */
export async function reversalOfRefund(
  tx: WritingContext,
  { merchantConnectorId: merchant_connector_id, merchantId: merchant_id }: EventSource,
  { amount, connectorRefundId, reference }: ReportedRefund,
): Promise<ConnectorCall | null> {
  const { em } = tx.transaction;
  const attempt = reference ? await em.findOne(Attempt, { merchant_id, attempt_id: reference }) : null;
  if (!attempt) return null;
  const { attempt_id: part_id, payment_id: object_id } = attempt;
  const calls = await em.find(
    ConnectorCall,
    { merchant_id, merchant_connector_id, object_id, part_id, operation: 'refund' },
    { orderBy: { call_id: 'asc' } },
  );
  const idOf = (call: ConnectorCall) =>
    (call.outcome as { connectorTransactionId?: string } | null)?.connectorTransactionId;
  const isOfAmount = (call: ConnectorCall) => amount === undefined || amountOfCall(tx, call) === amount;
  const unnamed = calls.filter((call) => !idOf(call) && isOfAmount(call));
  return (
    calls.find((call) => idOf(call) === connectorRefundId) ??
    unnamed.find(({ status }) => status === 'intended') ??
    unnamed[0] ??
    null
  );
}

/**
 * Returns an authorization's money that its payment cannot accept.
 *
 * @param call The authorization's call.
 * @returns The call of the reversal; null if the money is already being returned, or there is none, as for a verification.
 */
export async function reverseAuthorization(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  call: CallRecord,
  outcome: ConnectorSuccess,
  reason: LateMoney['reason'],
): Promise<CallRecord | null> {
  const { connectorTransactionId } = outcome;
  attempt.connector_transaction_id = connectorTransactionId;
  if (payment.reference_id === attempt.attempt_id) payment.connector_transaction_id = connectorTransactionId;
  const held = heldBy(tx, call, outcome);
  return held.amount === 0 ? null : startReversal(tx, payment, attempt, { ...held, reason });
}

/** The money that an authorization holds, and how it goes back: captured money is refunded. */
export function heldBy(
  tx: WritingContext,
  call: CallRecord,
  { money }: ConnectorSuccess,
): Omit<LateMoney, 'reason'> {
  const { amount, capture, currency } = decryptField(tx, call, 'request') as AuthorizedRequest;
  const { authorized, captured } = money ?? { authorized: amount, captured: capture ? amount : 0 };
  return captured > 0
    ? { operation: 'refund', amount: captured, currency }
    : { operation: 'void', amount: authorized, currency };
}

/** Why the money of an attempt that ended goes back: its payment ended too, or goes on with another. */
export function endReason({ status }: Payment): LateMoney['reason'] {
  if (status === 'expired') return 'payment_expired';
  return status === 'cancelled' ? 'payment_cancelled' : 'another_attempt';
}
