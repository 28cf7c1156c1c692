import { TooEarlyError } from '../../connector-calls/connector-reports.ts';
import { completeCall, isLater, noteDecision } from '../../connector-calls/run-calls.ts';
import { Attempt } from '../../entities/attempt.ts';
import { ConnectorCall } from '../../entities/connector-call.ts';
import { Payment } from '../../entities/payment.ts';
import { reportsOnAttempts } from '../../entities/states/later-reports.ts';
import { lives } from '../../entities/states/lives.ts';
import type { Contradiction } from '../../foundation/call-record.ts';
import { changeStatus, decryptField } from '../../writes/apply-changes.ts';
import { lock } from '../../writes/transactions.ts';
import { activeAttemptId } from '../attempt/attempts.ts';
import { endAuthorization } from '../attempt/end-authorization.ts';
import { applyReversal, endReason, isReversal, startReversal } from '../reversal/reverse-payment.ts';
import type { VoidCause } from '../void/void-authorization.ts';

/** Applies an outcome that contradicts a complete void's. */
export const contradictVoid: Contradiction = async (tx, call, outcome, at) => {
  if (outcome.kind !== 'succeeded' && outcome.kind !== 'failed') return null;
  const payment = await lock(tx, Payment, call.object_id);
  const attempt = await lock(tx, Attempt, call.part_id!);
  const report = outcome.kind === 'succeeded' ? 'ended' : 'still_held';
  if (!isLater(lives['payment attempt'], attempt, report, at)) return null;
  const effect = reportsOnAttempts[report][attempt.status];
  if (effect === 'waits') throw new TooEarlyError('A call about the authorization is under way.');
  noteDecision(tx, attempt, at);
  if (effect === 'agrees') return null;
  completeCall(tx, await lock(tx, ConnectorCall, call.call_id), outcome);
  if (isReversal(tx, call)) return applyReversal(tx, call, outcome);
  const isOwn = activeAttemptId(payment) === attempt.attempt_id;
  if (report === 'ended') {
    const { cause } = decryptField(tx, call, 'request') as { cause: VoidCause };
    if (isOwn) endAuthorization(tx, payment, attempt, cause === 'expiry' ? 'expired' : 'cancelled');
    else changeStatus(tx, attempt, 'voided', 'connector');
    return null;
  }
  // The payment has ended, and its authorization has not. A payment that was never approved holds no money.
  if (!attempt.authorized_at) return null;
  const { amount, currency } = attempt;
  return startReversal(tx, payment, attempt, {
    operation: 'void',
    amount,
    currency: currency ?? payment.currency,
    reason: endReason(payment),
  });
};
