import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../../config.ts';
import { isClaimed } from './claim.ts';
import { readCredentials } from './cluster.ts';
import { runningPostmaster } from './postmaster.ts';

/**
 * The URL of the server that another process runs for a data directory, or null. A server left behind by a killed
 * process does not count: the next start stops it.
 */
export async function runningServerUrl(dataDir: string): Promise<string | null> {
  const home = await homeOf(dataDir);
  if (home === null || !(await isClaimed(home))) return null;

  const postmaster = await runningPostmaster(join(home, 'cluster'));
  if (postmaster?.status !== 'ready') return null;
  const { switchyard } = await readCredentials(home);
  return `postgres://switchyard:${switchyard}@127.0.0.1:${postmaster.port}/switchyard`;
}

/** The target of the link `home`, or the data directory itself. */
async function homeOf(dataDir: string): Promise<string | null> {
  return realpath(join(dataDir, 'home')).catch(() => realpath(dataDir).catch(() => null));
}

/**
 * The database URL for tools run beside the service: `DATABASE_URL`, or the embedded server of a running
 * service.
 */
export async function developmentDatabaseUrl(): Promise<string> {
  const { databaseUrl, dataDir } = readConfig();
  const url = databaseUrl ?? (await runningServerUrl(dataDir));
  if (url !== null) return url;
  throw new Error(
    `No database found: DATABASE_URL is not set, and no embedded server runs in ${dataDir}. ` +
      'Run `npm start` in another terminal, or set DATABASE_URL.',
  );
}
