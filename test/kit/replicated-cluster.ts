import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrateDatabase } from '../../src/database/migrate.ts';
import { run } from '../../src/dev/embedded/processes.ts';
import { type DebianServer, findInstalled, startDebianServer } from './debian-server.ts';

const DATABASE = 'replicated';
const SERVING = 'serving';

const bin = findInstalled(['initdb', 'pg_ctl', 'pg_basebackup']);

/** Whether the distribution's server is missing: `apt install postgresql`. */
export const isMissing = bin === '';

/** A server of a cluster. */
export interface ClusterServer extends DebianServer {
  /** Its database as the serving role. */
  readonly url: string;
  /** Its database as the superuser. */
  readonly superuserUrl: string;
}

/** A primary with the product's schema, and servers that replicate it. */
export interface ReplicatedCluster {
  readonly primary: ClusterServer;
  readonly replicas: readonly ClusterServer[];
  /** The primary's database as the owner of the tables. */
  readonly ownerUrl: string;
  /** Stops all servers, and deletes their data. */
  close(): Promise<void>;
}

const ofCluster = (server: DebianServer): ClusterServer => ({
  ...server,
  url: server.urlOf(SERVING, DATABASE),
  superuserUrl: server.urlOf('postgres', DATABASE),
});

/** Starts a primary and two streaming replicas. */
export async function startReplicatedCluster(
  settings: Readonly<Record<string, string>>,
): Promise<ReplicatedCluster> {
  const parent = await mkdtemp(path.join(tmpdir(), 'switchyard-replication-'));
  const running: DebianServer[] = [];
  const close = async () => {
    // A test may have stopped it.
    for (const server of running.reverse()) await server.kill().catch(() => {});
    await rm(parent, { recursive: true, force: true });
  };
  try {
    await chmod(parent, 0o711);
    const primary = await startDebianServer({ bin, parent, settings });
    running.push(primary);
    await primary.query(`create role owning login; create role ${SERVING} login`);
    await primary.query(`create database ${DATABASE} owner owning`);
    await primary.query('create extension pg_stat_statements');
    const ownerUrl = primary.urlOf('owning', DATABASE);
    await migrateDatabase({ ownerUrl, servingUrl: primary.urlOf(SERVING, DATABASE) });
    const replicas: ClusterServer[] = [];
    while (replicas.length < 2) {
      const replica = await startDebianServer({
        bin,
        parent,
        settings,
        fill: (data, account) =>
          run(
            path.join(bin, 'pg_basebackup'),
            ['-D', data, '-R', '-c', 'fast', '-d', primary.urlOf('postgres', '')],
            { account },
          ),
      });
      running.push(replica);
      replicas.push(ofCluster(replica));
    }
    return { primary: ofCluster(primary), replicas, ownerUrl, close };
  } catch (error) {
    await close();
    throw error;
  }
}
