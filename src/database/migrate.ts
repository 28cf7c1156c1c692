import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import { Logger, runMigrations } from 'graphile-worker';
import type { Client } from 'pg';
import { migrationsFolder, ormOptions, WORKER_SCHEMA } from './orm-options.ts';
import { DatabaseRoleError, grantServing, roleOf } from './roles.ts';
import { withSession } from './sessions.ts';

/** graphile-worker logs each of its migrations. */
const quiet = new Logger(() => () => {});

/** The advisory lock held while migrating: an arbitrary constant. */
const MIGRATION_LOCK = 7_215_390_144;

/** How long a process waits for another one's migrations. */
const MIGRATION_WAIT = '5min';

/** Who migrates, and who is to serve afterwards. They may be the same in development. */
export interface MigrationRoles {
  /** The URL of the tables' owner, at the server itself. */
  readonly ownerUrl: string;
  /** The URL of the role that serves requests. */
  readonly servingUrl: string;
}

/**
 * Applies pending migrations as the owner and grants the serving role what it needs. Concurrent processes wait for each
 * other.
 *
 * @returns How many migrations are applied now.
 */
export async function migrateDatabase({ ownerUrl, servingUrl }: MigrationRoles): Promise<number> {
  const servingRole = await withSession(servingUrl, roleOf);
  // Migrations are SQL: they need no entities, and discovering those takes longest.
  const orm = await MikroORM.init({
    ...ormOptions,
    entities: [],
    discovery: { warnWhenNoEntities: false },
    clientUrl: ownerUrl,
    pool: { min: 0, max: 1 },
  });
  try {
    return await withSession(ownerUrl, async (owner) => {
      // The lock goes with the transaction: a lock of the session would stay behind at a transaction-pooling proxy.
      await owner.query(`begin; set local lock_timeout = '${MIGRATION_WAIT}'`);
      await owner.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
      await orm.migrator.up();
      await runMigrations({ connectionString: ownerUrl, schema: WORKER_SCHEMA, logger: quiet });
      if ((await roleOf(owner)) !== servingRole) await grantServing(owner, servingRole);
      await owner.query('commit');
      return (await orm.migrator.getExecuted()).length;
    });
  } finally {
    await orm.close(true);
  }
}

/** SQLSTATE of a missing table, and of one that the role may not read. */
const UNMIGRATED = new Set(['42P01', '42501']);

/**
 * Checks that every migration is applied, without applying any.
 *
 * @throws {DatabaseRoleError} if one is not, or if the role was not granted the tables.
 */
export async function expectMigrated(session: Client): Promise<void> {
  const files = (await readdir(migrationsFolder)).filter((name) => /^Migration\w+\.[jt]s$/.test(name));
  const applied = await session
    .query<{ name: string }>('select name from migrations')
    .catch((error: { code?: string }) => {
      if (UNMIGRATED.has(error.code ?? '')) return { rows: [] };
      throw error;
    });
  const names = new Set(applied.rows.map(({ name }) => name.replace(/\.[jt]s$/, '')));
  if (files.every((file) => names.has(path.parse(file).name))) return;
  throw new DatabaseRoleError(
    "The database is not migrated. Set MIGRATION_DATABASE_URL to the tables' owner and run: npm run migrate",
  );
}
