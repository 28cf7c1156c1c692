import type { ConnectorAccess, Outcome, VoidRequest } from '../../core/foundation/connector.ts';
import { failureOf } from './failures.ts';
import { followUp } from './follow-up.ts';
import type { SandboxParts } from './parts.ts';
import { atOnce, hasSucceeded, outcomeAsOf } from './transaction.ts';

/** Lets an authorization go of which nothing was captured, or calls off a challenge that waits. */
export function voidTransaction(
  parts: SandboxParts,
  access: ConnectorAccess,
  request: VoidRequest,
): Promise<Outcome> {
  return followUp(parts, access, 'void', request, (authorization, transactionId) => {
    const now = parts.now();
    const course = atOnce({ kind: 'succeeded', connectorTransactionId: transactionId }, now);
    if (outcomeAsOf(authorization, now).kind === 'requires_action') {
      const { outcome, settles_at } = atOnce(failureOf('cancelled', authorization.transaction_id), now);
      return {
        course,
        becomes: { voided: true, authorized: 0, captured: 0, outcome, settles_at, challenge_token: null },
      };
    }
    const { captured, voided } = authorization;
    if (!hasSucceeded(authorization, now) || captured > 0 || voided) return 'not_voidable';
    return { course, becomes: { voided: true } };
  });
}
