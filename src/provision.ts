import type { Config } from './config.ts';
import { type Database, openDatabase } from './database/database.ts';
import type { StatementListener } from './database/rows.ts';
import { developmentSecrets } from './dev/development-secrets.ts';
import { runningServerUrl } from './dev/embedded/running.ts';
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
  if (config.databaseUrl !== null) return { url: config.databaseUrl, stop: async () => {} };
  const running = options.share ? await runningServerUrl(config.dataDir) : null;
  if (running !== null) return { url: running, stop: async () => {} };
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

/** Connects to the configured database, or starts the embedded one, and migrates it. */
export async function provision(config: Config, options: ProvisionOptions = {}): Promise<Provision> {
  const secrets = await findSecrets(config);
  const server = await findServer(config, options);
  try {
    const database = await openDatabase({
      url: server.url,
      directUrl: config.databaseDirectUrl,
      poolMax: config.databasePoolMax,
      ...(options.listener ? { listener: options.listener } : {}),
    });
    await database.migrate();
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
