import { invalidParameter } from '../foundation/errors.ts';
import { type DescribedClass, type FieldDescription, graphqlName, resourceOf } from '../model/index.ts';
import { filterText } from '../model/scalars.ts';
import type { Comparison, Condition } from './predicates.ts';

/** Limits of filters. */
export const filterLimits = Object.freeze({
  /** Values of one `in`. */
  values: 100,
  /** Characters of a search text. */
  search: 255,
  /** Conditions in total; each nested filter counts as one. */
  conditions: 50,
  /** Depth of nested filters, including the outermost. */
  depth: 4,
});

const ranges: readonly Comparison[] = ['eq', 'in', 'gt', 'gte', 'lt', 'lte'];

/** The comparison operators of a field. */
export function comparisonsOf({ kind }: FieldDescription): readonly Comparison[] {
  if (kind === 'amount' || kind === 'timestamp') return ranges;
  return kind === 'bool' ? ['eq'] : ['eq', 'in'];
}

/** A filter: comparisons by the fields' names in GraphQL, `or` and `not`. */
export type FilterValue = Readonly<Record<string, unknown>>;

/**
 * The conditions of a filter. Null filters and comparisons with null are ignored.
 *
 * @throws {Problem} `invalid_parameter`.
 */
export function conditionsOf(target: DescribedClass, filter: FilterValue | null | undefined): Condition[] {
  if (!filter) return [];
  const fields = fieldsOf(target);
  let count = 0;
  const note = (param: string): void => {
    count += 1;
    if (count > filterLimits.conditions) {
      const message = `A filter must have at most ${filterLimits.conditions} conditions; ${param} exceeds that.`;
      throw invalidParameter(param, message);
    }
  };
  const counted = (condition: Condition, param: string): Condition => {
    note(param);
    return condition;
  };
  const nested = (value: unknown, param: string, depth: number): Condition[] => {
    note(param);
    if (depth > filterLimits.depth) {
      throw invalidParameter(
        param,
        `Filters nest at most ${filterLimits.depth} levels deep; ${param} is deeper.`,
      );
    }
    return conditionsIn(value as FilterValue, param, depth);
  };
  const conditionsIn = (of: FilterValue, path: string, depth: number): Condition[] =>
    Object.entries(of).flatMap(([name, value]): Condition[] => {
      if (value === null || value === undefined) return [];
      const param = `${path}.${name}`;
      if (name === 'search') return [counted({ search: checkedSearch(value as string, param) }, param)];
      if (name === 'not') return [{ not: nested(value, param, depth + 1) }];
      if (name === 'or') {
        const filters = value as FilterValue[];
        const or = filters.map((each, i) => nested(each, `${param}[${i}]`, depth + 1));
        return [{ or }];
      }
      const field = fields.get(name)!;
      if (field.entries) {
        const entries = value as { key: string; value: string }[];
        return entries.map(({ key, value }) => counted({ field: field.name, entry: { key, value } }, param));
      }
      return comparisonsIn(field, value as Record<Comparison, unknown>, param).map((each) =>
        counted(each, param),
      );
    });
  return conditionsIn(filter, 'filter', 1);
}

const fieldsByClass = new Map<DescribedClass, ReadonlyMap<string, FieldDescription>>();

/** A class's fields by GraphQL name. */
function fieldsOf(target: DescribedClass): ReadonlyMap<string, FieldDescription> {
  let fields = fieldsByClass.get(target);
  if (!fields) {
    fields = new Map(resourceOf(target).fields.map((field) => [graphqlName(field), field]));
    fieldsByClass.set(target, fields);
  }
  return fields;
}

function comparisonsIn(
  field: FieldDescription,
  comparisons: Record<Comparison, unknown>,
  path: string,
): Condition[] {
  return Object.entries(comparisons).flatMap(([op, value]): Condition[] => {
    if (value === null || value === undefined) return [];
    const param = `${path}.${op}`;
    if (Array.isArray(value) && value.length > filterLimits.values) {
      throw invalidParameter(param, `${param} accepts at most ${filterLimits.values} values.`);
    }
    if (field.kind === 'integer') requireIntegers([value].flat(), param);
    return [{ field: field.name, op: op as Comparison, value: comparedValue(field, value) }];
  });
}

/** Times without a zone are in UTC. */
function comparedValue({ kind }: FieldDescription, value: unknown): unknown {
  if (kind !== 'timestamp') return value;
  const inUtc = (time: unknown) => (typeof time === 'string' ? (filterText(time) ?? time) : time);
  return Array.isArray(value) ? value.map(inUtc) : inUtc(value);
}

const INTEGER_MAX = 2 ** 31 - 1;

/** GraphQL filters pass integers as strings. */
function requireIntegers(values: readonly unknown[], param: string): void {
  const isInteger = (value: unknown) =>
    /^-?\d{1,10}$/.test(String(value)) && Math.abs(Number(value)) <= INTEGER_MAX;
  if (!values.every(isInteger)) throw invalidParameter(param, `${param} must be an integer, such as "200".`);
}

function checkedSearch(words: string, param: string): string {
  if (words.length > filterLimits.search) {
    throw invalidParameter(param, `${param} must have at most ${filterLimits.search} characters.`);
  }
  return words;
}
