import {
  coerceInputValue,
  type DefinitionNode,
  type DocumentNode,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  type NamedTypeNode,
  type OperationDefinitionNode,
  typeFromAST,
  type VariableDefinitionNode,
  valueFromAST,
} from 'graphql';
import { Problem, type ProblemCode } from '../../core/foundation/errors.ts';
import { specificationName } from '../../core/model/graphql-types.ts';
import { JsonScalar } from '../../core/model/scalars.ts';
import { isRepeatable, memberPath } from '../../core/model/validation-errors.ts';
import { withoutValues } from './redaction.ts';

type Path = readonly (string | number)[];

/** Variables as their types read them: enumerations resolved, defaults filled in. */
export type CoercedVariables = Readonly<Record<string, unknown>>;

/**
 * Coerces an operation's variables to their types, so that errors have the code and param that the REST API gives the
 * same mistake. It stops at the first error and suggests nothing: a body may hold thousands of unknown members.
 * Messages never contain a value.
 *
 * @throws {GraphQLError} of the problem `missing_parameter`, `unknown_parameter` or `invalid_parameter`.
 */
export function coerceVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): CoercedVariables {
  const coerced: Record<string, unknown> = {};
  for (const definition of variableDefinitions) {
    const name = definition.variable.name.value;
    const type = typeFromAST(schema, definition.type as never) as GraphQLInputType;
    if (Object.hasOwn(variables, name)) {
      coerced[name] = coerceInputValue(
        variables[name],
        type,
        (path, value) => {
          throw valueError(schema, definition, type, path, value);
        },
        true,
      );
    } else if (definition.defaultValue) {
      coerced[name] = valueFromAST(definition.defaultValue, type);
    } else if (isNonNullType(type)) {
      const message = `Variable "$${name}" of required type "${type}" was not provided.`;
      throw variableError(schema, definition, 'missing_parameter', message, paramAt(schema, name, type, []));
    }
  }
  return coerced;
}

const withoutTypes = new WeakMap<DocumentNode, DocumentNode>();

/**
 * The document for variables that are coerced already: each is declared as JSON, which passes through unchanged.
 * Estimating the cost then coerces nothing again, and compiled operations contain no code for input types, which is
 * 400 KB for one of the largest.
 */
export function documentOfCoerced(document: DocumentNode): DocumentNode {
  let untyped = withoutTypes.get(document);
  if (!untyped) {
    untyped = { ...document, definitions: document.definitions.map(withJsonVariables) };
    withoutTypes.set(document, untyped);
  }
  return untyped;
}

const json: NamedTypeNode = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: JsonScalar.name } };

function withJsonVariables(definition: DefinitionNode): DefinitionNode {
  if (definition.kind !== Kind.OPERATION_DEFINITION || !definition.variableDefinitions) return definition;
  const variableDefinitions = definition.variableDefinitions.map(({ kind, variable, loc }) => ({
    kind,
    variable,
    type: json,
    ...(loc ? { loc } : {}),
  }));
  return { ...definition, variableDefinitions };
}

function variableError(
  schema: GraphQLSchema,
  nodes: VariableDefinitionNode,
  code: ProblemCode,
  message: string,
  param: string,
): GraphQLError {
  const redacted = withoutValues(message, schema);
  const problem = new Problem(code, redacted, param === '' ? {} : { param });
  return new GraphQLError(redacted, { nodes, originalError: problem });
}

