import type { Config } from './config.ts';
import { type Database, openDatabase } from './database/database.ts';
import { expectMigrated, migrateDatabase } from './database/migrate.ts';
import { DatabaseRoleError, findRoleFault } from './database/roles.ts';
import type { StatementListener } from './database/rows.ts';
import { developmentSecrets } from './dev/development-secrets.ts';
import { runningServer } from './dev/embedded/running.ts';
import { startEmbeddedServer } from './dev/embedded/server.ts';

/** An open, migrated database and the keys that belong to it. */
export interface Provision {
  readonly database: Database;
  readonly url: string;
  readonly adminApiKey: string;
  readonly encryptionKeys: readonly Buffer[];
  /** Whether the database is the embedded server's, in the data directory. */
  readonly embedded: boolean;
  close(): Promise<void>;
}

export interface ProvisionOptions {
  /** Receives progress messages for the operator. */
  readonly log?: (line: string) => void;
  /** Called with the text of each SQL statement. */
  readonly listener?: StatementListener;
  /** Use an embedded server another process already runs on this data directory, instead of failing. */
  readonly share?: boolean;
}

async function findServer(config: Config, options: ProvisionOptions) {
  const { databaseUrl, migrationDatabaseUrl, production } = config;
  if (databaseUrl !== null) {
    // In development one role may do both, so that a database and its owner are all that is needed.
    const own = production ? null : (config.databaseDirectUrl ?? databaseUrl);
    return { url: databaseUrl, ownerUrl: migrationDatabaseUrl ?? own, stop: async () => {} };
  }
  const running = options.share ? await runningServer(config.dataDir) : null;
  if (running !== null) return { ...running, stop: async () => {} };
  return startEmbeddedServer({ dataDir: config.dataDir, ...(options.log ? { log: options.log } : {}) });
}

async function findSecrets(config: Config) {
  const { adminApiKey, encryptionKeys } = config;
  if (adminApiKey !== null && encryptionKeys !== null) return { adminApiKey, encryptionKeys };
  const generated = await developmentSecrets(config.dataDir);
  return {
    adminApiKey: adminApiKey ?? generated.adminApiKey,
    encryptionKeys: encryptionKeys ?? [generated.encryptionKey],
  };
}

/**
 * Checks that row-level security holds for the role that serves, and that it finds its tables.
 *
 * @throws {DatabaseRoleError} in production; in development a message says it.
 */
async function checkRole(
  database: Database,
  production: boolean,
  log: (line: string) => void,
): Promise<void> {
  const session = await database.openSession();
  try {
    const fault = await findRoleFault(session);
    if (fault !== null && production) throw new DatabaseRoleError(fault);
    if (fault !== null) log(fault);
    await expectMigrated(session);
  } finally {
    await session.end();
  }
}

/** Connects to the configured database, or starts the embedded one, and migrates it if its owner's URL is known. */
export async function provision(config: Config, options: ProvisionOptions = {}): Promise<Provision> {
  const secrets = await findSecrets(config);
  const server = await findServer(config, options);
  try {
    const database = await openDatabase({
      url: server.url,
      directUrl: config.databaseDirectUrl,
      poolMax: config.databasePoolMax,
      ...(options.listener ? { listener: options.listener } : {}),
      onError: ({ message }) => options.log?.(`A connection to the database broke: ${message}`),
    });
    if (server.ownerUrl) await migrateDatabase({ ownerUrl: server.ownerUrl, servingUrl: server.url });
    await checkRole(database, config.production, options.log ?? (() => {}));
    return {
      database,
      url: server.url,
      ...secrets,
      embedded: config.databaseUrl === null,
      close: async () => {
        await database.close();
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
