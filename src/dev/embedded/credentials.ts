import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The passwords of the two roles, by the name of the role. */
export interface Credentials {
  postgres: string;
  switchyard: string;
}

/** Makes up the passwords for a cluster that is about to be created. */
export async function inventCredentials(home: string): Promise<Credentials> {
  const password = () => randomBytes(24).toString('base64url');
  const credentials = { postgres: password(), switchyard: password() };
  // They must be on disk before the cluster is, or a power cut could leave a cluster nobody can open.
  await writeFile(fileIn(home), `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flush: true });
  return credentials;
}

/** Reads the passwords of an existing cluster. */
export async function readCredentials(home: string): Promise<Credentials> {
  try {
    return JSON.parse(await readFile(fileIn(home), 'utf8'));
  } catch (cause) {
    const message = `The passwords of the database in ${home} cannot be read from ${fileIn(home)}. `;
    throw new Error(`${message}Bring the file back, or remove ${home} to start with an empty database.`, {
      cause,
    });
  }
}

function fileIn(home: string): string {
  return join(home, 'credentials.json');
}
