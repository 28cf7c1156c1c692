import type { Connector } from '../../core/foundation/ports/connector.ts';
import type { SandboxContext } from './context.ts';
import { failureOf } from './failures.ts';
import { modifyAuthorization } from './perform.ts';
import { decidedNow, hasSucceeded, outcomeAsOf } from './transaction.ts';

/** Voids the uncaptured rest of an authorization, or cancels one whose challenge is pending. */
export const voidOperation =
  (ctx: SandboxContext): NonNullable<Connector['void']> =>
  (access, request) =>
    modifyAuthorization(ctx, access, 'void', request, (authorization, transactionId) => {
      const now = ctx.now();
      const course = decidedNow({ kind: 'succeeded', connectorTransactionId: transactionId }, now);
      if (outcomeAsOf(authorization, now).kind === 'requires_action') {
        // The page stays open: the customer may pay nevertheless.
        if (authorization.behaviour === 'cancel_ignored') return 'void_declined';
        const { outcome, settles_at } = decidedNow(failureOf('cancelled', authorization.transaction_id), now);
        return {
          course,
          changes: { voided: true, authorized: 0, captured: 0, outcome, settles_at, challenge_token: null },
        };
      }
      const { authorized, behaviour, captured, voided } = authorization;
      if (!hasSucceeded(authorization, now) || (captured > 0 && captured === authorized) || voided)
        return 'not_voidable';
      if (behaviour === 'void_fails') return 'void_declined';
      return { course, changes: captured > 0 ? { authorized: captured } : { voided: true } };
    });
