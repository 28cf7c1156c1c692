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
import { refuseNul } from './refuse-nul.ts';

/** The most values that an `in` takes. */
const IN_MAX = 100;
/** The longest search, in characters. */
const SEARCH_MAX = 255;

type Comparison = 'eq' | 'in' | 'gt' | 'gte' | 'lt' | 'lte';
type InputClass = new () => object;

const meanings: Record<Comparison, string> = {
  eq: 'Equal to this.',
  in: `Equal to one of these, at most ${IN_MAX}.`,
  gt: 'Greater, or later, than this.',
  gte: 'Greater, or later, than this, or equal to it.',
  lt: 'Less, or earlier, than this.',
  lte: 'Less, or earlier, than this, or equal to it.',
};

const ranges: Comparison[] = ['eq', 'in', 'gt', 'gte', 'lt', 'lte'];
const matches: Comparison[] = ['eq', 'in'];

function inputClass(name: string, description: string): InputClass {
  const named = { [name]: class {} }[name] as InputClass;
  InputType(name, { description })(named);
  return named;
}

const comparisonInputs = new Map<string, InputClass>();

/** The input that compares values of one type, made once a type. */
function comparisonInput(
  name: string,
  of: GraphQLScalarType | object,
  comparisons: Comparison[],
): InputClass {
  const known = comparisonInputs.get(name);
  if (known) return known;
  const input = inputClass(name, 'Comparisons that must all hold.');
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

const filterInputs = new Map<DescribedClass, InputClass>();

/** The filter of a resource's lists: one comparison for each of its fields that has an index, and `search`. */
export function filterInput(target: DescribedClass): InputClass {
  const known = filterInputs.get(target);
  if (known) return known;
  const resource = resourceOf(target);
  const input = inputClass(`${target.name}Filter`, 'Conditions that must all hold.');
  for (const field of resource.fields.filter((candidate) => candidate.filter)) {
    const comparison = comparisonFor(field);
    Field(() => comparison, { nullable: true, description: field.about })(
      input.prototype,
      graphqlName(field),
    );
  }
  const searched = resource.fields.filter((field) => field.search).map(graphqlName);
  if (searched.length > 0) {
    const description = `Words that all must start a word of: ${searched.join(', ')}.`;
    Field(() => GraphQLString, { nullable: true, description })(input.prototype, 'search');
  }
  filterInputs.set(target, input);
  return input;
}

/** A filter as it arrives: comparisons by the field's GraphQL name. */
export type FilterValue = Readonly<Record<string, unknown>>;

/** The conditions a filter stands for. A comparison with null, and a null filter, say nothing. */
export function conditionsOf(target: DescribedClass, filter: FilterValue | null | undefined): Condition[] {
  const conditions: Condition[] = [];
  for (const [name, given] of Object.entries(filter ?? {})) {
    if (given === null || given === undefined) continue;
    if (name === 'search') {
      conditions.push({ search: checkedSearch(given as string) });
      continue;
    }
    const field = resourceOf(target).fields.find(
      (candidate) => candidate.filter && graphqlName(candidate) === name,
    )!;
    for (const [op, value] of Object.entries(given as Record<Comparison, unknown>)) {
      if (value === null || value === undefined) continue;
      const param = `filter.${camelCase(name)}.${op}`;
      if (Array.isArray(value) && value.length > IN_MAX) {
        throw invalidParameter(param, `${param} takes at most ${IN_MAX} values.`);
      }
      refuseNul(value, param);
      conditions.push({ field: field.name, op: op as Comparison, value });
    }
  }
  return conditions;
}

function checkedSearch(words: string): string {
  if (words.length > SEARCH_MAX) {
    throw invalidParameter('filter.search', `filter.search must have at most ${SEARCH_MAX} characters.`);
  }
  refuseNul(words, 'filter.search');
  return words;
}
