import { fileURLToPath } from 'node:url';
import { ReflectMetadataProvider } from '@mikro-orm/decorators/legacy';
import { Migrator } from '@mikro-orm/migrations';
import { defineConfig, type Options } from '@mikro-orm/postgresql';
import { sandboxTables } from '../connectors/sandbox/tables.ts';
import { internalClasses, resourceClasses } from '../core/entities/resources.ts';
import { WORKER_SCHEMA } from './worker-schema.ts';

/** What the pool and the ORM are opened with. */
export interface OrmSettings {
  url: string;
  poolMax: number;
}

const STATEMENT_TIMEOUT_MS = 30_000;

/**
 * Settings of every session. Plans of named statements are made once and kept: the statements hold no
 * literal that would make a plan better for one value than another.
 */
const sessionSettings = ['-c plan_cache_mode=force_generic_plan', '-c timezone=UTC', '-c jit=off'].join(' ');

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** MikroORM's configuration: for the service, and for MikroORM's own command line. */
export function ormConfig(settings: OrmSettings): Options {
  return defineConfig({
    clientUrl: settings.url,
    entities: [...resourceClasses, ...internalClasses, ...sandboxTables],
    metadataProvider: ReflectMetadataProvider,
    extensions: [Migrator],
    pool: { min: 0, max: settings.poolMax },
    driverOptions: {
      application_name: 'switchyard',
      options: sessionSettings,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      connectionTimeoutMillis: 5_000,
    },
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
    schemaGenerator: { ignoreSchema: [WORKER_SCHEMA], ignoreRoutines: true, ignoreTriggers: true },
    forceUtcTimezone: true,
    allowGlobalContext: false,
    sessionContext: 'transaction',
    // The relation to the merchant shares its one column with the field.
    discovery: { checkDuplicateFieldNames: false },
  });
}
