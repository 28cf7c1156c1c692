import { isDeepStrictEqual } from 'node:util';
import { type EntityClass, type EntityMetadata, LockMode } from '@mikro-orm/core';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Entities, EntityChange, Row, Statement } from '../core/foundation/transaction.ts';
import type { PendingWrites } from './pending-writes.ts';

type Target = EntityClass<object>;
type Values = Record<string, unknown>;

/** The options of a search that commands use. */
interface FindOptions {
  readonly orderBy?: object;
  readonly limit?: number;
  /** Columns to read: the objects found then are no entities, and cannot be changed. */
  readonly fields?: readonly string[];
  readonly lockMode?: LockMode;
}

const tables = new WeakMap<Target, EntityTable>();

/** A query of MikroORM's builder as a statement. */
interface BuiltQuery {
  toQuery(): { readonly sql: string; readonly params: readonly unknown[] };
}

/**
 * The entities of a transaction. Each row has one, in whatever way it was found. A flush compares the columns of each
 * with the row, and adds inserts and updates by primary key to the pending writes. MikroORM only writes the conditions
 * of searches.
 */
export class TransactionEntities {
  /** Entities written so far. */
  readonly changed = new Set<object>();
  /** Changes written for them. */
  readonly changes = new Map<object, EntityChange>();
  /** Runs a statement; tests replace it. */
  run: (statement: Statement) => Promise<{ readonly rows: Row[]; readonly rowCount: number | null }>;
  readonly #orm: MikroORM;
  readonly #pending: PendingWrites;
  /** The entities with a row, by class and key. */
  readonly #known = new Map<Target, Map<string, object>>();
  readonly #snapshots = new Map<object, Snapshot>();
  /** Entities to insert. */
  readonly #fresh = new Set<object>();
  readonly #removed = new Set<object>();

  constructor(orm: MikroORM, pending: PendingWrites, run: TransactionEntities['run']) {
    this.#orm = orm;
    this.#pending = pending;
    this.run = run;
  }

  async find(target: Target, where: object, options: FindOptions = {}): Promise<object[]> {
    await this.#flushQueued(target);
    const { fields, limit, lockMode, orderBy } = options;
    const table = this.#table(target);
    const names = fields ?? table.columns.map(({ name }) => name);
    let builder = this.#builder(target)
      .select(names as never)
      .where(where as never);
    if (orderBy) builder = builder.orderBy(orderBy as never) as never;
    if (limit !== undefined) builder = builder.limit(limit) as never;
    const statement = statementOf(builder, { reads: [table.name] });
    const isLocking = lockMode === LockMode.PESSIMISTIC_WRITE;
    const { rows } = await this.run(
      isLocking ? { ...statement, text: `${statement.text} for update` } : statement,
    );
    return fields ? rows : rows.map((row) => this.load(target, row));
  }

  async findOne(target: Target, where: object, options: FindOptions = {}): Promise<object | null> {
    const { key } = this.#table(target);
    const isByKey =
      Object.keys(where).length === key.length &&
      key.every((name) => typeof (where as Values)[name] === 'string');
    const known = isByKey ? this.#known.get(target)?.get(keyOf(key, where as Values)) : undefined;
    if (known) return known;
    const [found = null] = await this.find(target, where, { ...options, limit: 1 });
    return found;
  }

  async findOneOrFail(target: Target, where: object): Promise<object> {
    const found = await this.findOne(target, where);
    if (!found) throw new Error(`${target.name} not found`);
    return found;
  }

