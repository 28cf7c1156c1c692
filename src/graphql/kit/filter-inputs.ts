import { GraphQLBoolean, GraphQLID, type GraphQLScalarType, GraphQLString } from 'graphql';
import { Field, InputType } from 'type-graphql';
import {
  AmountScalar,
  camelCase,
  DateTimeScalar,
  type DescribedClass,
  type FieldDescription,
  graphqlName,
  resourceOf,
} from '../../core/model/index.ts';
import { type Comparison, comparisonsOf, filterLimits } from '../../core/reads/index.ts';

type InputClass = new () => object;

const meanings: Record<Comparison, string> = {
  eq: 'Equal to the value.',
  in: `Equal to one of the values, at most ${filterLimits.values}.`,
  gt: 'Greater or later than the value.',
  gte: 'Greater or later than the value, or equal to it.',
  lt: 'Less or earlier than the value.',
  lte: 'Less or earlier than the value, or equal to it.',
};

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
  comparisons: readonly Comparison[],
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

/** The comparison input of a field, such as `DateTimeFilter`. */
export function comparisonFor(field: FieldDescription): InputClass {
  const input = (name: string, of: GraphQLScalarType | object) =>
    comparisonInput(name, of, comparisonsOf(field));
  switch (field.kind) {
    case 'amount':
      return input('AmountFilter', AmountScalar);
    case 'timestamp':
      return input('DateTimeFilter', DateTimeScalar);
    case 'enumeration': {
      const { name, members, open } = field.enumeration!();
      return open ? input('StringFilter', GraphQLString) : input(`${name}Filter`, members);
    }
    case 'bool':
      return input('BooleanFilter', GraphQLBoolean);
    case 'id':
      return input('IDFilter', GraphQLID);
    default:
      return input('StringFilter', GraphQLString);
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
 * The filter input of a resource: a comparison per indexed field, the entries of metadata, `search`, and nested `or`
 * and `not`.
 *
 * @param names The filter fields of a resource without lists, and so without an index for each field.
 */
export function filterInput(target: DescribedClass, names: readonly string[] = []): InputClass {
  const known = filterInputs.get(target);
  if (known) return known;
  const resource = resourceOf(target);
  const input = inputClass(
    `${target.name}Filter`,
    `Conditions, combined with AND. At most ${filterLimits.conditions} in all; each filter in \`or\` and \`not\` counts as one more.`,
  );
  const add = (name: string, type: () => unknown, description: string) =>
    Field(type as never, { nullable: true, description })(input.prototype, name);
  for (const field of resource.fields) {
    if (field.filter || names.includes(field.name)) {
      const comparison = comparisonFor(field);
      add(graphqlName(field), () => comparison, field.about);
    }
    if (field.entries)
      add(graphqlName(field), () => [MetadataEntryFilter], 'Entries that the metadata must all have.');
  }
  const searchable = resource.fields.filter((field) => field.search || field.phonesWith).map(searchedName);
  if (searchable.length > 0) {
    const description = `Prefix search: every word must start a word of ${searchable.join(', ')}. Case and accents are ignored.`;
    add('search', () => GraphQLString, description);
  }
  add(
    'or',
    () => [input],
    `At least one of the filters must match; an empty list matches nothing. Filters nest at most ${filterLimits.depth} levels deep, this one included.`,
  );
  add(
    'not',
    () => input,
    'The filter must not match. Comparisons do not match null, so `not` keeps null values. No index serves `not`: combine it with conditions that narrow the list.',
  );
  filterInputs.set(target, input);
  return input;
}
