import { GraphQLBoolean, GraphQLID, type GraphQLScalarType, GraphQLString } from 'graphql';
import { Field, InputType, registerEnumType } from 'type-graphql';
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
import { type Condition, defaultOrder, type Order } from '../../core/reads/index.ts';

/** Maximum number of values in an `in`. */
const IN_MAX = 100;
/** Maximum length of a search, in characters. */
const SEARCH_MAX = 255;

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

const filterInputs = new Map<DescribedClass, InputClass>();

const searchedName = (field: FieldDescription): string =>
  typeof field.search === 'string' ? `${graphqlName(field)}.${camelCase(field.search)}` : graphqlName(field);

/** The filter input of a resource's lists: a comparison per indexed field, and `search`. */
export function filterInput(target: DescribedClass): InputClass {
  const known = filterInputs.get(target);
  if (known) return known;
  const resource = resourceOf(target);
  const input = inputClass(`${target.name}Filter`, 'Conditions, combined with AND.');
  for (const field of resource.fields.filter((candidate) => candidate.filter)) {
    const comparison = comparisonFor(field);
    Field(() => comparison, { nullable: true, description: field.about })(
      input.prototype,
      graphqlName(field),
    );
  }
  const searchable = resource.fields.filter((field) => field.search).map(searchedName);
  if (searchable.length > 0) {
    const description = `Prefix search: every word must start a word of ${searchable.join(', ')}.`;
    Field(() => GraphQLString, { nullable: true, description })(input.prototype, 'search');
  }
  filterInputs.set(target, input);
  return input;
}

/** A filter argument: comparisons by GraphQL field name. */
export type FilterValue = Readonly<Record<string, unknown>>;

/**
 * The conditions of a filter. Null filters and comparisons with null are ignored.
 *
 * @throws {Problem} `invalid_parameter`.
 */
export function conditionsOf(target: DescribedClass, filter: FilterValue | null | undefined): Condition[] {
  const conditions: Condition[] = [];
  for (const [name, comparisons] of Object.entries(filter ?? {})) {
    if (comparisons === null || comparisons === undefined) continue;
    if (name === 'search') {
      conditions.push({ search: checkedSearch(comparisons as string) });
      continue;
    }
    const field = resourceOf(target).fields.find(
      (candidate) => candidate.filter && graphqlName(candidate) === name,
    )!;
    for (const [op, value] of Object.entries(comparisons as Record<Comparison, unknown>)) {
      if (value === null || value === undefined) continue;
      const param = `filter.${camelCase(name)}.${op}`;
      if (Array.isArray(value) && value.length > IN_MAX) {
        throw invalidParameter(param, `${param} takes at most ${IN_MAX} values.`);
      }
      conditions.push({ field: field.name, op: op as Comparison, value });
    }
  }
  return conditions;
}

function checkedSearch(words: string): string {
  if (words.length > SEARCH_MAX) {
    throw invalidParameter('filter.search', `filter.search must have at most ${SEARCH_MAX} characters.`);
  }
  return words;
}

const directions = { ASC: 'asc', DESC: 'desc' } as const;
const DIRECTION_DEFAULT = 'desc';

registerEnumType(directions, {
  name: 'OrderDirection',
  description: 'Sort direction of a list.',
  valuesConfig: {
    ASC: { description: 'Ascending: earliest or smallest first.' },
    DESC: { description: 'Descending: latest or greatest first.' },
  },
});

const orderInputs = new Map<DescribedClass, InputClass>();

/** The sort order input of a resource's lists: its sortable fields, and the one of its default order. */
export function orderInput(target: DescribedClass): InputClass {
  const known = orderInputs.get(target);
  if (known) return known;
  const resource = resourceOf(target);
  const fields = resource.fields.filter((field) => field.sort || field.name === resource.order);
  const values = Object.fromEntries(fields.map((field) => [field.name.toUpperCase(), field.name]));
  const valuesConfig = Object.fromEntries(
    fields.map((field) => [field.name.toUpperCase(), { description: field.about }]),
  );
  registerEnumType(values, {
    name: `${target.name}OrderField`,
    description: 'Sortable fields.',
    valuesConfig,
  });
  const input = inputClass(`${target.name}Order`, 'Sort order of a list; ties are broken by identifier.');
  Field(() => values, { description: 'Field to sort by.' })(input.prototype, 'field');
  // Nullable, because graphql-jit does not apply defaults of fields within variables.
  const options = { description: 'Sort direction.', nullable: true, defaultValue: DIRECTION_DEFAULT };
  Field(() => directions, options)(input.prototype, 'direction');
  orderInputs.set(target, input);
  return input;
}

/** A sort order argument. */
export type OrderValue = Pick<Order, 'field'> & { readonly direction?: Order['direction'] | null };

/** The requested sort order, or the resource's default. */
export function orderOf(target: DescribedClass, requested: OrderValue | null | undefined): Order {
  if (!requested) return defaultOrder(resourceOf(target));
  return { field: requested.field, direction: requested.direction ?? DIRECTION_DEFAULT };
}
