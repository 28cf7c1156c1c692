import type {
  EntityDictionary,
  EntityMetadata,
  EntityName,
  FilterQuery,
  NativeInsertUpdateManyOptions,
  NativeInsertUpdateOptions,
  QueryResult,
  Transaction,
  UpsertManyOptions,
  UpsertOptions,
} from '@mikro-orm/core';
import { PostgreSqlDriver, QueryType } from '@mikro-orm/postgresql';
import type { AnyQueryBuilder } from '@mikro-orm/sql';
import pg from 'pg';
import type { Touches } from '../core/foundation/transaction.ts';
import type { ColumnValues, PendingWrites } from './pending-writes.ts';

type SkipTwo<T extends unknown[]> = T extends [unknown, unknown?, ...infer Rest] ? Rest : never;

/** A transaction that collects the writes of flushes. */
export interface PendingTransaction {
  readonly pending: PendingWrites;
  /** The transaction for one statement, whose tables are asked for when it is sent. */
  touching(touches: () => Touches): Transaction;
}

/**
 * MikroORM's driver, except that inserts and updates of a flush within a {@link PendingTransaction} are collected
 * there, to be sent together, and query builders declare the tables they touch. Everything else is MikroORM's.
 */
export class PendingWritesDriver extends PostgreSqlDriver {
  override async nativeInsertMany<T extends object>(
    entityName: EntityName<T>,
    data: EntityDictionary<T>[],
    options: NativeInsertUpdateManyOptions<T> = {},
    transform?: (sql: string) => string,
  ): Promise<QueryResult<T>> {
    const pending = pendingOf(options);
    if (!pending) return super.nativeInsertMany(entityName, data, options, transform);
    const meta = this.metadata.get(entityName);
    pending.insert(
      meta.tableName,
      data.map((values) => columnsOf(meta, values)),
    );
    const rows = data.map((values) => defaultsOf(meta, values));
    return { affectedRows: rows.length, row: rows[0], rows } as unknown as QueryResult<T>;
  }

  override async nativeUpdate<T extends object>(
    entityName: EntityName<T>,
    where: FilterQuery<T>,
    data: EntityDictionary<T>,
    options: NativeInsertUpdateOptions<T> & UpsertOptions<T> = {},
  ): Promise<QueryResult<T>> {
    const pending = pendingOf(options);
    if (!pending) return super.nativeUpdate(entityName, where, data, options);
    this.#update(pending, entityName, where, data);
    return { affectedRows: 1 } as QueryResult<T>;
  }

  override async nativeUpdateMany<T extends object>(
    entityName: EntityName<T>,
    where: FilterQuery<T>[],
    data: EntityDictionary<T>[],
    options: NativeInsertUpdateManyOptions<T> & UpsertManyOptions<T> = {},
    transform?: (sql: string, params: unknown[]) => string,
  ): Promise<QueryResult<T>> {
    const pending = pendingOf(options);
    if (!pending) return super.nativeUpdateMany(entityName, where, data, options, transform);
    for (const [i, key] of where.entries()) this.#update(pending, entityName, key, data[i]!);
    return { affectedRows: where.length } as QueryResult<T>;
  }

  override createQueryBuilder<T extends object>(
    entityName: EntityName<T> | AnyQueryBuilder<T>,
    ctx?: Transaction,
    ...options: SkipTwo<Parameters<PostgreSqlDriver['createQueryBuilder']>>
  ): AnyQueryBuilder<T> {
    const transaction = ctx as Partial<PendingTransaction> | undefined;
    const scoped = transaction?.touching?.(() => touchesOf(builder)) ?? ctx;
    const builder: AnyQueryBuilder<T> = super.createQueryBuilder(entityName, scoped, ...options);
    return builder;
  }

  #update<T extends object>(
    pending: PendingWrites,
    entityName: EntityName<T>,
    where: FilterQuery<T>,
    data: EntityDictionary<T>,
  ): void {
    const meta = this.metadata.get(entityName);
    const key = typeof where === 'object' ? where : { [meta.primaryKeys[0]!]: where };
    pending.update(meta.tableName, columnsOf(meta, key as object), columnsOf(meta, data));
  }
}

/** The table of a query builder's entity. Conditions on other entities and joins may touch any. */
function touchesOf<T extends object>({ mainAlias, state, type }: AnyQueryBuilder<T>): Touches {
  if (Object.keys(state.joins).length > 0 || Object.keys(state.subQueries).length > 0) return 'everything';
  const tables = [mainAlias.meta.tableName];
  return type === QueryType.SELECT || type === QueryType.COUNT ? { reads: tables } : { writes: tables };
}

