import { execFile } from 'node:child_process';
import { chmod, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '../../src/database/migrate.ts';
import { readCredentials } from '../../src/dev/embedded/cluster.ts';
import { spreadTemplate } from './citus.ts';
import { startPooler } from './pooler.ts';
import { seedEnvironment } from './seeds.ts';
import { startTemporaryServer } from './temporary-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the migrated template of test databases, as its owner. */
    templateUrl: string;
    /** The same URL as the serving role. */
    servingUrl: string;
    /** The server's superuser, for tests of roles. */
    superuserUrl: string;
    /** With `TEST_POOLER=1`: URL of PgBouncer in front of the server. */
    poolerUrl: string | null;
    /** With `TEST_CITUS_URL`: the nodes of the cluster as superuser, the coordinator first. */
    nodeUrls: readonly string[] | null;
  }
}

/** The data need not survive the run, so no write waits for the disk. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '1000',
  // Databases are cloned by sharing blocks, or by an in-kernel copy, which takes a quarter of the work.
  ...(process.platform === 'win32' ? {} : { file_copy_method: 'clone' }),
  // A separate data folder.
  ...(process.platform === 'win32' ? {} : { unix_socket_directories: '.' }),
};

/** A socket address has at least 104 bytes, of which the file name takes about 16. */
const SOCKET_FOLDER_MAX = 88;

/** A server's URL by Unix socket, where available: TCP takes a quarter more processor time on both sides. */
function bySocket(url: string, folder: string): URL {
  const changed = new URL(url);
  const isUsable = process.platform !== 'win32' && folder.length <= SOCKET_FOLDER_MAX;
  if (isUsable && !process.env.TEST_POOLER) changed.hostname = encodeURIComponent(folder);
  return changed;
}

/** Server connections per database: fewer than a service's own, so that sessions are shared. */
const POOLER_SIZE = 3;

/** Bundles the pages for browser tests unless they are up to date. */
const bundlePages = () =>
  promisify(execFile)(process.execPath, ['--import', 'tsx', join('src', 'dev', 'bundle-pages.ts')]);

/**
 * Starts one PostgreSQL server for the whole run, migrates the template of the test databases, and bundles the browser
 * pages.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const printed = Object.entries(seedEnvironment()).map(([name, seed]) => `${name}=${seed}`);
  process.stdout.write(`${printed.join(' ')}\n`);
  const bundled = bundlePages();
  const cluster = process.env.TEST_CITUS_URL;
  if (cluster) {
    const template = await spreadTemplate(cluster);
    await bundled;
    project.provide('templateUrl', template.templateUrl);
    project.provide('servingUrl', template.servingUrl);
    project.provide('superuserUrl', cluster);
    project.provide('poolerUrl', null);
    project.provide('nodeUrls', template.nodeUrls);
    return async () => {};
  }
  const server = await startTemporaryServer('test', settings);
  // Folders of tests are within the run's folder, which is removed with the run, even if it is killed.
  const temporary = join(await realpath(server.dataDir), 'tmp');
  await mkdir(temporary);
  await chmod(temporary, 0o1777);
  process.env.TMPDIR = temporary;
  const { postgres } = await readCredentials(server.dataDir);
  const superuser = `postgres://postgres:${postgres}@127.0.0.1:${server.port}/postgres`;
  const folder = join(await realpath(server.dataDir), 'cluster');
  const templateUrl = bySocket(server.ownerUrl, folder);
  const servingUrl = bySocket(server.url, folder);
  const superuserUrl = bySocket(superuser, folder);
  for (const url of [templateUrl, servingUrl]) url.pathname = '/template';
  const admin = new pg.Client({ connectionString: server.ownerUrl });
  await admin.connect();
  await admin.query('create database template');
  await admin.end();
  await migrateDatabase({ ownerUrl: templateUrl.href, servingUrl: servingUrl.href });

  await bundled;
  const pooler = process.env.TEST_POOLER ? await startPooler(servingUrl.href, POOLER_SIZE) : null;
  project.provide('templateUrl', templateUrl.href);
  project.provide('superuserUrl', superuserUrl.href);
  project.provide('servingUrl', servingUrl.href);
  project.provide('poolerUrl', pooler?.urlOf(servingUrl.href) ?? null);
  project.provide('nodeUrls', null);
  return async () => {
    await pooler?.stop();
    await server.stop();
  };
}