  async count(target: Target, where: object = {}): Promise<number> {
    await this.#flushQueued(target);
    const builder = this.#builder(target)
      .count()
      .where(where as never);
    const { rows } = await this.run(statementOf(builder, { reads: [this.#table(target).name] }));
    return Number(rows[0]!.count);
  }

  async nativeUpdate(target: Target, where: object, values: object): Promise<number> {
    const builder = this.#builder(target)
      .update(values as never)
      .where(where as never);
    return this.#write(builder, target);
  }

  async nativeDelete(target: Target, where: object): Promise<number> {
    return this.#write(
      this.#builder(target)
        .delete()
        .where(where as never),
      target,
    );
  }

  async insertIfMissing(target: Target, values: object): Promise<void> {
    const builder = this.#builder(target)
      .insert(values as never)
      .onConflict(this.#table(target).key as never);
    await this.#write(builder.ignore() as never, target);
  }

  persist(entities: object | readonly object[]): this {
    for (const entity of Array.isArray(entities) ? entities : [entities])
      if (!this.#snapshots.has(entity)) this.#fresh.add(entity);
    return this;
  }

  persistWithDefaults(entity: object): void {
    setDefaults(this.#table(entity.constructor as Target), entity as Values);
    this.persist(entity);
  }

  remove(entity: object): this {
    if (!this.#fresh.delete(entity)) this.#removed.add(entity);
    return this;
  }

  load(target: Target, row: Row, refresh = false): object {
    const table = this.#table(target);
    const key = keyOf(table.key, row);
    const ofClass = this.#known.get(target) ?? new Map<string, object>();
    this.#known.set(target, ofClass);
    const known = ofClass.get(key);
    const entity = known ?? (Object.create(table.prototype) as object);
    ofClass.set(key, entity);
    const before = known && !refresh ? this.#snapshots.get(known) : undefined;
    const values = entity as Values;
    const snapshot: Snapshot = [];
    for (const [i, column] of table.columns.entries()) {
      const value = fromColumn(column, row[column.name]);
      // A change that is not written yet stays.
      if (!before || !isChanged(column, values[column.name], before[i])) values[column.name] = value;
      snapshot.push(snapshotOf(column, value));
    }
    this.#snapshots.set(entity, snapshot);
    return entity;
  }

  known(): object[] {
    return [...this.#known.values()].flatMap((ofClass) => [...ofClass.values()]);
  }

  async flush(): Promise<void> {
    const [known, fresh, removed] = [this.known(), [...this.#fresh], [...this.#removed]];
    this.#fresh.clear();
    this.#removed.clear();
    // An inserted row may have the key of a deleted one of its table.
    const isReplaced = (one: object) => fresh.some((entity) => entity.constructor === one.constructor);
    for (const entity of removed) if (isReplaced(entity)) await this.#delete(entity);
    for (const entity of fresh) this.#insert(entity);
    for (const entity of known) if (!removed.includes(entity)) this.#update(entity);
    for (const entity of removed) if (this.#snapshots.has(entity)) await this.#delete(entity);
  }

  #insert(entity: object): void {
    const table = this.#table(entity.constructor as Target);
    const values = entity as Values;
    const written = table.columns.filter(({ name }) => values[name] !== undefined);
    const row = Object.fromEntries(
      written.map((column) => [column.name, toColumn(column, values[column.name])]),
    );
    this.#pending.insert(table.name, [row]);
    setDefaults(table, values);
    this.#snapshots.set(
      entity,
      table.columns.map((column) => snapshotOf(column, values[column.name])),
    );
    const ofClass = this.#known.get(entity.constructor as Target) ?? new Map<string, object>();
    this.#known.set(entity.constructor as Target, ofClass.set(keyOf(table.key, values), entity));
    this.#note(entity, null, Object.keys(row));
  }

  #update(entity: object): void {
    const snapshot = this.#snapshots.get(entity)!;
    const table = this.#table(entity.constructor as Target);
    const values = entity as Values;
    let row: Values | undefined;
    let before: Row | undefined;
    for (const [i, column] of table.columns.entries()) {
      const value = values[column.name];
      if (!isChanged(column, value, snapshot[i])) continue;
      before ??= this.changes.has(entity) ? {} : valuesOf(table, snapshot);
      row ??= {};
      row[column.name] = toColumn(column, value);
      snapshot[i] = snapshotOf(column, value);
    }
    if (!row || !before) return;
    this.#pending.update(table.name, partOf(table.key, values), row);
    this.#note(entity, before, Object.keys(row));
  }

  async #delete(entity: object): Promise<void> {
    const target = entity.constructor as Target;
    const { key } = this.#table(target);
    this.#snapshots.delete(entity);
    this.#known.get(target)?.delete(keyOf(key, entity as Values));
    await this.nativeDelete(target, partOf(key, entity as Values));
    this.#note(entity, null, []);
    this.changes.get(entity)!.deleted = true;
  }

  /** Adds the changes of a flush to earlier ones. */
  #note(entity: object, before: Row | null, columns: readonly string[]): void {
    const change = this.changes.get(entity) ?? { before, columns: new Set<string>(), deleted: false };
    for (const column of columns) change.columns.add(column);
    this.changes.set(entity, change);
    this.changed.add(entity);
  }

  /** Entities of a class that are to be inserted or deleted are written before it is searched. */
  async #flushQueued(target: Target): Promise<void> {
    const isOfClass = (entity: object) => entity.constructor === target;
    if ([...this.#fresh, ...this.#removed].some(isOfClass)) await this.flush();
  }

  async #write(builder: BuiltQuery, target: Target): Promise<number> {
    const { rowCount } = await this.run(statementOf(builder, { writes: [this.#table(target).name] }));
    return rowCount ?? 0;
  }

  #builder(target: Target) {
    return this.#orm.em.fork().createQueryBuilder(target);
  }

  #table(target: Target): EntityTable {
    const known = tables.get(target);
    if (known) return known;
    const table = entityTable(this.#orm.getMetadata().get(target) as EntityMetadata<object>);
    tables.set(target, table);
    return table;
  }
}

/** A transaction's entities, as commands see them: typed by class, as MikroORM's. */
export const asEntities = (entities: TransactionEntities): Entities => entities as unknown as Entities;

function statementOf(builder: BuiltQuery, touches: Statement['touches']): Statement {
  const { params, sql } = builder.toQuery();
  let position = 0;
  const text = sql.replaceAll('?', () => `$${++position}`);
  const values = params.map((value) => (value instanceof Date ? value.toISOString() : value));
  return { text, values, touches, unprepared: true };
}

const partOf = (key: readonly string[], values: Values): Values =>
  Object.fromEntries(key.map((name) => [name, values[name]]));

const keyOf = (key: readonly string[], values: Values): string =>
  key.length === 1 ? String(values[key[0]!]) : JSON.stringify(key.map((name) => values[name]));

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
interface EntityTable {
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
function entityTable<T>({ class: target, primaryKeys, props, tableName }: EntityMetadata<T>): EntityTable {
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
function setDefaults({ columns }: EntityTable, values: Record<string, unknown>): void {
  for (const { default: value, name } of columns) {
    // A separate list for each row.
    if (value !== undefined && values[name] === undefined) values[name] = Array.isArray(value) ? [] : value;
  }
}

/** A value of an entity, from a row as the driver returns it. */
function fromColumn({ kind }: EntityColumn, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (kind === 'date') return value instanceof Date ? value : new Date(value as string);
  return kind === 'bigint' ? BigInt(value as number) : value;
}

/** The values of an entity that its row has, in the order of the columns. JSON as text, and times in milliseconds. */
type Snapshot = unknown[];

/** A value in a snapshot: comparable, and unchanged by later changes within objects and lists. */
function snapshotOf({ kind }: EntityColumn, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (kind === 'json') return JSON.stringify(value);
  return kind === 'date' ? new Date(value as Date).getTime() : value;
}

/** Whether an entity's value differs from its snapshot. An undefined value is null. */
function isChanged(column: EntityColumn, value: unknown, before: unknown): boolean {
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
function toColumn({ kind }: EntityColumn, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  return kind === 'json' ? JSON.stringify(value) : value;
}

/** The values of a snapshot by column, as an entity had them. */
function valuesOf({ columns }: EntityTable, snapshot: Snapshot): Row {
  const row: Row = {};
  for (const [i, { kind, name }] of columns.entries()) {
    const value = snapshot[i];
    if (value === null) row[name] = null;
    else if (kind === 'json') row[name] = JSON.parse(value as string);
    else row[name] = kind === 'date' ? new Date(value as number) : value;
  }
  return row;
}
