import type { Context } from '../foundation/context.ts';
import { unpackJson, unpackText } from '../foundation/packed-text.ts';
import type { Row, Statement } from '../foundation/transaction.ts';
import type { ComputedValue } from '../model/field-description.ts';
import { type FieldDescription, fieldOf, isColumn, type ResourceDescription } from '../model/index.ts';
import { maskFields, maskStrings, maskToLastFour } from '../model/rest-view.ts';
import { hidePersonalData } from './personal-data.ts';

/** Collects parameters while the text of a statement is composed. */
export class StatementBuilder {
  readonly #values: unknown[] = [];
  readonly #reads: string[] = [];

  get values(): readonly unknown[] {
    return this.#values;
  }

  /** Notes tables that the statement reads. */
  reads(...tables: readonly string[]): void {
    this.#reads.push(...tables);
  }

  /** Quotes the name of a table that the statement reads. */
  table(name: string): string {
    this.reads(name);
    return quote(name);
  }

  /** Adds a parameter and returns its placeholder, such as `$1::text[]`. */
  parameter(value: unknown, cast?: string): string {
    this.#values.push(value);
    return cast ? `$${this.#values.length}::${cast}` : `$${this.#values.length}`;
  }

  /**
   * Passes rows as one array parameter per column.
   *
   * @example `builder.unnest(keys, 'merchantId', 'id')` is `unnest($1::text[], $2::text[])`
   */
  unnest<T>(rows: readonly T[], ...columns: readonly (keyof T)[]): string {
    const arrays = columns.map((column) =>
      this.parameter(
        rows.map((row) => row[column]),
        'text[]',
      ),
    );
    return `unnest(${arrays.join(', ')})`;
  }

  /**
   * Passes the merchant of rows as a parameter, if they are of one: the statement then names it, and a cluster sends it to
   * the node of that merchant alone.
   *
   * @returns Its placeholder, or what the rows of several merchants have in its place.
   */
  merchantOf(rows: readonly { readonly merchantId: string | null }[], otherwise: string): string {
    const [first, ...others] = rows;
    const isOne = first && others.every(({ merchantId }) => merchantId === first.merchantId);
    return isOne ? this.parameter(first.merchantId, 'text') : otherwise;
  }

