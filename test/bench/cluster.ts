import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '../../src/database/database.ts';
import { migrateDatabase } from '../../src/database/migrate.ts';
import { type DemoAmounts, type DemoKeys, loadDemo } from '../../src/dev/demo/load.ts';
import { readCredentials } from '../../src/dev/embedded/cluster.ts';
import { localKeyring } from '../kit/local-keyring.ts';
import { startTemporaryServer } from '../kit/temporary-server.ts';

/** A PostgreSQL server in a temporary folder, for one run of a benchmark. */
export interface BenchCluster {
  /** As the serving role. */
  readonly url: string;
  readonly ownerUrl: string;
  readonly superuserUrl: string;
  readonly encryptionKey: Buffer;
  /** The server's log file. */
  readonly log: string;
}

/**
 * Settings for comparisons: nothing else runs, and the disk is not measured. They are the same for the service and its
 * peers.
 */
export const settings: Readonly<Record<string, string>> = {
  shared_preload_libraries: 'pg_stat_statements,auto_explain',
  shared_buffers: '512MB',
  max_wal_size: '4GB',
  checkpoint_timeout: '30min',
  synchronous_commit: 'off',
  autovacuum: 'off',
  max_parallel_workers_per_gather: '0',
  max_connections: '200',
};

/** Settings for simulating a day: PostgreSQL vacuums and waits for its disk, as in production. */
export const dailySettings: Readonly<Record<string, string>> = {
  shared_preload_libraries: 'pg_stat_statements',
  shared_buffers: '512MB',
  max_wal_size: '4GB',
  max_connections: '200',
};

/** How long PostgreSQL may take to apply a changed setting in its sessions. */
const TAKEN_ON_MS = 500;
const DUE_POLL_MS = 1_000;

/** Starts a server with the product's schema in its database, and removes it after the work. */
export async function withCluster(
  work: (cluster: BenchCluster) => Promise<void>,
  using: Readonly<Record<string, string>> = settings,
): Promise<void> {
  const server = await startTemporaryServer('bench', using);
  try {
    await migrateDatabase({ ownerUrl: server.ownerUrl, servingUrl: server.url });
    const { postgres } = await readCredentials(server.dataDir);
    const superuser = new URL(server.url);
    superuser.username = 'postgres';
    superuser.password = postgres;
    await sql(superuser.href, 'create extension pg_stat_statements');
    const { ownerUrl, url } = server;
    const log = path.join(server.dataDir, 'postgres.log');
    await work({ url, ownerUrl, superuserUrl: superuser.href, encryptionKey: randomBytes(32), log });
  } finally {
    await server.stop();
  }
}

/** Loads demo data. */
export async function fill(
  cluster: Pick<BenchCluster, 'url' | 'superuserUrl' | 'encryptionKey'>,
  amounts: DemoAmounts,
): Promise<DemoKeys[]> {
  const database = await openDatabase({ url: cluster.url, poolMax: 10 });
  const { encryption } = await localKeyring(database, cluster.encryptionKey);
  const keys = await loadDemo({ database, encryption, amounts });
  await database.close();
  await settle(cluster);
  return keys;
}

/**
 * Brings tables and indexes into their long-term state and flushes them to disk: otherwise the first reads would also
 * write pages.
 */
export async function settle({ superuserUrl }: Pick<BenchCluster, 'superuserUrl'>): Promise<void> {
  await sql(superuserUrl, 'vacuum analyze', 'checkpoint');
}

/**
 * Waits until the service has processed due demo data, such as lapsed authorizations: otherwise it would do so during
 * the measurement.
 */
export async function untilNothingIsDue(cluster: BenchCluster): Promise<void> {
  const due = `select count(*)::int as due from payments
    where capture_before < now() and status in ('requires_capture', 'partially_captured_and_capturable')`;
  const isDue = async () => (await sql(cluster.superuserUrl, due))[0]!.due !== 0;
  while (await isDue()) await sleep(DUE_POLL_MS);
  await settle(cluster);
}

/** The plans of the statements that run during the work, as logged by `auto_explain`. */
export async function plansOf(
  { log, superuserUrl }: BenchCluster,
  work: () => Promise<unknown>,
): Promise<string> {
  const explain = (setting: string) =>
    sql(
      superuserUrl,
      `alter system set auto_explain.log_min_duration = ${setting}`,
      'select pg_reload_conf()',
    );
  await sql(superuserUrl, 'alter system set auto_explain.log_analyze = on');
  await explain('0');
  // Every session applies the setting before its next statement.
  await sleep(TAKEN_ON_MS);
  const logged = (await readFile(log, 'utf8')).length;
  await work();
  await explain('default');
  return (await readFile(log, 'utf8')).slice(logged);
}

/** Runs statements one by one on a separate connection, and returns the rows of the last. */
export async function sql(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}
