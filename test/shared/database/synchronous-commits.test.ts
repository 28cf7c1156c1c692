import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { migrateDatabase } from '../../../src/database/migrate.ts';
import { clientOf } from '../../kit/client.ts';
import { findInstalled, startDebianServer } from '../../kit/debian-server.ts';
import { sandboxShop } from '../../kit/sandbox-shop.ts';
import { startTestService } from '../../kit/service.ts';
import { testApart as base } from '../../kit/test.ts';

const bin = findInstalled(['initdb', 'pg_ctl']);

const test = base
  /** A server that can be made to require a standby for commits. */
  .extend(
    'server',
    { scope: 'file' },
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from this pattern.
    async ({}, { onCleanup }) => {
      const parent = await mkdtemp(path.join(tmpdir(), 'switchyard-synchronous-'));
      await chmod(parent, 0o711);
      const server = await startDebianServer({ bin, parent });
      onCleanup(async () => {
        await server.kill();
        await rm(parent, { recursive: true, force: true });
      });
      await server.query('create role owning login; create role serving login');
      await server.query('create database synchronous owner owning');
      return server;
    },
  )
  .skipIf(bin === '');

test('A commit that no standby has confirmed is not acknowledged', async ({ server }) => {
  const [ownerUrl, databaseUrl] = [
    server.urlOf('owning', 'synchronous'),
    server.urlOf('serving', 'synchronous'),
  ];
  await migrateDatabase({ ownerUrl, servingUrl: databaseUrl });
  const service = await startTestService({
    databaseUrl,
    directUrl: databaseUrl,
    encryptionKey: randomBytes(32),
    doesJobs: false,
  });
  const { key, profileId } = await sandboxShop(service);
  const setStandby = async (name: string) => {
    await server.query(`alter system set synchronous_standby_names = '${name}'`);
    await server.query('select pg_reload_conf()');
  };
  const requests = [
    ['/customers', { email: 'ada@example.com' }],
    ['/payments', { amount: 100, currency: 'USD', profile_id: profileId }],
  ] as const;
  const send = () =>
    Promise.all(
      requests.map(([at, body]) =>
        clientOf(service).post(at, {
          key,
          body,
          headers: { 'idempotency-key': `key of ${at}`.replaceAll(' ', '-') },
        }),
      ),
    );
  await setStandby('unreachable');
  let answered = false;
  const sent = send().finally(() => {
    answered = true;
  });
  // Like its statement_timeout, after ten seconds: PostgreSQL then reports a successful commit, with a warning.
  await expect
    .poll(
      async () => {
        await server.query(
          "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'",
        );
        return answered;
      },
      { timeout: 60_000 },
    )
    .toBe(true);
  for (const { body, headers, status } of await sent) {
    expect([status, body.error?.code]).toEqual([503, 'database_unavailable']);
    expect(headers.get('retry-after')).toBe('1');
  }
  await setStandby('');
  // Repeating the requests need not wait for completed work.
  await expect
    .poll(async () => (await send()).map(({ status }) => status), { timeout: 60_000 })
    .toEqual([200, 200]);
  const { body } = await clientOf(service).get('/payments/list', { key });
  expect(body[0].data).toHaveLength(1);
  await service.close();
});
