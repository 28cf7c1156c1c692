import { type FieldNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql';

/** Thrown while planning, for a document that needs resolvers. */
export class NeedsResolvers extends Error {}

/** The fragments of a document by name. */
export type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;

/** A field's key in the response. */
export const nameIn = (node: FieldNode) => node.alias?.value ?? node.name.value;

/** The fields of a selection by response key, fragments expanded. */
export function fieldsIn(set: SelectionSetNode | undefined, fragments: Fragments): FieldNode[] {
  const fields = new Map<string, FieldNode>();
  const gather = ({ selections }: SelectionSetNode) => {
    for (const node of selections) {
      if (node.directives?.length) throw new NeedsResolvers();
      if (node.kind !== Kind.FIELD) {
        const of = node.kind === Kind.INLINE_FRAGMENT ? node : fragments[node.name.value];
        if (!of || of.directives?.length) throw new NeedsResolvers();
        gather(of.selectionSet);
      } else if (!fields.has(nameIn(node))) fields.set(nameIn(node), node);
      // Selections of an object that is selected twice would have to be merged.
      else if (node.selectionSet) throw new NeedsResolvers();
    }
  };
  if (set) gather(set);
  return [...fields.values()];
}

/** The text before the value of the `i`th field. */
export const before = (node: FieldNode, i: number) => `${i === 0 ? '' : ','}${JSON.stringify(nameIn(node))}:`;

/** Plans how an object is written whose selected fields are plain values. */
export function planValues<T>(node: FieldNode, fragments: Fragments): (values: T) => string {
  const names = fieldsIn(node.selectionSet, fragments).map((of) => [nameIn(of), of.name.value] as const);
  if (names.some(([, name]) => name === '__typename')) throw new NeedsResolvers();
  return (values) =>
    JSON.stringify(Object.fromEntries(names.map(([shown, name]) => [shown, values[name as keyof T]])));
}
