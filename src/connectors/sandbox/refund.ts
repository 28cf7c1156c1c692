import type { Connector } from '../../core/foundation/ports/connector.ts';
import type { SandboxContext } from './context.ts';
import { failureOf } from './failures.ts';
import { modifyAuthorization } from './perform.ts';
import { chargesOfRefund } from './settings.ts';
import { decidedLater, decidedNow, hasSucceeded, moneyOf } from './transaction.ts';

/** Refunds captured money, up to the unrefunded rest. A pending refund counts as refunded. */
export const refundOperation =
  (ctx: SandboxContext): NonNullable<Connector['refund']> =>
  (access, request) =>
    modifyAuthorization(ctx, access, 'refund', request, (authorization, transactionId) => {
      const now = ctx.now();
      const { behaviour, captured, refunded, voided } = authorization;
      if (!hasSucceeded(authorization, now) || captured === 0 || voided) return 'not_refundable';
      if (request.amount > captured - refunded) return 'amount_too_large';
      if (behaviour === 'refund_fails') {
        return { course: decidedNow(failureOf('refund_declined', transactionId), now) };
      }
      const success = {
        kind: 'succeeded',
        connectorTransactionId: transactionId,
        moved: moneyOf(request),
        ...chargesOfRefund(transactionId, request, now),
      } as const;
      return {
        course: behaviour === 'waits' ? decidedLater(transactionId, success, now) : decidedNow(success, now),
        changes: { refunded: refunded + request.amount },
      };
    });
