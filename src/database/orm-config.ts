import { fileURLToPath } from 'node:url';
import { ReflectMetadataProvider } from '@mikro-orm/decorators/legacy';
import { Migrator } from '@mikro-orm/migrations';
import { defineConfig, type Options } from '@mikro-orm/postgresql';
import { resourceClasses, storedClasses } from '../core/entities/resources.ts';

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
    entities: [...resourceClasses, ...storedClasses],
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
    // The metadata does not describe the whole schema yet, so the schema generator must change nothing.
    schemaGenerator: {
      skipTables: [/.*/],
      ignoreSchema: ['graphile_worker'],
      ignoreRoutines: true,
      ignoreTriggers: true,
      ignorePolicies: true,
    },
    forceUtcTimezone: true,
    allowGlobalContext: false,
    sessionContext: 'transaction',
    discovery: { warnWhenNoEntities: true },
  });
}
