import { type GraphQLError, type GraphQLSchema, getNamedType, Kind, type TypeNode } from 'graphql';
import { Problem, type ProblemCode } from '../../core/foundation/errors.ts';
import { specificationName } from '../../core/model/graphql-types.ts';
import { isRepeatable, memberPath } from '../../core/model/validation-errors.ts';

/** The types of the mutations' own inputs: a path within one starts at its fields, as a body's does in REST. */
export function mutationInputTypes(schema: GraphQLSchema): ReadonlySet<string> {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  return new Set(mutations.flatMap(({ args }) => args.map(({ type }) => getNamedType(type).name)));
}

/** Where GraphQL says what is wrong with a variable, and the code that REST has for it. */
const faults: readonly { says: RegExp; code: ProblemCode }[] = [
  { says: /; Field "(\w+)" of required type "[\w![\]]+" was not provided\.$/, code: 'missing_parameter' },
  {
    says: /; Field "(.*)" is not defined by type "\w+"\.(?: Did you mean [^?]*\?)?$/s,
    code: 'unknown_parameter',
  },
  { says: /^Variable "\$\w+" of required type "[\w![\]]+" was not provided\.$/, code: 'missing_parameter' },
];

/**
 * The problem that a variable is refused with by GraphQL itself: the code and param that REST would give, or
 * null for a message about anything else.
 */
export function variableProblem(
  error: GraphQLError,
  message: string,
  inputs: ReadonlySet<string>,
): Problem | null {
  const variable = /^Variable "\$(\w{1,40})"/.exec(error.message)?.[1];
  if (variable === undefined) return null;
  const place = placeOf(error.message, variable, inputs.has(typeOf(error)));
  for (const { says, code } of faults) {
    const found = says.exec(error.message);
    if (!found) continue;
    const param = found[1] === undefined ? place : memberOf(place, found[1]);
    return new Problem(code, message, { param });
  }
  return new Problem('invalid_parameter', message, place === '' ? {} : { param: place });
}

/** The path to the value that is wrong. Within a mutation's input the variable itself is no part of it. */
function placeOf(message: string, variable: string, isInput: boolean): string {
  // The last such place is GraphQL's; one before it is in the value.
  const path = new RegExp(`^.* at "(${variable}(?:\\.\\w{1,60}|\\[\\d{1,4}\\])*)"`, 's').exec(message)?.[1];
  const [head, ...members] = (path ?? variable).split('.');
  const index = head!.slice(variable.length);
  const start = isInput ? index : head!;
  return members.reduce((place, member) => {
    const [name, rest] = /^(\w+)(.*)$/.exec(member)!.slice(1) as [string, string];
    return memberPath(place, specificationName(name)) + rest;
  }, start);
}

/** A name that no schema has may be anything, a card number too; then only the object around it is named. */
function memberOf(place: string, name: string): string {
  const known = specificationName(name);
  return isRepeatable(known) ? memberPath(place, known) : place;
}

function typeOf(error: GraphQLError): string {
  const definition = error.nodes?.[0];
  if (definition?.kind !== Kind.VARIABLE_DEFINITION) return '';
  let type: TypeNode = definition.type;
  while (type.kind !== Kind.NAMED_TYPE) type = type.type;
  return type.name.value;
}
