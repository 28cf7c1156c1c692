import type { CaptureRequest, ConnectorAccess, Outcome } from '../../core/foundation/connector.ts';
import { disputeOf } from './dispute.ts';
import { followUp } from './follow-up.ts';
import type { SandboxParts } from './parts.ts';
import { atOnce, hasSucceeded } from './transaction.ts';

/** Captures of an authorization, never more than it is for. With the last one, what is left is let go. */
export function capture(
  parts: SandboxParts,
  access: ConnectorAccess,
  request: CaptureRequest,
): Promise<Outcome> {
  return followUp(parts, access, 'capture', request, (authorization, transactionId) => {
    const now = parts.now();
    const left = authorization.authorized - authorization.captured;
    if (!hasSucceeded(authorization, now) || authorization.voided || left === 0) return 'not_capturable';
    if (request.amount > left) return 'amount_too_large';
    const captured = authorization.captured + request.amount;
    return {
      course: atOnce({ kind: 'succeeded', connectorTransactionId: transactionId }, now),
      becomes: { captured, authorized: request.more ? authorization.authorized : captured },
      dispute: authorization.captured === 0 ? disputeOf(authorization, request.amount, now) : null,
    };
  });
}
