import type { Connector, PayoutSupport } from '../../core/foundation/ports/connector.ts';
import type { SandboxContext } from './context.ts';
import { failureOf } from './failures.ts';
import { behaviourOfDestination, cardEnd, payoutRefusalOf } from './methods.ts';
import { performPayment } from './perform.ts';
import { settingsOf } from './settings.ts';
import { decidedLater, decidedNow, decidedOtherwise, moneyOf, newTransaction } from './transaction.ts';

const fast = ['instant', 'fast'];
const slow: ReadonlySet<string> = new Set(['regular', 'wire', 'cross_border']);

/** The sandbox has no accounts of recipients to transfer to, and no wallets of companies. */
export const sandboxPayouts: PayoutSupport = {
  priorities: new Set([...fast, ...slow]),
  entityTypes: { wallet: new Set(['Individual', 'NaturalPerson', 'Personal']) },
};

/**
 * Pays out: at once to a good card, account or wallet; later at a slow priority, and to numbers ending like the `waits`
 * and `timeout` cards.
 */
export const payoutOperation =
  (ctx: SandboxContext): NonNullable<Connector['payout']> =>
  (access, request) =>
    performPayment(ctx, access, request, async () => {
      const { decline } = settingsOf(access);
      const { kind } = request.destination;
      const behaviour = behaviourOfDestination(request.destination);
      const draft = newTransaction(ctx, access, request);
      const id = draft.transaction_id;
      const now = ctx.now();
      const success = { kind: 'succeeded', connectorTransactionId: id, moved: moneyOf(request) } as const;
      const code = payoutRefusalOf(kind, decline === 'always' ? 'card_declined' : behaviour);
      const course =
        behaviour === 'payout_recovered'
          ? decidedOtherwise(failureOf('account_closed', id), success, now)
          : code !== null && decline !== 'never'
            ? decidedNow(failureOf(code, id), now)
            : behaviour === 'waits' || behaviour === 'timeout' || slow.has(request.priority ?? '')
              ? decidedLater(id, success, now)
              : decidedNow(success, now);
      const card_last4 = cardEnd(request.destination);
      return { transaction: { ...draft, ...course, kind: 'payout', behaviour, card_last4 } };
    });
