import type { Connector } from '../../core/foundation/connector.ts';
import { behaviourOf } from './cards.ts';
import type { SandboxContext } from './context.ts';
import { failureOf, isRefusal } from './failures.ts';
import { performPayment } from './perform.ts';
import { settingsOf } from './settings.ts';
import { decidedLater, decidedNow, newTransaction } from './transaction.ts';

/** Pays out: immediately to a good card or a bank, later to the `waits` and `timeout` cards. */
export const payoutOperation =
  (ctx: SandboxContext): NonNullable<Connector['payout']> =>
  (access, request) =>
    performPayment(ctx, access, request, async () => {
      const { decline } = settingsOf(access);
      const behaviour = behaviourOf(request.card?.number);
      const draft = newTransaction(ctx, access, request);
      const now = ctx.now();
      const success = { kind: 'succeeded', connectorTransactionId: draft.transaction_id } as const;
      const code = decline === 'always' ? 'card_declined' : isRefusal(behaviour) ? behaviour : null;
      const course =
        code !== null && decline !== 'never'
          ? decidedNow(failureOf(code, draft.transaction_id), now)
          : behaviour === 'waits' || behaviour === 'timeout'
            ? decidedLater(success, now)
            : decidedNow(success, now);
      const card_last4 = request.card?.number.slice(-4) ?? null;
      return { transaction: { ...draft, ...course, kind: 'payout', behaviour, card_last4 } };
    });
