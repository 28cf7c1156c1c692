import type { Connector } from '../../core/foundation/ports/connector.ts';
import type { SandboxContext } from './context.ts';
import { modifyAuthorization } from './perform.ts';
import { decidedNow, hasSucceeded } from './transaction.ts';

/** Increases to a total that ends with these digits are declined. */
const DECLINED_ENDING = 2;
const ENDING_DIGITS = 100;

/** Raises the amount of an uncaptured authorization, if it was granted incremental. */
export const incrementOperation =
  (ctx: SandboxContext): NonNullable<Connector['incrementAuthorization']> =>
  (access, request) =>
    modifyAuthorization(ctx, access, 'increment', request, (authorization, transactionId) => {
      const now = ctx.now();
      const { captured, terms, voided } = authorization;
      const isOpen = hasSucceeded(authorization, now) && captured === 0 && !voided;
      if (!isOpen || terms?.incremental !== true) return 'not_incrementable';
      if (request.amount % ENDING_DIGITS === DECLINED_ENDING) return 'increment_declined';
      return {
        course: decidedNow({ kind: 'succeeded', connectorTransactionId: transactionId }, now),
        changes: { authorized: authorization.authorized + request.amount - request.previousAmount },
      };
    });
