import { chown, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './command.ts';
import type { Credentials } from './credentials.ts';
import type { DataPlace } from './place.ts';

/**
 * Creates the cluster with its application role and database. All happens in a draft folder which takes its
 * final name when it is complete, so whatever bears that name is whole.
 */
export async function createCluster(place: DataPlace, credentials: Credentials): Promise<void> {
  await removeDrafts(place.home);
  const draft = await mkdtemp(join(place.home, 'draft-'));
  const data = join(draft, 'data');
  const passwordFile = join(draft, 'password');
  await writeFile(passwordFile, credentials.postgres, { mode: 0o600 });
  if (place.account) {
    const { uid, gid } = place.account;
    await chown(passwordFile, uid, gid);
    await chown(draft, uid, gid);
  }

  await run(place.binaries.initdb, initdbArguments(data, passwordFile), place.account);
  await run(place.binaries.postgres, standAloneArguments(data), place.account, provisioning(credentials));
  await rename(data, place.cluster);
  await rm(draft, { recursive: true });
}

/**
 * Removes what interrupted attempts left. Their names are never used again, as an initdb may yet be at work.
 */
async function removeDrafts(home: string): Promise<void> {
  const drafts = (await readdir(home)).filter((name) => name.startsWith('draft-'));
  for (const name of drafts) {
    // What such an initdb still adds to a draft in the meantime goes with the next attempt.
    await rm(join(home, name), { recursive: true, force: true }).catch(() => {});
  }
}

/** The builtin provider sorts and compares text the same on every platform and in every version. */
function initdbArguments(data: string, passwordFile: string): string[] {
  return [
    `--pgdata=${data}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ];
}

/**
 * Stand-alone mode needs no port and no password; a failed statement must not put the latter into the log.
 */
function standAloneArguments(data: string): string[] {
  const settings = ['exit_on_error=on', 'log_min_error_statement=panic', 'password_encryption=scram-sha-256'];
  return ['--single', '-D', data, ...settings.flatMap((setting) => ['-c', setting]), 'postgres'];
}

/** In stand-alone mode each line is a statement. */
function provisioning({ switchyard }: Credentials): string {
  return [
    `CREATE ROLE switchyard LOGIN NOSUPERUSER NOBYPASSRLS CREATEDB PASSWORD '${switchyard}'`,
    'CREATE DATABASE switchyard OWNER switchyard',
    '',
  ].join('\n');
}
