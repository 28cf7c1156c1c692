import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomBase62 } from '../core/foundation/ids.ts';

/** The two secrets that production is given and development makes for itself. */
export interface DevelopmentSecrets {
  adminApiKey: string;
  encryptionKey: Buffer;
}

const KEY_BYTES = 32;

/**
 * The admin API key and the encryption key of a development machine, kept in its data directory beside the
 * data that they belong to and made when they are not there.
 *
 * Only development uses them: production refuses to start without `ADMIN_API_KEY` and `ENCRYPTION_KEY`, and
 * where those are set they win.
 */
export async function developmentSecrets(dataDir: string): Promise<DevelopmentSecrets> {
  const created = await mkdir(dataDir, { recursive: true });
  // As the embedded server leaves it: its account passes through to the cluster, but may not look around.
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

/** What a file says; a file that is not there is made first. Of processes that start at once, all agree. */
async function keep(file: string, make: () => string): Promise<string> {
  const kept = await readIfThere(file);
  if (kept !== undefined) return kept;

  const draft = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`;
  try {
    await writeFile(draft, `${make()}\n`, { mode: 0o600, flag: 'wx', flush: true });
    // Unlike a rename, a link never replaces what another process was first to put there.
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
    `${file} does not hold ${expected}. Bring the right one back: what was sealed with it opens with no other. ` +
      'Without any data that matters, remove the whole data directory to start afresh.',
  );
}
