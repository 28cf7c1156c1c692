import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';

/** The committed schema: the callers' view, from which the suites of this folder are generated. */
export const schema = buildSchema(
  readFileSync(new URL('../../../schema/schema.graphql', import.meta.url), 'utf8'),
);

/** A field of `Query` or `Mutation`. */
export interface RootField {
  readonly operation: 'query' | 'mutation';
  readonly field: GraphQLField<unknown, unknown>;
}

const fieldsOfRoot = (operation: RootField['operation'], type = schema.getQueryType()): RootField[] =>
  Object.values(type!.getFields()).map((field) => ({ operation, field }));

/** The administrators' queries, closed to all others. */
export const ofAdministrators: ReadonlySet<string> = new Set([
  'adminKey',
  'adminKeys',
  'operator',
  'operators',
]);

export const queryFields = fieldsOfRoot('query');
export const mutationFields = fieldsOfRoot('mutation', schema.getMutationType());

/** A place for one value in the arguments of a root field. */
export interface Position {
  /** The members on the path to it, the argument first. */
  readonly path: readonly string[];
  /** `PaymentFilter.customerId`, or `Query.payment(paymentId)`: where the schema declares it. */
  readonly declaredAs: string;
  /** The name of its scalar. */
  readonly type: string;
  readonly isList: boolean;
}

const declares = (type: GraphQLInputType) => ({
  named: getNamedType(type),
  isList: isListType(getNullableType(type)),
});

/** Every place for a scalar in a root field's arguments, including nested inputs, without recursion. */
export function positionsOf(parent: string, field: GraphQLField<unknown, unknown>): Position[] {
  const walk = (
    input: GraphQLArgument | GraphQLInputField,
    declaredAs: string,
    path: readonly string[],
    within: readonly string[],
  ): Position[] => {
    const { isList, named } = declares(input.type);
    if (isInputObjectType(named)) {
      if (within.includes(named.name)) return [];
      return Object.values(named.getFields()).flatMap((member) =>
        walk(member, `${named.name}.${member.name}`, [...path, member.name], [...within, named.name]),
      );
    }
    return isEnumType(named) ? [] : [{ path, declaredAs, type: named.name, isList }];
  };
  return field.args.flatMap((argument) =>
    walk(argument, `${parent}.${field.name}(${argument.name})`, [argument.name], []),
  );
}

/** Chooses a value for a scalar, by the name and type of its place. */
export type ValueFor = (name: string, type: string) => unknown;

/** The smallest valid value of an input type. */
function minimal(name: string, type: GraphQLInputType, valueFor: ValueFor): unknown {
  const { isList, named } = declares(type);
  const one = isInputObjectType(named)
    ? Object.fromEntries(
        Object.values(named.getFields())
          .filter(isRequiredInputField)
          .map((member) => [member.name, minimal(member.name, member.type, valueFor)]),
      )
    : isEnumType(named)
      ? named.getValues()[0]!.name
      : valueFor(name, named.name);
  return isList ? [one] : one;
}

/** The smallest valid arguments of a field, with a value at one position. */
export function argumentsWith(
  field: GraphQLField<unknown, unknown>,
  valueFor: ValueFor,
  position?: Position,
  value?: unknown,
): Record<string, unknown> {
  const args = Object.fromEntries(
    field.args
      .filter(isRequiredArgument)
      .map((argument) => [argument.name, minimal(argument.name, argument.type, valueFor)]),
  );
  if (!position) return args;
  let members: readonly (GraphQLArgument | GraphQLInputField)[] = field.args;
  let target: Record<string, unknown> = args;
  for (const [i, name] of position.path.entries()) {
    const input = members.find((member) => member.name === name)!;
    if (i === position.path.length - 1) {
      target[name] = position.isList ? [value] : value;
      break;
    }
    const { isList, named } = declares(input.type);
    target[name] ??= minimal(name, input.type, valueFor);
    target = (isList ? (target[name] as unknown[])[0] : target[name]) as Record<string, unknown>;
    if (isInputObjectType(named)) members = Object.values(named.getFields());
  }
  return args;
}
