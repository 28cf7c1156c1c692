import type { GraphQLResolveInfo, SelectionSetNode } from 'graphql';
import type { Context } from '../../core/foundation/context.ts';
import {
  type DescribedClass,
  type FieldDescription,
  graphqlName,
  type ResourceDescription,
  resourceOf,
} from '../../core/model/index.ts';
import { type ChildList, permittedLists } from '../../core/reads/index.ts';

/** The fields selected below a field, by name, each with its own selection. */
export type Selection = ReadonlyMap<string, Selection>;

type MutableSelection = Map<string, MutableSelection>;

const empty: Selection = new Map();
const known = new WeakMap<GraphQLResolveInfo['fieldNodes'], Selection>();

/** The selections below fields that `@skip` and `@include` cannot leave out. */
const certain = new WeakSet<Selection>();

function gather(
  set: SelectionSetNode,
  fragments: GraphQLResolveInfo['fragments'],
  into: MutableSelection,
  isCertain = true,
): void {
  for (const node of set.selections) {
    const isShown = isCertain && !node.directives?.length;
    if (node.kind === 'Field') {
      let below = into.get(node.name.value);
      if (!below) {
        below = new Map();
        into.set(node.name.value, below);
      }
      if (isShown) certain.add(below);
      if (node.selectionSet) gather(node.selectionSet, fragments, below, isShown);
    } else {
      const fragment = node.kind === 'InlineFragment' ? node : fragments[node.name.value];
      if (fragment) gather(fragment.selectionSet, fragments, into, isShown);
    }
  }
}

/**
 * The selection below the field being resolved. Merges fragments of any type condition and ignores `@skip` and
 * `@include`: an unneeded column is harmless, a missing one is not.
 */
export function selectionOf(info: GraphQLResolveInfo): Selection {
  const before = known.get(info.fieldNodes);
  if (before) return before;
  const selection: MutableSelection = new Map();
  for (const node of info.fieldNodes) {
    if (node.selectionSet) gather(node.selectionSet, info.fragments, selection);
  }
  known.set(info.fieldNodes, selection);
  return selection;
}

/** The selections below all paths to the same object, such as `nodes` and `edges.node`. */
export function selectionAt(selection: Selection, ...paths: string[][]): Selection[] {
  return paths.map((path) => path.reduce((at, name) => at.get(name) ?? empty, selection));
}

const fieldMaps = new WeakMap<ResourceDescription, Map<string, FieldDescription>>();

function fieldsByGraphqlName(resource: ResourceDescription): Map<string, FieldDescription> {
  let fields = fieldMaps.get(resource);
  if (!fields) {
    fields = new Map(resource.fields.map((field) => [graphqlName(field), field]));
    fieldMaps.set(resource, fields);
  }
  return fields;
}

const columnsNeeded = new Map<DescribedClass, Map<string, readonly string[]>>();

/** Registers the columns that a computed field needs. */
export function needsColumns(target: DescribedClass, field: string, columns: readonly string[]): void {
  const fields = columnsNeeded.get(target) ?? new Map();
  columnsNeeded.set(target, fields.set(field, columns));
}

/** The columns and lists to read of a resource for a selection. */
export interface Projection {
  readonly columns: readonly string[];
  /** The nested lists, each with the columns of its rows. */
  readonly lists: readonly ChildList[];
}

const projections = new WeakMap<Selection, Map<ResourceDescription, Projection>>();

/**
 * The columns and lists to read of a resource for a selection, or below `paths` of it, such as `nodes` and
 * `edges.node`. Made once per selection, so that its statement's text is cached too.
 */
export function projectionOf(
  resource: ResourceDescription,
  selection: Selection,
  ...paths: string[][]
): Projection {
  let byResource = projections.get(selection);
  if (!byResource) {
    byResource = new Map();
    projections.set(selection, byResource);
  }
  let projection = byResource.get(resource);
  if (!projection) {
    const selections = paths.length === 0 ? [selection] : selectionAt(selection, ...paths);
    projection = { columns: columnsOf(resource, ...selections), lists: listsOf(resource, selections) };
    byResource.set(resource, projection);
  }
  return projection;
}

/** A projection without the lists that the caller may not read: their own resolvers answer with the error. */
export function permittedProjection(
  ctx: Context,
  resource: ResourceDescription,
  whole: Projection,
): Projection {
  const lists = permittedLists(ctx, resource.target, whole.lists);
  // Statement texts are cached by their columns, which must have the same lists each time.
  return lists === whole.lists ? whole : { columns: [...whole.columns], lists: [...lists] };
}

function listsOf(resource: ResourceDescription, selections: readonly Selection[]): ChildList[] {
  return resource.fields.flatMap((field) => {
    if (field.kind !== 'children') return [];
    const below = selections.flatMap((selection) => selection.get(graphqlName(field)) ?? []);
    // Lists that `@skip` or `@include` may omit are left to the loaders: reading one requires a permission.
    if (!below.some((selection) => certain.has(selection))) return [];
    return [{ field: field.name, columns: columnsOf(resourceOf(field.of!()), ...below) }];
  });
}

/** The columns that selections of a resource's fields need; a nested object needs its foreign key. */
export function columnsOf(resource: ResourceDescription, ...selections: Selection[]): string[] {
  const fields = fieldsByGraphqlName(resource);
  const columns = new Set<string>();
  for (const selection of selections) {
    for (const name of selection.keys()) {
      const field = fields.get(name);
      for (const column of columnsNeeded.get(resource.target)?.get(name) ?? []) columns.add(column);
      if (!field || field.kind === 'children') continue;
      columns.add(field.kind === 'reference' ? field.by! : field.name);
    }
  }
  return [...columns];
}
