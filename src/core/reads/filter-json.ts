import { invalidParameter } from '../foundation/errors.ts';
import * as f from '../model/fields.ts';
import {
  type DescribedClass,
  describeField,
  type FieldDescription,
  graphqlName,
  resourceOf,
  validate,
} from '../model/index.ts';
import { isObject } from '../model/read-input.ts';
import { comparisonsOf, type FilterValue, filterLimits } from './filters.ts';
import type { Comparison } from './predicates.ts';
import { defaultOrder, type Order } from './statement.ts';

class MetadataEntry {
  @f.Text('Its key.', { required: true }) key!: string;
  @f.Text('Its value.', { required: true }) value!: string;
}

/** The comparisons of one field, each with the field's limits; the values of a list are checked one by one. */
function comparisonsClass(field: FieldDescription): DescribedClass {
  class Comparisons {}
  const { enumeration, kind, max, maximum, min } = field;
  const known = Object.entries({ enumeration, max, maximum, min }).filter(([, value]) => value !== undefined);
  const limits = Object.fromEntries(known) as Partial<FieldDescription>;
  for (const name of comparisonsOf(field)) {
    const about = 'The value to compare with.';
    if (name === 'in') {
      describeField(Comparisons.prototype, { name, kind: 'json', about });
    } else describeField(Comparisons.prototype, { ...limits, name, kind, about, bound: true });
  }
  return Comparisons;
}

const filterClasses = new WeakMap<DescribedClass, DescribedClass>();

/** Keys of a resource filter other than the nested `or` and `not`. */
function filterClass(target: DescribedClass): DescribedClass {
  const known = filterClasses.get(target);
  if (known) return known;
  class Filter {}
  const add = (field: FieldDescription) => describeField(Filter.prototype, field);
  for (const field of resourceOf(target).fields) {
    const about = field.about;
    if (field.filter) {
      const comparisons = comparisonsClass(field);
      add({ name: graphqlName(field), kind: 'object', of: () => comparisons, about });
    }
    if (field.entries) {
      const of = () => MetadataEntry;
      add({ name: graphqlName(field), kind: 'object_list', of, about, max: filterLimits.conditions });
    }
  }
  if (resourceOf(target).fields.some(({ search }) => search)) {
    add({ name: 'search', kind: 'text', about: 'Words to search for.', max: filterLimits.search });
  }
  filterClasses.set(target, Filter);
  return Filter;
}

/** Parses a parameter that holds a JSON object. */
function objectIn(text: string, param: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Reported below without the error's text, which may quote the input.
  }
  throw invalidParameter(
    param,
    `${param} must be a JSON object in the form of the list's argument in GraphQL.`,
  );
}

/**
 * Reads a filter from JSON, in the form of `filter` of the resource's list in GraphQL: the same fields, comparisons
 * and limits, with `or` and `not`.
 *
 * @throws {Problem} `invalid_parameter`, naming the comparison.
 */
export function filterFromJson(target: DescribedClass, text: string | null | undefined): FilterValue | null {
  if (text === null || text === undefined) return null;
  return readFilter(target, objectIn(text, 'filter'), 1);
}

function readFilter(target: DescribedClass, value: unknown, depth: number): FilterValue {
  if (!isObject(value)) throw invalidParameter('filter', 'Each filter must be a JSON object.');
  if (depth > filterLimits.depth) {
    throw invalidParameter('filter', `Filters nest at most ${filterLimits.depth} levels deep.`);
  }
  const { not, or, ...own } = value;
  if (or !== undefined && or !== null && !Array.isArray(or)) {
    throw invalidParameter('filter.or', 'or must be a list of filters.');
  }
  const { filter } = validate(nestedClass(target), { filter: own }) as { filter: Record<string, unknown> };
  for (const field of resourceOf(target).fields) checkValues(field, filter[graphqlName(field)]);
  return {
    ...filter,
    ...(Array.isArray(or) ? { or: or.map((each) => readFilter(target, each, depth + 1)) } : {}),
    ...(not === undefined || not === null ? {} : { not: readFilter(target, not, depth + 1) }),
  };
}

const nestedClasses = new WeakMap<DescribedClass, DescribedClass>();

/** A class with the filter as its member, so that errors name `filter.amount.gte`. */
function nestedClass(target: DescribedClass): DescribedClass {
  const known = nestedClasses.get(target);
  if (known) return known;
  class Nested {}
  const of = () => filterClass(target);
  describeField(Nested.prototype, { name: 'filter', kind: 'object', of, about: 'The filter.' });
  nestedClasses.set(target, Nested);
  return Nested;
}

/** Checks each value of an `in` like the value of an `eq`. */
function checkValues(field: FieldDescription, comparisons: unknown): void {
  const values = isObject(comparisons) ? (comparisons as Record<Comparison, unknown>).in : null;
  if (values === null || values === undefined) return;
  const param = `filter.${graphqlName(field)}.in`;
  if (!Array.isArray(values) || values.length > filterLimits.values) {
    throw invalidParameter(param, `${param} must be a list of at most ${filterLimits.values} values.`);
  }
  const of = comparisonsClass(field);
  for (const [i, eq] of values.entries()) {
    try {
      if (eq === null) throw new TypeError('null');
      values[i] = (validate(of, { eq }) as { eq: unknown }).eq;
    } catch {
      throw invalidParameter(`${param}[${i}]`, `${param}[${i}] is not a value of ${graphqlName(field)}.`);
    }
  }
}

/**
 * Reads a sort order from JSON, in the form of `orderBy` of the resource's list in GraphQL:
 * `{"field":"AMOUNT","direction":"ASC"}`.
 *
 * @throws {Problem} `invalid_parameter`, with the sortable fields.
 */
export function orderFromJson(target: DescribedClass, text: string | null | undefined): Order {
  const resource = resourceOf(target);
  if (text === null || text === undefined) return defaultOrder(resource);
  const { direction = 'DESC', field, ...others } = objectIn(text, 'order');
  const sortable = resource.fields.filter(({ name, sort }) => sort || name === resource.order);
  const found = sortable.find(({ name }) => name.toUpperCase() === field);
  if (!found || Object.keys(others).length > 0) {
    const names = sortable.map(({ name }) => name.toUpperCase()).join(', ');
    throw invalidParameter(
      'order',
      `order must have a field, one of ${names}, and no other member except direction.`,
    );
  }
  if (direction !== 'ASC' && direction !== 'DESC') {
    throw invalidParameter('order.direction', 'order.direction must be ASC or DESC.');
  }
  return { field: found.name, direction: direction === 'ASC' ? 'asc' : 'desc' };
}
