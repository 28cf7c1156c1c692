import { createHash } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import { CompiledQuery, type Transaction as SqlTransaction } from 'kysely';
import pg, { type Pool, type PoolClient } from 'pg';
import type { Transact } from '../core/foundation/transaction.ts';
import { ALL_MERCHANTS, TENANCY_SETTING } from '../core/model/tables.ts';
import { ANYWHERE, type Row, type RowSource, type Statement } from '../core/reads/index.ts';

/** Maximum number of named statements, each with a plan on every connection. Real clients need far fewer. */
const NAMED_STATEMENTS_MAX = 500;

/** A statement for the driver. With a name it is parsed and planned once per connection. */
export type NamedText = { readonly name?: string; readonly text: string };

/** Names statements: the same text has the same name on every connection. */
export class StatementNames {
  readonly #names = new Map<string, string>();

  named(text: string): NamedText {
    let name = this.#names.get(text);
    if (name === undefined && this.#names.size < NAMED_STATEMENTS_MAX) {
      name = nameOf(text);
      this.#names.set(text, name);
    }
    return name === undefined ? { text } : { name, text };
  }

  /** Renames a statement, so that every connection parses and plans it anew. */
  renew({ name, text }: NamedText): void {
    if (name !== undefined && this.#names.get(text) === name) this.#names.set(text, nameOf(name));
  }
}

const nameOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 32);

const INT8 = 20;

// Amounts and counts stay below 2^53, so a number holds them exactly; pg itself would return text.
pg.types.setTypeParser(INT8, Number);

/** Called with the text of each statement, without its values, before it is sent. */
export type StatementListener = (text: string) => void;

/**
 * Reads rows on the ORM's own pool. Statements are named, so that PostgreSQL parses and plans each text once per
 * connection.
 */
export class PooledRows implements RowSource {
  readonly #pool: Pool;
  readonly #names: StatementNames;
  readonly #tenants = new WeakMap<PoolClient, string>();
  readonly #listener: StatementListener | undefined;

  constructor(pool: Pool, names: StatementNames, listener?: StatementListener) {
    this.#pool = pool;
    this.#names = names;
    this.#listener = listener;
  }

  async query<Result extends object = Row>(
    statement: Statement,
    merchantId: string | null | typeof ANYWHERE,
  ): Promise<Result[]> {
    const client = await this.#pool.connect();
    let fault: Error | undefined;
    try {
      if (merchantId !== ANYWHERE) await this.#scope(client, merchantId ?? ALL_MERCHANTS);
      this.#listener?.(statement.text);
      const { rows } = await client.query({
        ...this.#names.named(statement.text),
        values: [...statement.values],
      });
      return rows as Result[];
    } catch (error) {
      if (!isDataException(error)) fault = error as Error;
      throw error;
    } finally {
      // After a failure the session's settings are uncertain, so the connection is closed.
      client.release(fault);
    }
  }

  /** Sets the merchant whose rows the session sees, unless it is set already. */
  async #scope(client: PoolClient, tenant: string): Promise<void> {
    if (this.#tenants.get(client) === tenant) return;
    const text = `select set_config('${TENANCY_SETTING}', $1, false)`;
    this.#listener?.(text);
    await client.query({ ...this.#names.named(text), values: [tenant] });
    this.#tenants.set(client, tenant);
  }
}

/**
 * Whether a statement failed for its values alone: class 22 of SQLSTATE. The session is as it was before. Callers
 * choose values, so such a failure must not cost a connection.
 */
const isDataException = (error: unknown): boolean =>
  /^22[0-9A-Z]{3}$/.test(String((error as { code?: unknown }).code));

/** SQLSTATE of a cached plan whose column types have changed, after a migration. */
const STALE_PLAN = '0A000';

/** Reads rows within an open transaction, including its own changes. */
function transactionRows(
  sql: SqlTransaction<unknown>,
  names: StatementNames,
  listener: StatementListener | undefined,
): RowSource {
  return {
    // The merchant is set for the whole transaction; a statement cannot change it.
    async query<Result extends object>(statement: Statement) {
      listener?.(statement.text);
      const named = names.named(statement.text);
      // Kysely passes the text through to the driver, which also accepts a named statement.
      const text = named as unknown as string;
      try {
        const { rows } = await sql.executeQuery<Result>(CompiledQuery.raw(text, [...statement.values]));
        return rows;
      } catch (error) {
        // The connection returns to the pool, where the stale plan would fail every later use of the name.
        if ((error as { code?: unknown }).code === STALE_PLAN) names.renew(named);
        throw error;
      }
    },
  };
}

/** Opens transactions on the ORM's pool, each scoped to a merchant's rows from its start. */
export function transactOn(
  orm: MikroORM,
  names: StatementNames,
  listener: StatementListener | undefined,
): Transact {
  return (merchantId, work) => {
    const em = orm.em.fork({ freshEventManager: true });
    const changed = new Set<object>();
    em.getEventManager().registerSubscriber({
      afterFlush: async ({ uow }) => {
        for (const { entity } of uow.getChangeSets()) changed.add(entity);
      },
    });
    em.setSessionContext({ variables: { [TENANCY_SETTING]: merchantId ?? ALL_MERCHANTS } });
    return em.transactional((inner) => {
      const sql = inner.getTransactionContext() as unknown as SqlTransaction<unknown>;
      return work({ em: inner, rows: transactionRows(sql, names, listener), changed });
    });
  };
}
