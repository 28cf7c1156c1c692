import {
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLSkipDirective,
  getDirectiveValues,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { isScalarValue, publishedSchema as schema } from './graphql-schema.ts';

type Variables = Record<string, unknown>;

/** How a response's data deviates from the types of the published schema: nothing, if it conforms. */
export function dataDeviations(document: DocumentNode, variables: Variables, data: unknown): string[] {
  const operation = document.definitions.find(
    (node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION,
  )!;
  const fragments = new Map(
    document.definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
    ),
  );

  const isIncluded = (node: FieldNode | SelectionSetNode['selections'][number]) =>
    getDirectiveValues(GraphQLSkipDirective, node, variables)?.if !== true &&
    getDirectiveValues(GraphQLIncludeDirective, node, variables)?.if !== false;

  /** The fields of an object by their names in the response. */
  const collect = (
    type: GraphQLObjectType,
    sets: readonly SelectionSetNode[],
    into = new Map<string, FieldNode[]>(),
  ) => {
    for (const node of sets.flatMap(({ selections }) => selections)) {
      if (!isIncluded(node)) continue;
      if (node.kind === Kind.FIELD) {
        const name = (node.alias ?? node.name).value;
        into.set(name, [...(into.get(name) ?? []), node]);
        continue;
      }
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value)! : node;
      const condition = fragment.typeCondition && schema.getType(fragment.typeCondition.name.value);
      const applies =
        !condition || condition === type || (isAbstractType(condition) && schema.isSubType(condition, type));
      if (applies) collect(type, [fragment.selectionSet], into);
    }
    return into;
  };

  const ofType = (
    type: GraphQLOutputType,
    value: unknown,
    nodes: readonly FieldNode[],
    at: string,
  ): string[] => {
    if (isNonNullType(type))
      return value === null ? [`${at} is null`] : ofType(type.ofType, value, nodes, at);
    if (value === null) return [];
    if (isListType(type)) {
      if (!Array.isArray(value)) return [`${at} is not a list`];
      return value.flatMap((entry, i) => ofType(type.ofType, entry, nodes, `${at}[${i}]`));
    }
    if (isCompositeType(type))
      return ofObject(
        type,
        value,
        nodes.map(({ selectionSet }) => selectionSet!),
        at,
      );
    const fits = isEnumType(type)
      ? type.getValue(value as string) !== undefined
      : isScalarValue(type.name, value);
    return fits ? [] : [`${at} is no ${type.name}: ${JSON.stringify(value)}`];
  };

  const ofObject = (
    type: GraphQLCompositeType,
    value: unknown,
    sets: readonly SelectionSetNode[],
    at: string,
  ): string[] => {
    if (typeof value !== 'object' || value === null) return [`${at} is not an object`];
    const object = value as Record<string, unknown>;
    const named = isAbstractType(type) ? schema.getType(String(object.__typename)) : type;
    if (!named || (isAbstractType(type) && !schema.isSubType(type, named as GraphQLObjectType))) {
      return [`${at}.__typename is ${object.__typename}`];
    }
    const concrete = named as GraphQLObjectType;
    const fields = collect(concrete, sets);
    return [
      ...Object.keys(object)
        .filter((name) => !fields.has(name))
        .map((name) => `${at}.${name} was not asked for`),
      ...[...fields].flatMap(([name, nodes]) => {
        if (!Object.hasOwn(object, name)) return [`${at}.${name} is missing`];
        const field = nodes[0]!.name.value;
        if (field === '__typename') return object[name] === concrete.name ? [] : [`${at}.${name} is wrong`];
        return ofType(concrete.getFields()[field]!.type, object[name], nodes, `${at}.${name}`);
      }),
    ];
  };

  if (data === null) return [];
  return ofObject(schema.getRootType(operation.operation)!, data, [operation.selectionSet], 'data');
}
