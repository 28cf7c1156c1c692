import type { GraphQLObjectType, GraphQLSchema } from 'graphql';
import { describeRequirement } from '../../core/foundation/permissions.ts';
import { allResources, camelCase, type DescribedClass, fieldsOf } from '../../core/model/index.ts';
import type { OperationDescription } from '../../core/operations/operation.ts';

type Root = 'Query' | 'Mutation';

/** A field of a root type, with the operation that it carries out. */
interface RootField {
  readonly operation: OperationDescription;
  readonly root: Root;
  readonly name: string;
}

/** `PaymentMethod` → `paymentMethod`. */
export const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** The fields of the root types that carry out operations, by `Mutation.createRefund`. */
export const rootFields: ReadonlyMap<string, RootField> = new Map();

/**
 * Notes the field that carries out an operation: its description is the operation's.
 *
 * @throws {Error} at start for a field that another operation has.
 */
export function registerField(operation: OperationDescription, root: Root, name: string): void {
  const place = `${root}.${name}`;
  if (rootFields.has(place)) throw new Error(`${place} carries out two operations.`);
  (rootFields as Map<string, RootField>).set(place, { operation, root, name });
}

/** Declares that a query's method, named as the query, carries out an operation. */
export const carriesOut =
  (operation: OperationDescription): MethodDecorator =>
  (_prototype, name) =>
    registerField(operation, 'Query', String(name));

/** Describes the fields that carry out operations. */
export function describeFields(schema: GraphQLSchema): void {
  const known = fieldNames();
  for (const { name, operation, root } of rootFields.values()) {
    const type = (root === 'Query' ? schema.getQueryType() : schema.getMutationType()) as GraphQLObjectType;
    type.getFields()[name]!.description = describeOperation(operation, known);
  }
}

/** The description of an operation, with the permission or person that it takes, in GraphQL's names. */
function describeOperation(operation: OperationDescription, known: ReadonlySet<string>): string {
  const { about, byPersons, evenIfSuspended, keys, kind, target } = operation;
  const described = inGraphqlNames(about, known);
  if (kind === 'retrieve' || kind === 'list') {
    const { about: aboutResource } = allResources().find((resource) => resource.target === target)!;
    if (kind === 'retrieve') return `${described} Null if it does not exist. ${aboutResource}`;
    return `${described.replace(/ (?:newest|oldest) first/, '$& by default')} ${aboutResource}`;
  }
  const goesOn = evenIfSuspended ? ' Also while the merchant is suspended.' : '';
  const isForAdministrators = keys.every((kind) => kind === 'admin_key');
  const caller = byPersons
    ? 'the session of a person'
    : isForAdministrators
      ? 'the key of an administrator'
      : null;
  return described + goesOn + (caller ? ` Takes ${caller}.` : describeRequirement(operation));
}

/** The specification's names of all fields of resources and of operations. */
function fieldNames(): Set<string> {
  const ofOperations = [...rootFields.values()].flatMap(({ operation: { input, target } }) =>
    input ? [input, target] : [target],
  );
  return namesWithin([...allResources().map(({ target }) => target), ...ofOperations]);
}

/** The names of the fields of classes, at any depth. */
function namesWithin(roots: readonly DescribedClass[]): Set<string> {
  const classes = new Set(roots);
  const names = new Set<string>();
  for (const target of classes) {
    for (const { name, of } of fieldsOf(target)) {
      names.add(name);
      if (of) classes.add(of());
    }
  }
  return names;
}

/** Within backticks, field names as GraphQL has them: `webhook_details` → `webhookDetails`. Other words, such as values of enumerations, stay. */
export const inGraphqlNames = (about: string, names: ReadonlySet<string>): string =>
  about.replace(/`[^`]+`/g, (quoted) =>
    quoted.replace(/\b[a-z\d]+(?:_[a-z\d]+)+\b/g, (word) => (names.has(word) ? camelCase(word) : word)),
  );
