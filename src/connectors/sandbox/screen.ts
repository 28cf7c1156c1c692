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

/** Addresses whose check fails, and whose check takes a while. */
const FAILS = 'unchecked';
const WAITS = 'later';

/** The beginnings of e-mail addresses, and the amounts, that decide a check. */
export const screenedWords = [...Object.keys(findings), FAILS, WAITS].filter((word) => word !== 'legit');
export const screenedAmounts = Object.keys(amounts);

/** The word at the beginning of the address. */
const firstWord = (email: string | null): string => /^[a-z]+/.exec(email?.toLowerCase() ?? '')?.[0] ?? '';

function findingOf({ amount, subject }: ScreenRequest): Screening {
  return findings[amounts[amount] ?? ''] ?? findings[firstWord(subject.email)] ?? findings.legit!;
}

/** Checks a payment for fraud. The e-mail address or the amount decides the result. */
export const screenOperation =
  (ctx: SandboxContext): NonNullable<Connector['screen']> =>
  (access, request) =>
    performPayment(ctx, access, request, async () => {
      const draft = newTransaction(ctx, access, request);
      const id = draft.transaction_id;
      const now = ctx.now();
      const word = firstWord(request.subject.email);
      const found = {
        kind: 'succeeded',
        connectorTransactionId: id,
        screening: findingOf(request),
      } as const;
      const course =
        word === FAILS
          ? decidedNow(failureOf('screening_failed', id), now)
          : word === WAITS
            ? decidedLater(id, found, now)
            : decidedNow(found, now);
      return { transaction: { ...draft, ...course, kind: 'screen', behaviour: 'succeeds' } };
    });
