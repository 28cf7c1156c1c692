import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Client } from 'pg';
import { ALL_MERCHANTS, TENANCY_SETTING } from '../core/model/tables.ts';
import { PARTITIONS_SCHEMA, schemas } from './orm-options.ts';
import { findPrograms, runOn } from './postgres-programs.ts';
import { withSession } from './sessions.ts';

/** Row counts by table, as `schema.table`. */
export type RowCounts = Readonly<Record<string, number>>;

/** Metadata of a backup, written beside the dump. */
export interface Manifest {
  readonly created_at: string;
  readonly postgres: number;
  readonly migrations: readonly string[];
  /** The key-encrypting keys that have to be configured for the service to start on this data; the data keys are in it. */
  readonly key_encrypting_keys: readonly string[];
  readonly rows: RowCounts;
}

/** A database, as its owner, and the folder of a backup. */
export interface BackupPlace {
  readonly url: string;
  readonly folder: string;
  /** Where `pg_dump` and `pg_restore` are looked for, as in the variable `PATH`. */
  readonly searchPath: string;
}

const dumpIn = (folder: string) => path.join(folder, 'database.dump');
const manifestIn = (folder: string) => path.join(folder, 'manifest.json');

/**
 * Dumps a database into a new folder, and counts the rows of the dump: under row-level security a role may dump tables
 * that look empty to it, without an error.
 *
 * @throws {Error} if the dump has not every row that the database has.
 */
export async function backUp({ folder, searchPath, url }: BackupPlace, now: Date): Promise<Manifest> {
  return withSession(url, async (session) => {
    const programs = await findPrograms(await majorOf(session), searchPath);
    // Names and addresses are in it in the clear.
    await mkdir(folder, { mode: 0o700 });
    // The dump and the counts use one snapshot, while the service keeps writing.
    await session.query(`begin isolation level repeatable read, read only;
      set local "${TENANCY_SETTING}" = '${ALL_MERCHANTS}'`);
    const { rows: exported } = await session.query<{ id: string }>('select pg_export_snapshot() as id');
    const manifest = await describe(session, now);
    const dump = ['--format=custom', '--no-owner', '--no-privileges', `--file=${dumpIn(folder)}`];
    await runOn(path.join(programs, 'pg_dump'), url, [
      ...dump,
      '--enable-row-security',
      `--snapshot=${exported[0]!.id}`,
    ]);
    await session.query('commit');
    await chmod(dumpIn(folder), 0o600);
    const dumped: Record<string, number> = {};
    await runOn(
      path.join(programs, 'pg_restore'),
      '',
      ['--data-only', '--file=-', dumpIn(folder)],
      (output) => countCopied(output, dumped),
    );
    expectRows(manifest.rows, dumped, 'The dump');
    await writeFile(manifestIn(folder), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    return manifest;
  });
}

/**
 * Restores a backup into an empty database and counts its rows.
 *
 * @throws {Error} if the database is not empty, or a row is missing afterwards.
 */
export async function restore({ folder, searchPath, url }: BackupPlace): Promise<Manifest> {
  const manifest = JSON.parse(await readFile(manifestIn(folder), 'utf8')) as Manifest;
  return withSession(url, async (session) => {
    const programs = await findPrograms(await majorOf(session), searchPath);
    const [some] = await tablesOf(session);
    if (some) throw new Error(`The database is not empty: it has ${some}. Restore into a new one.`);
    const how = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction'];
    const pgRestore = path.join(programs, 'pg_restore');
    await withoutExtensions(pgRestore, dumpIn(folder), (list) =>
      runOn(pgRestore, url, [...how, `--use-list=${list}`, dumpIn(folder)]),
    );
    await session.query(`set "${TENANCY_SETTING}" = '${ALL_MERCHANTS}'`);
    expectRows(manifest.rows, await countRows(session), 'The restored database');
    return manifest;
  });
}

/**
 * Calls back with a file that lists what a dump has but extensions, such as `pg_stat_statements`: the service needs none,
 * and only a superuser may create most of them.
 */
async function withoutExtensions(
  pgRestore: string,
  dump: string,
  use: (list: string) => Promise<void>,
): Promise<void> {
  let listed = '';
  await runOn(pgRestore, '', ['--list', dump], async (output) => {
    listed = await text(output);
  });
  const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-restore-'));
  try {
    const list = path.join(folder, 'list');
    const kept = listed
      .split('\n')
      .filter((line) => !/^\d+; \d+ \d+ (EXTENSION|COMMENT - EXTENSION) /.test(line));
    await writeFile(list, kept.join('\n'));
    await use(list);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function majorOf(session: Client): Promise<number> {
  const { rows } = await session.query<{ version: string }>(
    "select current_setting('server_version_num') as version",
  );
  return Math.floor(Number(rows[0]!.version) / 10_000);
}

async function describe(session: Client, now: Date): Promise<Manifest> {
  const list = async (text: string) =>
    (await session.query<{ name: string }>(text)).rows.map(({ name }) => name);
  return {
    created_at: now.toISOString(),
    postgres: await majorOf(session),
    migrations: await list('select name from migrations order by name'),
    key_encrypting_keys: await list(
      "select distinct coalesce(kek, 'local:' || key_id) as name from encryption_keys order by 1",
    ),
    rows: await countRows(session),
  };
}

async function tablesOf(session: Client): Promise<string[]> {
  const { rows } = await session.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind = 'r' order by 1`,
    [[...schemas, PARTITIONS_SCHEMA]],
  );
  return rows.map(({ name }) => name);
}

async function countRows(session: Client): Promise<RowCounts> {
  const counts: Record<string, number> = {};
  for (const table of await tablesOf(session)) {
    const [schema, name] = table.split('.').map((part) => session.escapeIdentifier(part));
    const { rows } = await session.query<{ rows: string }>(`select count(*) as rows from ${schema}.${name}`);
    counts[table] = Number(rows[0]!.rows);
  }
  return counts;
}

/** Counts the rows of each COPY in a dump as text, in which a row is a line. */
async function countCopied(output: Readable, counts: Record<string, number>): Promise<void> {
  let table: string | null = null;
  for await (const line of createInterface({ input: output, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (table === null) {
      table = /^COPY (\S+) \(.*\) FROM stdin;$/.exec(line)?.[1]?.replaceAll('"', '') ?? null;
      if (table !== null) counts[table] = 0;
    } else if (line === '\\.') table = null;
    else counts[table] = counts[table]! + 1;
  }
}

function expectRows(expected: RowCounts, found: RowCounts, what: string): void {
  const differing = Object.entries(expected).filter(([table, rows]) => (found[table] ?? 0) !== rows);
  if (differing.length === 0) return;
  const said = differing.map(([table, rows]) => `${table} has ${found[table] ?? 0} of ${rows}`).join(', ');
  throw new Error(`${what} does not have every row: ${said}. It is of no use as a backup.`);
}
