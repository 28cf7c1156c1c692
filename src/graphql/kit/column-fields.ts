import {
  type FieldNode,
  type GraphQLField,
  type GraphQLFieldMap,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import type { FieldDescription } from '../../core/model/index.ts';

/** The extension of a field that shows a column of its row unchanged: the name of the column. */
const COLUMN = 'column';

type AnyField = GraphQLField<unknown, unknown>;

const unchanged = new Set<FieldDescription['kind']>([
  'id',
  'text',
  'enumeration',
  'timestamp',
  'amount',
  'integer',
  'bool',
]);

/** Marks the field of a schema whose resolver returns the described column unchanged. */
export function markColumn(field: AnyField, { kind, name }: FieldDescription): void {
  if (unchanged.has(kind)) field.extensions = { ...field.extensions, [COLUMN]: name };
}

/** The column that a field shows unchanged. */
export const columnOf = ({ extensions }: Pick<AnyField, 'extensions'>): string | undefined =>
  extensions[COLUMN] as string | undefined;

interface InlinedField {
  readonly fields: GraphQLFieldMap<unknown, unknown>;
  readonly whole: AnyField;
  readonly inlined: AnyField;
}

const inlinedFields = new WeakMap<GraphQLSchema, readonly InlinedField[]>();

function inlinedOf(schema: GraphQLSchema): readonly InlinedField[] {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  return types.flatMap((type) => {
    const fields = type.getFields();
    return Object.values(fields).flatMap((whole) => {
      const name = columnOf(whole);
      if (name === undefined) return [];
      const { resolve: _, ...rest } = whole;
      return { fields, whole, inlined: { ...rest, name } };
    });
  });
}

/**
 * Compiles an operation of a schema with graphql-jit so that it reads columns as properties of their row. For a field
 * with a resolver its code makes three closures and the field's path, for each row; a field without one it reads as the
 * property that has the field's name. While it compiles, such fields are therefore named as their columns.
 */
export function withInlinedColumns<T>(schema: GraphQLSchema, compile: () => T): T {
  const all = inlinedFields.get(schema) ?? inlinedOf(schema);
  inlinedFields.set(schema, all);
  for (const { fields, inlined, whole } of all) fields[whole.name] = inlined;
  try {
    return compile();
  } finally {
    for (const { fields, whole } of all) fields[whole.name] = whole;
  }
}

/** A column that a selection shows. */
export interface ShownColumn {
  readonly name: string;
  /** The characters of its key in the response. */
  readonly keyLength: number;
}

const shownColumns = new WeakMap<readonly FieldNode[], readonly ShownColumn[]>();

/** The columns that the field being resolved shows of each of its objects, once for each key in the response. */
export function columnsShown(type: unknown, info: GraphQLResolveInfo): readonly ShownColumn[] {
  const known = shownColumns.get(info.fieldNodes);
  if (known) return known;
  const shown: ShownColumn[] = [];
  const gather = (of: GraphQLObjectType | null, { selections }: SelectionSetNode): void => {
    for (const node of selections) {
      if (node.kind === Kind.FIELD) {
        const field = of?.getFields()[node.name.value];
        const name = field && columnOf(field);
        if (name !== undefined) shown.push({ name, keyLength: (node.alias ?? node.name).value.length });
        continue;
      }
      const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : info.fragments[node.name.value]!;
      const condition = fragment.typeCondition && info.schema.getType(fragment.typeCondition.name.value);
      gather(isObjectType(condition) ? condition : of, fragment.selectionSet);
    }
  };
  for (const { selectionSet } of info.fieldNodes) {
    if (selectionSet) gather(isObjectType(type) ? type : null, selectionSet);
  }
  shownColumns.set(info.fieldNodes, shown);
  return shown;
}
