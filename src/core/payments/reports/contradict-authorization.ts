import { TooEarlyError } from '../../connector-calls/connector-reports.ts';
import { completeCall, isLater, noteDecision } from '../../connector-calls/run-calls.ts';
import { Attempt } from '../../entities/attempt.ts';
import { Capture } from '../../entities/capture.ts';
import { ConnectorCall } from '../../entities/connector-call.ts';
import { Payment } from '../../entities/payment.ts';
import { reportsOnAttempts } from '../../entities/states/later-reports.ts';
import { lives } from '../../entities/states/lives.ts';
import { clearFailure, recordFailure, recordIssuerFailure } from '../../error-mappings/map-error.ts';
import type { Contradiction } from '../../foundation/call-record.ts';
import type { WritingContext } from '../../foundation/context.ts';
import type { ConnectorFailure, Outcome } from '../../foundation/ports/connector.ts';
import { lock } from '../../writes/transactions.ts';
import { activeAttemptId, followAttempt, transitionAttempt } from '../attempt/attempts.ts';
import { endedUndecided } from '../attempt/end-authorization.ts';
import { storeResponse } from '../attempt/store-response.ts';
import { type OnAuthorization, type Succeeded, succeed } from '../authorize/apply-authorization.ts';
import { cannotTakeMoney } from '../reversal/late-money.ts';
import { reverseAuthorization } from '../reversal/reverse-payment.ts';
import { failCapture } from './fail-capture.ts';

/** Applies an outcome that contradicts a complete authorization's. */
export const contradictAuthorization: Contradiction = async (tx, call, outcome, at) => {
  if (outcome.kind !== 'succeeded' && outcome.kind !== 'failed') return null;
  const payment = await lock(tx, Payment, call.object_id);
  const attempt = await lock(tx, Attempt, call.part_id!);
  const report = outcome.kind === 'succeeded' ? 'approved' : 'declined';
  const known = (await lock(tx, ConnectorCall, call.call_id)).outcome as Outcome | null;
  const status = endedUndecided(known) ? 'voided' : attempt.status;
  const captures = report === 'declined' ? await chargedOf(tx, attempt) : [];
  // A report of captured money is one of an authorization too.
  const decided = [attempt, ...captures].map(({ connector_updated_at }) => ({
    connector_updated_at,
    status,
  }));
  if (!decided.every((one) => isLater(lives['payment attempt'], one, report, at))) return null;
  const effect = reportsOnAttempts[report][attempt.status];
  if (effect === 'waits') throw new TooEarlyError('A call about the authorization is under way.');
  noteDecision(tx, attempt, at);
  if (effect === 'agrees') return null;
  completeCall(tx, await lock(tx, ConnectorCall, call.call_id), outcome);
  return outcome.kind === 'succeeded'
    ? approve(tx, payment, attempt, call, outcome)
    : decline(tx, payment, attempt, call, outcome);
};

/** An attempt that had ended without money was paid: its payment takes the money, or it goes back. */
const approve: OnAuthorization<Succeeded> = async (tx, payment, attempt, call, outcome) => {
  clearFailure(attempt);
  const reason = await cannotTakeMoney(tx, payment, attempt);
  if (reason !== null) return reverseAuthorization(tx, payment, attempt, call, outcome, reason);
  attempt.connector_transaction_id = outcome.connectorTransactionId;
  followAttempt(payment, attempt);
  clearFailure(payment);
  payment.manual_retry_allowed = null;
  storeResponse(payment, attempt, outcome);
  return succeed(tx, payment, attempt, call, outcome);
};

/** The captures of an authorization that were received. */
const chargedOf = (
  tx: WritingContext,
  { attempt_id: authorized_attempt_id, merchant_id, payment_id }: Attempt,
): Promise<Capture[]> =>
  tx.transaction.em.find(Capture, { merchant_id, payment_id, authorized_attempt_id, status: 'charged' });

/** Authorized or captured money was not received: the payment fails, and keeps only the refunded amount. */
const decline: OnAuthorization<ConnectorFailure> = async (tx, payment, attempt, call, failure) => {
  if (activeAttemptId(payment) !== attempt.attempt_id) {
    // Money that goes back to the customer was never there; its reversal reports it.
    await recordFailure(tx, call, failure, attempt);
    return null;
  }
  for (const { capture_id } of await chargedOf(tx, attempt)) {
    const capture = await lock(tx, Capture, capture_id);
    failCapture(tx, capture, failure);
    noteDecision(tx, capture, attempt.connector_updated_at ?? null);
  }
  await recordFailure(tx, call, failure, attempt, payment);
  recordIssuerFailure(failure, attempt, payment);
  // Refunded money was received first: the sum does not fall below it.
  payment.amount_received = payment.amount_refunded;
  payment.paid_at = null;
  payment.amount_capturable = 0;
  payment.capture_before = null;
  // The card is erased since the authorization.
  payment.manual_retry_allowed = false;
  transitionAttempt(tx, payment, attempt, 'failure', 'connector');
  return null;
};
