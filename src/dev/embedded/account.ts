import { chmod, mkdir, readFile, stat } from 'node:fs/promises';

/** The user and group a program runs as. */
export interface Account {
  uid: number;
  gid: number;
}

/**
 * The account to run PostgreSQL as; undefined for this process's own. PostgreSQL refuses to run as root, so under
 * root it is the cluster's owner or, for a new cluster, an unprivileged system account.
 */
export async function accountFor(cluster: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(cluster).catch(() => undefined);
  return owner ? { uid: owner.uid, gid: owner.gid } : unprivilegedAccount();
}

async function unprivilegedAccount(): Promise<Account> {
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  // initdb looks up the account's name, so a bare numeric uid would not do.
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const user = users.find(([candidate]) => candidate === name);
    if (user) return { uid: Number(user[2]), gid: Number(user[3]) };
  }
  throw new Error(
    'PostgreSQL refuses to run as root, and this system has neither a user `postgres` nor `nobody` for it. ' +
      'Create one (useradd --system postgres), start as an ordinary user, or set DATABASE_URL.',
  );
}

/** Under root, holds a copy of the programs that PostgreSQL's account must be able to reach. */
const STORE = '/var/lib/switchyard';

/**
 * Creates the root-owned folder for programs that an unprivileged account cannot reach at their original location. It
 * survives a reboot, and only root may write to it or to its parents, so no other user can place files there.
 *
 * @throws {Error} if others than root may write to it.
 */
export async function openStore(): Promise<string> {
  const created = await mkdir(STORE, { recursive: true });
  if (created) await chmod(STORE, 0o755);
  const { uid, mode } = await stat(STORE);
  if (uid !== 0 || mode & 0o022) {
    throw new Error(
      `${STORE} must belong to root and be writable only by root, because programs are run from it.`,
    );
  }
  return STORE;
}
