import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFile, chmod, chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, onTestFinished, vi } from 'vitest';
import { aesColumnEncryption } from '../../../src/core/foundation/cryptography.ts';
import { migrateDatabase } from '../../../src/database/migrate.ts';
import { type Account, accountFor } from '../../../src/dev/embedded/account.ts';
import { run } from '../../../src/dev/embedded/processes.ts';
import { clientOf } from '../../kit/client.ts';
import { findInstalled, startDebianServer } from '../../kit/debian-server.ts';
import { isFullRun } from '../../kit/figure.ts';
import { cardOf, cards, sandboxShop } from '../../kit/sandbox-shop.ts';
import { startTestService, type TestService } from '../../kit/service.ts';
import { testApart as base } from '../../kit/test.ts';

/** The commands below a heading of docs/recover.md, one block each: the tests run them verbatim. */
const page = await readFile(path.join(import.meta.dirname, '../../../docs/recover.md'), 'utf8');
function commandsOf(heading: string): string[] {
  const [, section = ''] = page.split(`\n### ${heading}\n`);
  const [text = ''] = section.split(/\n##+ /);
  return [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block!);
}

const bin = findInstalled([
  'initdb',
  'pg_ctl',
  'psql',
  'createdb',
  'pg_dump',
  'pg_basebackup',
  'pg_verifybackup',
]);
const DATABASE = 'switchyard';
const [OWNER, SERVING] = ['switchyard', 'switchyard_service'];
const SIGNING_KEY = 'a-signing-key-of-their-own';
const encryptionKey = randomBytes(32);
const execute = promisify(execFile);

const test = base
  .extend(
    'folder',
    { scope: 'file' },
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from this pattern.
    async ({}, { onCleanup }) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-restore-'));
      const account = await accountFor(path.join(folder, 'none'));
      if (account) await chown(folder, account.uid, account.gid);
      await chmod(folder, 0o755);
      onCleanup(() => rm(folder, { recursive: true, force: true }));
      return folder;
    },
  )
  /** An installation's server, with its settings in the data folder. */
  .extend('server', { scope: 'file' }, async ({ folder }, { onCleanup }) => {
    const fill = async (data: string, account: Account | undefined) => {
      const args = ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8'];
      await run(path.join(bin, 'initdb'), args, { account });
      const settings = "listen_addresses = '127.0.0.1'\nunix_socket_directories = ''\nfsync = off\n";
      await appendFile(path.join(data, 'postgresql.conf'), settings);
    };
    const server = await startDebianServer({ bin, parent: folder, fill });
    onCleanup(() => server.kill().catch(() => {}));
    await server.query(`create role ${OWNER} login; create role ${SERVING} login`);
    await server.query(`create database ${DATABASE} owner ${OWNER}`);
    const servingUrl = server.urlOf(SERVING, DATABASE);
    await migrateDatabase({ ownerUrl: server.urlOf(OWNER, DATABASE), servingUrl });
    const [{ data_directory: data }] = (await server.query<{ data_directory: string }>(
      'show data_directory',
    )) as [{ data_directory: string }];
    return { ...server, data };
  })
  /** A service on it, with a merchant that accepts cards. */
  .extend('installation', { scope: 'file' }, async ({ server }) => {
    const service = await startOn(server.urlOf(SERVING, DATABASE));
    const { key, merchantId, profileId } = await sandboxShop(service, {
      payment_response_hash_key: SIGNING_KEY,
    });
    const pay = async () => {
      const body = {
        amount: 100,
        currency: 'USD',
        profile_id: profileId,
        confirm: true,
        payment_method_data: { card: cardOf(cards.good) },
      };
      return (await clientOf(service).post('/payments', { key, body })).body;
    };
    return { service, key, merchantId, pay };
  })
  /** Runs commands from the page, as an account, with the server's address replacing the page's. */
  .extend(
    'follow',
    { scope: 'file' },
    ({ folder, server }) =>
      async (commands: string, account?: Account, variables: Record<string, string> = {}) => {
        const address = (role: string) => `postgres://${role}@127.0.0.1:${server.port}/`;
        const script = [OWNER, SERVING].reduce(
          (text, role) => text.replaceAll(`postgres://${role}:…@db:5432/`, address(role)),
          commands,
        );
        const env = {
          PATH: `${bin}:${process.env.PATH}`,
          PGHOST: '127.0.0.1',
          PGPORT: String(server.port),
          PGUSER: 'postgres',
          PGDATA: server.data,
          KEYS: folder,
          BACKUPS: path.join(folder, account ? 'backups-of-account' : 'backups'),
          RESTORED: path.join(folder, 'restored'),
          ...variables,
        };
        const cwd = account ? folder : path.join(import.meta.dirname, '../../..');
        await execute('bash', ['--norc', '-euo', 'pipefail', '-c', script], { ...account, cwd, env });
      },
  )
  .skipIf(bin === '');

