import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../../core/foundation/operator-error.ts';
import { identityOf } from './processes.ts';

/**
 * Claims a home for this process and returns a function that releases it.
 *
 * A claim is an empty file named after its process. Each process writes its own claim before it reads the others', so
 * of two that start together at least one sees the other. Both may then fail, which is the harmless error. Claims of
 * dead processes are deleted, never taken over.
 *
 * @throws {DataDirectoryInUse} if another living process has claimed it.
 */
export async function claim(home: string): Promise<() => Promise<void>> {
  const owners = join(home, 'owners');
  await mkdir(owners, { recursive: true, mode: 0o700 });

  const own = `${process.pid}-${await identityOf(process.pid)}`;
  await writeFile(join(owners, own), '', { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new DataDirectoryInUse(home, process.pid) : error;
  });
  const release = () => rm(join(owners, own), { force: true });

  for (const other of await readdir(owners)) {
    if (other === own) continue;
    const owner = await livingOwner(other);
    if (owner !== null) {
      await release();
      throw new DataDirectoryInUse(home, owner);
    }
    await rm(join(owners, other), { force: true });
  }
  return release;
}

/** Whether a living process has claimed the home. */
export async function isClaimed(home: string): Promise<boolean> {
  for (const name of await readdir(join(home, 'owners')).catch(() => [])) {
    if ((await livingOwner(name)) !== null) return true;
  }
  return false;
}

/** The process a claim is named after; null if it has died. */
async function livingOwner(name: string): Promise<number | null> {
  const [, pid, identity] = /^(\d+)-(.*)$/.exec(name) ?? [];
  return identity && (await identityOf(Number(pid))) === identity ? Number(pid) : null;
}

/** Thrown if another process uses the data directory. */
export class DataDirectoryInUse extends OperatorError {
  override readonly name = 'DataDirectoryInUse';

  constructor(home: string, pid: number) {
    super(
      `Process ${pid} already runs the embedded PostgreSQL of ${home}: stop it (kill ${pid}), ` +
        'or set DATA_DIR to another folder, as in DATA_DIR=.data-2 PORT=8081 npm start.',
    );
  }
}
