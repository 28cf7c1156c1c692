import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { identityOf } from './processes.ts';

/**
 * Claims a home for this process, or fails when another living process has it; returns how to let it go.
 *
 * A claim is an empty file named after the process that made it. Each process writes its own claim before it
 * looks at those of others, so of two that start together at least one sees the other, and no claim is ever
 * taken over: the claims of processes that died are simply swept away. Two that start in the very same moment
 * may both give way, which is the harmless mistake of the two.
 */
export async function claim(home: string): Promise<() => Promise<void>> {
  const owners = join(home, 'owners');
  await mkdir(owners, { recursive: true, mode: 0o700 });

  const own = `${process.pid}-${await identityOf(process.pid)}`;
  await writeFile(join(owners, own), '', { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? alreadyRunning(home, process.pid) : error;
  });
  const release = () => rm(join(owners, own), { force: true });

  for (const other of await readdir(owners)) {
    if (other === own) continue;
    const [, pid, identity] = /^(\d+)-(.*)$/.exec(other) ?? [];
    if (identity && (await identityOf(Number(pid))) === identity) {
      await release();
      throw alreadyRunning(home, Number(pid));
    }
    await rm(join(owners, other), { force: true });
  }
  return release;
}

function alreadyRunning(home: string, pid: number): Error {
  return new Error(
    `The embedded PostgreSQL in ${home} is already run by process ${pid}. ` +
      `Stop that process first (kill ${pid}), or give this one a data directory of its own.`,
  );
}
