import { TooEarlyError } from '../../connector-calls/connector-reports.ts';
import { reportRecorder } from '../../connector-calls/record-report.ts';
import { isLater, noteDecision } from '../../connector-calls/run-calls.ts';
import { ConnectorCall } from '../../entities/connector-call.ts';
import { reportsOnAttempts } from '../../entities/states/later-reports.ts';
import { lives } from '../../entities/states/lives.ts';
import { changeStatus } from '../../writes/apply-changes.ts';
import { activeAttemptId } from '../attempt/attempts.ts';
import { endAuthorization, endMessages } from '../attempt/end-authorization.ts';

/**
 * Records that an authorization was cancelled at its connector, or expired there.
 *
 * @throws {TooEarlyError} while a capture or void of it is in progress: its outcome comes first.
 */
export const recordAuthorizationEnd = reportRecorder<'authorization_ended'>({
  openCall: async (tx, { attempt, payment }) => {
    const { merchant_id, payment_id: object_id } = payment;
    const key = { merchant_id, object_id, part_id: attempt.attempt_id, operation: 'authorize' } as const;
    const call = await tx.transaction.em.findOne(ConnectorCall, key);
    return call?.status === 'intended' && attempt.status !== 'void_initiated' ? call : null;
  },
  // The connector cancelled it before deciding.
  outcome: ({ reason }) => ({ kind: 'failed', code: reason, message: endMessages[reason] }),
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
    if (reason === 'cancelled') payment.cancellation_reason ??= endMessages[reason];
    endAuthorization(tx, payment, attempt, reason);
  },
});
