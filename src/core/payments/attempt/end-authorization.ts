import type { EventOf } from '../../connector-calls/connector-reports.ts';
import type { Attempt } from '../../entities/attempt.ts';
import type { Payment } from '../../entities/payment.ts';
import type { WritingContext } from '../../foundation/context.ts';
import type { Outcome } from '../../foundation/ports/connector.ts';
import { eraseMethodData } from '../../payment-methods/sealed-data.ts';
import { changeStatus } from '../../writes/apply-changes.ts';
import { transitionAttempt } from './attempts.ts';

/** How an authorization ends before all of it is captured. */
type AuthorizationEnd = EventOf<'authorization_ended'>['reason'];

/** The messages of authorizations that ended at their connector, by reason. */
export const endMessages: Readonly<Record<AuthorizationEnd, string>> = {
  cancelled: 'The authorization was cancelled at the connector.',
  expired: 'The authorization expired at the connector.',
};

/** Whether an authorization failed because it was cancelled or expired at its connector before it was decided. */
export const endedUndecided = (outcome: Outcome | null): boolean =>
  outcome?.kind === 'failed' &&
  Object.entries(endMessages).some(([code, message]) => outcome.code === code && outcome.message === message);

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
