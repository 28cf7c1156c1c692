import { access, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../../config/config.ts';
import { isClaimed } from './claim.ts';
import { readCredentials, type ServerUrls, serverUrls } from './cluster.ts';
import { runningPostmaster } from './postmaster.ts';

/**
 * The URLs of the server that another process runs for a data directory, or null. A server left behind by a killed
 * process does not count: the next start stops it.
 */
export async function runningServer(dataDir: string): Promise<ServerUrls | null> {
  const home = await realpath(dataDir).catch(() => null);
  if (home === null || !(await isClaimed(home))) return null;

  const postmaster = await runningPostmaster(join(home, 'cluster'));
  if (postmaster?.status !== 'ready') return null;
  return serverUrls(await readCredentials(home), postmaster.port);
}

/**
 * The database URL, as the tables' owner, for tools run beside the service: the configured URL, or a running
 * service's embedded server.
 */
export async function developmentDatabaseUrl(): Promise<string> {
  const { databaseUrl, dataDir, migrationDatabaseUrl } = readConfig();
  const url = migrationDatabaseUrl ?? databaseUrl ?? (await runningServer(dataDir))?.ownerUrl;
  if (url !== undefined) return url;
  throw noDatabase(`no embedded server runs in ${dataDir}`);
}

/** @throws {Error} if a data directory has no embedded database, which a start would create empty. */
export async function expectCluster(dataDir: string): Promise<void> {
  const exists = await access(join(dataDir, 'cluster')).then(
    () => true,
    () => false,
  );
  if (!exists) throw noDatabase(`${dataDir} has no embedded database`);
}

const noDatabase = (reason: string) =>
  new Error(
    `No database found: DATABASE_URL is not set, and ${reason}. ` +
      'Run `npm start` in another terminal, or set DATABASE_URL.',
  );
