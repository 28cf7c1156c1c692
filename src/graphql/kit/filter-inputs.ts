import { GraphQLBoolean, GraphQLID, type GraphQLScalarType, GraphQLString } from 'graphql';
import { Field, InputType } from 'type-graphql';
import { invalidParameter } from '../../core/foundation/errors.ts';
import {
  AmountScalar,
  camelCase,
  DateTimeScalar,
  type DescribedClass,
  type FieldDescription,
  graphqlName,
  resourceOf,
} from '../../core/model/index.ts';
import type { Condition } from '../../core/reads/index.ts';

/** Maximum number of values in an `in`. */
const IN_MAX = 100;
/** Maximum length of a search, in characters. */
const SEARCH_MAX = 255;
/** Maximum number of conditions in a filter, each filter within it being one. */
const CONDITIONS_MAX = 50;
/** How deep filters nest, the outermost included. */
const DEPTH_MAX = 4;

type Comparison = 'eq' | 'in' | 'gt' | 'gte' | 'lt' | 'lte';
type InputClass = new () => object;

const meanings: Record<Comparison, string> = {
  eq: 'Equal to the value.',
  in: `Equal to one of the values, at most ${IN_MAX}.`,
  gt: 'Greater or later than the value.',
  gte: 'Greater or later than the value, or equal to it.',
  lt: 'Less or earlier than the value.',
  lte: 'Less or earlier than the value, or equal to it.',
};

const ranges: Comparison[] = ['eq', 'in', 'gt', 'gte', 'lt', 'lte'];
const matches: Comparison[] = ['eq', 'in'];

function inputClass(name: string, description: string): InputClass {
  const input = { [name]: class {} }[name] as InputClass;
  InputType(name, { description })(input);
  return input;
}

const comparisonInputs = new Map<string, InputClass>();

/** The comparison input of a type, created once per name. */
function comparisonInput(
  name: string,
  of: GraphQLScalarType | object,
  comparisons: Comparison[],
): InputClass {
  const known = comparisonInputs.get(name);
  if (known) return known;
  const input = inputClass(name, 'Comparisons, combined with AND.');
  for (const comparison of comparisons) {
    const type = () => (comparison === 'in' ? [of] : of) as never;
    Field(type, { nullable: true, description: meanings[comparison] })(input.prototype, comparison);
  }
  comparisonInputs.set(name, input);
  return input;
}

function comparisonFor(field: FieldDescription): InputClass {
  switch (field.kind) {
    case 'amount':
      return comparisonInput('AmountFilter', AmountScalar, ranges);
    case 'timestamp':
      return comparisonInput('DateTimeFilter', DateTimeScalar, ranges);
    case 'enumeration': {
      const { name, members } = field.enumeration!();
      return comparisonInput(`${name}Filter`, members, matches);
    }
    case 'bool':
      return comparisonInput('BooleanFilter', GraphQLBoolean, ['eq']);
    case 'id':
      return comparisonInput('IDFilter', GraphQLID, matches);
    default:
      return comparisonInput('StringFilter', GraphQLString, matches);
  }
}

@InputType('MetadataEntryFilter', {
  description: 'An entry that metadata must have. A number or a boolean is matched by its text.',
})
class MetadataEntryFilter {
  @Field(() => GraphQLString, { description: 'Its key.' }) key!: string;
  @Field(() => GraphQLString, { description: 'Its value.' }) value!: string;
}

const filterInputs = new Map<DescribedClass, InputClass>();

const searchedName = (field: FieldDescription): string =>
  typeof field.search === 'string' ? `${graphqlName(field)}.${camelCase(field.search)}` : graphqlName(field);

/**
 * The filter input of a resource: a comparison per indexed field, the entries of metadata, `search`, and `or` and `not`
 * of further filters.
 *
 * @param names The fields to filter a resource by that has no lists of its own, and so no index for each field.
 */
export function filterInput(target: DescribedClass, names: readonly string[] = []): InputClass {
  const known = filterInputs.get(target);
  if (known) return known;
  const resource = resourceOf(target);
  const input = inputClass(
    `${target.name}Filter`,
    `Conditions, combined with AND. At most ${CONDITIONS_MAX} in all; each filter in \`or\` and \`not\` counts as one more.`,
  );
  const add = (name: string, type: () => unknown, description: string) =>
    Field(type as never, { nullable: true, description })(input.prototype, name);
  for (const field of resource.fields) {
    if (field.filter || names.includes(field.name)) {
      const comparison = comparisonFor(field);
      add(graphqlName(field), () => comparison, field.about);
    }
    if (field.entries)
      add(graphqlName(field), () => [MetadataEntryFilter], 'Entries of metadata, all of which it must have.');
  }
  const searchable = resource.fields.filter((field) => field.search).map(searchedName);
  if (searchable.length > 0) {
    const description = `Prefix search: every word must start a word of ${searchable.join(', ')}.`;
    add('search', () => GraphQLString, description);
  }
  add(
    'or',
    () => [input],
    `At least one of the filters must match; an empty list matches nothing. Filters nest at most ${DEPTH_MAX} levels deep, this one included.`,
  );
  add(
    'not',
    () => input,
    'The filter must not match. Comparisons do not match null, so `not` keeps what is null. No index serves `not`: combine it with conditions that narrow the list.',
  );
  filterInputs.set(target, input);
  return input;
}

/** A filter argument: comparisons by GraphQL field name, `or` and `not`. */
export type FilterValue = Readonly<Record<string, unknown>>;

/**
 * The conditions of a filter. Null filters and comparisons with null are ignored.
 *
 * @throws {Problem} `invalid_parameter`.
 */
export function conditionsOf(target: DescribedClass, filter: FilterValue | null | undefined): Condition[] {
  const fields = new Map(resourceOf(target).fields.map((field) => [graphqlName(field), field]));
  let count = 0;
  const note = (param: string): void => {
    count += 1;
    if (count > CONDITIONS_MAX) {
      const message = `A filter must have at most ${CONDITIONS_MAX} conditions; ${param} exceeds that.`;
      throw invalidParameter(param, message);
    }
  };
  const counted = (condition: Condition, param: string): Condition => {
    note(param);
    return condition;
  };
  const nested = (value: unknown, param: string, depth: number): Condition[] => {
    note(param);
    if (depth > DEPTH_MAX) {
      throw invalidParameter(param, `Filters nest at most ${DEPTH_MAX} levels deep; ${param} is deeper.`);
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
        const entries = value as MetadataEntryFilter[];
        return entries.map(({ key, value }) => counted({ field: field.name, entry: { key, value } }, param));
      }
      return comparisonsIn(field, value as Record<Comparison, unknown>, param).map((each) =>
        counted(each, param),
      );
    });
  return conditionsIn(filter ?? {}, 'filter', 1);
}

function comparisonsIn(
  field: FieldDescription,
  comparisons: Record<Comparison, unknown>,
  path: string,
): Condition[] {
  return Object.entries(comparisons).flatMap(([op, value]): Condition[] => {
    if (value === null || value === undefined) return [];
    const param = `${path}.${op}`;
    if (Array.isArray(value) && value.length > IN_MAX) {
      throw invalidParameter(param, `${param} takes at most ${IN_MAX} values.`);
    }
    return [{ field: field.name, op: op as Comparison, value }];
  });
}

function checkedSearch(words: string, param: string): string {
  if (words.length > SEARCH_MAX) {
    throw invalidParameter(param, `${param} must have at most ${SEARCH_MAX} characters.`);
  }
  return words;
}
