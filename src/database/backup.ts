import { createReadStream, createWriteStream } from 'node:fs';
import { access, chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { OperatorError } from '../core/foundation/operator-error.ts';
import { ALL_MERCHANTS, TENANCY_SETTING } from '../core/model/tables.ts';
import { damaged, decryptWith, encryptorFor } from './dump-encryption.ts';
import { askOn, markRestored } from './identity.ts';
import { PARTITIONS_SCHEMA, schemas } from './orm-options.ts';
import { isSpread } from './pools.ts';
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
  /** The public keys that the dump is encrypted for; null for one in the clear. */
  readonly recipients: readonly string[] | null;
}

/** A database, as its owner, and the folder of a backup. */
interface BackupPlace {
  readonly url: string;
  readonly folder: string;
  /** Where `pg_dump` and `pg_restore` are looked for, as in the variable `PATH`. */
  readonly searchPath: string;
}

/** The options of a backup: its source, destination and recipients. */
export interface BackupOptions extends BackupPlace {
  /** The public keys that the dump is encrypted for; none leaves it in the clear. */
  readonly recipients?: readonly string[];
}

/** The options of a restore: the dump, its destination and identity. */
export interface RestoreOptions extends BackupPlace {
  /** Secret keys, for a dump that is encrypted. */
  readonly identities?: readonly string[];
}

const dumpIn = (folder: string) => path.join(folder, 'database.dump');
/** The name of an encrypted dump. An unencrypted dump never lies beside it. */
const sealedIn = (folder: string) => `${dumpIn(folder)}.age`;
const manifestIn = (folder: string) => path.join(folder, 'manifest.json');

const SPREAD_MESSAGE =
  'The database is spread over the nodes of a cluster, which no dump copies as of one moment. ' +
  'Archive each node, and name a moment on all of them with citus_create_restore_point; see docs/scaling.md.';

/**
 * Dumps a database into a new folder, and counts the rows of the dump: under row-level security a role may dump tables
 * that look empty to it, without an error.
 *
 * @throws {OperatorError} on a cluster, whose nodes have no snapshot in common.
 * @throws {Error} if the dump has not every row that the database has.
 */
