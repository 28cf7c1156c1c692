import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import { backUp, restore } from '../../src/database/backup.ts';
import { migrateDatabase } from '../../src/database/migrate.ts';
import { accountFor } from '../../src/dev/embedded/account.ts';
import { run } from '../../src/dev/embedded/processes.ts';
import { clientOf } from '../kit/client.ts';
import { sandboxShop } from '../kit/sandbox-shop.ts';
import { startTestService } from '../kit/service.ts';
import { test as base } from '../kit/test.ts';

/** A version of PostgreSQL that has both the server and pg_dump: pg_dump must not be older than the server. */
const installed = existsSync('/usr/lib/postgresql')
  ? readdirSync('/usr/lib/postgresql')
      .map((version) => path.join('/usr/lib/postgresql', version, 'bin'))
      .filter((bin) =>
        ['initdb', 'pg_ctl', 'pg_dump'].every((program) => existsSync(path.join(bin, program))),
      )
  : [];
const bin = installed.at(-1) ?? '';

async function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

const test = base
  .extend('folder', { scope: 'file' }, async ({ shared: _ }, { onCleanup }) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-backup-'));
    await chmod(folder, 0o711);
    onCleanup(() => rm(folder, { recursive: true, force: true }));
    return folder;
  })
  /** A server with the roles of an installation; makes URLs of its databases. */
  .extend('server', { scope: 'file' }, async ({ folder }, { onCleanup }) => {
    const home = await mkdtemp(path.join(folder, 'server-'));
    const account = await accountFor(path.join(home, 'data'));
    if (account) await chown(home, account.uid, account.gid);
    const data = path.join(home, 'data');
    await run(path.join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8'], {
      account,
    });
    const port = await freePort();
    const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
    const control = (args: string[]) =>
      run(path.join(bin, 'pg_ctl'), ['-D', data, '-w', ...args], { account });
    await control(['-l', path.join(home, 'log'), '-o', settings, 'start']);
    onCleanup(() => control(['-m', 'immediate', 'stop']));
    const urlOf = (role: string, database: string) => `postgres://${role}@127.0.0.1:${port}/${database}`;
    const superuser = new pg.Client({ connectionString: urlOf('postgres', 'postgres') });
    await superuser.connect();
    await superuser.query('create role owning login; create role serving login');
    for (const name of ['original', 'copy', 'emptied'])
      await superuser.query(`create database ${name} owner owning`);
    await superuser.end();
    return { urlOf };
  })
  /** A backup of a database with seven payments. */
  .extend('backup', { scope: 'file' }, async ({ folder, server: { urlOf }, shared: { encryptionKey } }) => {
    const [ownerUrl, servingUrl] = [urlOf('owning', 'original'), urlOf('serving', 'original')];
    await migrateDatabase({ ownerUrl, servingUrl });
    const service = await startTestService({ databaseUrl: servingUrl, encryptionKey });
    const shop = await sandboxShop(service, { payment_response_hash_key: 'kept' });
    const add = () => shop.payment({ description: 'a\nline\\.\n\\.' });
    const payments = await Promise.all(Array.from({ length: 7 }, add));
    const place = { folder: path.join(folder, 'backup'), searchPath: bin };
    const manifest = await backUp({ ...place, url: ownerUrl }, new Date());
    await service.close();
    return { ...place, manifest, payments, key: shop.key, keyId: service.encryption.keyIds[0] };
  })
  .skipIf(bin === '');

test('A backup taken while the service runs is restored whole, and the service starts on it', async ({
  backup,
  server: { urlOf },
  shared: { encryptionKey },
}) => {
  const { manifest } = backup;
  expect(manifest.rows).toMatchObject({ 'public.payments': 7, 'public.merchant_accounts': 1 });
  expect(manifest.encryption_keys).toEqual([backup.keyId]);
  const copy = { ownerUrl: urlOf('owning', 'copy'), servingUrl: urlOf('serving', 'copy') };
  expect(await restore({ ...backup, url: copy.ownerUrl })).toEqual(manifest);
  await migrateDatabase(copy);
  const restored = await startTestService({ databaseUrl: copy.servingUrl, encryptionKey });
  const { body } = await clientOf(restored).get('/payments/list', { key: backup.key });
  const found = body[0].data.map((payment: { payment_id: string }) => payment.payment_id);
  expect(found.sort()).toEqual(backup.payments.sort());
  await restored.close();
  await expect(restore({ ...backup, url: copy.ownerUrl })).rejects.toThrow('The database is not empty');
});

test('A dump that lacks rows is refused when it is restored', async ({
  backup,
  folder,
  server: { urlOf },
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
  await expect(restored).rejects.toThrow('public.payments has 0 of 7');
});
