import { COUNT, factOf, hasValues, METADATA, namesList } from './facts.ts';
import { describedRules } from './rules.fields.ts';

/** A condition of the API. The editor keeps unknown members. */
export type Condition = Readonly<Record<string, unknown>>;

/** A comparison that rows edit. */
export interface Comparison extends Condition {
  readonly field: string;
  readonly comparison: string;
  readonly value: unknown;
  readonly time_zone?: string;
}

/** A condition on how often a card, an address or a customer was used recently. */
export interface Velocity extends Condition {
  readonly count: string;
  readonly by: string;
  /** Minutes, hours or days, such as `30m`, `1h` or `7d`. */
  readonly within: string;
  readonly comparison: string;
  readonly value: unknown;
}

/** How the conditions of a group are combined. */
export type Combination = 'all' | 'any' | 'none' | 'not_all';

/** A condition as rows: the parts of a group, each with its path. */
export interface ConditionGroup {
  readonly combination: Combination;
  readonly parts: readonly unknown[];
  /** The path of the list of parts, such as `rules[0].when.all`; without parts in a list the path of the part. */
  readonly at: string;
  /** Whether the condition is one part, which no list holds. */
  readonly isSingle: boolean;
}

const isRecord = (value: unknown): value is Condition =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const membersOf = (value: Condition): string => Object.keys(value).sort().join();

/** The parts of a condition that combines others; null for every other condition. */
const listOf = (value: unknown, name: 'all' | 'any'): readonly unknown[] | null =>
  isRecord(value) && membersOf(value) === name && Array.isArray(value[name])
    ? (value[name] as readonly unknown[])
    : null;

/** Whether a condition is a group of others. */
export const isGroup = (value: unknown): boolean =>
  listOf(value, 'all') !== null ||
  listOf(value, 'any') !== null ||
  (isRecord(value) && membersOf(value) === 'not');

/** A condition as a group; a comparison is a group of one, and no condition an empty one. */
export function groupOf(condition: unknown, path: string): ConditionGroup {
  for (const name of ['all', 'any'] as const) {
    const parts = listOf(condition, name);
    if (parts) return { combination: name, parts, at: `${path}.${name}`, isSingle: false };
  }
  if (isRecord(condition) && membersOf(condition) === 'not') {
    const { not } = condition;
    const [any, all] = [listOf(not, 'any'), listOf(not, 'all')];
    if (any) return { combination: 'none', parts: any, at: `${path}.not.any`, isSingle: false };
    if (all) return { combination: 'not_all', parts: all, at: `${path}.not.all`, isSingle: false };
    return { combination: 'none', parts: [not], at: `${path}.not`, isSingle: true };
  }
  const isNone = condition === undefined || condition === null;
  return { combination: 'all', parts: isNone ? [] : [condition], at: path, isSingle: true };
}

/** The path of a part of a group. */
export const pathOfPart = ({ at, isSingle }: ConditionGroup, index: number): string =>
  isSingle ? at : `${at}[${index}]`;

/** The condition of a group; undefined without parts. */
export function conditionOf(
  { combination, isSingle }: Pick<ConditionGroup, 'combination' | 'isSingle'>,
  parts: readonly unknown[],
): unknown {
  if (parts.length === 0) return undefined;
  const [only] = parts;
  const isAlone = isSingle && parts.length === 1;
  switch (combination) {
    case 'all':
      return isAlone ? only : { all: parts };
    case 'any':
      return { any: parts };
    case 'none':
      return { not: isAlone ? only : { any: parts } };
    case 'not_all':
      return { not: { all: parts } };
  }
}

/** A comparison that a row edits; null for a group, an unknown fact and other kinds of conditions. */
export function comparisonOf(value: unknown): Comparison | null {
  if (!isRecord(value)) return null;
  const { comparison, field } = value;
  if (typeof field !== 'string' || typeof comparison !== 'string') return null;
  const fact = factOf(field);
  const members = ['comparison', 'field', 'value', ...(fact?.zoned ? ['time_zone'] : [])];
  const isKnown = Object.keys(value).every((name) => members.includes(name));
  return fact && isKnown ? (value as Comparison) : null;
}

/** A velocity condition that a row edits; null for every other condition. */
export function velocityOf(value: unknown): Velocity | null {
  if (!isRecord(value) || membersOf(value) !== 'by,comparison,count,value,within') return null;
  const { by, comparison, count, within } = value as Velocity;
  const { comparisons, counts, subjects } = describedRules.velocity;
  const isKnown = counts.includes(count) && subjects.includes(by) && comparisons.includes(comparison);
  return isKnown && lengthOf(within) ? (value as Velocity) : null;
}

/** The number and the unit of a `within`; null if it has another form. */
export function lengthOf(within: unknown): { readonly number: string; readonly unit: string } | null {
  const [, number, unit] = (typeof within === 'string' && /^(\d*)([mhd])$/.exec(within)) || [];
  return unit === undefined ? null : { number: number!, unit };
}

const emptyValues: Readonly<Record<string, unknown>> = { flag: true, amount: null, number: null };

/** A condition on a fact or a count that a person chose, without a value. */
export function conditionWith(chosen: string): Comparison | Velocity {
  if (!chosen.startsWith(COUNT)) return comparisonWith(chosen);
  const count = chosen.slice(COUNT.length);
  return {
    count,
    by: describedRules.velocity.subjects[0]!,
    within: '1h',
    comparison: 'greater_or_equal',
    value: null,
  };
}

/** A comparison of another fact, without a value. */
export function comparisonWith(field: string): Comparison {
  const fact = factOf(field);
  const comparison = fact?.kind === 'amount' ? 'greater_than' : 'equal';
  return { field, comparison, value: emptyValues[fact?.kind ?? ''] ?? '' };
}

/** The same condition by another comparison: values become one value, and one several. A list is not a value. */
export function comparedBy<C extends Comparison | Velocity>(condition: C, comparison: string): C {
  const { value } = condition;
  if (namesList(comparison) !== namesList(condition.comparison)) {
    return { ...condition, comparison, value: hasValues(comparison) ? [] : '' };
  }
  if (hasValues(comparison) && !Array.isArray(value)) {
    return { ...condition, comparison, value: value === '' || value === null ? [] : [value] };
  }
  const isOne = !hasValues(comparison) && Array.isArray(value);
  return { ...condition, comparison, value: isOne ? (value[0] ?? '') : value };
}

/** The position of the one comparison that names the currency of a group whose parts must all hold; -1 without one. */
export function currencyPlace({ combination, parts }: ConditionGroup): number {
  if (combination !== 'all') return -1;
  const places = parts.flatMap((part, i) => {
    const one = comparisonOf(part);
    return one?.field === 'currency' && one.comparison === 'equal' && typeof one.value === 'string'
      ? [i]
      : [];
  });
  return places.length === 1 ? places[0]! : -1;
}

/** The one currency that a condition requires; null if it requires none or allows several. */
export function currencyOf(condition: unknown): string | null {
  const group = groupOf(condition, '');
  const place = currencyPlace(group);
  return place < 0 ? null : ((group.parts[place] as Comparison).value as string) || null;
}

/** The facts that a condition compares, each once. */
export function fieldsOf(condition: unknown): string[] {
  const one = comparisonOf(condition);
  if (one) return one.field === METADATA ? [] : [one.field];
  if (!isGroup(condition)) return [];
  return [...new Set(groupOf(condition, '').parts.flatMap(fieldsOf))];
}
