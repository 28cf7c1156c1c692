import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { Row, RowSource, Statement } from '../core/reads/index.ts';
import { ALL_MERCHANTS, TENANCY_SETTING } from './tenancy.ts';

/** Told of each statement before it is sent; its values are not told. */
export type StatementListener = (text: string) => void;

/** How many statements keep a plan on each connection. The selections of real clients are far fewer. */
const NAMED_STATEMENTS_MAX = 500;

/**
 * Rows straight from the ORM's own pool. Statements are named, so that PostgreSQL parses and plans each once
 * a connection; the same text always has the same name.
 */
export class PooledRows implements RowSource {
  readonly #pool: Pool;
  readonly #names = new Map<string, string>();
  readonly #tenants = new WeakMap<PoolClient, string>();
  readonly #listener: StatementListener | undefined;

  constructor(pool: Pool, listener?: StatementListener) {
    this.#pool = pool;
    this.#listener = listener;
  }

  async query(statement: Statement, merchantId: string | null): Promise<Row[]> {
    const client = await this.#pool.connect();
    let broken: Error | undefined;
    try {
      await this.#letSee(client, merchantId ?? ALL_MERCHANTS);
      this.#listener?.(statement.text);
      const { rows } = await client.query<Row>({
        ...this.#named(statement.text),
        values: [...statement.values],
      });
      return rows;
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
    await client.query({ ...this.#named(text), values: [tenant] });
    this.#tenants.set(client, tenant);
  }

  #named(text: string): { name?: string; text: string } {
    let name = this.#names.get(text);
    if (name === undefined && this.#names.size < NAMED_STATEMENTS_MAX) {
      name = createHash('sha256').update(text).digest('base64url').slice(0, 32);
      this.#names.set(text, name);
    }
    return name === undefined ? { text } : { name, text };
  }
}
