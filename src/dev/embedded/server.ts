import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { claim } from './claim.ts';
import { type Credentials, createCluster, inventCredentials, readCredentials } from './cluster.ts';
import { type DataPlace, findPlace } from './place.ts';
import { startPostmaster } from './postmaster.ts';

/** A PostgreSQL server that runs for this process alone. */
export interface EmbeddedServer {
  /** The database `switchyard`, as its owner `switchyard`: no superuser, but free to create databases. */
  url: string;
  port: number;
  dataDir: string;
  /** Ends open connections and the server; further calls wait for the same end. */
  stop(): Promise<void>;
}

export interface EmbeddedServerOptions {
  /** The folder that holds the data between runs; it is made when it is not there. */
  dataDir: string;
  /** Settings of postgresql.conf that override the defaults. */
  settings?: Record<string, string>;
  /** Receives what an operator may want to know. */
  log?: (line: string) => void;
}

/** Starts the PostgreSQL server of a data directory, creating its database when there is none yet. */
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
    const url = `postgres://switchyard:${credentials.switchyard}@127.0.0.1:${port}/switchyard`;
    return { url, port, dataDir, stop };
  } catch (error) {
    await release();
    throw error;
  }
}

async function openCluster(place: DataPlace, log: (line: string) => void): Promise<Credentials> {
  if (await stat(place.cluster).catch(() => undefined)) return readCredentials(place.home);
  log(`Creating a PostgreSQL database in ${place.home}.`);
  const credentials = await inventCredentials(place.home);
  await createCluster(place, credentials);
  return credentials;
}
