import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { getCACertificates } from 'node:tls';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Where Debian keeps a version each. */
const DEBIAN = '/usr/lib/postgresql';

/**
 * The folder of `pg_dump` and `pg_restore` that can work with a server: they must not be older than it.
 *
 * @throws {Error} if no such programs are installed.
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

/** A program's input and output. */
interface Streams {
  /** Receives its output. */
  readonly read?: (output: Readable) => Promise<void>;
  /** Writes its input, and ends it. */
  readonly write?: (input: Writable) => Promise<void>;
}

/** Runs a program on a database, with every merchant's rows visible. It is killed if its stream fails. */
export async function runOn(
  program: string,
  databaseUrl: string,
  args: readonly string[],
  { read, write }: Streams = {},
): Promise<void> {
  const { env, forget, url } = await forLibpq(databaseUrl);
  try {
    const child = spawn(program, [...args, ...(url ? [`--dbname=${url}`] : [])], {
      env: { LC_ALL: 'C', PGOPTIONS: '-c switchyard.merchant_id=*', ...env },
      stdio: [write ? 'pipe' : 'ignore', read ? 'pipe' : 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr!.on('data', (text) => {
      said += String(text);
    });
    const ended = once(child, 'close');
    const failure = await Promise.all([read?.(child.stdout!), write?.(child.stdin!)]).then(
      () => null,
      (error: Error) => error,
    );
    if (failure) child.kill('SIGKILL');
    const [code, signal] = (await ended) as [number | null, NodeJS.Signals | null];
    // If the program ended first, the stream failed because of that.
    if (failure && !code) throw failure;
    if (code !== 0) throw new Error(`${path.basename(program)} failed (${code ?? signal}).\n${said}`.trim());
  } finally {
    await forget();
  }
}

/**
 * A database's URL for PostgreSQL's own programs, which trust the certificates that the service trusts: their library
 * reads some words differently (`sslmode=require` checks nothing there), and has no built-in list of authorities.
 */
async function forLibpq(databaseUrl: string) {
  if (databaseUrl === '') return { url: '', env: {}, forget: async () => {} };
  const url = new URL(databaseUrl);
  // The password must not show in the list of processes.
  const env: NodeJS.ProcessEnv = { PGPASSWORD: decodeURIComponent(url.password) };
  url.password = '';
  const mode = libpqMode(url.searchParams);
  for (const name of ['ssl', 'uselibpqcompat']) url.searchParams.delete(name);
  if (mode !== null) url.searchParams.set('sslmode', mode);
  if (mode !== 'verify-full' || url.searchParams.has('sslrootcert'))
    return { url: url.href, env, forget: async () => {} };
  const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-authorities-'));
  env.PGSSLROOTCERT = path.join(folder, 'authorities.pem');
  await writeFile(env.PGSSLROOTCERT, getCACertificates('default').join('\n'));
  return { url: url.href, env, forget: () => rm(folder, { recursive: true, force: true }) };
}

/** The library's word for the driver's behaviour; null leaves the library's default. */
function libpqMode(parameters: URLSearchParams): string | null {
  const mode = parameters.get('sslmode');
  if (parameters.get('uselibpqcompat') === 'true') return mode;
  if (mode === 'no-verify') return 'require';
  if (mode === 'disable' || ['0', 'false'].includes(parameters.get('ssl') ?? '')) return 'disable';
  const asks = ['sslmode', 'ssl', 'sslrootcert', 'sslcert', 'sslkey'].some((name) => parameters.has(name));
  return asks ? 'verify-full' : null;
}
