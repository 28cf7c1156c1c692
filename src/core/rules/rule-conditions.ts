import {
  type Fact,
  type FactValue,
  factOf,
  METADATA,
  type RuleComparison,
  weekdays,
} from '../entities/values/rule-facts.ts';
import { isListComparison, listKey, listLookup } from './list-lookups.ts';
import type { Lookup } from './rule-lookups.ts';

/** A comparison of one fact. */
export interface FactComparison {
  readonly field: string;
  readonly comparison: RuleComparison;
  /** One value; for `in` and `not_in` several; for `in_list` and `not_in_list` the identifier of a list. */
  readonly value: FactValue | readonly FactValue[];
  /** IANA time zone of `hour` and `weekday`; UTC by default. */
  readonly time_zone?: string;
}

/** A condition of a rule: a comparison, or a combination of conditions. */
export type FactCondition =
  | FactComparison
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
  /** The values of the lookups of the rules, by their keys. What is absent is not known. */
  readonly lookedUp?: ReadonlyMap<string, number>;
}

/** Whether a condition holds. */
type Predicate = (subject: Subject) => boolean;

const always: Predicate = () => true;

/** Compiles a valid condition, once per ruleset. An unknown fact equals nothing: it is `not_equal` and `not_in` everything. */
export function compileCondition(condition: FactCondition | null | undefined): Predicate {
  if (!condition) return always;
  if ('all' in condition) {
    const parts = condition.all.map(compileCondition);
    return (subject) => parts.every((holds) => holds(subject));
  }
  if ('any' in condition) {
    const parts = condition.any.map(compileCondition);
    return (subject) => parts.some((holds) => holds(subject));
  }
  if ('not' in condition) {
    const holds = compileCondition(condition.not);
    return (subject) => !holds(subject);
  }
  return compileComparison(condition);
}

/** The form of a value in which it is compared. */
export const comparable = ({ type }: Fact, value: FactValue): FactValue =>
  typeof value === 'string' && type.normalize ? type.normalize(value) : value;

/** The values of a comparison, as a list. */
export const valuesOf = ({ value }: FactComparison): readonly FactValue[] =>
  Array.isArray(value) ? value : [value as FactValue];

function compileComparison(condition: FactComparison): Predicate {
  const { comparison, field, time_zone } = condition;
  const fact = factOf(field);
  // A rule of a later release, read by this one: what is not known equals nothing.
  if (!fact) return () => ['not_equal', 'not_in', 'not_in_list'].includes(comparison);
  if (isListComparison(comparison)) {
    const key = listKey(String(condition.value), field);
    return ({ lookedUp }) => (lookedUp?.get(key) ?? 0) > 0 === (comparison === 'in_list');
  }
  const values = valuesOf(condition).map((value) => comparable(fact, value));
  const read = (subject: Subject) => {
    const known = knownValue(subject, field, time_zone);
    return known === null ? null : comparable(fact, known);
  };
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
  { at, facts, metadata }: Subject,
  field: string,
  timeZone?: string,
): FactValue | null {
  if (field.startsWith(METADATA)) {
    const value = metadata?.[field.slice(METADATA.length)];
    return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : null;
  }
  const given = facts[field] ?? null;
  if (given !== null) return given;
  if (field === 'hour') return localTime(at, timeZone).hour;
  if (field === 'weekday') return localTime(at, timeZone).weekday;
  return null;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The hour and the day of the week in a time zone. */
function localTime(at: Date, timeZone = 'UTC'): { hour: number; weekday: string } {
  if (timeZone === 'UTC') return { hour: at.getUTCHours(), weekday: weekdays[at.getUTCDay()]! };
  let clock = clocks.get(timeZone);
  if (!clock) {
    // There are some 400 zones: the map needs no bound.
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hour: 'numeric',
      hourCycle: 'h23',
      weekday: 'long',
    });
    clocks.set(timeZone, clock);
  }
  const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]));
  return { hour: Number(parts.hour), weekday: parts.weekday!.toLowerCase() };
}

/** The lookups of a condition. */
export const lookupsOfCondition = (condition: FactCondition | null | undefined): readonly Lookup[] =>
  factComparisonsOf(condition).flatMap(({ comparison, field, value }) => {
    const kind = isListComparison(comparison) ? factOf(field)?.list : undefined;
    const known = (subject: Subject) => knownValue(subject, field)?.toString() ?? null;
    return kind ? [listLookup(String(value), field, kind, known)] : [];
  });

/** The comparisons of a condition, at any depth. */
export function factComparisonsOf(condition: FactCondition | null | undefined): FactComparison[] {
  if (!condition) return [];
  if ('all' in condition) return condition.all.flatMap(factComparisonsOf);
  if ('any' in condition) return condition.any.flatMap(factComparisonsOf);
  return 'not' in condition ? factComparisonsOf(condition.not) : [condition];
}

/** The names of the facts that a condition compares, each once. */
export function fieldsOfCondition(condition: FactCondition | null | undefined): string[] {
  return [...new Set(factComparisonsOf(condition).map(({ field }) => field))];
}
