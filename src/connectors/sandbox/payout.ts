import type { ConnectorAccess, Outcome, PayoutRequest } from '../../core/foundation/connector.ts';
import { behaviourOf } from './cards.ts';
import { failureOf, isRefusal } from './failures.ts';
import type { SandboxParts } from './parts.ts';
import { answer } from './perform.ts';
import { settingsOf } from './settings.ts';
import { atOnce, inAWhile, newTransaction } from './transaction.ts';

/** Pays out: at once to a good card or a bank, later to the card that waits, never to one that is refused. */
export function payout(
  parts: SandboxParts,
  access: ConnectorAccess,
  request: PayoutRequest,
): Promise<Outcome> {
  return answer(parts, access, request, async () => {
    const { decline } = settingsOf(access);
    const behaviour = behaviourOf(request.card?.number);
    const fresh = newTransaction(parts, access, request);
    const now = parts.now();
    const done = { kind: 'succeeded', connectorTransactionId: fresh.transaction_id } as const;
    const code = decline === 'always' ? 'card_declined' : isRefusal(behaviour) ? behaviour : null;
    const course =
      code !== null && decline !== 'never'
        ? atOnce(failureOf(code, fresh.transaction_id), now)
        : behaviour === 'waits' || behaviour === 'timeout'
          ? inAWhile(done, now)
          : atOnce(done, now);
    const last4 = request.card?.number.slice(-4) ?? null;
    return { transaction: { ...fresh, ...course, kind: 'payout', behaviour, card_last4: last4 } };
  });
}
