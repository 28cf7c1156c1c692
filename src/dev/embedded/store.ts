import { chmod, mkdir, stat } from 'node:fs/promises';

const path = '/var/lib/switchyard';

/**
 * The folder where root keeps what an unprivileged account must reach but cannot at its own place. It
 * survives a reboot, and as only root may write to it or above it, nobody can plant anything there.
 */
export async function openStore(): Promise<string> {
  const created = await mkdir(path, { recursive: true });
  if (created) await chmod(path, 0o755);
  const { uid, mode } = await stat(path);
  if (uid !== 0 || mode & 0o022) {
    throw new Error(
      `${path} must belong to root and be writable by root alone, as programs are run from it.`,
    );
  }
  return path;
}
