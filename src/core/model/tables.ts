import { Check, Entity, Index, Unique } from '@mikro-orm/decorators/legacy';
import { addColumn, addHashColumn, addRelation, addSearchColumn, isNullable } from './columns.ts';
import { type DescribedClass, type FieldDescription, isColumn } from './description.ts';

/** An index not implied by a field: its columns, or the statement that creates it. */
export type IndexOptions =
  | { readonly columns: readonly string[]; readonly unique?: true; readonly where?: string }
  | { readonly statement: string };

/**
 * Partitioning of a table. A job creates partitions ahead and drops them after their retention: see
 * `core/maintenance/partitions.ts`. The column is a time, or an identifier with a ULID, which begins with its time.
 */
export interface Partitioning {
  /** A column of the primary key, which a unique index must also contain; added to the key if missing. */
  readonly by: string;
  readonly per: 'month' | 'day';
}

/** Options of a table not implied by its fields. */
export interface TableOptions {
  readonly table: string;
  /** Indexes by name. */
  readonly indexes?: Readonly<Record<string, IndexOptions>>;
  /** CHECK constraints by name. */
  readonly checks?: Readonly<Record<string, string>>;
  /** References without a foreign key, such as copies of another reference's target. */
  readonly unconstrained?: readonly string[];
  /** Set for tables that grow with time; see {@link Partitioning}. */
  readonly partitioned?: Partitioning;
  /**
   * The parent's column whose hash is used to find the rows of its nested lists. A page looks up a list for each of
   * its rows, and a hash index answers in one step where a B-tree compares both texts of the key on every level.
   */
  readonly nestedIn?: string;
  /**
   * Set for tables that every payment writes: the indexes of their lists end with the list's time, without the
   * identifier, and those across merchants have the time only. An entry is then a third to two thirds shorter. A page
   * sorts the rows of one millisecond.
   */
  readonly shortIndexes?: true;
  /** Whether the table's owner, whose functions read it, is exempt from row-level security. */
  readonly ownerPasses?: true;
}

/** A table and its fields. */
interface Table extends TableOptions {
  readonly target: DescribedClass;
  readonly fields: readonly FieldDescription[];
  /** The primary key's columns in order. */
  readonly key: readonly string[];
  /** The column by which lists are ordered; undefined without lists. */
  readonly order: string | undefined;
}

/**
 * The indexes of a resource's lists: the merchant, the filtered column, then the order's columns, so that a page is
 * read in index order. Nullable columns are indexed where they are not null, and flags where they are set. See
 * {@link TableOptions.shortIndexes} for the tables that every payment writes.
 *
 * Lists across merchants have an index that only a statement with the same condition can use: otherwise the planner
 * would use it for a single merchant's list and scan all other merchants' rows.
 */
function listIndexes({ table, fields, key, order, shortIndexes }: Table): Record<string, IndexOptions> {
  if (order === undefined) return {};
  const merchant = key.slice(0, -1);
  const id = key.at(-1)!;
  const last = shortIndexes ? [] : [id];
  const indexes: Record<string, IndexOptions> = {};
  const filtered = fields.some((field) => field.filter);
  // A resource without filters is listed only as children of the resource of its first reference.
  const parent = filtered ? undefined : fields.find((field) => field.kind === 'reference')?.by;
  if (filtered) {
    indexes[`${table}_by_${order}`] = { columns: [...merchant, order, ...last] };
    if (merchant.length > 0) {
      indexes[`${table}_across_merchants`] = {
        columns: shortIndexes ? [order] : [order, ...merchant, id],
        where: `${id} > ''`,
      };
    }
  }
  for (const field of fields) {
    const isFiltered = field.filter && field.filter !== 'unindexed' && !field.foundBy;
    const isIndexed = isFiltered || field.sort || field.name === parent;
    if (field.name === order || !isIndexed) continue;
    if (field.kind === 'bool') {
      indexes[`${table}_${field.name}`] = { columns: [...merchant, order, id], where: field.name };
      continue;
    }
    indexes[`${table}_by_${field.name}`] = {
      columns: [...merchant, field.name, ...followingColumns(field, order, id, shortIndexes)],
      ...(isNullable(field) ? { where: `${field.name} is not null` } : {}),
    };
  }
  return indexes;
}

/** The columns of a field's index after the field: few rows have the same time, but many the same amount or status. */
function followingColumns(
  field: FieldDescription,
  order: string,
  id: string,
  shortIndexes: true | undefined,
): string[] {
  if (!shortIndexes) return field.sort ? [id] : [order, id];
  if (field.kind === 'timestamp') return [];
  return [field.sort ? id : order];
}

function addIndex(target: DescribedClass, name: string, index: IndexOptions): void {
  if ('statement' in index) {
    Index({ name, expression: index.statement })(target as never);
    return;
  }
  const { columns, unique, where } = index;
  const options = { name, properties: [...columns], ...(where === undefined ? {} : { where }) };
  (unique ? Unique(options as never) : Index(options as never))(target as never);
}

/**
 * The session setting that row-level security reads: the merchant whose rows are visible, or {@link ALL_MERCHANTS}. A
 * session without it sees no rows.
 */
export const TENANCY_SETTING = 'switchyard.merchant_id';

/** The setting's value for the admin key and for the service's jobs. */
export const ALL_MERCHANTS = '*';

/** Read in a subquery, the setting is looked up once per statement, not once per row. */
const TENANT = `(select current_setting('${TENANCY_SETTING}', true))`;

/** Declares the table of a described class to MikroORM: columns, relations, indexes, CHECKs and policies. */
export function declareTable(table: Table): void {
  const { target, fields, key, partitioned } = table;
  for (const field of fields) {
    const isKey = key.includes(field.name) || field.name === partitioned?.by;
    if (isColumn(field)) addColumn(target, field, isKey);
    else if (field.kind === 'reference') {
      addRelation(target, field, !table.unconstrained?.includes(field.name));
    }
  }
  const isSearched = fields.some((field) => field.search);
  // A merchant's rows are searched by their entries in `search_entries`.
  if (isSearched) addSearchColumn(target, fields, key.length > 1);
  if (table.nestedIn !== undefined) {
    const hash = addHashColumn(target, table.nestedIn);
    Index({ name: `${table.table}_by_${hash}`, properties: hash, type: 'hash' } as never)(target as never);
  }
  const indexes = { ...listIndexes(table), ...table.indexes };
  for (const [name, index] of Object.entries(indexes)) addIndex(target, name, index);
  const owned = fields.some((field) => field.name === 'merchant_id');
  if (isSearched && !owned) {
    Index({ name: `${table.table}_search`, properties: 'search', type: 'gin' } as never)(target as never);
  }
  for (const [name, expression] of Object.entries(table.checks ?? {})) {
    Check({ name, expression })(target as never);
  }
  Entity({
    tableName: table.table,
    // Forced, so that it binds the table's owner too.
    ...(owned
      ? {
          rowLevelSecurity: table.ownerPasses ? true : 'force',
          policies: [{ name: 'tenancy', using: `merchant_id = ${TENANT} or ${TENANT} = '${ALL_MERCHANTS}'` }],
        }
      : {}),
  } as never)(target as never);
}
