import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { claim } from './claim.ts';
import {
  createCluster,
  generateCredentials,
  readCredentials,
  type ServerCredentials,
  serverUrls,
} from './cluster.ts';
import { type DataPlace, findPlace } from './place.ts';
import { type Postmaster, type PostmasterOptions, startPostmaster } from './postmaster.ts';
import { startWatchdog } from './watchdog.ts';

/** A PostgreSQL server for this process only. */
export interface EmbeddedServer {
  /** The database `switchyard`, as `switchyard_service`, which is under row-level security. */
  url: string;
  /** The same as its owner `switchyard`, which may create databases but is not a superuser. */
  ownerUrl: string;
  port: number;
  dataDir: string;
  /** Stops the server, ending open connections. Further calls wait for the same stop. */
  stop(): Promise<void>;
}

export interface EmbeddedServerOptions {
  /** The data directory, created if it does not exist. */
  dataDir: string;
  /** Whether the data directory is removed once the server has stopped or this process has ended. */
  temporary?: boolean;
  /** Settings of postgresql.conf that override the defaults. */
  settings?: Record<string, string>;
  /** Receives messages for the operator. */
  log?: (line: string) => void;
  /**
   * Called when the server starts up without further work here, well before it accepts connections; and before a database is created.
   */
  onUnderway?: () => void;
}

/**
 * Starts the PostgreSQL server of a data directory, creating the database if it is missing. The server ends with this
 * process, even if it is killed.
 */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const { settings = {}, log = () => {}, onUnderway = () => {} } = options;
  const dataDir = resolve(options.dataDir);
  const watchdog = startWatchdog(options.temporary ? dataDir : null);
  let release = async () => {};
  const letGo = () => release().then(watchdog.end);
  try {
    const place = await findPlace(dataDir);
    release = await claim(place.home);
    const isNew = !(await stat(place.cluster).catch(() => undefined));
    if (isNew) onUnderway();
    const credentials = await (isNew ? newCluster(place, log) : readCredentials(place.home));
    const { port, stop: stopPostmaster } = await keepRunning(place, { settings, log, onUnderway, watchdog });
    let stopping: Promise<void> | undefined;
    const stop = () => {
      stopping ??= stopPostmaster().then(letGo);
      return stopping;
    };
    return { ...serverUrls(credentials, port), port, dataDir, stop };
  } catch (error) {
    await letGo();
    throw error;
  }
}

/** How long a server that ended stays down, and how often a failed start is repeated. */
const RESTART_AFTER_MS = 500;

/** Starts a server, and starts it again at the same port whenever it ends, until it is stopped. */
async function keepRunning(
  place: DataPlace,
  options: PostmasterOptions,
): Promise<{ port: number; stop(): Promise<void> }> {
  const { log } = options;
  let postmaster = await startPostmaster(place, options);
  const { port } = postmaster;
  let stopped = false;
  const startAgain = () =>
    startPostmaster(place, options, port).catch((error: Error) => {
      log(`PostgreSQL could not be started again: ${error.message}`);
      return null;
    });
  const watch = async () => {
    for (;;) {
      const how = await postmaster.ended;
      if (stopped) return;
      log(`PostgreSQL ended unexpectedly (${how}); see ${place.log}. It is started again.`);
      let next: Postmaster | null = null;
      while (!next && !stopped) {
        await sleep(RESTART_AFTER_MS);
        if (!stopped) next = await startAgain();
      }
      if (!next) return;
      postmaster = next;
      // A process that stopped it meanwhile waits for this, and stops the new one.
      if (stopped) return;
    }
  };
  const watching = watch();
  return {
    port,
    stop: async () => {
      stopped = true;
      await postmaster.stop();
      await watching;
      await postmaster.stop();
    },
  };
}

async function newCluster(place: DataPlace, log: (line: string) => void): Promise<ServerCredentials> {
  log(`Creating a PostgreSQL database in ${place.home}.`);
  const credentials = await generateCredentials(place.home);
  await createCluster(place, credentials);
  return credentials;
}
