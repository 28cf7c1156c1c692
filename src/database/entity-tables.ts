import { isDeepStrictEqual } from 'node:util';
import type { EntityMetadata } from '@mikro-orm/core';
import type { Row } from '../core/foundation/transaction.ts';

/** How a column's values are converted and compared. */
type ColumnKind = 'json' | 'date' | 'bytes' | 'bigint' | 'plain';

/** A column that entities hold. */
interface EntityColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  /** The value of a new row that leaves the column out, if it is a literal. */
  readonly default: unknown;
}

/** A class's table, from the description of its entities. */
export interface EntityTable {
  readonly name: string;
  readonly prototype: object;
  readonly columns: readonly EntityColumn[];
  /** The columns of the primary key, in order. */
  readonly key: readonly string[];
}

const kinds: Readonly<Record<string, ColumnKind>> = {
  jsonb: 'json',
  'timestamptz(3)': 'date',
  bytea: 'bytes',
};

/** The table of a class. Entities do not hold computed columns. */
export function entityTable<T>({
  class: target,
  primaryKeys,
  props,
  tableName,
}: EntityMetadata<T>): EntityTable {
  const columns = props.filter(({ generated, kind }) => kind === 'scalar' && !generated);
  return {
    name: tableName,
    prototype: target.prototype as object,
    columns: columns.map(({ columnTypes, defaultRaw, name, runtimeType }) => ({
      name,
      kind: kinds[columnTypes[0]!] ?? (runtimeType === 'bigint' ? 'bigint' : 'plain'),
      default: defaultRaw === undefined ? undefined : literal(defaultRaw),
    })),
    key: primaryKeys,
  };
}

/** The value of a literal: `0`, `false`, `'started'`, or `'[]'` for JSON. Undefined for an expression. */
function literal(text: string): unknown {
  const [, quoted] = /^'([^']*)'$/.exec(text) ?? [];
  if (quoted !== undefined) return quoted === '[]' ? [] : quoted;
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d+$/.test(text) ? Number(text) : undefined;
}

/** Gives a new entity the defaults of omitted columns, as an insert does. */
export function setDefaults({ columns }: EntityTable, values: Record<string, unknown>): void {
  for (const { default: value, name } of columns) {
    // A separate list for each row.
    if (value !== undefined && values[name] === undefined) values[name] = Array.isArray(value) ? [] : value;
  }
}

/** A value of an entity, from a row as the driver returns it. */
export function fromColumn({ kind }: EntityColumn, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (kind === 'date') return value instanceof Date ? value : new Date(value as string);
  return kind === 'bigint' ? BigInt(value as number) : value;
}

/** The values of an entity that its row has, in the order of the columns. JSON as text, and times in milliseconds. */
export type Snapshot = unknown[];

/** A value in a snapshot: comparable, and unchanged by later changes within objects and lists. */
export function snapshotOf({ kind }: EntityColumn, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (kind === 'json') return JSON.stringify(value);
  return kind === 'date' ? new Date(value as Date).getTime() : value;
}

/** Whether an entity's value differs from its snapshot. An undefined value is null. */
export function isChanged(column: EntityColumn, value: unknown, before: unknown): boolean {
  if (value === before) return false;
  const now = snapshotOf(column, value);
  if (now === before) return false;
  if (now === null || before === null) return true;
  // PostgreSQL sorts the members of objects, so their order is no change.
  if (column.kind === 'json')
    return !isDeepStrictEqual(JSON.parse(now as string), JSON.parse(before as string));
  return !(column.kind === 'bytes' && Buffer.compare(now as Uint8Array, before as Uint8Array) === 0);
}

/** A value for the database: JSON as text, and times with their offset. */
export function toColumn({ kind }: EntityColumn, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  return kind === 'json' ? JSON.stringify(value) : value;
}

/** The values of a snapshot by column, as an entity had them. */
export function valuesOf({ columns }: EntityTable, snapshot: Snapshot): Row {
  const row: Row = {};
  for (const [i, { kind, name }] of columns.entries()) {
    const value = snapshot[i];
    if (value === null) row[name] = null;
    else if (kind === 'json') row[name] = JSON.parse(value as string);
    else row[name] = kind === 'date' ? new Date(value as number) : value;
  }
  return row;
}
