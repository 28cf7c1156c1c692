import {
  type Authorization,
  authorizationOfTransaction,
  type EventOf,
  TooEarlyError,
} from '../../connector-calls/connector-reports.ts';
import { reportRecorder } from '../../connector-calls/record-report.ts';
import { isLater, noteDecision } from '../../connector-calls/run-calls.ts';
import type { Attempt } from '../../entities/attempt.ts';
import { ConnectorCall } from '../../entities/connector-call.ts';
import type { Payment } from '../../entities/payment.ts';
import { reportsOnAttempts } from '../../entities/states/later-reports.ts';
import { lives } from '../../entities/states/lives.ts';
import type { WritingContext } from '../../foundation/context.ts';
import type { Outcome } from '../../foundation/ports/connector.ts';
import { eraseMethodData } from '../../payment-methods/sealed-data.ts';
import { changeStatus } from '../../writes/apply-changes.ts';
import { activeAttemptId, transitionAttempt } from '../authorize/attempts.ts';

/** How an authorization ends before all of it is captured. */
export type AuthorizationEnd = EventOf<'authorization_ended'>['reason'];

const messages: Readonly<Record<AuthorizationEnd, string>> = {
  cancelled: 'The authorization was cancelled at the connector.',
  expired: 'The authorization expired at the connector.',
};

/** Whether an authorization failed because it was cancelled or expired at its connector before it was decided. */
export const endedUndecided = (outcome: Outcome | null): boolean =>
  outcome?.kind === 'failed' &&
  Object.entries(messages).some(([code, message]) => outcome.code === code && outcome.message === message);

/**
 * Ends an authorization that can no longer be captured. Captured amounts stay; a payment without any capture is
 * cancelled or expired.
 */
export function endAuthorization(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  end: AuthorizationEnd,
): void {
  payment.amount_capturable = 0;
  eraseMethodData(payment);
  payment.next_action = null;
  const cause = end === 'expired' ? 'expiry' : 'connector';
  if (payment.amount_received > 0 || end === 'cancelled') {
    const to = payment.amount_received > 0 ? 'partial_charged' : 'voided';
    transitionAttempt(tx, payment, attempt, to, cause);
    return;
  }
  attempt.modified_at = payment.updated = tx.ports.now();
  changeStatus(tx, attempt, 'voided', cause);
  changeStatus(tx, payment, 'expired', cause);
}

/**
 * Records that an authorization was cancelled at its connector, or expired there.
 *
 * @throws {TooEarlyError} while a capture or void of it is in progress: its outcome comes first.
 */
export const recordAuthorizationEnd = reportRecorder<'authorization_ended', Authorization>({
  find: authorizationOfTransaction,
  openCall: async (tx, { attempt, payment }) => {
    const { merchant_id, payment_id: object_id } = payment;
    const key = { merchant_id, object_id, part_id: attempt.attempt_id, operation: 'authorize' } as const;
    const call = await tx.transaction.em.findOne(ConnectorCall, key);
    return call?.status === 'intended' && attempt.status !== 'void_initiated' ? call : null;
  },
  // The connector cancelled it before deciding.
  outcome: ({ reason }) => ({ kind: 'failed', code: reason, message: messages[reason] }),
  decide: async (tx, { attempt, payment }, { at, reason }) => {
    const effect = reportsOnAttempts.ended[attempt.status];
    if (effect === 'waits') throw new TooEarlyError('A call about the authorization is under way.');
    if (effect === 'agrees' || !isLater(lives['payment attempt'], attempt, 'ended', at)) return;
    noteDecision(tx, attempt, at);
    if (activeAttemptId(payment) !== attempt.attempt_id) {
      // Money that was to go back was never taken.
      changeStatus(tx, attempt, 'voided', 'connector');
      return;
    }
    if (reason === 'cancelled') payment.cancellation_reason ??= messages[reason];
    endAuthorization(tx, payment, attempt, reason);
  },
});
