import pg, { type Pool, type PoolClient } from 'pg';
import { ALL_MERCHANTS, TENANCY_SETTING } from '../core/model/tables.ts';
import { ANYWHERE, type Row, type RowSource, type Statement } from '../core/reads/index.ts';
import type { StatementNames } from './statement-names.ts';

const INT8 = 20;

// Amounts and counts stay below 2^53, so a number holds them exactly; pg itself would return text.
pg.types.setTypeParser(INT8, Number);

/** Told of each statement before it is sent; its values are not told. */
export type StatementListener = (text: string) => void;

/**
 * Rows straight from the ORM's own pool. Statements are named, so that PostgreSQL parses and plans each once
 * a connection; the same text always has the same name.
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
    let broken: Error | undefined;
    try {
      if (merchantId !== ANYWHERE) await this.#letSee(client, merchantId ?? ALL_MERCHANTS);
      this.#listener?.(statement.text);
      const { rows } = await client.query({
        ...this.#names.named(statement.text),
        values: [...statement.values],
      });
      return rows as Result[];
    } catch (error) {
      broken = error as Error;
      throw error;
    } finally {
      // A connection whose statement failed is closed: what its session has set is no longer certain.
      client.release(broken);
    }
  }

  /** Tells the connection whose rows it may see, unless it was told the same before. */
  async #letSee(client: PoolClient, tenant: string): Promise<void> {
    if (this.#tenants.get(client) === tenant) return;
    const text = `select set_config('${TENANCY_SETTING}', $1, false)`;
    this.#listener?.(text);
    await client.query({ ...this.#names.named(text), values: [tenant] });
    this.#tenants.set(client, tenant);
  }
}