/** The pending writes that a flush adds to. Only a flush has converted its values for the database. */
function pendingOf(options: object): PendingWrites | undefined {
  const { convertCustomTypes, ctx, upsert } = options as {
    ctx?: Transaction & Partial<PendingTransaction>;
    convertCustomTypes?: boolean;
    upsert?: boolean;
  };
  return convertCustomTypes === false && !upsert ? ctx?.pending : undefined;
}

interface Default {
  readonly column: string;
  readonly value: unknown;
}

/** A table's columns by property name. Relations own no column. */
interface Table {
  readonly columns: ReadonlyMap<string, string>;
  /** The defaults of columns, as PostgreSQL would return them. */
  readonly defaults: ReadonlyMap<string, Default>;
}

const tables = new WeakMap<object, Table>();

function tableOf<T>(meta: EntityMetadata<T>): Table {
  const known = tables.get(meta);
  if (known) return known;
  const scalars = meta.props.filter(({ kind }) => kind === 'scalar');
  const columns = scalars.map(({ fieldNames, name }) => [name, fieldNames[0]!] as const);
  const defaults = scalars.flatMap(({ defaultRaw, fieldNames, name }) => {
    const value = defaultRaw === undefined ? undefined : literal(defaultRaw);
    return value === undefined ? [] : [[name, { column: fieldNames[0]!, value }] as const];
  });
  const table = { columns: new Map<string, string>(columns), defaults: new Map<string, Default>(defaults) };
  tables.set(meta, table);
  return table;
}

/** The values of a row's columns. */
function columnsOf<T>(meta: EntityMetadata<T>, values: object): Record<string, unknown> {
  const { columns } = tableOf(meta);
  const row: Record<string, unknown> = {};
  for (const name in values) {
    const column = columns.get(name);
    if (column !== undefined) row[column] = (values as Record<string, unknown>)[name];
  }
  return row;
}

/** The defaults of the columns that a new row leaves out. */
function defaultsOf<T>(meta: EntityMetadata<T>, values: object): ColumnValues {
  const row: Record<string, unknown> = {};
  for (const [name, { column, value }] of tableOf(meta).defaults) {
    // A separate list for each row.
    if (!(name in values)) row[column] = Array.isArray(value) ? [] : value;
  }
  return row;
}

/** Gives a new entity the defaults of omitted columns, as an insert does. */
export function setDefaults<T>(meta: EntityMetadata<T>, entity: object): void {
  const values = entity as Record<string, unknown>;
  for (const [name, { value }] of tableOf(meta).defaults) {
    if (values[name] === undefined) values[name] = Array.isArray(value) ? [] : value;
  }
}

/** The value of a literal: `0`, `false`, `'started'`, or `'[]'` for JSON. Of an expression, undefined. */
function literal(text: string): unknown {
  const [, quoted] = /^'([^']*)'$/.exec(text) ?? [];
  if (quoted !== undefined) return quoted === '[]' ? [] : quoted;
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d+$/.test(text) ? Number(text) : undefined;
}

/** A notice of the server, as the driver passes it on. */
type Notice = { [Field in 'code' | 'detail' | 'message']?: string | undefined };

/** SQLSTATEs of violated constraints. */
const VIOLATION = /^23/;
/** The name of a constraint of a shard, at the end of the message of a violation: that of the table's, and the shard's number. */
const ofShard = /constraint "(.+?)(?:_\d{6,})?"$/;

/** Names the constraint that an error of a cluster's node is about as the table has it, and not one of its shards. */
export function withoutShard<E extends Error>(error: E): E {
  if (!(error instanceof pg.DatabaseError) || !VIOLATION.test(error.code ?? '')) return error;
  const constraint = ofShard.exec(error.message)?.[1];
  return constraint === undefined ? error : Object.assign(error, { constraint });
}

/**
 * Runs the commit of a transaction. A cluster checks foreign keys on its nodes at commit: the client gets the violation as a
 * notice, and the coordinator's error says only that a node could not commit. The notice is thrown instead.
 */
export async function withReason<T>(
  client: pg.ClientBase,
  commit: () => Promise<T>,
  convert: (error: Error) => Error,
): Promise<T> {
  let violation: Error | undefined;
  const listen = ({ code, detail, message = '' }: Notice) => {
    if (!VIOLATION.test(code ?? '')) return;
    violation = convert(
      Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code, detail }),
    );
  };
  client.on('notice', listen);
  try {
    return await commit();
  } catch (error) {
    throw violation ?? error;
  } finally {
    client.off('notice', listen);
  }
}
