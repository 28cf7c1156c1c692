import { completeCall } from '../connector-calls/complete-call.ts';
import { connectorText } from '../connector-calls/connector-text.ts';
import { lookUpLater } from '../connector-calls/intend.ts';
import type { Attempt } from '../entities/attempt.ts';
import { ConnectorCall } from '../entities/connector-call.ts';
import { Payment } from '../entities/payment.ts';
import type { OutcomeHandler } from '../foundation/call-record.ts';
import type { ConnectorFailure, Outcome } from '../foundation/connector.ts';
import type { WritingContext } from '../foundation/context.ts';
import { ERROR_MESSAGE_MAX } from '../model/index.ts';
import { decryptField } from '../writes/apply-changes.ts';
import { changeStatus } from '../writes/change-status.ts';
import { lock } from '../writes/transactions.ts';
import { activeAttempt, transitionAttempt } from './attempts.ts';
import type { VoidCause } from './void-authorization.ts';

/** What giving up an authorization came to, applied to its attempt and payment. */
export const applyVoid: OutcomeHandler = async (tx, call, outcome) => {
  const payment = await lock(tx, Payment, call.object_id);
  const attempt = await activeAttempt(tx, payment);
  const authorization = await authorizationOf(tx, attempt);
  const { cause } = decryptField(tx, call, 'request') as { cause: VoidCause };
  switch (outcome.kind) {
    case 'succeeded':
      if (authorization?.status === 'intended') await callOff(tx, authorization);
      givenUp(tx, payment, attempt, cause);
      return null;
    case 'failed':
      await refused(tx, payment, attempt, authorization, cause, outcome);
      return null;
    default:
      return null;
  }
};

function givenUp(tx: WritingContext, payment: Payment, attempt: Attempt, cause: VoidCause): void {
  payment.amount_capturable = 0;
  payment.card_number = null;
  payment.next_action = null;
  if (cause === 'cancel') {
    transitionAttempt(tx, payment, attempt, 'voided', 'connector');
    return;
  }
  attempt.modified_at = payment.updated = tx.now();
  changeStatus(tx, attempt, 'voided', 'connector');
  changeStatus(tx, payment, 'expired', 'expiry');
}

/** The payment goes back to what its authorization has come to, which may have happened just before the void. */
async function refused(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  authorization: ConnectorCall | null,
  cause: VoidCause,
  { code, message }: ConnectorFailure,
): Promise<void> {
  const known = authorization?.outcome as Outcome | null | undefined;
  if (authorization?.status === 'intended' && known?.kind === 'requires_action') {
    payment.next_action = { type: 'redirect_to_url', redirect_to_url: known.redirectUrl };
    transitionAttempt(tx, payment, attempt, 'authentication_pending', 'connector');
    // That it could not be given up may mean that the customer has completed it: somebody has to ask.
    authorization.look_up_at = tx.now();
    await lookUpLater(tx, authorization);
    return;
  }
  // There is nothing to give up: that is what was wanted.
  if (known?.kind === 'failed') {
    givenUp(tx, payment, attempt, cause);
    return;
  }
  Object.assign(attempt, {
    error_code: connectorText(code),
    error_message: connectorText(message, ERROR_MESSAGE_MAX),
  });
  const to = payment.amount_received > 0 ? 'charged' : 'void_failed';
  transitionAttempt(tx, payment, attempt, to, 'connector');
}

/** The call that asked for an attempt's authorization, locked. The payment is locked before it, always. */
async function authorizationOf(tx: WritingContext, attempt: Attempt): Promise<ConnectorCall | null> {
  const found = await tx.transaction.em.findOne(ConnectorCall, {
    merchant_id: attempt.merchant_id,
    object_id: attempt.payment_id,
    part_id: attempt.attempt_id,
    operation: 'authorize',
  });
  return found && lock(tx, ConnectorCall, found.call_id);
}

/** An authorization that was given up while it waited will have no other outcome. */
async function callOff(tx: WritingContext, authorization: ConnectorCall): Promise<void> {
  completeCall(tx, authorization, { kind: 'failed', code: 'voided', message: 'It was given up.' });
  await lookUpLater(tx, authorization);
}
