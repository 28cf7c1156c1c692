import type { AnalyticsQuery } from './analytics.documents.ts';

export type Group = AnalyticsQuery['groups'][number];

/** What attempts can be grouped by, and how each group's payments are found. */
export const groupings = {
  CONNECTOR: { label: 'Connector', keyOf: (group: Group) => group.connector, parameter: 'connector' },
  PAYMENT_METHOD: { label: 'Method', keyOf: (group: Group) => group.paymentMethod, parameter: 'method' },
  CARD_NETWORK: { label: 'Card network', keyOf: (group: Group) => group.cardNetwork, parameter: 'network' },
  CURRENCY: { label: 'Currency', keyOf: (group: Group) => group.currency, parameter: 'currency' },
  BILLING_COUNTRY: { label: 'Country', keyOf: (group: Group) => group.billingCountry, parameter: 'country' },
  PROFILE: { label: 'Profile', keyOf: (group: Group) => group.profileId, parameter: 'profile' },
  AUTHENTICATION_TYPE: {
    label: '3-D Secure',
    keyOf: (group: Group) => group.authenticationType,
    parameter: null,
  },
} as const;
export type Grouping = keyof typeof groupings;

export interface Comparison {
  readonly key: string | null;
  readonly attempts: number;
  readonly pastAttempts: number;
  /** Succeeded of those decided, from 0 to 1; null if none was. */
  readonly rate: number | null;
  readonly pastRate: number | null;
}

function totals(groups: readonly Group[]) {
  const sum = (of: (group: Group) => number) => groups.reduce((total, group) => total + of(group), 0);
  const succeeded = sum(({ succeededCount }) => succeededCount);
  const decided = succeeded + sum(({ failedCount }) => failedCount);
  return { attempts: sum(({ count }) => count), rate: decided === 0 ? null : succeeded / decided };
}

/** The groups of a period beside those of the one before, the largest first. Currencies are added up: attempts, not money. */
export function compareGroups(
  groups: readonly Group[],
  pastGroups: readonly Group[],
  grouping: Grouping,
): Comparison[] {
  const { keyOf } = groupings[grouping];
  const keys = new Set([...groups, ...pastGroups].map((group) => keyOf(group) ?? null));
  const of = (all: readonly Group[], key: string | null) =>
    totals(all.filter((group) => (keyOf(group) ?? null) === key));
  return [...keys]
    .map((key) => {
      const now = of(groups, key);
      const past = of(pastGroups, key);
      return {
        key,
        attempts: now.attempts,
        rate: now.rate,
        pastAttempts: past.attempts,
        pastRate: past.rate,
      };
    })
    .sort((a, b) => b.attempts - a.attempts);
}
