import { chmod, mkdir, readFile, stat } from 'node:fs/promises';

/** The user and group a program runs as. */
export interface Account {
  uid: number;
  gid: number;
}

/**
 * The account PostgreSQL runs as: undefined, which means that of this process, unless this process is root's.
 * PostgreSQL refuses root, so there it is whoever owns the cluster, or an unprivileged account of the system.
 */
export async function accountFor(cluster: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(cluster).catch(() => undefined);
  return owner ? { uid: owner.uid, gid: owner.gid } : unprivilegedAccount();
}

async function unprivilegedAccount(): Promise<Account> {
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  // The account must have a name, as initdb looks it up: a bare number would not do.
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const user = users.find(([candidate]) => candidate === name);
    if (user) return { uid: Number(user[2]), gid: Number(user[3]) };
  }
  throw new Error(
    'PostgreSQL refuses to run as root, and this system has neither a user `postgres` nor `nobody` for it. ' +
      'Create one (useradd --system postgres), start as an ordinary user, or set DATABASE_URL.',
  );
}

/** Where root keeps what PostgreSQL's account must reach. */
const STORE = '/var/lib/switchyard';

/**
 * The folder where root keeps what an unprivileged account must reach but cannot at its own place. It
 * survives a reboot, and as only root may write to it or above it, nobody can plant anything there.
 */
export async function openStore(): Promise<string> {
  const created = await mkdir(STORE, { recursive: true });
  if (created) await chmod(STORE, 0o755);
  const { uid, mode } = await stat(STORE);
  if (uid !== 0 || mode & 0o022) {
    throw new Error(
      `${STORE} must belong to root and be writable by root alone, as programs are run from it.`,
    );
  }
  return STORE;
}