export async function backUp(
  { folder, recipients = [], searchPath, url }: BackupOptions,
  now: Date,
): Promise<Manifest> {
  const encrypt = recipients.length === 0 ? null : encryptorFor(recipients);
  return withSession(url, async (session) => {
    if (await isSpread(session)) throw new OperatorError(SPREAD_MESSAGE);
    const programs = await findPrograms(await majorOf(session), searchPath);
    // Names and addresses are in it in the clear, unless it is encrypted.
    await mkdir(folder, { mode: 0o700 });
    // The dump and the counts use one snapshot, while the service keeps writing.
    await session.query(`begin isolation level repeatable read, read only;
      set local "${TENANCY_SETTING}" = '${ALL_MERCHANTS}'`);
    const { rows: exported } = await session.query<{ id: string }>('select pg_export_snapshot() as id');
    const manifest = { ...(await describe(session, now)), recipients: encrypt && recipients };
    const pgDump = path.join(programs, 'pg_dump');
    const how = ['--format=custom', '--no-owner', '--no-privileges', '--enable-row-security'];
    const args = [...how, `--snapshot=${exported[0]!.id}`];
    const dumped: Record<string, number> = {};
    const count = (write?: (input: Writable) => Promise<void>) =>
      runOn(
        path.join(programs, 'pg_restore'),
        '',
        ['--data-only', '--file=-', ...(write ? [] : [dumpIn(folder)])],
        {
          read: (output) => countCopied(output, dumped),
          ...(write && { write }),
        },
      );
    if (encrypt) {
      // The dump never touches the disk in the clear: it is counted and encrypted while it is made.
      const sealed = createWriteStream(sealedIn(folder), { flags: 'wx', mode: 0o600 });
      await runOn(pgDump, url, args, {
        read: async (output) => {
          const [toEncrypt, toCount] = [new PassThrough(), new PassThrough()];
          await Promise.all([
            pipeline(output, toEncrypt),
            pipeline(output, toCount),
            encrypt(toEncrypt).then((encrypted) => pipeline(encrypted, sealed)),
            count((input) => offer(toCount, input)),
          ]);
        },
      });
    } else {
      await runOn(pgDump, url, [...args, `--file=${dumpIn(folder)}`]);
      await chmod(dumpIn(folder), 0o600);
      await count();
    }
    await session.query('commit');
    expectRows(manifest.rows, dumped, 'The dump');
    await writeFile(manifestIn(folder), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    return manifest;
  });
}

/** Marks a restored database, where its version knows the table: a process that starts meanwhile sends nothing. */
async function markAsRestored(session: Client): Promise<void> {
  const { rows } = await session.query<{ known: boolean }>(
    `select to_regclass('database_identity') is not null as known`,
  );
  if (rows[0]!.known) await markRestored(askOn(session));
}

/**
 * Restores a backup into an empty database, in one transaction, and counts its rows. An encrypted dump is decrypted to its
 * end before anything is written. The database is undecided then: nothing is sent until an operator declares it.
 *
 * @throws {Error} if the database is not empty, the dump is damaged or no key opens it, or a row is missing afterwards.
 */
export async function restore({ folder, identities, searchPath, url }: RestoreOptions): Promise<Manifest> {
  const manifest = JSON.parse(await readFile(manifestIn(folder), 'utf8')) as Manifest;
  const open = await openerOf(folder, manifest, identities);
  return withSession(url, async (session) => {
    const programs = await findPrograms(await majorOf(session), searchPath);
    const [some] = await tablesOf(session);
    if (some) throw new Error(`The database is not empty: it has ${some}. Restore into a new one.`);
    const how = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction'];
    const pgRestore = path.join(programs, 'pg_restore');
    const from = open === null ? [dumpIn(folder)] : [];
    await withoutExtensions(pgRestore, from, open, (list) =>
      runOn(pgRestore, url, [...how, `--use-list=${list}`, ...from], {
        ...(open && { write: async (input) => offerSealed(await open(), input) }),
      }),
    );
    await session.query(`set "${TENANCY_SETTING}" = '${ALL_MERCHANTS}'`);
    expectRows(manifest.rows, await countRows(session), 'The restored database');
    await session.query('select restart_event_feed()');
    await markAsRestored(session);
    return manifest;
  });
}

/**
 * Opens the dump of a folder, as often as it is called; null if the dump is in the clear.
 *
 * @throws {OperatorError} for a missing or a superfluous key.
 */
async function openerOf(
  folder: string,
  { recipients }: Manifest,
  identities: readonly string[] | undefined,
): Promise<(() => Promise<Readable>) | null> {
  const isSealed = await access(sealedIn(folder)).then(
    () => true,
    () => false,
  );
  if (isSealed && !identities)
    throw new OperatorError(
      `This backup is encrypted for ${recipients?.join(', ') ?? 'a key'}: give the file with its secret key, --identity.`,
    );
  if (!isSealed && identities)
    throw new OperatorError('This backup is not encrypted. Restore it without --identity if it is yours.');
  return isSealed ? () => decryptWith(identities!, createReadStream(sealedIn(folder))) : null;
}

/**
 * Calls back with a file that lists the dump's contents without extensions, such as `pg_stat_statements`: the service needs none,
 * and only a superuser may create most of them. A dump that is opened has been read to its end by then.
 */
async function withoutExtensions(
  pgRestore: string,
  from: readonly string[],
  open: (() => Promise<Readable>) | null,
  use: (list: string) => Promise<void>,
): Promise<void> {
  let listed = '';
  await runOn(pgRestore, '', ['--list', ...from], {
    read: async (output) => {
      listed = await text(output);
    },
    ...(open && { write: async (input) => offerSealed(await open(), input) }),
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

/** Does {@link offer} for a dump that is being decrypted, which fails if the dump was altered. */
const offerSealed = (dump: Readable, input: Writable): Promise<void> =>
  offer(dump, input).catch((error: Error) => {
    throw damaged(error);
  });

/**
 * Reads a dump to its end, and gives a program as much of it as the program reads: it may end before the end of its input.
 * Its exit code shows whether it succeeded.
 */
async function offer(dump: Readable, input: Writable): Promise<void> {
  let takes = true;
  let wake = () => {};
  const stop = () => {
    takes = false;
    wake();
  };
  input.on('error', stop).on('close', stop);
  for await (const chunk of dump) {
    if (takes && !input.write(chunk))
      await new Promise<void>((resolve) => {
        wake = resolve;
        input.once('drain', resolve);
      });
  }
  input.end();
}

async function majorOf(session: Client): Promise<number> {
  const { rows } = await session.query<{ version: string }>(
    "select current_setting('server_version_num') as version",
  );
  return Math.floor(Number(rows[0]!.version) / 10_000);
}

async function describe(session: Client, now: Date): Promise<Omit<Manifest, 'recipients'>> {
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
  throw new Error(`${what} does not have every row: ${said}. It cannot serve as a backup.`);
}
