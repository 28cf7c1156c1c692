import type { BalanceDaysQuery } from './balances.documents.ts';

type Day = BalanceDaysQuery['balanceDays'][number];

const figures = ['captured', 'refunded', 'disputed', 'paidOut', 'adjusted', 'fee', 'net'] as const;
/** The amounts of a day, or of a whole month. */
export type DaySums = Readonly<Record<(typeof figures)[number], number>>;

/** The sums of a day; null for the whole month. */
export interface SummedDay {
  readonly day: string | null;
  readonly sums: DaySums;
}

const sumOf = (days: readonly Day[]): DaySums =>
  Object.fromEntries(
    figures.map((figure) => [figure, days.reduce((sum, day) => sum + day[figure], 0)]),
  ) as DaySums;

interface Shown {
  readonly currency: string;
  /** The account whose days are summed; all accounts if null. */
  readonly account: string | null;
}

/** The sums of each day in one currency, newest first, and those of the whole month last; none without entries. */
export function summedDays(days: readonly Day[], { account, currency }: Shown): SummedDay[] {
  const shown = days.filter(
    (day) => day.currency === currency && (account === null || day.merchantConnectorId === account),
  );
  if (shown.length === 0) return [];
  const byDay = [...Map.groupBy(shown, ({ day }) => day)].map(([day, of]) => ({ day, sums: sumOf(of) }));
  return [...byDay.sort((a, b) => b.day.localeCompare(a.day)), { day: null, sums: sumOf(shown) }];
}
