import { GraphQLBoolean, GraphQLID, GraphQLInt, type GraphQLScalarType, GraphQLString } from 'graphql';
import { Field, InputType } from 'type-graphql';
import { type DescribedClass, type FieldDescription, graphqlName, isList } from './description.ts';
import { OPEN_VALUE_MAX } from './enumeration.ts';
import { AmountScalar, DateTimeScalar, JsonScalar } from './scalars.ts';

// biome-ignore lint/complexity/noBannedTypes: type-graphql names its types by their classes.
type GraphqlType = GraphQLScalarType | Function | object;

/** The GraphQL type of a field's value, or of a list's elements. */
function elementType(field: FieldDescription): GraphqlType {
  switch (field.kind) {
    case 'id':
      return GraphQLID;
    case 'text':
    case 'text_list':
      return GraphQLString;
    case 'amount':
      return AmountScalar;
    case 'integer':
      return GraphQLInt;
    case 'bool':
      return GraphQLBoolean;
    case 'timestamp':
      return DateTimeScalar;
    case 'json_object':
    case 'json':
      return JsonScalar;
    case 'enumeration':
    case 'enumeration_list':
      return field.enumeration!().open ? GraphQLString : field.enumeration!().members;
    default:
      return field.of!();
  }
}

/** A field's description; for an open enumeration, which has no enum type, with its known values. */
function aboutOf({ about, enumeration }: FieldDescription): string {
  const { meanings, open, values } = enumeration?.() ?? { meanings: {}, open: false, values: [] };
  if (!open) return about;
  const known = values.map((value) => `\n- \`${value}\`: ${meanings[value as never]}`);
  return `${about}\n\nAny text of up to ${OPEN_VALUE_MAX} characters; known values:\n${known.join('')}`;
}

const isListType = (field: FieldDescription) =>
  isList(field) || field.kind === 'json_encoded_list' || field.kind === 'enumeration_list';

const typeThunk = (field: FieldDescription, element: (field: FieldDescription) => GraphqlType) => () =>
  (isListType(field) ? [element(field)] : element(field)) as never;

const inputClasses = new WeakMap<DescribedClass, DescribedClass>();

/** The input type of a field's value: nested objects have an input twin, everything else its output type. */
function inputElementType(field: FieldDescription): GraphqlType {
  const nested = field.kind === 'json' ? undefined : field.of?.();
  return (nested && inputClasses.get(nested)) ?? nested ?? elementType(field);
}

/** Adds the input type `<Name>Input` with the same fields as a nested object's class. */
export function addInputTwin(
  target: DescribedClass,
  fields: readonly FieldDescription[],
  about: string,
): void {
  const twin = { [`${target.name}Input`]: class {} }[`${target.name}Input`] as unknown as DescribedClass;
  for (const field of fields) addInputField(twin, field);
  InputType({ description: about })(twin);
  inputClasses.set(target, twin);
}

/** The input type of a nested object's class. */
export function inputTwinOf(target: DescribedClass): DescribedClass {
  const twin = inputClasses.get(target);
  if (!twin) throw new Error(`${target.name} has no input type.`);
  return twin;
}

const specificationNames = new Map<string, string>();

/** The specification's name of an input field, from its GraphQL name. Unknown names are converted to snake_case. */
export function specificationName(name: string): string {
  return specificationNames.get(name) ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Rejects two fields with the same GraphQL name: input could not be mapped back. */
function noteName(name: string, specified: string): void {
  const known = specificationNames.get(name);
  if (known !== undefined && known !== specified) {
    throw new Error(`${known} and ${specified} are both ${name} in GraphQL.`);
  }
  specificationNames.set(name, specified);
}

/** The descriptions of the fields of GraphQL's types, by type and name. */
const membersOfTypes = new Map<string, FieldDescription>();

/** The description of a field of a GraphQL type; undefined for a field not described by a class, such as a page's. */
export const describedMember = (type: string, name: string): FieldDescription | undefined =>
  membersOfTypes.get(`${type}.${name}`);

/** Adds a field to its class's GraphQL object type, under its camelCase name. */
export function addOutputField(target: DescribedClass, field: FieldDescription): void {
  membersOfTypes.set(`${target.name}.${graphqlName(field)}`, field);
  const nullable = !field.required && !isList(field);
  const options = { name: graphqlName(field), description: aboutOf(field), nullable };
  Field(typeThunk(field, elementType), options)(target.prototype, field.name);
}

/**
 * Adds a field to its class's GraphQL input type. type-graphql supports `name` only on object types, so an input
 * registers the camelCase key directly; {@link specificationName} maps it back.
 */
export function addInputField(target: DescribedClass, field: FieldDescription): void {
  const options = { description: aboutOf(field), nullable: !field.required };
  const name = graphqlName(field);
  noteName(name, field.name);
  membersOfTypes.set(`${target.name}.${name}`, field);
  Field(typeThunk(field, inputElementType), options)(target.prototype, name);
}
