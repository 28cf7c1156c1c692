import type { Config } from './config.ts';
import { type Database, openDatabase } from './database/database.ts';
import type { StatementListener } from './database/rows.ts';
import { developmentSecrets } from './dev/development-secrets.ts';
import { runningServerUrl } from './dev/embedded/running.ts';
import { startEmbeddedServer } from './dev/embedded/server.ts';

/** What a configuration comes to: an open database and the keys that go with it. */
export interface Provision {
  readonly database: Database;
  readonly url: string;
  readonly adminApiKey: string;
  readonly encryptionKeys: readonly Buffer[];
  /** True when the database is the embedded server's, kept in the data directory. */
  readonly embedded: boolean;
  close(): Promise<void>;
}

export interface ProvisionOptions {
  /** Told of what an operator may want to know. */
  readonly log?: (line: string) => void;
  /** Told of each statement. */
  readonly listener?: StatementListener;
  /** Use the embedded server that another process of this data directory runs, rather than to refuse. */
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
  const own = await developmentSecrets(config.dataDir);
  return {
    adminApiKey: adminApiKey ?? own.adminApiKey,
    encryptionKeys: encryptionKeys ?? [own.encryptionKey],
  };
}

/** Starts or finds the database that a configuration asks for, and opens and migrates it. */
export async function provision(config: Config, options: ProvisionOptions = {}): Promise<Provision> {
  const secrets = await findSecrets(config);
  const server = await findServer(config, options);
  try {
    const database = await openDatabase({
      url: server.url,
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
