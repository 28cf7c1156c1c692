import type { ClientBase } from 'pg';
import type { Cell, CloneValues, SlottedText, Template } from './templates.ts';

/** A clone to make: its template, counted from 0, and its values. */
export interface CloneOrder extends CloneValues {
  readonly template: number;
}

interface Column {
  readonly name: string;
  readonly type: string;
}

interface TemplateRow {
  /** The template's number. */
  readonly number: number;
  readonly cells: ReadonlyMap<string, Cell>;
}

interface Plan extends Column {
  readonly select: string;
  store(cell: Cell): unknown;
}

/** Tables whose rows are numbered on insertion. */
const ORDERED: Readonly<Record<string, string>> = {
  events: ' order by created_at, event_id',
  status_changes: ' order by changed_at, change_id',
};

/**
 * Multiplies the rows of templates by `insert … select`. Templates and the clones ordered are temporary tables: each
 * row of a template is inserted once for every clone of it. A column that differs between clones is kept as the
 * number of a slot, or as a format string that PostgreSQL's `format` fills from the clone's slots.
 */
export class Multiplier {
  readonly #client: ClientBase;
  readonly #onRows: (table: string, rows: number) => void;
  /** The statement that fills each table, parents before their children. */
  readonly #inserts = new Map<string, string>();

  constructor(client: ClientBase, onRows: (table: string, rows: number) => void = () => {}) {
    this.#client = client;
    this.#onRows = onRows;
  }

  /** Stores the templates; `tables` are the tables with rows, parents before their children. */
  async prepare(templates: readonly Template[], tables: readonly string[]): Promise<void> {
    // Slots are read once for every column: compressing them would cost more than it saves.
    await this.#client.query(`
      create temporary table demo_clones (template int, slots text[], encrypted bytea[]) on commit drop;
      alter table demo_clones alter column slots set storage plain`);
    for (const table of tables) {
      const rows = templates.flatMap((template, number) =>
        template.rows.filter((row) => row.table === table).map(({ cells }) => ({ number, cells })),
      );
      if (rows.length > 0) await this.#prepareTable(table, rows);
    }
  }

  async #prepareTable(table: string, rows: readonly TemplateRow[]): Promise<void> {
    const columns = await this.#columnsOf(table);
    const plans = columns.map((column) =>
      planOf(
        column,
        rows.flatMap(({ cells }) => cells.get(column.name) ?? []),
      ),
    );
    const template = `demo_${table}`;
    const stored = ['template int', ...plans.map(({ name, type }) => `${name} ${type}`)];
    const json = rows.map(({ cells, number }) => ({
      template: number,
      ...Object.fromEntries(
        plans.map(({ name, store }) => [name, cells.has(name) ? store(cells.get(name)!) : null]),
      ),
    }));
    await this.#client.query(`create temporary table ${template} (${stored.join(', ')}) on commit drop`);
    await this.#client.query(
      `insert into ${template} select * from json_populate_recordset(null::${template}, $1)`,
      [JSON.stringify(json)],
    );
    await this.#client.query(`analyze ${template}`);
    const selected = plans.map(({ name, select }) => `${select} as ${name}`);
    this.#inserts.set(
      table,
      `insert into ${table} (${columns.map(({ name }) => name).join(', ')})
       select ${selected.join(', ')} from demo_clones c join ${template} t using (template)`,
    );
  }

  /** Inserts the rows of this many clones, except for some tables. */
  async insert(clones: readonly CloneOrder[], except: readonly string[] = []): Promise<void> {
    await this.#client.query('truncate demo_clones');
    await this.#client.query(
      'insert into demo_clones select * from json_populate_recordset(null::demo_clones, $1)',
      [JSON.stringify(clones)],
    );
    for (const [table, insert] of this.#inserts) {
      if (except.includes(table)) continue;
      // With RETURNING, without which a cluster would copy the rows, which row-level security refuses.
      const { rows } = await this.#client.query<{ made: number }>(
        `with made as (${insert}${ORDERED[table] ?? ''} returning 1) select count(*)::int as made from made`,
      );
      if (rows[0]!.made > 0) this.#onRows(table, rows[0]!.made);
    }
  }

  /** A table's columns except generated ones. */
  async #columnsOf(table: string): Promise<Column[]> {
    const { rows } = await this.#client.query<Column>(
      `select quote_ident(attname) as name, format_type(atttypid, atttypmod) as type from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''
       order by attnum`,
      [table],
    );
    return rows;
  }
}

/** The type of a column in the templates, and the expression of a clone's value. */
function planOf({ name, type }: Column, cells: readonly Cell[]): Plan {
  // PostgreSQL counts array elements from 1.
  if (cells.some((cell) => 'encrypted' in cell)) {
    const store = (cell: Cell) => ('encrypted' in cell ? cell.encrypted + 1 : null);
    return { name, type: 'int', select: `c.encrypted[t.${name}]`, store };
  }
  if (!cells.some((cell) => 'text' in cell)) {
    return {
      name,
      type,
      select: `t.${name}`,
      store: (cell) => ('recorded' in cell ? cell.recorded : null),
    };
  }
  if (cells.every((cell) => slotOf(cell) !== null)) {
    return { name, type: 'int', select: `c.slots[t.${name}]::${type}`, store: (cell) => slotOf(cell)! + 1 };
  }
  return { name, type: 'text', select: `format(t.${name}, variadic c.slots)::${type}`, store: formatOf };
}

/** The slot that is all there is in a cell, or null. */
function slotOf(cell: Cell): number | null {
  const isSlot =
    'text' in cell && cell.text.slots.length === 1 && cell.text.literals.every((text) => text === '');
  return isSlot ? cell.text.slots[0]! : null;
}

function formatOf(cell: Cell): string {
  if ('recorded' in cell) {
    const { recorded } = cell;
    return escaped(typeof recorded === 'string' ? recorded : JSON.stringify(recorded));
  }
  const { literals, slots } = (cell as { text: SlottedText }).text;
  return slots.reduce(
    (text, slot, i) => `${text}%${slot + 1}$s${escaped(literals[i + 1]!)}`,
    escaped(literals[0]!),
  );
}

const escaped = (literal: string) => literal.replaceAll('%', '%%');
