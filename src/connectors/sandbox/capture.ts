import type { Connector } from '../../core/foundation/ports/connector.ts';
import type { SandboxContext } from './context.ts';
import { disputeOf } from './disputes.ts';
import { sumsAfterCapture } from './effects.ts';
import { modifyAuthorization } from './perform.ts';
import { chargesOfCapture } from './settings.ts';
import { standingCaptures } from './store.ts';
import { decidedNow, hasSucceeded, moneyOf, pricedCardOf } from './transaction.ts';

/** Captures up to the authorized amount. The final capture releases the rest of the authorization. */
export const captureOperation =
  (ctx: SandboxContext): NonNullable<Connector['capture']> =>
  (access, request) =>
    modifyAuthorization(ctx, access, 'capture', request, async (authorization, transactionId) => {
      const now = ctx.now();
      const available = authorization.authorized - authorization.captured;
      if (!hasSucceeded(authorization, now) || authorization.voided || available === 0)
        return 'not_capturable';
      if (request.amount > available) return 'amount_too_large';
      if (authorization.behaviour === 'capture_fails') return 'capture_declined';
      const standing = await standingCaptures(ctx, authorization);
      const sums = sumsAfterCapture(authorization, standing + request.amount, request.amount);
      return {
        course: decidedNow(
          {
            kind: 'succeeded',
            connectorTransactionId: transactionId,
            moved: moneyOf(request),
            ...chargesOfCapture(transactionId, request, now, pricedCardOf(authorization)),
          },
          now,
        ),
        changes: request.more ? sums : { ...sums, authorized: sums.captured },
        dispute: authorization.captured === 0 ? disputeOf(authorization, request.amount, now) : null,
      };
    });
