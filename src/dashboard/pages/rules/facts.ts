import type { RuleDecision } from '../../data/schema-types.ts';
import { asWords } from '../../data/words.ts';
import type { DescribedFact } from './described-rules.ts';
import { describedRules } from './rules.fields.ts';

/** The prefix of the facts that are keys of `metadata`. */
export const METADATA = 'metadata.';
const ANY_KEY = 'metadata.<key>';

const byName = new Map(describedRules.facts.map((fact) => [fact.name, fact]));

/** The fact of a condition's `field`; undefined for an unknown one. */
export const factOf = (field: string): DescribedFact | undefined =>
  byName.get(field.startsWith(METADATA) ? ANY_KEY : field);

const names: Readonly<Record<string, string>> = {
  card_isin: 'BIN',
  card_issuing_country: 'Issuer country',
  card_type: 'Card funding',
  country: 'Billing country',
  email: 'Email',
  email_domain: 'Email domain',
  authentication_type: '3-D Secure requested',
  customer_known: 'Has a customer',
  hour: 'Hour of the day',
  weekday: 'Day of the week',
};

/** The name of a fact, as people read it. */
export function factName(field: string): string {
  if (field === METADATA || field === ANY_KEY) return 'Metadata';
  if (field.startsWith(METADATA)) return `Metadata ${field.slice(METADATA.length)}`;
  return names[field] ?? asWords(field);
}

/** The prefix of the counts of velocity conditions among the facts to choose from. */
export const COUNT = 'count:';

/** A count of a velocity condition, as people read it. */
export const countName = (count: string): string => `Number of ${count}`;

/** The facts and counts known of what a decision is about, as options by name. */
export const factOptions = (decision: RuleDecision) => {
  const subject = decision === 'payout_routing' ? 'payout' : 'payment';
  const { facts, velocity } = describedRules;
  const counts = velocity.only === subject ? velocity.counts : [];
  return [
    ...facts
      .filter(({ only }) => !only || only === subject)
      .map(({ name }) => ({ value: name === ANY_KEY ? METADATA : name, label: factName(name) })),
    ...counts.map((count) => ({ value: COUNT + count, label: countName(count) })),
  ].sort((a, b) => a.label.localeCompare(b.label, 'en'));
};

const comparisonNames: Readonly<Record<string, string>> = {
  equal: 'is',
  not_equal: 'is not',
  in: 'is one of',
  not_in: 'is none of',
  greater_than: 'is more than',
  greater_or_equal: 'is at least',
  less_than: 'is less than',
  less_or_equal: 'is at most',
  starts_with: 'starts with',
  in_list: 'is in the list',
  not_in_list: 'is not in the list',
};

/** A comparison in words, between a fact and a value. */
export const comparisonName = (comparison: string): string =>
  comparisonNames[comparison] ?? asWords(comparison).toLowerCase();

/** Whether a comparison has a list of values. */
export const hasValues = (comparison: string): boolean => comparison === 'in' || comparison === 'not_in';

/** Whether the value of a comparison names a list of the merchant. */
export const namesList = (comparison: string): boolean => comparison.endsWith('in_list');

/** Values that people choose from, of facts that take any text. */
export const suggestedValues: Readonly<Record<string, readonly string[]>> = {
  card_network: [
    'Visa',
    'Mastercard',
    'AmericanExpress',
    'Discover',
    'DinersClub',
    'JCB',
    'UnionPay',
    'Maestro',
  ],
  card_type: ['credit', 'debit', 'prepaid'],
};
