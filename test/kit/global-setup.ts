import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/database/database.ts';
import { startEmbeddedServer } from '../../src/dev/embedded/server.ts';
import { startPooler } from './pooler.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the migrated database that test databases are cloned from. */
    templateUrl: string;
    /** With `TEST_POOLER=1`: URL of PgBouncer in front of the server. */
    poolerUrl: string | null;
  }
}

/** The data need not survive the run, so no write waits for the disk. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
};

/** Server connections for each database: fewer than a service's own, so that sessions are handed about. */
const POOLER_SIZE = 3;

/** Starts one PostgreSQL server for the whole run and migrates the template of the test databases. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'switchyard-test-'));
  // Run by root, PostgreSQL runs as another user, who needs access.
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedServer({ dataDir, settings });
  const templateUrl = new URL(server.url);
  templateUrl.pathname = '/template';
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query('create database template');
  await admin.end();
  const template = await openDatabase({ url: templateUrl.href, poolMax: 2 });
  await template.migrate();
  await template.close();

  const pooler = process.env.TEST_POOLER ? await startPooler(templateUrl.href, POOLER_SIZE) : null;
  project.provide('templateUrl', templateUrl.href);
  project.provide('poolerUrl', pooler?.urlOf(templateUrl.href) ?? null);
  return async () => {
    await pooler?.stop();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
