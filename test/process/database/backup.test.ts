import { execFileSync } from 'node:child_process';
import { chmod, cp, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { backUp, restore } from '../../../src/database/backup.ts';
import { migrateDatabase } from '../../../src/database/migrate.ts';
import { withSession } from '../../../src/database/sessions.ts';
import { clientOf } from '../../kit/client.ts';
import { findInstalled, startDebianServer } from '../../kit/debian-server.ts';
import { figure } from '../../kit/figure.ts';
import { sandboxShop } from '../../kit/sandbox-shop.ts';
import { startTestService } from '../../kit/service.ts';
import { testApart as base } from '../../kit/test.ts';

/** A version of PostgreSQL that has both the server and pg_dump: pg_dump must not be older than the server. */
const bin = findInstalled(['initdb', 'pg_ctl', 'pg_dump']);

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from this pattern.
  .extend('folder', { scope: 'file' }, async ({}, { onCleanup }) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-backup-'));
    await chmod(folder, 0o711);
    onCleanup(() => rm(folder, { recursive: true, force: true }));
    return folder;
  })
  /** A server with the roles of an installation; makes URLs of its databases. */
  .extend('server', { scope: 'file' }, async ({ folder }, { onCleanup }) => {
    const server = await startDebianServer({ bin, parent: folder });
    onCleanup(() => server.kill());
    await server.query('create role owning login; create role serving login');
    for (const name of ['original', 'copy', 'emptied'])
      await server.query(`create database ${name} owner owning`);
    return server;
  })
  /** A backup of a database with seven payments. */
  .extend('backup', { scope: 'file' }, async ({ folder, server: { urlOf }, shared: { encryptionKey } }) => {
    const [ownerUrl, servingUrl] = [urlOf('owning', 'original'), urlOf('serving', 'original')];
    await migrateDatabase({ ownerUrl, servingUrl });
    // As operators have it, to see which statements take longest. The owner may not create it.
    await withSession(urlOf('postgres', 'original'), (superuser) =>
      superuser.query('create extension pg_stat_statements'),
    );
    const service = await startTestService({ databaseUrl: servingUrl, encryptionKey });
    const shop = await sandboxShop(service, { payment_response_hash_key: 'kept' });
    const add = () => shop.payment({ description: 'a\nline\\.\n\\.' });
    const payments = await Promise.all(Array.from({ length: 7 }, add));
    const place = { folder: path.join(folder, 'backup'), searchPath: bin };
    const manifest = await backUp({ ...place, url: ownerUrl }, new Date());
    await service.close();
    return { ...place, manifest, payments, key: shop.key, kek: service.keks[0]!.id };
  })
  .skipIf(bin === '');

test('A backup taken while the service runs is restored whole, and the service starts on it', async ({
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
  await restored.close();
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
  figure(
    task,
    `${rows} rows of ${Object.keys(manifest.rows).length} tables counted, ${found.length} payments listed again`,
  );
  await expect(restore({ ...backup, url: copy.ownerUrl })).rejects.toThrow('The database is not empty');
});

test('Nobody but the account that made a backup can read it', async ({ backup }) => {
  const paths = (await readdir(backup.folder)).map((name) => path.join(backup.folder, name));
  expect(paths).toHaveLength(2);
  for (const one of [backup.folder, ...paths]) expect((await stat(one)).mode & 0o077).toBe(0);
});

test('In production a backup is made with nothing but the address of the database', ({
  backup: { searchPath },
  folder,
  server: { urlOf },
}) => {
  const args = ['dist/commands/switchyard.js', 'backup', path.join(folder, 'by-command')];
  const env = {
    ...{ PATH: searchPath, NODE_ENV: 'production' },
    MIGRATION_DATABASE_URL: urlOf('owning', 'original'),
  };
  const cwd = path.resolve(import.meta.dirname, '../../..');
  expect(String(execFileSync(process.execPath, args, { cwd, env }))).toMatch(/all that the database has\./);
  const { MIGRATION_DATABASE_URL: _, ...nothing } = env;
  expect(() => execFileSync(process.execPath, args, { cwd, env: nothing, stdio: 'pipe' })).toThrow(
    /Set MIGRATION_DATABASE_URL to the tables' owner/,
  );
});

test('A dump that lacks rows is refused when it is restored', async ({
  backup,
  folder,
  server: { urlOf },
  task,
}) => {
  const empty = path.join(folder, 'empty');
  await cp(backup.folder, empty, { recursive: true });
  // The dump of a role that sees no merchant: pg_dump ends with 0.
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
