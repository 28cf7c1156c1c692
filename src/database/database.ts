import 'reflect-metadata';
import { MikroORM, type PostgreSqlConnection } from '@mikro-orm/postgresql';
import { Logger, runMigrations } from 'graphile-worker';
import { Client, type Pool } from 'pg';
import type { Transact } from '../core/foundation/transaction.ts';
import type { RowSource } from '../core/reads/index.ts';
import { ormOptions, WORKER_SCHEMA } from './orm-options.ts';
import { PooledRows, type StatementListener, StatementNames, transactOn } from './rows.ts';

/** An open database: the ORM for writes and rows for reads, on one pool. */
export interface Database {
  readonly orm: MikroORM;
  readonly rows: RowSource;
  readonly transact: Transact;
  readonly url: string;
  /** The ORM's own pool, for what is neither a read nor a command, such as loading demo data. */
  readonly pool: Pool;
  /** Applies pending migrations. Concurrent processes wait for each other. */
  migrate(): Promise<void>;
  /** Rejects if the database does not respond. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** graphile-worker logs each of its migrations. */
const quiet = new Logger(() => () => {});

/** The advisory lock held while migrating: an arbitrary constant. */
const MIGRATION_LOCK = 7_215_390_144;

/** What a database is opened with. */
export interface DatabaseSettings {
  readonly url: string;
  readonly poolMax: number;
  readonly listener?: StatementListener;
}

/** Opens the database. Rejects if the server does not answer. */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const pooled = { clientUrl: settings.url, pool: { min: 0, max: settings.poolMax } };
  const orm = await MikroORM.init({ ...ormOptions, ...pooled });
  const connection = orm.em.getConnection() as unknown as PostgreSqlConnection;
  const pool = (await connection.getNativeClient()) as unknown as Pool;
  const names = new StatementNames();
  return {
    orm,
    pool,
    url: settings.url,
    rows: new PooledRows(pool, names, settings.listener),
    transact: transactOn(orm, names, settings.listener),
    migrate: () => migrate(orm, pool, settings.url),
    ping: async () => void (await pool.query('select 1')),
    close: () => orm.close(true),
  };
}

async function migrate(orm: MikroORM, pool: Pool, url: string): Promise<void> {
  // A session of its own, so that a pool of one is enough. Ending it releases the lock.
  const session = new Client({ connectionString: url });
  await session.connect();
  try {
    await session.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await orm.migrator.up();
    await runMigrations({ pgPool: pool, schema: WORKER_SCHEMA, logger: quiet });
  } finally {
    await session.end();
  }
}
