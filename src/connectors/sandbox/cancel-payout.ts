import type { Connector } from '../../core/foundation/ports/connector.ts';
import type { SandboxContext } from './context.ts';
import { failureOf } from './failures.ts';
import { modifyAuthorization } from './perform.ts';
import { decidedNow, outcomeAsOf } from './transaction.ts';

/** Cancels a payout that has not arrived. */
export const cancelPayoutOperation =
  (ctx: SandboxContext): NonNullable<Connector['cancelPayout']> =>
  (access, request) =>
    modifyAuthorization(
      ctx,
      access,
      'void',
      request,
      (payout, transactionId) => {
        const now = ctx.now();
        if (outcomeAsOf(payout, now).kind !== 'pending') return 'not_cancellable';
        const course = decidedNow({ kind: 'succeeded', connectorTransactionId: transactionId }, now);
        const { outcome, settles_at } = decidedNow(failureOf('cancelled', payout.transaction_id), now);
        return { course, changes: { voided: true, outcome, settles_at } };
      },
      'payout',
    );
