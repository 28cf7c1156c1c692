import { execFileSync } from 'node:child_process';
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, vi } from 'vitest';
import { backUp, restore } from '../../../src/database/backup.ts';
import { readIdentities } from '../../../src/database/dump-encryption.ts';
import { migrateDatabase } from '../../../src/database/migrate.ts';
import { withSession } from '../../../src/database/sessions.ts';
import { clientOf } from '../../kit/client.ts';
import { findInstalled, startDebianServer } from '../../kit/debian-server.ts';
import { figure, isFullRun } from '../../kit/figure.ts';
import { sandboxShop } from '../../kit/sandbox-shop.ts';
import { startTestService } from '../../kit/service.ts';
import { testApart as base } from '../../kit/test.ts';

/** A PostgreSQL version with both the server and pg_dump: pg_dump must not be older than the server. */
const bin = findInstalled(['initdb', 'pg_ctl', 'pg_dump']);

const EMAIL = 'planted.ada@example.com';

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from this pattern.
  .extend('folder', { scope: 'file' }, async ({}, { onCleanup }) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-backup-'));
    await chmod(folder, 0o711);
    onCleanup(() => rm(folder, { recursive: true, force: true }));
    return folder;
  })
  /** A server with the roles of an installation; builds URLs of its databases. */
  .extend('server', { scope: 'file' }, async ({ folder }, { onCleanup }) => {
    const server = await startDebianServer({ bin, parent: folder });
    onCleanup(() => server.kill());
    await server.query('create role owning login; create role serving login');
    for (const name of ['original', 'copy', 'emptied', 'opened', 'refused'])
      await server.query(`create database ${name} owner owning`);
    return server;
  })
  /** A backup of a database with seven payments. */
  .extend('backup', { scope: 'file' }, async ({ folder, server: { urlOf }, shared: { encryptionKey } }) => {
    const [ownerUrl, servingUrl] = [urlOf('owning', 'original'), urlOf('serving', 'original')];
    await migrateDatabase({ ownerUrl, servingUrl });
    // Operators use it to find slow statements. The owner may not create it.
    await withSession(urlOf('postgres', 'original'), (superuser) =>
      superuser.query('create extension pg_stat_statements'),
    );
    const service = await startTestService({ databaseUrl: servingUrl, encryptionKey });
    const shop = await sandboxShop(service, { payment_response_hash_key: 'kept' });
    const add = () => shop.payment({ description: 'a\nline\\.\n\\.' });
    const payments = await Promise.all(Array.from({ length: 7 }, add));
    await shop.event({ payment_id: payments[0]! });
    await clientOf(service).post('/customers', { key: shop.key, body: { email: EMAIL, name: 'Ada' } });
    const place = { folder: path.join(folder, 'backup'), searchPath: bin };
    const manifest = await backUp({ ...place, url: ownerUrl }, new Date());
    await service.close();
    return { ...place, manifest, payments, key: shop.key, kek: service.keks[0]!.id };
  })
  /** An encrypted backup of the same database, following the documented commands. */
  .extend('sealed', { scope: 'file' }, async ({ backup, folder, server: { urlOf } }) => {
    const [identity, other] = ['identity', 'other'].map((name) => path.join(folder, name)) as [
      string,
      string,
    ];
    const recipient = switchyard({}, 'backup-key', identity).trim();
    switchyard({}, 'backup-key', other);
    const env = { MIGRATION_DATABASE_URL: urlOf('owning', 'original') };
    const place = { ...backup, folder: path.join(folder, 'sealed') };
    const output = switchyard({ ...env, BACKUP_RECIPIENT: recipient }, 'backup', place.folder);
    return { place, env, recipient, identity, other, output };
  })
  .skipIf(bin === '');

const root = path.resolve(import.meta.dirname, '../../..');

/** The program's output; it throws the message of a failure. */
function switchyard(environment: Record<string, string>, ...args: string[]): string {
  const env = { PATH: bin, NODE_ENV: 'production', ...environment };
  return String(
    execFileSync(process.execPath, ['dist/commands/switchyard.js', ...args], {
      cwd: root,
      env,
      stdio: 'pipe',
    }),
  );
}

