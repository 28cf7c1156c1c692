import type { AnalyticsQuery } from './analytics.documents.ts';
import { type Compared, compare, type SharedGrouping, sharedGroupings, sum } from './grouping.ts';

/** The number of payments whose first attempt failed, and the number recovered by a later attempt. */
export interface RetryFigures {
  readonly failedFirst: number;
  readonly won: number;
}

/** Each group's retries, largest first. */
export function retriesBy(payments: AnalyticsQuery['payments'], grouping: SharedGrouping) {
  const failedFirst = payments.filter(({ firstAttemptFailed }) => firstAttemptFailed);
  const figures = compare(
    failedFirst,
    sharedGroupings[grouping].keyOf,
    (some): RetryFigures => ({
      failedFirst: sum(some, ({ count }) => count),
      won: sum(some, ({ succeededCount }) => succeededCount),
    }),
  );
  return [...figures]
    .map(([key, compared]) => ({ key, ...compared }))
    .sort((a, b) => b.now.failedFirst - a.now.failedFirst);
}

/** Refunds or disputes with the payments of the same period. Amounts are in minor units. */
export interface ReturnFigures {
  readonly count: number;
  readonly amount: number;
  readonly captured: number;
  readonly succeeded: number;
}

export interface ReturnRow extends Compared<ReturnFigures> {
  readonly key: string | null;
  readonly currency: string;
}

type Returns = NonNullable<AnalyticsQuery['refunds']>;
type Part = Returns[number] & {
  readonly of: 'payments' | 'returns';
  readonly amountCaptured?: number | null;
};

/** Refunds or disputes by group and currency with the captured amount, largest first. */
export function returnsBy(
  returns: Returns,
  payments: AnalyticsQuery['payments'],
  grouping: SharedGrouping,
): ReturnRow[] {
  const { keyOf } = sharedGroupings[grouping];
  const parts: Part[] = [
    ...returns.map((group) => ({ ...group, of: 'returns' as const })),
    ...payments.map((group) => ({ ...group, of: 'payments' as const })),
  ];
  const figuresOf = (some: readonly Part[]): ReturnFigures => {
    const [returns, paid] = (['returns', 'payments'] as const).map((of) =>
      some.filter((part) => part.of === of),
    ) as [Part[], Part[]];
    return {
      count: sum(returns, ({ count }) => count),
      amount: sum(returns, ({ amount }) => amount),
      captured: sum(paid, ({ amountCaptured }) => amountCaptured ?? 0),
      succeeded: sum(paid, ({ succeededCount }) => succeededCount),
    };
  };
  const byKey = compare(parts, (part) => JSON.stringify([keyOf(part) ?? null, part.currency]), figuresOf);
  return [...byKey]
    .map(([key, compared]) => {
      const [group, currency] = JSON.parse(key!) as [string | null, string];
      return { key: group, currency, ...compared };
    })
    .filter(({ now, past }) => now.count + past.count > 0)
    .sort((a, b) => b.now.count - a.now.count || b.now.amount - a.now.amount);
}
