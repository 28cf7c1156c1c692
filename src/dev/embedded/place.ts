import { chmod, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, accountFor } from './account.ts';
import { type Binaries, findBinaries } from './binaries.ts';

/** The files of an embedded server, and the account it runs as. */
export interface DataPlace {
  /** The folder of all its files: the data directory, without links. */
  home: string;
  /** PostgreSQL's own data folder, the only one owned by the account it runs as. */
  cluster: string;
  log: string;
  account: Account | undefined;
  binaries: Binaries;
}

/** Locates the files of a data directory, and ensures that PostgreSQL's account can reach its programs. */
export async function findPlace(dataDir: string): Promise<DataPlace> {
  const created = await mkdir(dataDir, { recursive: true });
  // Regardless of the umask: under root another account owns the cluster.
  if (created) await chmod(dataDir, 0o711);
  const home = await realpath(dataDir);
  const cluster = join(home, 'cluster');
  const account = await accountFor(cluster);
  const binaries = await findBinaries(account);
  return { home, cluster, log: join(home, 'postgres.log'), account, binaries };
}

/**
 * How PostgreSQL's programs receive their data folder.
 *
 * Under root they run as another account, which may lack access to a parent folder: root's home, or a temporary one.
 * Linux enters a process's working directory by `/proc/self/cwd` without the path, and root can start them there.
 */
export function reachOf(folder: string, account: Account | undefined): { path: string; cwd: string } {
  const path = account && process.platform === 'linux' ? '/proc/self/cwd' : folder;
  return { path, cwd: folder };
}
