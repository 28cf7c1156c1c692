import 'reflect-metadata';
import { MikroORM } from '@mikro-orm/postgresql';
import pg, { type Client, type Pool } from 'pg';
import { OperatorError } from '../core/foundation/operator-error.ts';
import type { Transact } from '../core/foundation/transaction.ts';
import type { RowSource } from '../core/reads/index.ts';
import type { HeartbeatStore } from '../core/writes/liveness.ts';
import { ormOptions } from './orm-options.ts';
import { connectionOptions, isPooled, openPools, transactionSettings } from './pools.ts';
import { beginScoped, PooledRows, type StatementListener, StatementNames } from './rows.ts';
import { scopeStatement } from './scoped-query.ts';
import { openSession } from './sessions.ts';
import { transactOn } from './transact.ts';

/** An open database: transactions for commands and rows for reads, each on connections of their own. */
export interface Database {
  /** The ORM. Its own connections serve tools only. */
  readonly orm: MikroORM;
  readonly rows: RowSource;
  readonly transact: Transact;
  /** The server's URL for connections that keep their session: it is not a pooler's. */
  readonly url: string;
  /** The connections of commands. */
  readonly pool: Pool;
  /** Opens a session without time limits, for what takes long. Its owner ends it. */
  openSession(): Promise<Client>;
  /** Rejects if the database does not respond, or takes no writes. */
  ping(): Promise<void>;
  /** Where processes record their heartbeats. */
  readonly heartbeats: HeartbeatStore;
  close(): Promise<void>;
}

/** What a database is opened with. */
export interface DatabaseSettings {
  readonly url: string;
  /** Where `url` is a connection pooler's: the server behind it. */
  readonly directUrl?: string | null;
  readonly poolMax: number;
  readonly listener?: StatementListener;
  /** Receives errors of idle connections. Those of statements reject the statement. */
  readonly onError?: (error: Error) => void;
}

/** Thrown if the database is reached through a pooler and nothing tells where the server itself is. */
export class PoolerError extends OperatorError {
  override readonly name = 'PoolerError';

  constructor() {
    super(
      'DATABASE_URL is a connection pooler. Set DATABASE_DIRECT_URL to the server behind it, for jobs and notifications.',
    );
  }
}

/** Opens the database. Rejects if the server does not answer. */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const { listener, poolMax } = settings;
  const url = settings.directUrl ?? settings.url;
  const pooled = await isPooled(settings.url);
  if (pooled && !settings.directUrl) throw new PoolerError();
  const orm = await MikroORM.init({ ...ormOptions, clientUrl: url, pool: { min: 0, max: 1 } });
  const scope = scopeStatement(pooled ? transactionSettings : {}, !pooled);
  const pools = openPools({
    url: settings.url,
    max: poolMax,
    pooled,
    scope,
    onError: settings.onError ?? (() => {}),
  });
  const probe = new Probe(settings.url);
  const names = new StatementNames(pooled);
  const begin = beginScoped(pooled ? transactionSettings : {});
  return {
    orm,
    pool: pools.commands,
    url,
    rows: new PooledRows(pools, names, scope, listener),
    transact: transactOn(orm, pools, names, begin, listener),
    openSession: () => openSession(url),
    ping: () => probe.ping(),
    heartbeats: probe,
    close: async () => void (await Promise.all([pools.end(), probe.end(), orm.close(true)])),
  };
}

/** How long the server may take to answer a probe. */
const PROBE_MS = 2_000;

/**
 * A connection of its own for readiness probes and heartbeats: a pool that is busy does not make a process that
 * works look unavailable or gone.
 */
class Probe implements HeartbeatStore {
  readonly #pool: Pool;

  constructor(url: string) {
    this.#pool = new pg.Pool({
      ...connectionOptions(url),
      max: 1,
      application_name: 'switchyard probe',
      query_timeout: PROBE_MS,
    });
    this.#pool.on('error', () => {});
  }

  async ping(): Promise<void> {
    const text =
      "select pg_is_in_recovery() or current_setting('default_transaction_read_only')::bool as read_only";
    const { rows } = await this.#pool.query<{ read_only: boolean }>(text);
    if (rows[0]?.read_only !== false) throw new Error('The database takes no writes.');
  }

  async beat(processId: string, keyId: string): Promise<void> {
    const text = `insert into processes (process_id, key_id, seen_at) values ($1, $2, now())
                  on conflict (process_id) do update set seen_at = now()`;
    await this.#pool.query(text, [processId, keyId]);
  }

  async leave(processId: string): Promise<void> {
    await this.#pool.query('delete from processes where process_id = $1', [processId]);
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}
