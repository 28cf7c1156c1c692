import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomBase62 } from '../core/foundation/ids.ts';

/** The secrets production requires as settings and development generates. */
export interface DevelopmentSecrets {
  adminApiKey: string;
  encryptionKey: Buffer;
}

const KEY_BYTES = 32;

/**
 * Reads the admin API key and the encryption key from the data directory, generating them on first use.
 *
 * For development only: production does not start without `ADMIN_API_KEY` and `ENCRYPTION_KEY`. Where those
 * are set they take precedence.
 */
export async function developmentSecrets(dataDir: string): Promise<DevelopmentSecrets> {
  const created = await mkdir(dataDir, { recursive: true });
  // The embedded server's account must traverse the directory to reach its cluster, but not list it.
  if (created) await chmod(dataDir, 0o711);

  const adminFile = join(dataDir, 'admin.key');
  const adminApiKey = await keep(adminFile, () => `admin_${randomBase62(43, randomBytes)}`);
  if (!/^\S{24,}$/.test(adminApiKey)) throw unusable(adminFile, 'an admin API key of 24 characters or more');

  const encryptionFile = join(dataDir, 'encryption.key');
  const encoded = await keep(encryptionFile, () => randomBytes(KEY_BYTES).toString('base64'));
  const encryptionKey = Buffer.from(encoded, 'base64');
  if (encryptionKey.length !== KEY_BYTES) throw unusable(encryptionFile, `${KEY_BYTES} bytes in base64`);

  return { adminApiKey, encryptionKey };
}

/** Reads a file, creating it first if missing. Processes that start at the same time get the same content. */
async function keep(file: string, make: () => string): Promise<string> {
  const kept = await readIfThere(file);
  if (kept !== undefined) return kept;

  const draft = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`;
  try {
    await writeFile(draft, `${make()}\n`, { mode: 0o600, flag: 'wx', flush: true });
    // Unlike a rename, a link never replaces a file another process created first.
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFile(file, 'utf8')).trim();
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function unusable(file: string, expected: string): Error {
  return new Error(
    `${file} does not hold ${expected}. Restore the original file: data encrypted with it cannot be decrypted with another. ` +
      'If no data matters, remove the whole data directory to start afresh.',
  );
}
