import pg from 'pg';
import type { TextRow } from '../core/foundation/transaction.ts';
import { TENANCY_SETTING } from '../core/model/tables.ts';

/** Members of the driver's connection and query that its types leave out. */
interface DriverConnection {
  readonly parsedStatements: Record<string, string | undefined>;
  parse(statement: { name: string; text: string; types: undefined }): void;
  bind(portal: { statement: string; values: readonly unknown[] }): void;
  describe(portal: object): void;
  execute(portal: object): void;
}

/** What the driver knows of a statement's columns. */
interface DriverResult {
  fields: unknown;
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

interface DriverQuery {
  readonly name?: string;
  readonly _result: DriverResult;
  _accumulateRows: boolean;
  prepare(connection: DriverConnection): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: DataRow): void;
  handleCommandComplete(message: unknown, connection: DriverConnection): void;
}

/** A row in the protocol's form: its columns as text. */
interface DataRow {
  readonly fields: TextRow;
}

type Callback = (error: Error | null, result: pg.QueryResult) => void;

const Query = pg.Query as unknown as new (config: pg.QueryConfig, callback: Callback) => DriverQuery;

/** A connection's statements that the server has described, by name: they keep their columns as long as they exist. */
const described = new WeakMap<DriverConnection, Map<string, DriverResult>>();

const silent = new WeakMap<DriverConnection, DriverConnection>();

/** A connection that sends no Describe message. */
function withoutDescribe(connection: DriverConnection): DriverConnection {
  const known = silent.get(connection);
  if (known) return known;
  const made = Object.assign(Object.create(connection) as DriverConnection, { describe: () => {} });
  silent.set(connection, made);
  return made;
}

/**
 * A query that has a named statement described once per connection. The driver has it described each time, and a locked
 * payment's hundred columns took more time than their values.
 */
class DescribedQuery extends Query {
  /** Texts need no description of their columns. */
  protected readonly isOfTexts: boolean = false;

  override prepare(connection: DriverConnection): void {
    const known = this.name === undefined ? undefined : described.get(connection)?.get(this.name);
    if (known) {
      Object.assign(this._result, known);
      this._accumulateRows = true;
    }
    super.prepare(known || this.isOfTexts ? withoutDescribe(connection) : connection);
  }

  override handleCommandComplete(message: unknown, connection: DriverConnection): void {
    super.handleCommandComplete(message, connection);
    if (this.name === undefined || this.isOfTexts) return;
    const ofConnection = described.get(connection) ?? new Map<string, DriverResult>();
    const { _parsers, _prebuiltEmptyResultObject, fields } = this._result;
    described.set(connection, ofConnection.set(this.name, { _parsers, _prebuiltEmptyResultObject, fields }));
  }
}

/**
 * The statement that sets a transaction's scope to the rows of a merchant, and settings that a pooler's session lacks.
 */
export interface ScopeStatement {
  /** Unnamed behind a pooler. */
  readonly name?: string;
  readonly text: string;
}

/**
 * Sets the scope of an open transaction to the rows of a merchant. Citus also sets it on the nodes that the transaction
 * reaches, which it does for this statement and not for `set_config`.
 */
export const setScope = (merchant: string): string =>
  `set local "${TENANCY_SETTING}" = ${pg.escapeLiteral(merchant)}`;

/** The report of a replica before it reads: see {@link replayedPosition}. */
export type OnPosition = (position: string | null) => void;

/** The end of the write-ahead log that a replica has replayed; null of a server that is no replica. */
export const replayedPosition = '(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end)::text';

/**
 * @param settings Further settings, until the transaction ends.
 * @param ofReplica Whether it also returns the {@link replayedPosition}, in its second column.
 */
export function scopeStatement(
  settings: Readonly<Record<string, string>>,
  named: boolean,
  ofReplica = false,
): ScopeStatement {
  const position = ofReplica ? `, ${replayedPosition}` : '';
  const further = Object.entries(settings).map(
    ([name, value]) => `, set_config('${name}', ${pg.escapeLiteral(value)}, true)`,
  );
  const text = `select set_config('${TENANCY_SETTING}', $1, true)${position}${further.join('')}`;
  return named ? { name: 'scope', text } : { text };
}

