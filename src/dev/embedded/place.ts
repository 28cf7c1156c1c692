import { chmod, mkdir, mkdtemp, readlink, realpath, rm, rmdir, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, accountFor, openStore } from './account.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { CommandFailure, run } from './processes.ts';

/** The files of an embedded server, and the account it runs as. */
export interface DataPlace {
  /** The folder of all its files: the data directory, or the target of its link `home`. */
  home: string;
  /** PostgreSQL's own data folder, the only one owned by the account it runs as. */
  cluster: string;
  log: string;
  account: Account | undefined;
  binaries: Binaries;
}

/** Locates the files of a data directory, and ensures that PostgreSQL's account can reach them and its programs. */
export async function findPlace(dataDir: string): Promise<DataPlace> {
  const created = await mkdir(dataDir, { recursive: true });
  // Whatever the umask: under root another account owns the cluster, and must be able to traverse the folder, but
  // not to list it.
  if (created) await chmod(dataDir, 0o711);
  const recorded = await recordedHome(dataDir);
  const account = await accountFor(join(recorded, 'cluster'));
  const binaries = await findBinaries(account);

  const fresh = !(await stat(join(recorded, 'cluster')).catch(() => undefined));
  const closed = account && fresh && !(await canEnter(recorded, account, binaries));
  const home = closed ? await moveHome(dataDir) : recorded;
  return { home, cluster: join(home, 'cluster'), log: join(home, 'postgres.log'), account, binaries };
}

async function recordedHome(dataDir: string): Promise<string> {
  const link = join(dataDir, 'home');
  const target = await readlink(link).catch(() => undefined);
  if (!target) return realpath(dataDir);
  return realpath(link).catch((cause) => {
    const message = `The data of ${dataDir} was in ${target}, which no longer exists. `;
    throw new Error(`${message}Restore it, or remove ${link} to start with an empty database.`, { cause });
  });
}

/** Whether an account can reach a folder, tested by running a program through a symlink in it. */
async function canEnter(folder: string, account: Account, { postgres }: Binaries): Promise<boolean> {
  const link = join(folder, `.reach-${process.pid}`);
  await rm(link, { force: true });
  await symlink(postgres, link);
  try {
    await run(link, ['--version'], account);
    return true;
  } catch (error) {
    if (error instanceof CommandFailure && error.code === 'EACCES') return false;
    throw error;
  } finally {
    await rm(link);
  }
}

/**
 * Creates a home for a data directory in root's store. The name is new each time, so that removing the data directory
 * results in an empty database, not in an old one.
 */
async function moveHome(dataDir: string): Promise<string> {
  const name = dataDir.replaceAll(/[^\w.]+/g, '-').slice(-80);
  const home = await mkdtemp(join(await openStore(), `data${name}-`));
  await chmod(home, 0o711);
  try {
    await symlink(home, join(dataDir, 'home'));
  } catch (error) {
    await rmdir(home);
    // Another process created the link first; the claim on the home decides which of the two continues.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return realpath(join(dataDir, 'home'));
}
