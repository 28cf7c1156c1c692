import type { ConnectorAccess, Outcome, RefundRequest } from '../../core/foundation/connector.ts';
import { failureOf } from './failures.ts';
import { followUp } from './follow-up.ts';
import type { SandboxParts } from './parts.ts';
import { atOnce, hasSucceeded, inAWhile } from './transaction.ts';

/** Gives back captured money, never more than there is. What is pending counts as given back already. */
export function refund(
  parts: SandboxParts,
  access: ConnectorAccess,
  request: RefundRequest,
): Promise<Outcome> {
  return followUp(parts, access, 'refund', request, (authorization, transactionId) => {
    const now = parts.now();
    const { behaviour, captured, refunded } = authorization;
    if (!hasSucceeded(authorization, now) || captured === 0) return 'not_refundable';
    if (request.amount > captured - refunded) return 'amount_too_large';
    if (behaviour === 'refund_fails') {
      return { course: atOnce(failureOf('refund_declined', transactionId), now) };
    }
    const done = { kind: 'succeeded', connectorTransactionId: transactionId } as const;
    return {
      course: behaviour === 'waits' ? inAWhile(done, now) : atOnce(done, now),
      becomes: { refunded: refunded + request.amount },
    };
  });
}
