import { isRead, type Statement, type Touches } from '../core/foundation/transaction.ts';

/** A row's values by column, as the driver takes them. */
export type ColumnValues = Readonly<Record<string, unknown>>;

interface Insert {
  readonly kind: 'insert';
  readonly table: string;
  readonly rows: Record<string, unknown>[];
}

interface Update {
  readonly kind: 'update';
  readonly table: string;
  readonly key: ColumnValues;
  readonly values: Record<string, unknown>;
  /** Whether a value is written only if it is greater than the row's. */
  readonly raises?: boolean;
}

/** The tables that every node of a cluster has whole. */
export const referenceTables: ReadonlySet<string> = new Set([
  'merchant_accounts',
  'error_mappings',
  'domains',
]);

const quoted = (name: string) => `"${name}"`;

/**
 * The pending rows of a transaction: inserts and updates of its flushes are collected and sent as one statement, before
 * the first statement that could see the difference, or with the commit. A row that is inserted and then updated is
 * written once.
 *
 * The parts of one statement see the same snapshot, so no row is in two of them. Foreign keys and triggers see the rows
 * when the statement ends.
 */
export class PendingWrites {
  #parts: (Insert | Update)[] = [];

  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  /** Adds rows of a table. */
  insert(table: string, rows: readonly ColumnValues[]): void {
    const copies = rows.map((row) => ({ ...row }));
    const earlier = this.#parts.find((part) => part.kind === 'insert' && part.table === table);
    if (earlier) (earlier as Insert).rows.push(...copies);
    else this.#parts.push({ kind: 'insert', table, rows: copies });
  }

  /** Changes columns of the row with a primary key. */
  update(table: string, key: ColumnValues, values: ColumnValues): void {
    const names = Object.keys(key);
    const isIt = (row: ColumnValues) => names.every((name) => row[name] === key[name]);
    for (const part of this.#parts) {
      if (part.table !== table) continue;
      const row = part.kind === 'insert' ? part.rows.find(isIt) : isIt(part.key) ? part.values : undefined;
      if (row) {
        Object.assign(row, values);
        return;
      }
    }
    this.#parts.push({ kind: 'update', table, key, values: { ...values } });
  }

  /** Sets a time of the row with a primary key, unless the row, as another transaction left it, has a later one. */
  touch(table: string, key: ColumnValues, column: string, at: Date): void {
    const before = this.#parts.length;
    this.update(table, key, { [column]: at });
    const added = this.#parts[before];
    if (added) this.#parts[before] = { ...(added as Update), raises: true };
  }

  /** Whether pending rows must be sent before a statement: it writes, or reads a table with pending rows. */
  concern(touches: Touches): boolean {
    if (this.isEmpty) return false;
    if (touches === 'everything' || !isRead(touches)) return true;
    return this.#parts.some(({ table }) => touches.reads?.includes(table));
  }

  /** Takes the pending rows as one statement; null without rows. */
  take(): Statement | null {
    const parts = this.#parts;
    this.#parts = [];
    const values: unknown[] = [];
    const parameter = (value: unknown) =>
      `$${values.push(value instanceof Date ? value.toISOString() : value)}`;
    const texts = parts.map((part) => textOf(part, parameter));
    if (texts.length === 0) return null;
    const touches = { writes: [...new Set(parts.map(({ table }) => table))] };
    // A cluster sends a statement that ends with the write of a merchant's row whole to that merchant's node, where it would
    // change only that node's copy of a reference table.
    const isOfEveryNode = texts.length > 1 && parts.some(({ table }) => referenceTables.has(table));
    const main = isOfEveryNode ? 'select' : texts.pop()!;
    const before = texts.map((text, i) => `pending_${i} as (${text})`).join(', ');
    return { text: before ? `with ${before} ${main}` : main, values, touches };
  }
}

type Parameter = (value: unknown) => string;

const textOf = (part: Insert | Update, parameter: Parameter): string =>
  part.kind === 'insert' ? insertText(part, parameter) : updateText(part, parameter);

function insertText({ rows, table }: Insert, parameter: Parameter): string {
  const columns = rows.length === 1 ? Object.keys(rows[0]!) : [...new Set(rows.flatMap(Object.keys))];
  let [names, tuples] = ['', ''];
  for (const name of columns) names += names === '' ? quoted(name) : `, ${quoted(name)}`;
  for (const row of rows) {
    let tuple = '';
    for (const name of columns) {
      const value = row[name] === undefined ? 'default' : parameter(row[name]);
      tuple += tuple === '' ? value : `, ${value}`;
    }
    tuples += tuples === '' ? `(${tuple})` : `, (${tuple})`;
  }
  return `insert into ${quoted(table)} (${names}) values ${tuples}`;
}

function updateText({ key, raises, table, values }: Update, parameter: Parameter): string {
  const set = Object.entries(values).map(([name, value]) => {
    const given = parameter(value ?? null);
    return `${quoted(name)} = ${raises ? `greatest(${quoted(name)}, ${given})` : given}`;
  });
  const where = Object.entries(key).map(([name, value]) => `${quoted(name)} = ${parameter(value)}`);
  return `update ${quoted(table)} set ${set.join(', ')} where ${where.join(' and ')}`;
}
