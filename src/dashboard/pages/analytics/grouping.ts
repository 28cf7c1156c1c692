import type { AnalyticsQuery } from './analytics.documents.ts';

type AttemptGroup = AnalyticsQuery['attempts'][number];
/** The common part of groups of attempts, payments, refunds and disputes. */
type SharedGroup = Pick<
  AttemptGroup,
  'isCompared' | 'connector' | 'paymentMethod' | 'profileId' | 'currency'
>;

/** The dimensions of payments, refunds and disputes; `parameter` filters their lists. */
export const sharedGroupings = {
  CONNECTOR: { label: 'Connector', parameter: 'connector', keyOf: (group: SharedGroup) => group.connector },
  PAYMENT_METHOD: {
    label: 'Method',
    parameter: 'method',
    keyOf: (group: SharedGroup) => group.paymentMethod,
  },
  CURRENCY: { label: 'Currency', parameter: 'currency', keyOf: (group: SharedGroup) => group.currency },
  PROFILE: { label: 'Profile', parameter: 'profile', keyOf: (group: SharedGroup) => group.profileId },
} as const;
export type SharedGrouping = keyof typeof sharedGroupings;

/** The dimensions of attempts. */
export const groupings = {
  CONNECTOR: sharedGroupings.CONNECTOR,
  PAYMENT_METHOD: sharedGroupings.PAYMENT_METHOD,
  CARD_NETWORK: {
    label: 'Card network',
    parameter: 'network',
    keyOf: (group: AttemptGroup) => group.cardNetwork,
  },
  CARD_ISSUER: {
    label: 'Issuing bank',
    parameter: 'issuer',
    keyOf: (group: AttemptGroup) => group.cardIssuer,
  },
  CURRENCY: sharedGroupings.CURRENCY,
  BILLING_COUNTRY: {
    label: 'Country',
    parameter: 'country',
    keyOf: (group: AttemptGroup) => group.billingCountry,
  },
  PROFILE: sharedGroupings.PROFILE,
  AUTHENTICATION_TYPE: {
    label: '3-D Secure',
    parameter: 'authentication',
    keyOf: (group: AttemptGroup) => group.authenticationType,
  },
} as const;
export type Grouping = keyof typeof groupings;

/** The grouping of payments, refunds and disputes: the attempts' if available, otherwise by connector. */
export const sharedOf = (grouping: Grouping): SharedGrouping =>
  grouping in sharedGroupings ? (grouping as SharedGrouping) : 'CONNECTOR';

/** A figure of the period, and of the comparison period. */
export interface Compared<Figures> {
  readonly now: Figures;
  readonly past: Figures;
}

/** Groups by key: each key's figures in the period and the comparison period. */
export function compare<Group extends { readonly isCompared: boolean }, Figures>(
  groups: readonly Group[],
  keyOf: (group: Group) => string | null | undefined,
  figuresOf: (groups: readonly Group[]) => Figures,
): Map<string | null, Compared<Figures>> {
  const byKey = Map.groupBy(groups, (group) => keyOf(group) ?? null);
  const figures = (some: readonly Group[], isCompared: boolean) =>
    figuresOf(some.filter((group) => group.isCompared === isCompared));
  return new Map(
    [...byKey].map(([key, some]) => [key, { now: figures(some, false), past: figures(some, true) }]),
  );
}

export const sum = <Group>(groups: readonly Group[], of: (group: Group) => number): number =>
  groups.reduce((total, group) => total + of(group), 0);

/** A part's share of a whole, from 0 to 1; null for an empty whole. */
export const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** Results of attempts. Those neither approved nor declined are undecided. */
export interface AttemptFigures {
  readonly attempts: number;
  readonly approved: number;
  readonly declined: number;
}

/** The attempts of each group, largest first, over all currencies: counts, not money. */
export function attemptsBy(groups: AnalyticsQuery['attempts'], grouping: Grouping) {
  const figures = compare(
    groups,
    groupings[grouping].keyOf,
    (some): AttemptFigures => ({
      attempts: sum(some, ({ count }) => count),
      approved: sum(some, ({ succeededCount }) => succeededCount),
      declined: sum(some, ({ failedCount }) => failedCount),
    }),
  );
  return [...figures]
    .map(([key, compared]) => ({ key, ...compared }))
    .sort((a, b) => b.now.attempts - a.now.attempts);
}

export type DeclineField = 'errorCode' | 'issuerErrorCode';

/** Declined attempts by connector and code over all currencies, most frequent first. */
export function declinesBy(groups: AnalyticsQuery['declines'], field: DeclineField) {
  const keyOf = ({ connector, [field]: code }: (typeof groups)[number]) =>
    JSON.stringify([connector ?? null, code ?? null]);
  return [...compare(groups, keyOf, (some) => sum(some, ({ count }) => count))]
    .map(([key, compared]) => {
      const [connector, code] = JSON.parse(key!) as [string | null, string | null];
      return { connector, code, ...compared };
    })
    .sort((a, b) => b.now - a.now);
}
