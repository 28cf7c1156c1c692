import type { FactValue, RuleComparison } from '../entities/values/fact-types.ts';
import { type Fact, factOf, METADATA, velocityCount } from '../entities/values/rule-facts.ts';
import { computedFact, factKey, factLookup } from './fact-lookups.ts';
import { isListComparison, listKey, listLookup } from './list-lookups.ts';
import { localTime } from './local-time.ts';
import type { Lookup } from './rule-lookups.ts';
import { type SubjectKeys, type VelocityCondition, velocityKey, velocityLookup } from './velocity.ts';

/** A comparison of one fact. */
export interface FactComparison {
  readonly field: string;
  readonly comparison: RuleComparison;
  /** One value; for `in` and `not_in` several; for `in_list` and `not_in_list` the identifier of a list. */
  readonly value: FactValue | readonly FactValue[];
  /** IANA time zone of `hour` and `weekday`; UTC by default. */
  readonly time_zone?: string;
}

/** A condition of a rule: a comparison, a count, or a combination of conditions. */
export type FactCondition =
  | FactComparison
  | VelocityCondition
  | { readonly all: readonly FactCondition[] }
  | { readonly any: readonly FactCondition[] }
  | { readonly not: FactCondition };

/** The known facts of a payment or payout. What is absent or null is not known. */
export type FactValues = Readonly<Record<string, FactValue | null | undefined>>;

/** What conditions are evaluated against. */
export interface Subject {
  readonly facts: FactValues;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  /** The time of the decision, for `hour` and `weekday` unless `facts` has them. */
  readonly at: Date;
  /** The fingerprints of the card by every encryption key; by default the fact only. */
  readonly fingerprints?: readonly string[];
  /** The looked-up values of the rules, by key. A missing value is not known. */
  readonly lookedUp?: ReadonlyMap<string, number>;
  /** The values by which it is looked up. */
  readonly keys?: SubjectKeys;
  /** The country of an IP address; absent without a database of addresses. */
  readonly countryOf?: ((address: string) => string | null) | null;
}

/** Whether a condition holds. */
type Predicate = (subject: Subject) => boolean;

const always: Predicate = () => true;

/**
 * Compiles a valid condition, once per ruleset. An unknown fact equals nothing: it is `not_equal` and `not_in` everything.
 *
 * @param account The first account of the rule's action, as the rule names it.
 */
export function compileCondition(
  condition: FactCondition | null | undefined,
  account: string | null = null,
): Predicate {
  const compile = (part: FactCondition) => compileCondition(part, account);
  if (!condition) return always;
  if ('all' in condition) {
    const parts = condition.all.map(compile);
    return (subject) => parts.every((holds) => holds(subject));
  }
  if ('any' in condition) {
    const parts = condition.any.map(compile);
    return (subject) => parts.some((holds) => holds(subject));
  }
  if ('not' in condition) {
    const holds = compile(condition.not);
    return (subject) => !holds(subject);
  }
  if ('count' in condition) {
    const key = velocityKey(condition);
    return compileComparison(velocityCount, condition, ({ lookedUp }) => lookedUp?.get(key) ?? null);
  }
  const { comparison, field, time_zone } = condition;
  const fact = factOf(field);
  // A rule of a later release, read by this one: what is not known equals nothing.
  if (!fact) return () => ['not_equal', 'not_in', 'not_in_list'].includes(comparison);
  if (isListComparison(comparison)) {
    const key = listKey(String(condition.value), field);
    return ({ lookedUp }) => (lookedUp?.get(key) ?? 0) > 0 === (comparison === 'in_list');
  }
  return compileComparison(fact, condition, (subject) => {
    const known = knownValue(subject, field, time_zone, account);
    return known === null ? null : comparable(fact, known);
  });
}

/** The form of a value in which it is compared. */
export const comparable = ({ type }: Fact, value: FactValue): FactValue =>
  typeof value === 'string' && type.normalize ? type.normalize(value) : value;

