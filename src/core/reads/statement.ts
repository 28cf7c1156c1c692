import type { Statement } from '../foundation/row-source.ts';
import { type FieldDescription, isColumn, type ResourceDescription } from '../model/index.ts';

/** Collects parameters while the text of a statement is composed. */
export class StatementBuilder {
  readonly #values: unknown[] = [];

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

  build(text: string): Statement {
    return { text, values: this.#values };
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
