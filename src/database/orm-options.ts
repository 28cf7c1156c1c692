import { fileURLToPath } from 'node:url';
import { ReflectMetadataProvider } from '@mikro-orm/decorators/legacy';
import { Migrator } from '@mikro-orm/migrations';
import { defineConfig } from '@mikro-orm/postgresql';
import { sandboxTables } from '../connectors/sandbox/tables.ts';
import { internalClasses, resourceClasses } from '../core/entities/resources.ts';
import type { DescribedClass } from '../core/model/description.ts';

/** The schema of the accounts and sessions of people, which better-auth reads and writes. */
export const AUTH_SCHEMA = 'auth';

/** The schema of partitions, to which the serving role has no right: it reaches their rows through the parent. */
export const PARTITIONS_SCHEMA = 'partitions';

/** Every schema with tables of the service. */
export const schemas = ['public', AUTH_SCHEMA] as const;

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** The entities, each with its table. */
export const entityClasses = [
  ...resourceClasses,
  ...internalClasses,
  ...sandboxTables,
] as unknown as readonly DescribedClass[];

/**
 * MikroORM's options except the connection: for the service, and for MikroORM's own command line. The ORM's own
 * connections have no time limits: only migrations and tools use them.
 */
export const ormOptions = defineConfig({
  entities: [...entityClasses],
  metadataProvider: ReflectMetadataProvider,
  // A relation to the merchant shares its one column with the field `merchant_id`.
  discovery: { checkDuplicateFieldNames: false },
  driverOptions: {
    application_name: 'switchyard',
    options: '-c timezone=UTC',
    connectionTimeoutMillis: 5_000,
  },
  extensions: [Migrator],
  migrations: {
    path: migrationsFolder,
    pathTs: migrationsFolder,
    glob: '*.{js,ts}',
    tableName: 'migrations',
    snapshot: false,
    silent: true,
    transactional: true,
    disableForeignKeys: false,
  },
  // Functions and triggers are written by hand, beside the tables of the first migration.
  schemaGenerator: {
    ignoreSchema: [AUTH_SCHEMA, PARTITIONS_SCHEMA],
    ignoreRoutines: true,
    ignoreTriggers: true,
    // Each migration creates it if it is missing.
    skipTables: ['migration_digests'],
  },
  forceUtcTimezone: true,
  // Accessors on every property of every entity serve inverse sides and automatic flushes, and neither is used.
  propagationOnPrototype: false,
  allowGlobalContext: false,
  sessionContext: 'transaction',
});
