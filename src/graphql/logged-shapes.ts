import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  type InlineFragmentNode,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionSetNode,
  TypeInfo,
  type ValueNode,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { describedMember } from '../core/model/graphql-types.ts';
import type { FieldDescription } from '../core/model/index.ts';
import {
  combined,
  isConfidential,
  type Shape,
  type Showing,
  type Source,
  shapeWithMembers,
  showingOf,
  unknown,
} from '../core/request-log/shapes.ts';
import { CONCEALED, figure, message, number } from '../core/request-log/texts.ts';

/** How values of scalars are shown where no class describes the field: arguments, comparisons, pages. */
const scalars: Readonly<Record<string, Showing>> = {
  ID: figure,
  Int: number,
  Float: number,
  Amount: number,
  Boolean: (value) => (typeof value === 'boolean' ? value : CONCEALED),
  DateTime: (value) => (/^[\d:.TZ+-]{1,40}$/.test(String(value)) ? value : CONCEALED),
};

/** Global identifiers: they have the merchant's own in Base64. */
const isGlobal = (name: string) => name === 'id' || name === 'ids';

type NamedType = GraphQLNamedType | null | undefined;

function scalarShape(
  type: NamedType,
  name: string,
  described: FieldDescription | undefined,
  source: Source,
): Shape {
  if (described) return { shown: showingOf(described, source) };
  if (isEnumType(type)) return { shown: (value) => (type.getValue(String(value)) ? value : CONCEALED) };
  return isGlobal(name) || !type ? unknown : { shown: scalars[type.name] };
}

/** The shape of the value of an argument or of an input's field. */
function inputShape(type: GraphQLInputType, name: string, described?: FieldDescription): Shape {
  const named = getNamedType(type);
  if (!isInputObjectType(named)) return scalarShape(named, name, described, 'request');
  if (described && isConfidential(described)) return unknown;
  const member = (name: string) => {
    const field = named.getFields()[name];
    return field && inputShape(field.type, name, describedMember(named.name, name));
  };
  return { member };
}

/** The names of variables in a value, also in lists. Variables in objects fill the fields of the object. */
function variablesIn(value: ValueNode): string[] {
  if (value.kind === Kind.VARIABLE) return [value.name.value];
  return value.kind === Kind.LIST ? value.values.flatMap(variablesIn) : [];
}

/**
 * The shape of a document's variables, each by the arguments and input fields that it fills. The shape of an unused variable
 * is unknown.
 */
export function variablesShape(document: DocumentNode, schema: GraphQLSchema): Shape {
  const filled = new Map<string, Shape[]>();
  const types = new TypeInfo(schema);
  const note = (value: ValueNode, name: string, described?: FieldDescription) => {
    const type = types.getInputType();
    const shape = type ? inputShape(type, name, described) : unknown;
    for (const variable of variablesIn(value)) filled.set(variable, [...(filled.get(variable) ?? []), shape]);
  };
  visit(
    document,
    visitWithTypeInfo(types, {
      Argument: ({ name, value }) => note(value, name.value),
      ObjectField: ({ name, value }) => {
        const parent = getNamedType(types.getParentInputType());
        note(value, name.value, parent && describedMember(parent.name, name.value));
      },
    }),
  );
  return shapeWithMembers(Object.fromEntries([...filled].map(([name, shapes]) => [name, combined(shapes)])));
}

/** An error of a mutation's payload, whose message repeats no value. */
const userErrors: Readonly<Record<string, Shape>> = {
  code: { shown: figure },
  message: { shown: message },
  param: { shown: figure },
  field: { shown: figure },
};

/** The shape of a response, by the fields that the names in it stand for. */
export function answerShape(document: DocumentNode, schema: GraphQLSchema): Shape {
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
    ),
  );

  const fieldShape = (parent: NamedType, { name: { value: name }, selectionSet }: FieldNode): Shape => {
    if (name === '__typename') return { shown: figure };
    if (!isObjectType(parent) && !isInterfaceType(parent)) return unknown;
    if (parent.name === 'UserError') return userErrors[name] ?? unknown;
    const field = parent.getFields()[name];
    if (!field) return unknown;
    const type = getNamedType(field.type);
    const described = describedMember(parent.name, name);
    if (!selectionSet) return scalarShape(type, name, described, 'response');
    return described && isConfidential(described) ? unknown : selected(type, selectionSet);
  };

  /** The shapes of a selection's fields by the names that they have in the response; several may have the same. */
  const shapesIn = (
    type: NamedType,
    { selections }: SelectionSetNode,
    spread: Set<string>,
  ): [string, Shape][] =>
    selections.flatMap((selection) => {
      if (selection.kind === Kind.FIELD) {
        return [[(selection.alias ?? selection.name).value, fieldShape(type, selection)]];
      }
      if (selection.kind === Kind.INLINE_FRAGMENT) return shapesOf(type, selection, spread);
      const { value: name } = selection.name;
      const fragment = fragments.get(name);
      if (!fragment || spread.has(name)) return [];
      spread.add(name);
      return shapesOf(type, fragment, spread);
    });

  const shapesOf = (
    type: NamedType,
    { selectionSet, typeCondition }: FragmentDefinitionNode | InlineFragmentNode,
    spread: Set<string>,
  ) => shapesIn(typeCondition ? schema.getType(typeCondition.name.value) : type, selectionSet, spread);

  const selected = (type: NamedType, selections: SelectionSetNode): Shape => {
    // Read once values are there: a fragment may be within itself.
    let shapes: Map<string, Shape> | undefined;
    const member = (name: string) => {
      // Each fragment once, however often it is spread.
      shapes ??= new Map(
        [...Map.groupBy(shapesIn(type, selections, new Set()), ([response]) => response)].map(
          ([response, entries]) => [response, combined(entries.map(([, shape]) => shape))],
        ),
      );
      return shapes.get(name);
    };
    return { member };
  };

  const roots = document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? [selected(schema.getRootType(definition.operation) ?? undefined, definition.selectionSet)]
      : [],
  );
  return combined(roots);
}
