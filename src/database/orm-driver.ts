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
import { PostgreSqlDriver } from '@mikro-orm/postgresql';
import type { ColumnValues, PendingWrites } from './pending-writes.ts';

/** A transaction that collects what flushes write. */
export interface PendingTransaction {
  readonly pending: PendingWrites;
}

/**
 * MikroORM's driver, but what a flush inserts and updates within a {@link PendingTransaction} is left pending there, to
 * be sent together. Everything else is MikroORM's own.
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

/** The pending writes that a flush adds to. Only a flush has converted its values for the database. */
function pendingOf(options: object): PendingWrites | undefined {
  const { convertCustomTypes, ctx, upsert } = options as {
    ctx?: Transaction & Partial<PendingTransaction>;
    convertCustomTypes?: boolean;
    upsert?: boolean;
  };
  return convertCustomTypes === false && !upsert ? ctx?.pending : undefined;
}

/** The values of a row's columns. Relations own no column. */
function columnsOf<T>(meta: EntityMetadata<T>, values: object): ColumnValues {
  const columns = Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    const property = meta.properties[name as never] as EntityMetadata['props'][number] | undefined;
    return property?.kind === 'scalar' ? [[property.fieldNames[0]!, value]] : [];
  });
  return Object.fromEntries(columns);
}

/** The defaults of the columns that a new row leaves out, as PostgreSQL would return them. */
function defaultsOf<T>(meta: EntityMetadata<T>, values: object): ColumnValues {
  const unset = meta.props.filter(({ defaultRaw, name }) => defaultRaw !== undefined && !(name in values));
  const defaults = unset.map(({ defaultRaw, fieldNames }) => [fieldNames[0]!, literal(defaultRaw!)]);
  return Object.fromEntries(defaults.filter(([, value]) => value !== undefined));
}

/** The value of a literal: `0`, `false`, `'started'`, or `'[]'` for JSON. Of an expression, undefined. */
function literal(text: string): unknown {
  const [, quoted] = /^'([^']*)'$/.exec(text) ?? [];
  if (quoted !== undefined) return quoted === '[]' ? [] : quoted;
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d+$/.test(text) ? Number(text) : undefined;
}