test('A backup taken while the service runs restores completely, and the service starts on it', async ({
  backup,
  server: { urlOf },
  shared: { encryptionKey },
  task,
}) => {
  const { manifest } = backup;
  expect(manifest.rows).toMatchObject({ 'public.payments': 7, 'public.merchant_accounts': 1 });
  expect(manifest.key_encrypting_keys).toEqual([backup.kek]);
  const copy = { ownerUrl: urlOf('owning', 'copy'), servingUrl: urlOf('serving', 'copy') };
  expect(await restore({ ...backup, url: copy.ownerUrl })).toEqual(manifest);
  await migrateDatabase(copy);
  const restored = await startTestService({ databaseUrl: copy.servingUrl, encryptionKey });
  const { body } = await clientOf(restored).get('/payments/list', { key: backup.key });
  const found = body[0].data.map((payment: { payment_id: string }) => payment.payment_id);
  expect(found.sort()).toEqual(backup.payments.sort());
  // The server's transaction numbers start over: the feed continues after the restored events.
  const feed = async (after = '') =>
    (await clientOf(restored).get(`/event_feed?limit=100${after && `&after=${after}`}`, { key: backup.key }))
      .body;
  const before = await feed();
  expect(before.events.length).toBeGreaterThan(0);
  const created = await clientOf(restored).post('/payments', {
    key: backup.key,
    body: { amount: 100, currency: 'USD' },
  });
  await vi.waitFor(
    async () => {
      const after = await feed(before.next_cursor);
      const objects = after.events.map(
        (event: { body: string }) => JSON.parse(event.body).content.object.payment_id,
      );
      expect(new Set(objects)).toEqual(new Set([created.body.payment_id]));
    },
    { timeout: 60_000 },
  );
  await restored.close();
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
  figure(
    task,
    `${rows} rows of ${Object.keys(manifest.rows).length} tables counted, ${found.length} payments listed again`,
  );
  await expect(restore({ ...backup, url: copy.ownerUrl })).rejects.toThrow('The database is not empty');
});

test('Only the account that made a backup can read it', async ({ backup }) => {
  const paths = (await readdir(backup.folder)).map((name) => path.join(backup.folder, name));
  expect(paths).toHaveLength(2);
  for (const one of [backup.folder, ...paths]) expect((await stat(one)).mode & 0o077).toBe(0);
});

