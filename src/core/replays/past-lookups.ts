import type { WritingContext } from '../foundation/context.ts';
import type { Subject } from '../rules/rule-conditions.ts';
import type { Lookup, LookupAsker, PastLookup } from '../rules/rule-lookups.ts';
import { type CountedProfiles, countPast, type PastCount } from './past-counts.ts';
import { ageOfCustomers, countCustomerPayments, findLastSuccess } from './past-facts.ts';
import { findListed } from './past-lists.ts';

/** A payment or payout of the past, at the time of its first attempt, or of its creation without one. */
export interface PastPayment {
  readonly id: string;
  readonly at: Date;
  readonly subject: Subject;
}

/** The merchant whose rules ask about the past. */
export interface PastAsker extends LookupAsker {
  readonly profiles: CountedProfiles;
}

type Kind = PastLookup['of'];
type Values = readonly (number | null | undefined)[];

/**
 * Looks up what rules ask about payments of the past: lists as they are now, everything else as it was at the time of each
 * payment. A statement is about all payments: one for all lists, one for all counts, one for each fact of the customer and one for each
 * account.
 *
 * @returns The values of each payment, by the key of the lookup.
 */
export async function lookUpPast(
  tx: WritingContext,
  asker: PastAsker,
  lookups: readonly Lookup[],
  payments: readonly PastPayment[],
): Promise<readonly ReadonlyMap<string, number>[]> {
  const found = payments.map(() => new Map<string, number>());
  if (lookups.length === 0 || payments.length === 0) return found;
  const byKey = new Map(lookups.map((lookup) => [lookup.key, lookup]));
  const keep = (key: string, values: Values) => {
    for (const [i, value] of values.entries()) {
      if (value !== null && value !== undefined) found[i]!.set(key, value);
    }
  };
  for (const kind of Object.keys(finders) as Kind[]) {
    const asked = [...byKey.values()].filter(({ past }) => past.of === kind);
    if (asked.length === 0) continue;
    const values = await finders[kind](tx, asker, asked.map(({ past }) => past) as never, payments);
    for (const [i, { key }] of asked.entries()) keep(key, values[i]!);
  }
  return found;
}

/** Finds the values of lookups of one kind, for each lookup those of all payments. */
type Finder<K extends Kind> = (
  tx: WritingContext,
  asker: PastAsker,
  asked: readonly Extract<PastLookup, { of: K }>[],
  payments: readonly PastPayment[],
) => Promise<readonly Values[]>;

const finders: { readonly [K in Kind]: Finder<K> } = {
  list: findListed,
  count: async (tx, { merchantId, profiles }, asked, payments) => {
    // Lookups that differ only in how far they count have the same count here.
    const keyOf = ({ by, count, ms }: PastCount) => `${count} ${by} ${ms}`;
    const counts = [...new Map(asked.map((one) => [keyOf(one), one])).values()];
    const counted = await countPast(tx, merchantId, profiles, counts, payments);
    const at = new Map(counts.map((one, i) => [keyOf(one), i]));
    return asked.map((one) => counted.map((row) => row[at.get(keyOf(one))!]));
  },
  customer: (tx, { merchantId }, asked, payments) =>
    inOrder(asked, ({ fact }) => customerFacts[fact](tx, merchantId, payments)),
  last_success: (tx, { merchantId }, asked, payments) =>
    inOrder(asked, ({ account }) => findLastSuccess(tx, merchantId, account, payments)),
};

const customerFacts = {
  customer_age_days: ageOfCustomers,
  customer_payments: countCustomerPayments,
} as const;

async function inOrder<A>(asked: readonly A[], find: (one: A) => Promise<Values>): Promise<Values[]> {
  const found: Values[] = [];
  for (const one of asked) found.push(await find(one));
  return found;
}