/** The values of a comparison, as a list. */
export const valuesOf = ({ value }: Pick<FactComparison, 'value'>): readonly FactValue[] =>
  Array.isArray(value) ? value : [value as FactValue];

function compileComparison(
  fact: Fact,
  condition: Pick<FactComparison, 'comparison' | 'value'>,
  read: (subject: Subject) => FactValue | null,
): Predicate {
  const comparison = condition.comparison as Exclude<RuleComparison, 'in_list' | 'not_in_list'>;
  const values = valuesOf(condition).map((value) => comparable(fact, value));
  const among = equalTo(fact, values);
  switch (comparison) {
    case 'equal':
    case 'in':
      return (subject) => among(read(subject));
    case 'not_equal':
    case 'not_in':
      return (subject) => !among(read(subject));
    default: {
      const holds = ordered[comparison];
      return (subject) => {
        const known = read(subject);
        return known !== null && holds(known, values[0]!);
      };
    }
  }
}

function equalTo({ type }: Fact, values: readonly FactValue[]): (known: FactValue | null) => boolean {
  if (type.prefix) {
    return (known) => known !== null && values.some((value) => ordered.starts_with(known, value));
  }
  const set = new Set(values);
  return (known) => known !== null && set.has(known);
}

/** The comparisons with one value that a set cannot answer. */
const ordered: Readonly<
  Record<
    Exclude<RuleComparison, 'equal' | 'not_equal' | 'in' | 'not_in' | 'in_list' | 'not_in_list'>,
    (known: FactValue, value: FactValue) => boolean
  >
> = {
  greater_than: (known, value) => known > value,
  greater_or_equal: (known, value) => known >= value,
  less_than: (known, value) => known < value,
  less_or_equal: (known, value) => known <= value,
  starts_with: (known, value) => String(known).startsWith(String(value)),
};

/** The value of a fact; null if it is not known. */
export function knownValue(
  subject: Subject,
  field: string,
  timeZone?: string,
  account: string | null = null,
): FactValue | null {
  const { at, facts, lookedUp, metadata } = subject;
  if (field.startsWith(METADATA)) {
    const value = metadata?.[field.slice(METADATA.length)];
    return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : null;
  }
  const given = facts[field] ?? null;
  if (given !== null) return given;
  if (field === 'hour') return localTime(at, timeZone).hour;
  if (field === 'weekday') return localTime(at, timeZone).weekday;
  if (!factOf(field)?.derived) return null;
  return lookedUp?.get(factKey(field, account)) ?? computedFact(subject, field);
}

/** The lookups of a condition, of a rule whose action names `account` first. */
export function lookupsOfCondition(
  condition: FactCondition | null | undefined,
  account: string | null = null,
): readonly Lookup[] {
  return comparedParts(condition).flatMap((one) => {
    if ('count' in one) return [velocityLookup(one)];
    const { comparison, field, value } = one;
    const fact = factOf(field);
    const lookup = fact?.derived ? factLookup(field, account) : null;
    const known = (subject: Subject) => knownValue(subject, field)?.toString() ?? null;
    const isListed = fact?.list && isListComparison(comparison);
    return [
      ...(lookup ? [lookup] : []),
      ...(isListed ? [listLookup(String(value), field, fact.list!, known)] : []),
    ];
  });
}

/** The comparisons and counts of a condition, of all combinations. */
export function comparedParts(
  condition: FactCondition | null | undefined,
): (FactComparison | VelocityCondition)[] {
  if (!condition) return [];
  if ('all' in condition) return condition.all.flatMap(comparedParts);
  if ('any' in condition) return condition.any.flatMap(comparedParts);
  return 'not' in condition ? comparedParts(condition.not) : [condition];
}

/** The names of the facts that a condition compares, each once. */
export const fieldsOfCondition = (condition: FactCondition | null | undefined): string[] => [
  ...new Set(comparedParts(condition).flatMap((one) => ('count' in one ? [] : [one.field]))),
];