/** Whether its connections are new since the server's restart. */
const isServing = async (service: TestService) =>
  (await clientOf(service).get('/health/ready')).status === 200;

/** Whether the server has archived its log up to the segment before the current one. */
const archived = `select last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 1) as done from pg_stat_archiver`;

const startOn = (databaseUrl: string, key = encryptionKey) =>
  startTestService({ databaseUrl, directUrl: databaseUrl, encryptionKey: key, doesJobs: false });

/** A value stored encrypted, decrypted with the service's keys. */
async function signingKeyAt({ database, encryption }: TestService, merchantId: string): Promise<unknown> {
  const column = 'payment_response_hash_key';
  const text = `select ${column} as sealed from merchant_accounts where merchant_id = $1`;
  const [row] = await database.rows.query<{ sealed: Buffer }>({ text, values: [merchantId] }, null);
  return encryption.decrypt(row!.sealed, { table: 'merchant_accounts', column, key: [merchantId] });
}

test('The commands of docs/recover.md dump and restore', { skip: !isFullRun }, async ({
  follow,
  installation,
  server,
}) => {
  const commands = commandsOf('Dumps');
  expect(commands).toHaveLength(2);
  const [dump, restore] = commands as [string, string];
  const before = await installation.pay();
  expect(before.status).toBe('succeeded');
  await follow(dump);
  const after = await installation.pay();
  await follow(restore);
  const restored = await startOn(server.urlOf(SERVING, 'restored'));
  const find = (id: string) => clientOf(restored).get(`/payments/${id}`, { key: installation.key });
  expect((await find(before.payment_id)).body).toMatchObject({ status: 'succeeded', amount_received: 100 });
  expect((await find(after.payment_id)).status).toBe(404);
  expect(await signingKeyAt(restored, installation.merchantId)).toBe(SIGNING_KEY);
  await restored.close();
});

test('The commands of docs/recover.md dump and restore with encryption', async ({
  follow,
  installation,
  server,
}) => {
  const { payment_id: id } = await installation.pay();
  for (const commands of commandsOf('Encrypted dumps')) await follow(commands);
  const [row] = await server.query<{ merchant_id: string }>(
    `select merchant_id from payments where payment_id = '${id}'`,
    'opened',
  );
  expect(row).toEqual({ merchant_id: installation.merchantId });
});

test('The commands of docs/recover.md restore a base backup and the log to a point in time', {
  skip: !isFullRun,
}, async ({ follow, installation, server }) => {
  const commands = commandsOf('Any moment');
  expect(commands).toHaveLength(3);
  const [archive, copy, restore] = commands as [string, string, string];
  const account = await accountFor(server.data);
  await follow(archive, account);
  await follow(copy, account);
  await vi.waitUntil(() => isServing(installation.service), { timeout: 60_000 });
  const before = await installation.pay();
  expect(before.status).toBe('succeeded');
  await sleep(100);
  const [{ moment }] = (await server.query<{ moment: string }>('select now()::text as moment')) as [
    { moment: string },
  ];
  await sleep(100);
  const after = await installation.pay();
  expect(after.status).toBe('succeeded');
  await installation.service.close();
  await follow(`psql -c 'select pg_switch_wal()'`, account);
  await vi.waitUntil(async () => (await server.query<{ done: boolean | null }>(archived))[0]!.done === true, {
    timeout: 60_000,
    interval: 100,
  });
  await server.kill();

  await follow(restore, account, { MOMENT: moment });
  const stop = 'pg_ctl -D "$RESTORED" -m immediate stop';
  onTestFinished(() => follow(stop, account));
  const url = server.urlOf(SERVING, DATABASE);
  await expect(startOn(url, randomBytes(32))).rejects.toThrow('a key that ENCRYPTION_KEY does not name');
  const restored = await startOn(url);
  const find = (id: string) => clientOf(restored).get(`/payments/${id}`, { key: installation.key });
  expect((await find(before.payment_id)).body).toMatchObject({ status: 'succeeded', amount_received: 100 });
  expect((await find(after.payment_id)).status).toBe(404);
  expect(await signingKeyAt(restored, installation.merchantId)).toBe(SIGNING_KEY);
  const keyless = { ...restored, encryption: aesColumnEncryption([randomBytes(32)]) };
  await expect(signingKeyAt(keyless, installation.merchantId)).rejects.toThrow();
  await restored.close();
});
