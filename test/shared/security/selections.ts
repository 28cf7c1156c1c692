import {
  astFromValue,
  type GraphQLField,
  type GraphQLOutputType,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  print as printNode,
} from 'graphql';
import { type RootField, schema } from './graphql-fields.ts';

/** Fields of a document; its limits are 4 000 tokens and a cost of 20 000 rows. */
const LEAVES_MAX = 500;
/** How many resources may be nested in each other. */
const RESOURCES_MAX = 2;

type Path = readonly string[];

const nodeTypes = schema.getPossibleTypes(schema.getType('Node') as never).map(({ name }) => name);

/** The paths to every leaf below a type. No type is nested within itself: other documents start there. */
function leavesOf(type: GraphQLOutputType, path: Path, within: readonly string[]): Path[] {
  const named = getNamedType(type);
  if (isLeafType(named)) return [path];
  if (within.includes(named.name)) return [];
  const inside = [...within, named.name];
  if (inside.filter((name) => nodeTypes.includes(name)).length > RESOURCES_MAX) return [];
  const fields = isInterfaceType(named) || isObjectType(named) ? Object.values(named.getFields()) : [];
  const leaves = fields.flatMap((field) => {
    const below = leavesOf(field.type, [...path, field.name], inside);
    // `nodes` has all fields of an edge's node.
    return named.name.endsWith('Edge') ? below.filter((leaf) => leaf.length <= path.length + 2) : below;
  });
  return leaves;
}

/** A selection as a tree: a leaf has no members. */
export type Selection = { readonly [name: string]: Selection };

function treeOf(paths: readonly Path[]): Selection {
  const tree: Record<string, Selection> = {};
  for (const path of paths) {
    let at = tree as Record<string, Record<string, Selection>>;
    for (const name of path) {
      at[name] ??= {};
      at = at[name] as typeof at;
    }
  }
  return tree;
}

const printed = (tree: Selection): string =>
  Object.entries(tree)
    .map(([name, members]) => (Object.keys(members).length === 0 ? name : `${name} { ${printed(members)} }`))
    .join(' ');

/** A document with one root field, with variables for all arguments. */
export interface FieldDocument {
  readonly text: string;
  /** Its selection on the field; empty for a scalar. */
  readonly selection: Selection;
}

function documentOf({ field, operation }: RootField, selection: Selection): FieldDocument {
  const declared = field.args
    .map(({ defaultValue, name, type }) => {
      const value = defaultValue === undefined ? null : astFromValue(defaultValue, type);
      return `$${name}: ${type}${value ? ` = ${printNode(value)}` : ''}`;
    })
    .join(', ');
  const passed = field.args.map(({ name }) => `${name}: $${name}`).join(', ');
  const wrap = (list: string) => (list === '' ? '' : `(${list})`);
  const selected = printed(selection);
  return {
    selection,
    text: `${operation} ${wrap(declared)} { ${field.name}${wrap(passed)} ${selected === '' ? '' : `{ ${selected} }`} }`,
  };
}

const chunks = (paths: readonly Path[]): Path[][] =>
  Array.from({ length: Math.ceil(paths.length / LEAVES_MAX) }, (_, i) =>
    paths.slice(i * LEAVES_MAX, (i + 1) * LEAVES_MAX),
  );

/** Documents that together select everything below a root field; the first selects the nearest fields. */
export function documentsOf(root: RootField): FieldDocument[] {
  const type = getNamedType(root.field.type);
  if (isLeafType(type)) return [documentOf(root, {})];
  const starts: Path[][] = isInterfaceType(type)
    ? schema.getPossibleTypes(type).map((one) => leavesOf(one, [`... on ${one.name}`], []))
    : [leavesOf(root.field.type, [], [])];
  return starts.flatMap((leaves) =>
    chunks(leaves.toSorted((a, b) => a.length - b.length)).map((some) => documentOf(root, treeOf(some))),
  );
}

/** Every field of the schema's object types with a value in a response, including null. */
export function fieldsAnswered(
  parent: string,
  field: GraphQLField<unknown, unknown>,
  selection: Selection,
  value: unknown,
  answered: Set<string>,
): void {
  answered.add(`${parent}.${field.name}`);
  visit(getNamedType(field.type).name, selection, value, answered);
}

function visit(typeName: string, selection: Selection, value: unknown, answered: Set<string>): void {
  if (Array.isArray(value)) for (const one of value) visit(typeName, selection, one, answered);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, members] of Object.entries(selection)) {
      const condition = /^\.\.\. on (\w+)$/.exec(name)?.[1];
      if (condition) {
        visit(condition, members, value, answered);
        continue;
      }
      const type = schema.getType(typeName);
      const below = isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
      const member = (value as Record<string, unknown>)[name];
      if (!below || member === undefined) continue;
      answered.add(`${typeName}.${name}`);
      visit(getNamedType(below.type).name, members, member, answered);
    }
  }
}
