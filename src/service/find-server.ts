import { realpath } from 'node:fs/promises';
import type { Config } from '../config/config.ts';
import { embeddedPlace, placesOf } from '../database/identity.ts';
import { development } from './development.ts';

/** The PostgreSQL server that a process works on. */
export interface FoundServer {
  /** The database, as the role that serves. */
  readonly url: string;
  /** The same as the tables' owner; null if this process is to migrate nothing. */
  readonly ownerUrl: string | null;
  /** The addresses by which it is known; see `database/identity.ts`. */
  readonly places: readonly string[];
  /** Whether it is the embedded server of the data directory. */
  readonly embedded: boolean;
  /** Stops the server if this process started it. */
  stop(): Promise<void>;
}

export interface FindOptions {
  /** Receives progress messages for the operator. */
  readonly log?: (line: string) => void;
  /** Called once an embedded server starts on its own, well before it accepts connections. */
  readonly onUnderway?: () => void;
  /** Use an embedded server another process already runs on this data directory, instead of failing. */
  readonly share?: boolean;
  /** Fail if there is no embedded database yet, instead of creating an empty one. */
  readonly existing?: boolean;
}

/** Finds the configured server, or starts the embedded one. */
export async function findServer(config: Config, options: FindOptions = {}): Promise<FoundServer> {
  const { existing, log, onUnderway, share } = options;
  const { databaseUrl, migrationDatabaseUrl, production } = config;
  if (databaseUrl !== null) {
    // In development one role may do both, so that a database and its owner are all that is needed.
    const own = production ? null : (config.databaseDirectUrl ?? databaseUrl);
    const ownerUrl = migrationDatabaseUrl ?? own;
    const places = placesOf(databaseUrl);
    return { url: databaseUrl, ownerUrl, places, embedded: false, stop: async () => {} };
  }
  const { expectCluster, runningServer, startEmbeddedServer } = await development();
  const running = share ? await runningServer(config.dataDir) : null;
  const placesNow = async () => [embeddedPlace(await realpath(config.dataDir))];
  if (running !== null)
    return { ...running, places: await placesNow(), embedded: true, stop: async () => {} };
  if (existing) await expectCluster(config.dataDir);
  const server = await startEmbeddedServer({
    dataDir: config.dataDir,
    ...(log ? { log } : {}),
    ...(onUnderway ? { onUnderway } : {}),
  });
  const { ownerUrl, stop, url } = server;
  return { url, ownerUrl, places: await placesNow(), embedded: true, stop };
}
