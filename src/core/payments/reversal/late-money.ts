import type { Attempt } from '../../entities/attempt.ts';
import { ConnectorCall } from '../../entities/connector-call.ts';
import type { Payment } from '../../entities/payment.ts';
import { takesLateMoney } from '../../entities/states/later-reports.ts';
import type { Reversal } from '../../entities/values/payment-parts.ts';
import type { Tries } from '../../error-mappings/retry-rule.ts';
import type { WritingContext } from '../../foundation/context.ts';
import { decryptField } from '../../writes/apply-changes.ts';
import { activeAttemptId, attemptId, isBlocked } from '../attempt/attempts.ts';
import { endReason } from './reverse-payment.ts';

type Reason = NonNullable<Reversal['reason']>;

/**
 * Why a locked payment cannot take the money of one of its attempts, which the connector reports after the attempt
 * had ended; null if it can.
 */
export async function cannotTakeMoney(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
): Promise<Reason | null> {
  // The payment was confirmed again, perhaps by another method.
  if (isBlocked(payment, attempt)) return 'another_attempt';
  const takes = takesLateMoney[payment.status];
  if (activeAttemptId(payment) === attempt.attempt_id) {
    const isFinal =
      takes?.own === 'never' ||
      (takes?.own === 'unless_ended_here' && (await isEndedHere(tx, payment, attempt)));
    return isFinal ? endReason(payment) : null;
  }
  if (takes?.own === 'unless_ended_here') return endReason(payment);
  // Another attempt of the same confirmation is paid by the same method; any other may have another.
  const isEarlier = takes?.earlier === true && (await isSameConfirmation(tx, payment, attempt));
  return isEarlier ? null : 'another_attempt';
}

/**
 * Whether the merchant or the session ended a payment, rather than its connector. If the service ended it, it also asked
 * the connector for a void, unless the customer had not been sent there.
 */
async function isEndedHere(
  tx: WritingContext,
  { merchant_id, payment_id: object_id }: Payment,
  { attempt_id: part_id, authorized_at }: Attempt,
): Promise<boolean> {
  if (!authorized_at) return true;
  const asked = { merchant_id, object_id, part_id, operation: 'void' } as const;
  return (await tx.transaction.em.findOne(ConnectorCall, asked)) !== null;
}

/** Whether every attempt after this one was an automatic retry of its confirmation. */
async function isSameConfirmation(
  tx: WritingContext,
  { attempt_count, merchant_id, payment_id }: Payment,
  { attempt_id }: Attempt,
): Promise<boolean> {
  const ids = Array.from({ length: attempt_count }, (_, place) => attemptId({ payment_id }, place + 1));
  const later = ids.slice(ids.indexOf(attempt_id) + 1);
  const calls = await tx.transaction.em.find(ConnectorCall, {
    merchant_id,
    object_id: payment_id,
    operation: 'authorize',
    part_id: { $in: later },
  });
  const isRetry = (call: ConnectorCall) => {
    const { retries, tried } = decryptField(tx, call, 'request') as Tries;
    return retries > 0 || tried.length > 0;
  };
  return calls.length === later.length && calls.every(isRetry);
}