/** The error for a value that its type rejects. An object's missing fields are reported first, as graphql-js does. */
function valueError(
  schema: GraphQLSchema,
  definition: VariableDefinitionNode,
  type: GraphQLInputType,
  path: Path,
  value: unknown,
): GraphQLError {
  const name = definition.variable.name.value;
  const place = path.length === 0 ? '' : ` at ${pathText(path)}`;
  const intro = `Variable "$${name}" got an invalid value${place}.`;
  const param = paramAt(schema, name, type, path);
  const expected = getNamedType(typeAt(type, path));
  if (isInputObjectType(expected) && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const fields = expected.getFields();
    const given = value as Record<string, unknown>;
    const missing = Object.values(fields).find(
      (field) => isRequiredInputField(field) && given[field.name] === undefined,
    );
    if (missing) {
      const message = `${intro} Field "${missing.name}" of required type "${missing.type}" was not provided.`;
      return variableError(
        schema,
        definition,
        'missing_parameter',
        message,
        memberParam(param, missing.name),
      );
    }
    const unknown = Object.keys(given).find((key) => !fields[key]);
    if (unknown !== undefined) {
      const message = `${intro} Field "${unknown}" is not defined by type "${expected.name}".`;
      return variableError(schema, definition, 'unknown_parameter', message, memberParam(param, unknown));
    }
  }
  const message = `${intro} ${expectation(typeAt(type, path))}`;
  return variableError(schema, definition, 'invalid_parameter', message, param);
}

/** Such as `status.in[0]`. Only names of the schema: unknown ones are rejected where they occur. */
const pathText = (path: Path) =>
  path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : memberPath(text, key)),
    '',
  );

const scalarForms: Readonly<Record<string, string>> = {
  DateTime: 'an ISO 8601 date-time with a zone (DateTime)',
  Amount: "an integer in the currency's minor unit (Amount)",
  Int: 'an integer of 32 bits (Int)',
  Boolean: 'true or false (Boolean)',
  String: 'a string (String)',
  ID: 'a string (ID)',
};

/** The expected values of a type, as the end of an error message. */
function expectation(type: GraphQLInputType): string {
  const nullable = getNullableType(type) as GraphQLInputType;
  const named = getNamedType(nullable);
  const form = isEnumType(named)
    ? `one of ${named
        .getValues()
        .map((value) => value.name)
        .join(', ')} (${named.name})`
    : isInputObjectType(named) && named.isOneOf
      ? `${named.name} with exactly one of ${Object.keys(named.getFields()).join(', ')}`
      : (scalarForms[named.name] ?? named.name);
  return `Expected ${isListType(nullable) ? `a list of: ${form}` : form}${isNonNullType(type) ? ', not null' : ''}.`;
}

/** The type at a path within a variable. A list also accepts a single value, whose path has no index then. */
function typeAt(type: GraphQLInputType, path: Path): GraphQLInputType {
  return path.reduce<GraphQLInputType>((at, key) => {
    const nullable = getNullableType(at) as GraphQLInputType;
    if (typeof key === 'number') return isListType(nullable) ? nullable.ofType : nullable;
    const object = getNamedType(nullable);
    return isInputObjectType(object) ? object.getFields()[key]!.type : object;
  }, type);
}

/** The path in the specification's names. A mutation's input starts it at its fields, as a REST body does. */
function paramAt(schema: GraphQLSchema, variable: string, type: GraphQLInputType, path: Path): string {
  const isInput = mutationInputs(schema).has(getNamedType(type).name);
  // A name that the caller chose could be a card number.
  const root = isInput || !isRepeatable(variable) ? '' : variable;
  return path.reduce<string>(
    (param, key) =>
      typeof key === 'number' ? `${param}[${key}]` : memberPath(param, specificationName(key)),
    root,
  );
}

/** A field's param. An unknown name could be anything, even a card number: then the object around it is named. */
function memberParam(param: string, name: string): string {
  const member = specificationName(name);
  return isRepeatable(member) ? memberPath(param, member) : param;
}

const inputsBySchema = new WeakMap<GraphQLSchema, ReadonlySet<string>>();

/** Names of the mutations' input types. */
function mutationInputs(schema: GraphQLSchema): ReadonlySet<string> {
  let inputs = inputsBySchema.get(schema);
  if (!inputs) {
    const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
    inputs = new Set(mutations.flatMap(({ args }) => args.map(({ type }) => getNamedType(type).name)));
    inputsBySchema.set(schema, inputs);
  }
  return inputs;
}
