import type { Connector } from '../../core/foundation/ports/connector.ts';
import type { Screening, ScreenRequest } from '../../core/foundation/ports/screening.ts';
import type { SandboxContext } from './context.ts';
import { failureOf } from './failures.ts';
import { performPayment } from './perform.ts';
import { decidedLater, decidedNow, newTransaction } from './transaction.ts';

/** Results of a fraud check, by the prefix of the customer's e-mail address and by amount. */
const findings: Readonly<Record<string, Screening>> = {
  fraud: { decision: 'fraud', score: 95, reason: 'The address is known for fraud.' },
  review: { decision: 'manual_review', score: 60, reason: 'The address was not seen before.' },
  legit: { decision: 'legit', score: 5, reason: null },
};
const amounts: Readonly<Record<number, string>> = { 6666: 'fraud', 7777: 'review' };

/** The first of the words that the address begins with. */
const wordOf = (email: string | null): string => /^[a-z]+/.exec(email?.toLowerCase() ?? '')?.[0] ?? '';

function findingOf({ amount, subject }: ScreenRequest): Screening {
  return findings[amounts[amount] ?? ''] ?? findings[wordOf(subject.email)] ?? findings.legit!;
}

/** Checks a payment for fraud. The e-mail address or the amount decides the result. */
export const screenOperation =
  (ctx: SandboxContext): NonNullable<Connector['screen']> =>
  (access, request) =>
    performPayment(ctx, access, request, async () => {
      const draft = newTransaction(ctx, access, request);
      const id = draft.transaction_id;
      const now = ctx.now();
      const word = wordOf(request.subject.email);
      const found = {
        kind: 'succeeded',
        connectorTransactionId: id,
        screening: findingOf(request),
      } as const;
      const course =
        word === 'unchecked'
          ? decidedNow(failureOf('screening_failed', id), now)
          : word === 'later'
            ? decidedLater(id, found, now)
            : decidedNow(found, now);
      return { transaction: { ...draft, ...course, kind: 'screen', behaviour: 'succeeds' } };
    });
