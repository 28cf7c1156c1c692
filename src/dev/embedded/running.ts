import { readdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { readCredentials } from './cluster.ts';
import { commandLineOf, identityOf } from './processes.ts';

/**
 * The URL of the server that another process runs for a data directory; null when there is none.
 *
 * A server whose process was killed counts as none: the next start stops it, under whoever uses it.
 */
export async function runningServerUrl(dataDir: string): Promise<string | null> {
  const home = await homeOf(dataDir);
  if (home === null || !(await isClaimed(home))) return null;

  const cluster = join(home, 'cluster');
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const [pid, port, status] = [Number(lines[0]), Number(lines[3]), lines[7]?.trim()];
  if (!pid || !port || status !== 'ready') return null;
  // A stale file may name a process that is no PostgreSQL, or that of another cluster.
  if (!(await commandLineOf(pid)).includes(`/postgres -D ${cluster} `)) return null;

  const { switchyard } = await readCredentials(home);
  return `postgres://switchyard:${switchyard}@127.0.0.1:${port}/switchyard`;
}

/** Where the files are: where the link `home` leads, or the data directory itself. */
async function homeOf(dataDir: string): Promise<string | null> {
  return realpath(join(dataDir, 'home')).catch(() => realpath(dataDir).catch(() => null));
}

/** Whether a living process has claimed the home. */
async function isClaimed(home: string): Promise<boolean> {
  for (const owner of await readdir(join(home, 'owners')).catch(() => [])) {
    const [, pid, identity] = /^(\d+)-(.*)$/.exec(owner) ?? [];
    if (identity && (await identityOf(Number(pid))) === identity) return true;
  }
  return false;
}
