import { createHash } from 'node:crypto';
import pg from 'pg';
import { ALL_MERCHANTS, TENANCY_SETTING } from '../core/model/tables.ts';
import { ANYWHERE, type Row, type RowSource, type Statement } from '../core/reads/index.ts';
import { connect, type Pools } from './pools.ts';

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

/** Called with the text of each statement, without its values, before it is sent. */
export type StatementListener = (text: string) => void;

/**
 * The statements that open a transaction scoped to a merchant's rows, as one message: if `begin` fails, nothing
 * after it runs. The scope ends with the transaction, so it is right behind a transaction-pooling proxy too.
 */
export function beginScoped(merchantId: string | null): string {
  const tenant = pg.escapeLiteral(merchantId ?? ALL_MERCHANTS);
  return `begin; select set_config('${TENANCY_SETTING}', ${tenant}, true)`;
}

/**
 * Runs single statements, each in a transaction of its own that is scoped to a merchant's rows. Everything a
 * statement needs is sent at once, so it takes one round trip. Statements are named, so that PostgreSQL parses and
 * plans each text once per connection.
 */
export class PooledRows implements RowSource {
  readonly #pools: Pools;
  readonly #names: StatementNames;
  readonly #listener: StatementListener | undefined;

  constructor(pools: Pools, names: StatementNames, listener?: StatementListener) {
    this.#pools = pools;
    this.#names = names;
    this.#listener = listener;
  }

  async query<Result extends object = Row>(
    statement: Statement,
    merchantId: string | null | typeof ANYWHERE,
  ): Promise<Result[]> {
    const client = await connect(statement.heavy ? this.#pools.statistics : this.#pools.reads);
    let broken: Error | undefined;
    try {
      this.#listener?.(statement.text);
      const named = { ...this.#names.named(statement.text), values: [...statement.values] };
      if (merchantId === ANYWHERE) return (await client.query(named)).rows as Result[];
      const [, { rows }] = await settleAll([
        client.query(beginScoped(merchantId)),
        client.query(named),
        client.query('commit'),
      ] as const);
      return rows as Result[];
    } catch (error) {
      // An error that the server reports leaves the connection usable; any other may leave an answer on its way.
      if (!(error instanceof pg.DatabaseError)) broken = error as Error;
      throw error;
    } finally {
      client.release(broken);
    }
  }
}

/** Like `Promise.all`, but rejects only after all have settled: a connection is released with nothing in flight. */
async function settleAll<T extends readonly unknown[]>(
  promises: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