test('In production a backup needs only the address of the database', { skip: !isFullRun }, ({
  backup: { searchPath },
  folder,
  server: { urlOf },
}) => {
  const args = ['backup', path.join(folder, 'by-command')];
  const env = { PATH: searchPath, MIGRATION_DATABASE_URL: urlOf('owning', 'original') };
  expect(switchyard(env, ...args)).toMatch(/all that the database has\.\nIt is not encrypted: /);
  expect(() => switchyard({}, ...args)).toThrow(/Set MIGRATION_DATABASE_URL to the tables' owner/);
});

test('Restoring refuses a dump with missing rows', async ({ backup, folder, server: { urlOf }, task }) => {
  const empty = path.join(folder, 'empty');
  await cp(backup.folder, empty, { recursive: true });
  // A dump by a role that sees no merchant: pg_dump still exits with 0.
  execFileSync(path.join(bin, 'pg_dump'), [
    '--format=custom',
    '--no-owner',
    '--no-privileges',
    '--enable-row-security',
    `--file=${path.join(empty, 'database.dump')}`,
    `--dbname=${urlOf('owning', 'original')}`,
  ]);
  const restored = restore({ ...backup, folder: empty, url: urlOf('owning', 'emptied') });
  const refusal = await restored.then(() => 'restored', String);
  figure(task, /public\.payments has [^;,\n]*/.exec(refusal)?.[0] ?? refusal);
  expect(refusal).toContain('public.payments has 0 of 7');
});

test('An encrypted backup is unreadable without the secret key, and restores with it', {
  skip: !isFullRun,
}, async ({
  sealed: { identity, output, place, recipient },
  server: { urlOf },
  shared: { encryptionKey },
}) => {
  expect(output).toContain(`It is encrypted for ${recipient}.`);
  expect((await readdir(place.folder)).sort()).toEqual(['database.dump.age', 'manifest.json']);
  for (const name of await readdir(place.folder)) {
    const file = path.join(place.folder, name);
    expect([name, (await readFile(file)).includes(EMAIL)]).toEqual([name, false]);
    expect((await stat(file)).mode & 0o077).toBe(0);
  }
  const names = {
    MIGRATION_DATABASE_URL: urlOf('owning', 'opened'),
    DATABASE_URL: urlOf('serving', 'opened'),
  };
  const restored = switchyard(names, 'restore', place.folder, '--identity', identity);
  expect(restored).toMatch(/rows of \d+ tables are restored/);
  const service = await startTestService({ databaseUrl: names.DATABASE_URL, encryptionKey });
  const { body } = await clientOf(service).get('/customers', { key: place.key });
  expect(JSON.stringify(body)).toContain(EMAIL);
  await service.close();
});

test('A program that stops reading a dump early is judged by its exit status', async ({
  backup: { searchPath },
  folder,
  sealed: { recipient },
  server: { urlOf },
}) => {
  const programs = path.join(folder, 'programs');
  await mkdir(programs);
  const write = (name: string, lines: string) =>
    writeFile(path.join(programs, name), `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
  await write('pg_dump', `exec ${searchPath}/pg_dump "$@"`);
  await write(
    'pg_restore',
    `[ "$1" = --version ] && exec ${searchPath}/pg_restore --version; head -c 5 > /dev/null`,
  );
  const made = backUp(
    {
      folder: path.join(folder, 'early'),
      recipients: [recipient],
      searchPath: programs,
      url: urlOf('owning', 'original'),
    },
    new Date(),
  );
  // It counted no rows, and the dump has some: not reading the rest is not a failure.
  await expect(made).rejects.toThrow(/^The dump does not have every row/);
});

test('A wrong key or a truncated encrypted backup restores nothing', async ({
  folder,
  sealed: { env, identity, other, place },
  server,
}) => {
  const url = server.urlOf('owning', 'refused');
  const refuse = async (given: string | undefined, message: RegExp, from = place) => {
    const opened = async () => (given === undefined ? {} : { identities: await readIdentities(given) });
    await expect(opened().then((identities) => restore({ ...from, ...identities, url }))).rejects.toThrow(
      message,
    );
  };
  const nothing = path.join(folder, 'nothing');
  await writeFile(nothing, 'AGE-SECRET-KEY-1WRONG\n');
  await refuse(undefined, /encrypted for age1\w+: give the file with its secret key, --identity/);
  await refuse(other, /The key of --identity does not open this backup; nothing was restored/);
  await refuse(nothing, /nothing of --identity has no secret key/);
  await refuse(path.join(folder, 'none'), /none of --identity cannot be read \(ENOENT\)/);
  await refuse(identity, /This backup is not encrypted/, { ...place, folder: path.join(folder, 'backup') });
  const whole = await readFile(path.join(place.folder, 'database.dump.age'));
  const cut = { ...place, folder: path.join(folder, 'cut') };
  await cp(place.folder, cut.folder, { recursive: true });
  const file = path.join(cut.folder, 'database.dump.age');
  // Within the header, at the end of a 64 KiB chunk, within the last chunk, and without its last byte.
  const header = whole.indexOf('\n', whole.indexOf('\n---') + 1) + 1;
  const cuts = [header - 9, header + 16 + 65_552, header + 100, whole.length - 1].filter(
    (at) => at < whole.length,
  );
  for (const at of cuts) {
    await writeFile(file, whole);
    await truncate(file, at);
    await refuse(identity, /The dump is damaged or cut off \(.+\)\. Nothing was restored\./, cut);
  }
  whole[whole.length - 100]! ^= 1;
  await writeFile(file, whole);
  await refuse(identity, /The dump is damaged or cut off/, cut);
  const tables = await server.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace`,
    'refused',
  );
  expect(tables).toEqual([]);
  expect(() => switchyard(env, 'backup', '--recipient', 'age1nobody', path.join(folder, 'never'))).toThrow(
    /The recipient age1nobody… is no public key of age/,
  );
  expect(await readdir(folder)).not.toContain('never');
});
