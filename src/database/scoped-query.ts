import pg from 'pg';
import { TENANCY_SETTING } from '../core/model/tables.ts';

/** What is used of the driver's connection and query, which its types leave out. */
interface DriverConnection {
  readonly parsedStatements: Record<string, string | undefined>;
  parse(statement: { name: string; text: string; types: undefined }): void;
  bind(portal: { statement: string; values: readonly unknown[] }): void;
  execute(portal: object): void;
}

interface DriverQuery {
  prepare(connection: DriverConnection): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: DriverConnection): void;
}

type Callback = (error: Error | null, result: pg.QueryResult) => void;

const Query = pg.Query as unknown as new (config: pg.QueryConfig, callback: Callback) => DriverQuery;

/** The statement that sets a transaction's scope to the rows of a merchant, and settings that a pooler's session lacks. */
export interface ScopeStatement {
  /** Unnamed behind a pooler. */
  readonly name?: string;
  readonly text: string;
}

/** @param settings Further settings, until the transaction ends. */
export function scopeStatement(settings: Readonly<Record<string, string>>, named: boolean): ScopeStatement {
  const further = Object.entries(settings).map(
    ([name, value]) => `, set_config('${name}', ${pg.escapeLiteral(value)}, true)`,
  );
  const text = `select set_config('${TENANCY_SETTING}', $1, true)${further.join('')}`;
  return named ? { name: 'scope', text } : { text };
}

/**
 * A statement with the statement that sets its scope before it. Both are sent before the protocol's Sync message, so
 * PostgreSQL runs them as one implicit transaction: the scope is the statement's own, without BEGIN and COMMIT, and
 * both take one write and one round trip.
 */
class ScopedQuery extends Query {
  readonly #scope: ScopeStatement;
  readonly #value: string;
  #scoped = false;

  constructor(scope: ScopeStatement, value: string, statement: pg.QueryConfig, callback: Callback) {
    super({ ...statement, queryMode: 'extended' } as pg.QueryConfig, callback);
    this.#scope = scope;
    this.#value = value;
  }

  override prepare(connection: DriverConnection): void {
    const { name = '', text } = this.#scope;
    if (name === '') connection.parse({ name, text, types: undefined });
    connection.bind({ statement: name, values: [this.#value] });
    connection.execute({});
    super.prepare(connection);
  }

  override handleDataRow(message: unknown): void {
    if (this.#scoped) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: DriverConnection): void {
    if (this.#scoped) super.handleCommandComplete(message, connection);
    this.#scoped = true;
  }
}

/** Runs a statement in a transaction of its own with a scope. */
export async function queryScoped(
  client: pg.ClientBase,
  scope: ScopeStatement,
  value: string,
  statement: pg.QueryConfig,
): Promise<pg.QueryResult> {
  try {
    return await new Promise((resolve, reject) => {
      const callback: Callback = (error, result) => (error ? reject(error) : resolve(result));
      client.query(new ScopedQuery(scope, value, statement, callback) as unknown as pg.Submittable);
    });
  } catch (error) {
    // Of the caller rather than of the socket that the error arrived on.
    Error.captureStackTrace(error as Error);
    throw error;
  }
}
