import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';

/** The fragments of a document, by name. */
export function fragmentsOf(document: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  }
  return fragments;
}

/** Marks a field that leads from an object to one it belongs to, such as a refund's payment. */
export const REFERENCE = 'isReference';

/**
 * The fields of a valid document that lead back to a type they are nested in: `payment` in `payment { refunds { payment
 * } }`. Each list below multiplies by its origin's list, so they cost more. The limit on expanded selections bounds the
 * walk.
 */
export function backReferences(schema: GraphQLSchema, document: DocumentNode): ReadonlySet<FieldNode> {
  const fragments = fragmentsOf(document);
  const found = new Set<FieldNode>();
  const walk = ({ selections }: SelectionSetNode, typeName: string, within: readonly string[]): void => {
    for (const node of selections) {
      if (node.kind === Kind.INLINE_FRAGMENT) {
        walk(node.selectionSet, node.typeCondition?.name.value ?? typeName, within);
      } else if (node.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(node.name.value);
        if (fragment) walk(fragment.selectionSet, fragment.typeCondition.name.value, within);
      } else if (node.selectionSet) {
        const type = schema.getType(typeName);
        if (!isObjectType(type) && !isInterfaceType(type)) continue;
        const field = type.getFields()[node.name.value];
        const target = field && getNamedType(field.type);
        if (!field || !isCompositeType(target)) continue;
        const around = [...within, typeName];
        if (field.extensions[REFERENCE] === true && around.includes(target.name)) found.add(node);
        walk(node.selectionSet, target.name, around);
      }
    }
  };
  for (const node of document.definitions) {
    if (node.kind !== Kind.OPERATION_DEFINITION) continue;
    const root = schema.getRootType(node.operation);
    if (root) walk(node.selectionSet, root.name, []);
  }
  return found;
}
