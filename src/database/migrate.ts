import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/postgresql';
import type { Client } from 'pg';
import { migrationsInFolder, type NamedMigration, pendingOf, recordingDigest } from './known-migrations.ts';
import { ormOptions } from './orm-options.ts';
import { isSpread } from './pools.ts';
import { grantServing, ownsTables, roleOf } from './roles.ts';
import { serverOf } from './server-tls.ts';
import { withSession } from './sessions.ts';

/** The advisory lock held while migrating: an arbitrary constant. */
const MIGRATION_LOCK = 7_215_390_144;

/** How long a process waits for another's migrations. */
const MIGRATION_WAIT = '5min';

/**
 * How long a migration waits for a lock. Statements that need the table queue behind it, and a request gives up after
 * 1.5 s: so the migration gives way, and tries again.
 */
const LOCK_WAIT_MS = 500;
const LOCK_PAUSE_MS = 1_000;
/** About as long as other processes wait for the migration. */
const LOCK_TRIES_MAX = 200;

/** Distributes the tables of a Citus cluster that are not distributed yet. */
const distribution = new URL('../../deploy/citus.sql', import.meta.url);

/**
 * Settings of a Citus cluster; PostgreSQL knows nothing of them, and takes them. One transaction changes many tables, and
 * triggers that write to the same merchant's rows in other tables, which are on the same node.
 */
const spreadSettings = {
  'citus.multi_shard_modify_mode': 'sequential',
  'citus.enable_unsafe_triggers': 'on',
};

/** Who migrates, and who is to serve afterwards. They may be the same in development. */
export interface MigrationRoles {
  /** The URL of the tables' owner, at the server itself. */
  readonly ownerUrl: string;
  /** The URL of the role that serves requests. */
  readonly servingUrl: string;
}

/**
 * Applies pending migrations as the owner, each in its own transaction, and grants the serving role its privileges.
 * Concurrent processes wait for each other. Serving processes are not held up: a migration that does not get its locks at
 * once is rolled back and tried again. On a Citus cluster the tables are distributed afterwards.
 *
 * @param migrations Default: the ones in `migrations/`.
 * @throws {SchemaMismatchError} if one was applied with other statements; then none is applied.
 */
export async function migrateDatabase(
  { ownerUrl, servingUrl }: MigrationRoles,
  migrations?: readonly NamedMigration[],
): Promise<void> {
  const servingRole = await withSession(servingUrl, roleOf);
  const known = migrations ?? (await migrationsInFolder());
  // Migrations are SQL: they need no entities, and discovering those takes longest.
  const orm = await MikroORM.init({
    ...ormOptions,
    entities: [],
    discovery: { warnWhenNoEntities: false },
    clientUrl: ownerUrl,
    pool: { min: 0, max: 1 },
    driverOptions: {
      ...ormOptions.driverOptions,
      // The ORM takes no parameters from the URL, such as sslmode; the driver does.
      ...serverOf(ownerUrl),
      options: Object.entries({ timezone: 'UTC', lock_timeout: LOCK_WAIT_MS, ...spreadSettings })
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(' '),
    },
    migrations: {
      ...ormOptions.migrations,
      // Locks go with each, not with the last.
      allOrNothing: false,
      migrationsList: known.map(recordingDigest),
    },
  });
  try {
    await withSession(ownerUrl, async (owner) => {
      // The lock is held by the transaction: a session's lock would stay behind at a transaction-pooling proxy. A
      // statement with parameters would leave its portal open, and `create index concurrently` waits for its snapshot.
      await owner.query(`begin; set local lock_timeout = '${MIGRATION_WAIT}';
        set local citus.multi_shard_modify_mode = 'sequential';
        select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
      await pendingOf(owner, known);
      await retryLocks(() => orm.migrator.up());
      // A role that only serves may start a service in development, where nothing is pending.
      if ((await isSpread(owner)) && (await ownsTables(owner))) await withSession(ownerUrl, distribute);
      if ((await roleOf(owner)) !== servingRole) await grantServing(owner, servingRole);
      await owner.query('commit');
    });
  } finally {
    await orm.close(true);
  }
}

async function distribute(session: Client): Promise<void> {
  await session.query(await readFile(distribution, 'utf8'));
}

/** SQLSTATEs `lock_not_available` and `deadlock_detected`. */
const LOCKED = new Set(['55P03', '40P01']);

async function retryLocks(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await work();
      return;
    } catch (error) {
      if (!LOCKED.has((error as { code?: string }).code ?? '') || tries === LOCK_TRIES_MAX) throw error;
      await sleep(LOCK_PAUSE_MS);
    }
  }
}
