import pg, { type Pool, type PoolClient } from 'pg';
import { ALL_MERCHANTS, TENANCY_SETTING } from '../core/model/tables.ts';
import { ANYWHERE, type Row, type RowSource, type Statement } from '../core/reads/index.ts';
import type { StatementNames } from './statement-names.ts';

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
    let broken: Error | undefined;
    try {
      if (merchantId !== ANYWHERE) await this.#scope(client, merchantId ?? ALL_MERCHANTS);
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
      // After a failure the session's settings are uncertain, so the connection is closed.
      client.release(broken);
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
