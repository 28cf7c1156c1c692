import type { Connector, PayoutSupport } from '../../core/foundation/connector.ts';
import { behaviourOf } from './cards.ts';
import type { SandboxContext } from './context.ts';
import { failureOf, isRefusal } from './failures.ts';
import { performPayment } from './perform.ts';
import { settingsOf } from './settings.ts';
import { decidedLater, decidedNow, newTransaction } from './transaction.ts';

const fast = ['instant', 'fast'];
const slow: ReadonlySet<string> = new Set(['regular', 'wire', 'cross_border']);

/** The sandbox has no accounts of recipients to transfer to, and no wallets of companies. */
export const sandboxPayouts: PayoutSupport = {
  priorities: new Set([...fast, ...slow]),
  entityTypes: { wallet: new Set(['Individual', 'NaturalPerson', 'Personal']) },
};

/** Pays out: at once, but later at a slow priority, and to the `waits` and `timeout` cards. */
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
          : behaviour === 'waits' || behaviour === 'timeout' || slow.has(request.priority ?? '')
            ? decidedLater(success, now)
            : decidedNow(success, now);
      const card_last4 = request.card?.number.slice(-4) ?? null;
      return { transaction: { ...draft, ...course, kind: 'payout', behaviour, card_last4 } };
    });