  /** @param writes The tables that the statement writes. */
  build(text: string, writes: readonly string[] = []): Statement {
    return { text, values: this.#values, touches: { reads: [...this.#reads], writes } };
  }
}

/** Quotes an SQL identifier. Names come from descriptions only, so an invalid one is a programming error. */
export function quote(name: string): string {
  if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new Error(`${name} is not a column or table name.`);
  return `"${name}"`;
}

/** A timestamp formatted as both APIs return it, so that rows need no conversion in JavaScript. */
export const isoTimestamp = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

function expression(field: FieldDescription, alias: string): string {
  const column = `${alias}.${quote(field.name)}`;
  return field.kind === 'timestamp' && !field.encrypted ? isoTimestamp(column) : column;
}

/** The columns a selection of field names needs: those fields and the key. */
export function columnsFor(resource: ResourceDescription, names: Iterable<string>): FieldDescription[] {
  const wanted = new Set<string>([...resource.key, ...names]);
  return resource.fields.filter((field) => isColumn(field) && wanted.has(field.name));
}

/** The SELECT list for columns of an aliased table. */
export function selectList(columns: readonly FieldDescription[], alias: string): string {
  return columns.map((field) => `${expression(field, alias)} as ${quote(field.name)}`).join(', ');
}

/** A column under the name that it is shown by. */
export interface NamedColumn {
  readonly column: string;
  readonly as: string;
}

/** PostgreSQL cuts longer identifiers. */
const NAME_MAX = 63;

/** Whether a column can have a name. */
export const isColumnName = (name: string): boolean => name.length <= NAME_MAX && /^[A-Za-z_]\w*$/.test(name);

/** The SELECT list for these columns of an aliased table and no others, in their order. */
export function namedList(
  resource: ResourceDescription,
  columns: readonly NamedColumn[],
  alias: string,
): string {
  return columns
    .map(({ as, column }) => {
      if (!isColumnName(as)) throw new Error(`${as} cannot be the name of a column.`);
      return `${expression(fieldOf(resource.target, column), alias)} as "${as}"`;
    })
    .join(', ');
}

export type Comparison = 'eq' | 'in' | 'gt' | 'gte' | 'lt' | 'lte';

/**
 * A predicate on rows. A list of conditions is joined by AND. `not` holds where its conditions do not, also because a
 * value is null.
 */
export type Condition =
  | { readonly field: string; readonly op: Comparison; readonly value: unknown }
  | { readonly search: string; readonly withoutPersonal?: boolean }
  | { readonly field: string; readonly entry: { readonly key: string; readonly value: string } }
  | { readonly or: readonly (readonly Condition[])[] }
  | { readonly not: readonly Condition[] };

/** Whether conditions nest others. Their shapes are too many to cache a text for each. */
export const isNested = (conditions: readonly Condition[]): boolean =>
  conditions.some((condition) => 'or' in condition || 'not' in condition);

const operators = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** A column's SQL type. Parameters are cast explicitly, because type inference in prepared statements may fail. */
export function sqlType(field: FieldDescription): string {
  switch (field.kind) {
    case 'amount':
      return 'int8';
    case 'integer':
      return 'int4';
    case 'bool':
      return 'boolean';
    case 'timestamp':
      return 'timestamptz';
    default:
      return 'text';
  }
}

/** A condition on words. */
export type SearchCondition = Extract<Condition, { search: string }>;

/**
 * Turns words into a query for their beginnings: `ann@ex.com` finds rows with words that begin with `ann`, `ex` and `com`.
 * PostgreSQL splits and folds them as it does the search column; a subselect, so that it does so once. Words of personal
 * data are those without weight A.
 */
export const searchQuery = (
  { search, withoutPersonal }: SearchCondition,
  builder: StatementBuilder,
): string => `(select sought_words(${builder.parameter(search, 'text')}, '${withoutPersonal ? 'A' : ''}'))`;

/** The table that `find_searched` and `count_searched` read. */
export const SEARCH_TABLE = 'search_entries';

/**
 * The predicates of a list. The merchant comes first, because most indexes start with it. Lists across merchants have a
 * separate index, for statements with that condition only.
 */
export function whereClause(
  resource: ResourceDescription,
  merchantId: string | null,
  conditions: readonly Condition[],
  builder: StatementBuilder,
  alias: string,
): string[] {
  const clauses: string[] = [];
  const scoped = resource.owned || resource.id === 'merchant_id';
  if (scoped && merchantId !== null)
    clauses.push(`${alias}."merchant_id" = ${builder.parameter(merchantId)}`);
  if (resource.owned && merchantId === null && resource.fields.some((field) => field.filter))
    clauses.push(`${alias}.${quote(resource.id)} > ''`);
  return [
    ...clauses,
    ...conditions.map((condition) => predicate(resource, merchantId, condition, builder, alias)),
  ];
}

/**
 * A computed field of a row as an SQL expression.
 *
 * @param merchantId The merchant, if the statement reads one's alone: the field then names it, too.
 */
export function computedExpression(
  { reads, sql }: ComputedValue,
  merchantId: string | null,
  builder: StatementBuilder,
  alias: string,
): string {
  builder.reads(...reads);
  const isNamed = merchantId !== null && reads.length > 0;
  return sql(alias, isNamed ? builder.parameter(merchantId, 'text') : `${alias}.merchant_id`);
}

function predicate(
  resource: ResourceDescription,
  merchantId: string | null,
  condition: Condition,
  builder: StatementBuilder,
  alias: string,
): string {
  const all = (conditions: readonly Condition[]) =>
    conditions.map((each) => predicate(resource, merchantId, each, builder, alias)).join(' and ') || 'true';
  if ('or' in condition) return `(${condition.or.map((each) => `(${all(each)})`).join(' or ') || 'false'})`;
  if ('not' in condition) return `(${all(condition.not)}) is not true`;
  if ('search' in condition) {
    const query = searchQuery(condition, builder);
    if (!resource.owned) return `${alias}."search" @@ ${query}`;
    builder.reads(SEARCH_TABLE);
    const found = `find_searched('${resource.table}', ${query})`;
    return `(${alias}."merchant_id", ${alias}.${quote(resource.id)}) in (select merchant_id, object_id from ${found})`;
  }
  const field = fieldOf(resource.target, condition.field);
  if ('entry' in condition) return hasEntry(resource, field, condition.entry, builder, alias);
  const column = field.computed
    ? computedExpression(field.computed, merchantId, builder, alias)
    : `${alias}.${quote(field.name)}`;
  const { op, value } = condition;
  // A literal, because the index holds only rows where it is true.
  if (field.kind === 'bool') return value === true ? column : `not ${column}`;
  const listed =
    op === 'eq' || op === 'in' ? isListed(resource, field, [value].flat(), builder, alias) : null;
  if (listed) return listed;
  if (op === 'in') return `${column} = any(${builder.parameter(value, `${sqlType(field)}[]`)})`;
  return `${column} ${operators[op]} ${builder.parameter(value, sqlType(field))}`;
}

/** Whether a row is where those with these values are listed; null unless each value has a list. */
function isListed(
  { key, table }: ResourceDescription,
  { listed }: FieldDescription,
  values: readonly unknown[],
  builder: StatementBuilder,
  alias: string,
): string | null {
  const places = [...new Set(values.map((value) => listed?.[String(value)]))];
  if (places.length === 0 || places.includes(undefined)) return null;
  const [only, ...others] = places;
  if (others.length === 0 && 'column' in only!) return `${alias}.${quote(only.column)} is not null`;
  const lists = places.map((place) => {
    const of = 'table' in place! ? builder.table(place.table) : builder.table(table);
    const where = 'column' in place! ? ` where ${quote(place.column)} is not null` : '';
    return `select ${key.map(quote).join(', ')} from ${of}${where}`;
  });
  const same = key.map((name) => `l.${quote(name)} = ${alias}.${quote(name)}`).join(' and ');
  return `exists (select from (${lists.join(' union all ')}) l where ${same})`;
}

/**
 * Whether an object has an entry in a free-form field. The entries' primary key ends with the list's order column;
 * joining by that column too lets a page be read in index order.
 */
function hasEntry(
  resource: ResourceDescription,
  { entries }: FieldDescription,
  { key, value }: { readonly key: string; readonly value: string },
  builder: StatementBuilder,
  alias: string,
): string {
  const same = [...resource.key, resource.order].map((name) => `e.${quote(name)} = ${alias}.${quote(name)}`);
  const entry = `metadata_entry(${builder.parameter(key, 'text')}, ${builder.parameter(value, 'text')})`;
  return `exists (select from ${builder.table(entries!)} e where ${same.join(' and ')} and e.entry = ${entry})`;
}

/** The sort order of a list. The remaining key columns break ties, in the same direction. */
export interface Order {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
}

export function defaultOrder(resource: ResourceDescription): Order {
  return { field: resource.order, direction: resource.from === 'newest' ? 'desc' : 'asc' };
}

function masked(field: FieldDescription, value: unknown): unknown {
  if (field.masked === 'last_four') return maskToLastFour(String(value));
  if (field.masked) return maskStrings(value);
  return field.kind === 'object' ? maskFields(value, field.of!()) : value;
}

/**
 * Decrypts and unpacks rows' columns in place, and masks secrets and personal data: the rows are ready for a response.
 */
export function reveal(ctx: Context, resource: ResourceDescription, rows: Row[]): Row[] {
  decodeRows(ctx, resource, rows, masked);
  hidePersonalData(ctx, resource.target, rows);
  return rows;
}

/** Decrypts and masks one encrypted column of the row with a key, as {@link reveal} does. */
export const revealValue = (
  ctx: Context,
  { table }: ResourceDescription,
  field: FieldDescription,
  key: readonly string[],
  ciphertext: Uint8Array,
): unknown => masked(field, ctx.ports.encryption.decrypt(ciphertext, { table, column: field.name, key }));

/** As {@link reveal}, without masking: for internal use, never for a response. */
export function revealUnmasked(ctx: Context, resource: ResourceDescription, rows: Row[]): Row[] {
  return decodeRows(ctx, resource, rows, (_field, value) => value);
}

const encodedFields = new WeakMap<ResourceDescription, readonly FieldDescription[]>();

/** A resource's columns that responses may show, and that are stored encrypted or packed. */
export function encodedOf(resource: ResourceDescription): readonly FieldDescription[] {
  let fields = encodedFields.get(resource);
  if (!fields) {
    const isEncoded = ({ encrypted, packed }: FieldDescription) => encrypted || packed;
    fields = resource.fields.filter((field) => isEncoded(field) && field.visibility !== 'nowhere');
    encodedFields.set(resource, fields);
  }
  return fields;
}

/** The value of a packed column: the text of a text column, the value of one of JSON. */
export const unpacked = ({ kind }: FieldDescription, stored: unknown): unknown =>
  kind === 'text' ? unpackText(String(stored)) : unpackJson(stored);

function decodeRows(
  ctx: Context,
  resource: ResourceDescription,
  rows: Row[],
  transform: (field: FieldDescription, value: unknown) => unknown,
): Row[] {
  const encoded = encodedOf(resource);
  if (encoded.length === 0) return rows;
  for (const row of rows) {
    const key = resource.key.map((name) => String(row[name]));
    for (const field of encoded) {
      const stored = row[field.name];
      if (field.packed && typeof stored === 'string') row[field.name] = unpacked(field, stored);
      if (!(stored instanceof Uint8Array)) continue;
      const value = ctx.ports.encryption.decrypt(stored, {
        table: resource.table,
        column: field.name,
        key,
      });
      row[field.name] = transform(field, value);
    }
  }
  return rows;
}
