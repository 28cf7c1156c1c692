import type { Context } from '../foundation/context.ts';
import { unpackJson, unpackText } from '../foundation/packed-text.ts';
import type { Row, Statement } from '../foundation/transaction.ts';
import {
  type ComputedValue,
  type FieldDescription,
  isColumn,
  type ResourceDescription,
} from '../model/index.ts';
import { maskSettings, maskStrings, maskToLastFour } from '../model/masks.ts';
import { maskFields } from '../model/rest-view.ts';
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
   * Passes the merchant of rows as a parameter, if all rows have the same merchant: a cluster then sends the
   * statement only to that merchant's node.
   *
   * @returns Its placeholder, or the given SQL for rows of several merchants.
   */
  merchantOf(rows: readonly { readonly merchantId: string | null }[], otherwise: string): string {
    const [first, ...others] = rows;
    const isOne = first && others.every(({ merchantId }) => merchantId === first.merchantId);
    return isOne ? this.parameter(first.merchantId, 'text') : otherwise;
  }

  /** The value that is shown instead of a column of an aliased table. */
  shown({ reads, sql }: ComputedValue, alias: string): string {
    this.reads(...reads);
    return sql(alias, `${alias}.merchant_id`);
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

/** A timestamp in the format of both APIs, so that rows need no conversion in JavaScript. */
export const isoTimestamp = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A column's value in the SELECT list of an aliased table, as PostgreSQL writes it. */
export const columnValue = ({ name, shownAs }: FieldDescription, alias: string, builder: StatementBuilder) =>
  shownAs ? builder.shown(shownAs, alias) : `${alias}.${quote(name)}`;

const expression = (field: FieldDescription, alias: string, builder: StatementBuilder): string =>
  (field.kind === 'timestamp' && !field.encrypted ? isoTimestamp : String)(
    columnValue(field, alias, builder),
  );

/** The columns for names that cannot change, such as those of a class's view. */
const knownColumns = new WeakMap<
  ResourceDescription,
  WeakMap<Iterable<string>, readonly FieldDescription[]>
>();

/** The columns for a selection of field names: these fields and the key. For a frozen list it is the same list each time. */
export function columnsFor(
  resource: ResourceDescription,
  names: Iterable<string>,
): readonly FieldDescription[] {
  const known = knownColumns.get(resource)?.get(names);
  if (known) return known;
  const wanted = new Set<string>([...resource.key, ...names]);
  const columns = resource.fields.filter((field) => isColumn(field) && wanted.has(field.name));
  if (Array.isArray(names) && Object.isFrozen(names)) {
    const ofResource = knownColumns.get(resource) ?? new WeakMap();
    knownColumns.set(resource, ofResource.set(names, columns));
  }
  return columns;
}

/** The SELECT list for columns of an aliased table. */
export const selectList = (columns: readonly FieldDescription[], alias: string, builder: StatementBuilder) =>
  columns.map((field) => `${expression(field, alias, builder)} as ${quote(field.name)}`).join(', ');

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
  if (field.masked === 'named') return maskSettings(value);
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

/** Decrypts and masks one encrypted column of the row with a key, like {@link reveal}. */
export const revealValue = (
  ctx: Context,
  { table }: ResourceDescription,
  field: FieldDescription,
  key: readonly string[],
  ciphertext: Uint8Array,
): unknown => masked(field, ctx.ports.encryption.decrypt(ciphertext, { table, column: field.name, key }));

/** Like {@link reveal}, without masking: for internal use, never for a response. */
export function revealUnmasked(ctx: Context, resource: ResourceDescription, rows: Row[]): Row[] {
  return decodeRows(ctx, resource, rows, (_field, value) => value);
}

const encodedFields = new WeakMap<ResourceDescription, readonly FieldDescription[]>();

/** A resource's encrypted or packed columns that responses may show. */
export function encodedOf(resource: ResourceDescription): readonly FieldDescription[] {
  let fields = encodedFields.get(resource);
  if (!fields) {
    const isEncoded = ({ encrypted, packed }: FieldDescription) => encrypted || packed;
    fields = resource.fields.filter((field) => isEncoded(field) && field.visibility !== 'nowhere');
    encodedFields.set(resource, fields);
  }
  return fields;
}

/** A text as it is, in a column of any JSON: the concealed content of a request, until release 0.5.0. */
const isPlain = (stored: unknown) => typeof stored === 'string' && !/^[\w+/]+=*$/.test(stored);

/** The value of a packed column: the text of a text column, or the value of a JSON column. */
export function unpacked({ kind }: FieldDescription, stored: unknown): unknown {
  if (kind === 'text') return unpackText(String(stored));
  return kind === 'json' && isPlain(stored) ? stored : unpackJson(stored);
}

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