/**
 * A statement with the statement that sets its scope before it. Both are sent before the protocol's Sync message, so
 * PostgreSQL runs them as one implicit transaction: the scope is the statement's own, without BEGIN and COMMIT, and
 * both take one write and one round trip.
 */
class ScopedQuery extends DescribedQuery {
  readonly #scope: ScopeStatement;
  readonly #value: string;
  readonly #onPosition: OnPosition | undefined;
  #scoped = false;

  constructor(
    {
      onPosition,
      scope,
      value,
    }: { scope: ScopeStatement; value: string; onPosition: OnPosition | undefined },
    statement: pg.QueryConfig,
    callback: Callback,
  ) {
    super({ ...statement, queryMode: 'extended' } as pg.QueryConfig, callback);
    this.#scope = scope;
    this.#value = value;
    this.#onPosition = onPosition;
  }

  override prepare(connection: DriverConnection): void {
    const { name = '', text } = this.#scope;
    if (name === '') connection.parse({ name, text, types: undefined });
    connection.bind({ statement: name, values: [this.#value] });
    connection.execute({});
    super.prepare(connection);
  }

  override handleDataRow(message: DataRow): void {
    if (this.#scoped) this.takeRow(message);
    else this.#onPosition?.(message.fields[1] ?? null);
  }

  /** Takes a row of the statement. */
  protected takeRow(message: DataRow): void {
    super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: DriverConnection): void {
    if (this.#scoped) super.handleCommandComplete(message, connection);
    this.#scoped = true;
  }
}

/** A {@link ScopedQuery} that returns rows in the protocol's form. */
class ScopedTextQuery extends ScopedQuery {
  readonly texts: TextRow[] = [];

  protected override readonly isOfTexts = true;

  override takeRow({ fields }: DataRow): void {
    this.texts.push(fields);
  }
}

/** Sends the query that a callback is given to, and returns its result. */
async function sent<Sent>(
  client: pg.ClientBase,
  make: (callback: Callback) => Sent,
): Promise<[Sent, pg.QueryResult]> {
  try {
    return await new Promise((resolve, reject) => {
      const query = make((error, result) => (error ? reject(error) : resolve([query, result])));
      client.query(query as unknown as pg.Submittable);
    });
  } catch (error) {
    // Of the caller rather than of the socket that the error arrived on.
    Error.captureStackTrace(error as Error);
    throw error;
  }
}

/** Runs a statement in a transaction that has begun. */
export async function queryWithin(client: pg.ClientBase, statement: pg.QueryConfig): Promise<pg.QueryResult> {
  const [, result] = await sent(client, (callback) => new DescribedQuery(statement, callback));
  return result;
}

/**
 * Runs a statement in its own transaction with a scope.
 *
 * @param onPosition For a replica: receives its position before the statement read anything.
 */
export async function queryScoped(
  client: pg.ClientBase,
  scope: ScopeStatement,
  value: string,
  { asTexts, ...statement }: pg.QueryConfig & { readonly asTexts?: boolean | undefined },
  onPosition?: OnPosition,
): Promise<Pick<pg.QueryResult, 'rows'>> {
  const scoped = { onPosition, scope, value };
  const [query, result] = await sent(client, (callback) =>
    asTexts ? new ScopedTextQuery(scoped, statement, callback) : new ScopedQuery(scoped, statement, callback),
  );
  return query instanceof ScopedTextQuery ? { rows: query.texts } : result;
}

/** Sends messages at once. */
export const sendAll = (client: pg.ClientBase, messages: readonly string[]): Promise<unknown> =>
  Promise.all(messages.map((message) => client.query(message)));

/**
 * Runs a statement in a separate transaction, which begins and commits in the same round trip: on a cluster, where
 * only an open transaction takes its scope to the nodes.
 *
 * @param begin The messages that begin the transaction.
 */
export async function withinTransaction<T>(
  client: pg.ClientBase,
  begin: readonly string[],
  run: () => Promise<T>,
): Promise<T> {
  const sent = [sendAll(client, begin), run(), client.query('commit')] as const;
  // The connection is released with nothing in flight.
  await Promise.allSettled(sent);
  const [, result] = await Promise.all(sent);
  return result;
}
