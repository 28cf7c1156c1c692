import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { claim } from './claim.ts';
import {
  type Credentials,
  createCluster,
  generateCredentials,
  readCredentials,
  serverUrls,
} from './cluster.ts';
import { type DataPlace, findPlace } from './place.ts';
import { startPostmaster } from './postmaster.ts';

/** A PostgreSQL server for this process alone. */
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
  /** Settings of postgresql.conf that override the defaults. */
  settings?: Record<string, string>;
  /** Receives messages for the operator. */
  log?: (line: string) => void;
}

/** Starts the PostgreSQL server of a data directory, creating the database if there is none. */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const { settings = {}, log = () => {} } = options;
  const dataDir = resolve(options.dataDir);
  const place = await findPlace(dataDir);
  const release = await claim(place.home);
  try {
    const credentials = await openCluster(place, log);
    const postmaster = await startPostmaster(place, settings, log);

    let stopping: Promise<void> | undefined;
    void postmaster.ended.then((how) => {
      if (!stopping) log(`PostgreSQL ended by itself (${how}); see ${place.log}.`);
    });
    const stop = () => {
      stopping ??= postmaster.stop().then(release);
      return stopping;
    };
    const { port } = postmaster;
    return { ...serverUrls(credentials, port), port, dataDir, stop };
  } catch (error) {
    await release();
    throw error;
  }
}

async function openCluster(place: DataPlace, log: (line: string) => void): Promise<Credentials> {
  if (await stat(place.cluster).catch(() => undefined)) return readCredentials(place.home);
  log(`Creating a PostgreSQL database in ${place.home}.`);
  const credentials = await generateCredentials(place.home);
  await createCluster(place, credentials);
  return credentials;
}
