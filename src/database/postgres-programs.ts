import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Where Debian keeps a version each. */
const DEBIAN = '/usr/lib/postgresql';

/**
 * The folder of `pg_dump` and `pg_restore` that can work with a server: they must not be older than it.
 *
 * @throws {Error} if there are none.
 */
export async function findPrograms(serverMajor: number, searchPath: string): Promise<string> {
  const versions = (await readdir(DEBIAN).catch(() => [])).sort((a, b) => Number(b) - Number(a));
  const folders = [
    ...searchPath.split(path.delimiter).filter(Boolean),
    ...versions.map((version) => path.join(DEBIAN, version, 'bin')),
  ];
  for (const folder of folders) {
    const version = await execute(path.join(folder, 'pg_dump'), ['--version']).catch(() => null);
    const major = Number(/ (\d+)/.exec(version?.stdout ?? '')?.[1] ?? 0);
    if (major >= serverMajor) return folder;
  }
  throw new Error(
    `pg_dump and pg_restore of PostgreSQL ${serverMajor} or later are needed, on PATH or in ${DEBIAN}. ` +
      'On Debian: apt install postgresql-client',
  );
}

/** Runs a program on a database, with every merchant's rows visible; `read` gets its output, if it is to be read. */
export async function runOn(
  program: string,
  databaseUrl: string,
  args: readonly string[],
  read?: (output: Readable) => Promise<void>,
): Promise<void> {
  const { PGPASSWORD, url } = withoutPassword(databaseUrl);
  const child = spawn(program, [...args, ...(url ? [`--dbname=${url}`] : [])], {
    // The password must not show in the list of processes.
    env: { LC_ALL: 'C', PGPASSWORD, PGOPTIONS: '-c switchyard.merchant_id=*' },
    stdio: ['ignore', read ? 'pipe' : 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr!.on('data', (text) => {
    said += String(text);
  });
  const ended = once(child, 'close');
  await read?.(child.stdout!);
  const [code] = await ended;
  if (code !== 0) throw new Error(`${path.basename(program)} failed (${code}).\n${said}`.trim());
}

function withoutPassword(databaseUrl: string) {
  if (databaseUrl === '') return { url: '', PGPASSWORD: '' };
  const url = new URL(databaseUrl);
  const PGPASSWORD = decodeURIComponent(url.password);
  url.password = '';
  return { url: url.href, PGPASSWORD };
}
