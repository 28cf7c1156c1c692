import { randomBytes } from 'node:crypto';
import { chown, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DataPlace, reachOf } from './place.ts';
import { run } from './processes.ts';

/**
 * Creates the cluster with its application role and database. It is built in a draft folder and renamed once
 * complete, so a folder with the final name is never partial.
 */
export async function createCluster(place: DataPlace, credentials: ServerCredentials): Promise<void> {
  await removeDrafts(place.home);
  const draft = await mkdtemp(join(place.home, 'draft-'));
  const data = join(draft, 'data');
  const passwordFile = join(draft, PASSWORD_FILE);
  await mkdir(data, { mode: 0o700 });
  await writeFile(passwordFile, credentials.postgres, { mode: 0o600 });
  if (place.account) {
    const { uid, gid } = place.account;
    for (const path of [draft, data, passwordFile]) await chown(path, uid, gid);
  }

  const { account, binaries } = place;
  const { cwd, path } = reachOf(data, account);
  await run(binaries.initdb, initdbArguments(path), { account, cwd });
  await run(binaries.postgres, standAloneArguments(path), { account, cwd, input: provisioning(credentials) });
  await rename(data, place.cluster);
  await rm(draft, { recursive: true });
}

/** Removes drafts of interrupted attempts. Their names are never reused, because their initdb may still be running. */
async function removeDrafts(home: string): Promise<void> {
  const drafts = (await readdir(home)).filter((name) => name.startsWith('draft-'));
  for (const name of drafts) {
    // Files that such an initdb still adds are removed by the next attempt.
    await rm(join(home, name), { recursive: true, force: true }).catch(() => {});
  }
}

const PASSWORD_FILE = 'password';

/** The builtin locale provider collates identically on every platform and in every version. */
function initdbArguments(data: string): string[] {
  return [
    `--pgdata=${data}`,
    '--username=postgres',
    // It runs in the data folder, which is next to the file.
    `--pwfile=../${PASSWORD_FILE}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ];
}

/** Stand-alone mode needs no port or password. A failed statement must not log the passwords it sets. */
function standAloneArguments(data: string): string[] {
  const settings = ['exit_on_error=on', 'log_min_error_statement=panic', 'password_encryption=scram-sha-256'];
  return ['--single', '-D', data, ...settings.flatMap((setting) => ['-c', setting]), 'postgres'];
}

/** In stand-alone mode each line is a statement. */
function provisioning({ switchyard, switchyard_service: service }: ServerCredentials): string {
  return [
    `CREATE ROLE switchyard LOGIN NOSUPERUSER NOBYPASSRLS CREATEDB PASSWORD '${switchyard}'`,
    `CREATE ROLE switchyard_service LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD '${service}'`,
    // The owner may end the service's sessions.
    'GRANT switchyard_service TO switchyard',
    'CREATE DATABASE switchyard OWNER switchyard',
    '',
  ].join('\n');
}

/** Passwords by role. */
export interface ServerCredentials {
  postgres: string;
  /** Owns and migrates the database. */
  switchyard: string;
  /** Serves requests under row-level security. */
  switchyard_service: string;
}

/** The URLs of the database, as the role that serves and as its owner. */
export interface ServerUrls {
  readonly url: string;
  readonly ownerUrl: string;
}

export function serverUrls(credentials: ServerCredentials, port: number): ServerUrls {
  const urlAs = (role: 'switchyard' | 'switchyard_service') =>
    `postgres://${role}:${credentials[role]}@127.0.0.1:${port}/switchyard`;
  return { url: urlAs('switchyard_service'), ownerUrl: urlAs('switchyard') };
}

/** Generates and saves the passwords for a new cluster. */
export async function generateCredentials(home: string): Promise<ServerCredentials> {
  const password = () => randomBytes(24).toString('base64url');
  const credentials = { postgres: password(), switchyard: password(), switchyard_service: password() };
  // Flushed before the cluster is created: a power cut must not leave a cluster without its passwords.
  await writeFile(fileIn(home), `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flush: true });
  return credentials;
}

/** Reads the passwords of an existing cluster. */
export async function readCredentials(home: string): Promise<ServerCredentials> {
  try {
    const credentials = JSON.parse(await readFile(fileIn(home), 'utf8')) as ServerCredentials;
    if (!credentials.switchyard_service)
      throw new Error('An earlier version made it, without the role switchyard_service.');
    return credentials;
  } catch (cause) {
    const message = `The passwords of the database in ${home} cannot be read from ${fileIn(home)}. `;
    throw new Error(`${message}Restore the file, or remove ${home} to start with an empty database.`, {
      cause,
    });
  }
}

function fileIn(home: string): string {
  return join(home, 'credentials.json');
}
