import { chmod, mkdir, mkdtemp, readlink, realpath, rm, rmdir, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, accountFor, openStore } from './account.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { CommandFailure, run } from './processes.ts';

/** Where an embedded server lives and who runs it. */
export interface DataPlace {
  /** The folder of all its files: the data directory itself, or where its link `home` leads. */
  home: string;
  /** The folder PostgreSQL itself keeps, and the only one that belongs to the account it runs as. */
  cluster: string;
  log: string;
  account: Account | undefined;
  binaries: Binaries;
}

/** Finds the place for a data directory and makes sure that PostgreSQL can reach it and its programs. */
export async function findPlace(dataDir: string): Promise<DataPlace> {
  const created = await mkdir(dataDir, { recursive: true });
  // Whatever the umask, others may pass through to the cluster, as root's is another account's, but not look
  // around.
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
    const message = `The data of ${dataDir} was kept in ${target}, which is gone. `;
    throw new Error(`${message}Bring it back, or remove ${link} to start with an empty database.`, { cause });
  });
}

/**
 * Whether an account has a way into a folder, found out by walking it: a program is run by a link in there.
 */
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
 * Gives a data directory a home in root's store. It gets a new name each time, so that whoever removes the
 * data directory gets an empty database afterwards, and not a forgotten one.
 */
async function moveHome(dataDir: string): Promise<string> {
  const name = dataDir.replaceAll(/[^\w.]+/g, '-').slice(-80);
  const home = await mkdtemp(join(await openStore(), `data${name}-`));
  await chmod(home, 0o711);
  try {
    await symlink(home, join(dataDir, 'home'));
  } catch (error) {
    await rmdir(home);
    // Another process may have been first; the claim on the home then tells which of the two may go on.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return realpath(join(dataDir, 'home'));
}
