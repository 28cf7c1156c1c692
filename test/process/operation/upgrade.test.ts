import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Webhook } from 'standardwebhooks';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import type { RowSource } from '../../../src/core/foundation/transaction.ts';
import { fillSearch } from '../../../src/core/maintenance/fill-search.ts';
import { expirePayments } from '../../../src/core/payments/void/expire-payments.ts';
import { migrationsInFolder } from '../../../src/database/known-migrations.ts';
import { migrateDatabase } from '../../../src/database/migrate.ts';
import { sessionTransact, withSession } from '../../../src/database/sessions.ts';
import { clientOf } from '../../kit/client.ts';
import { graphqlClient } from '../../kit/graphql-client.ts';
import { expectInvariants } from '../../kit/invariants.ts';
import { startTestService } from '../../kit/service.ts';
import { startWebhookReceiver } from '../../kit/webhook-receiver.ts';
import {
  bin,
  DATABASE,
  ENCRYPTION_KEY,
  folderOf,
  OWNER,
  type Recorded,
  runProgram,
  SERVING,
  startEmpty,
} from './releases/installation.ts';

const releases = readdirSync(path.join(import.meta.dirname, 'releases'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

/** Started once: each release is restored into a database of its own. */
const server = bin === '' || releases.length === 0 ? null : await startEmpty();
afterAll(() => server?.end());

/** How a release folds statistics: until 0.2.0 those of all merchants at once. */
const foldText = `select case when to_regprocedure('fold_stats(text, int)') is null then 'select fold_stats(1000)'
  else 'select fold_stats(merchant_id, 1000) from merchant_accounts' end as fold`;

/** Restores the dump that a release made. */
async function restore(version: string): Promise<string> {
  const database = `${DATABASE}_${version.replace(/\W/g, '_')}`;
  await server!.query(`create database ${database} owner ${OWNER}`);
  const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-upgrade-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'database.sql');
  await writeFile(file, gunzipSync(readFileSync(path.join(folderOf(version), 'database.sql.gz'))));
  const url = server!.urlOf('postgres', database);
  await runProgram('psql', ['--quiet', '--set=ON_ERROR_STOP=1', `--file=${file}`, url]);
  // As the release's own job does within a minute: the dump has no totals yet.
  const [{ fold }] = (await server!.query<{ fold: string }>(foldText, database)) as [{ fold: string }];
  await server!.query(fold, database);
  return database;
}

test('A release that was recorded is there', () => {
  expect(releases.length).toBeGreaterThan(0);
});

test.skipIf(server === null).each(releases)(
  'A database that %s made and filled is migrated and served',
  async (version) => {
    const recorded = JSON.parse(
      readFileSync(path.join(folderOf(version), 'recorded.json'), 'utf8'),
    ) as Recorded;
    const database = await restore(version);
    const [ownerUrl, servingUrl] = [server!.urlOf(OWNER, database), server!.urlOf(SERVING, database)];
    const applied = await server!.query<{ name: string }>(
      'select name from migrations order by name',
      database,
    );
    const known = await migrationsInFolder();
    expect(known.slice(0, applied.length).map(({ name }) => name)).toEqual(applied.map(({ name }) => name));
    expect(await migrateDatabase({ ownerUrl, servingUrl })).toBe(known.length);
    // As `switchyard search fill` does, which the changelog asks for.
    await withSession(ownerUrl, async (session) => {
      const transact = sessionTransact(session);
      const query: RowSource['query'] = (statement) => transact((own) => own.query(statement, null));
      await fillSearch({ query }, () => {});
    });

    const receiver = await startWebhookReceiver();
    onTestFinished(() => receiver.close());
    const service = await startTestService({
      databaseUrl: servingUrl,
      directUrl: servingUrl,
      encryptionKey: ENCRYPTION_KEY,
      doesJobs: true,
      webhooks: { pollMs: 50 },
    });
    onTestFinished(() => service.close());
    // A release before kept the card of a failed payment until its session ended.
    await expirePayments(service.contextFor({ kind: 'admin_key' }, 'job_upgrade'));
    await expectInvariants(service.database);
    const { key, payments } = recorded;
    const client = clientOf(service);
    const post = async (to: string, body: object = {}) => {
      const response = await client.post(to, { key, body });
      expect(response.status, `${to}: ${response.text}`).toBe(200);
      return response.body;
    };

    // What was there is read at both faces.
    const statuses = {
      [payments.succeeded]: 'succeeded',
      [payments.authorized]: 'requires_capture',
      [payments.refunded]: 'succeeded',
      [payments.failed]: 'failed',
      [payments.setUp]: 'succeeded',
    };
    const graphql = graphqlClient(service, key);
    const listed = await graphql.data(
      '{ payments(first: 50) { nodes { paymentId status refunds { amount status } customer { name } } } }',
    );
    for (const [id, status] of Object.entries(statuses)) {
      expect((await client.get(`/payments/${id}`, { key })).body).toMatchObject({
        status,
        metadata: { order: 'A-1' },
      });
      expect(listed.payments.nodes).toContainEqual(
        expect.objectContaining({
          paymentId: id,
          status,
          customer: { name: 'Ann Example' },
        }),
      );
    }
    expect((await client.get(`/payouts/${recorded.payoutId}`, { key })).body).toMatchObject({
      status: 'success',
    });

    // What was begun goes on: an authorization, a refund, a mandate with its stored card.
    expect(await post(`/payments/${payments.authorized}/capture`)).toMatchObject({ status: 'succeeded' });
    expect(await post('/refunds', { payment_id: payments.refunded, amount: 600 })).toMatchObject({
      status: 'succeeded',
    });
    const charge = { amount: 300, currency: 'USD', confirm: true, off_session: true };
    expect(
      await post('/payments', {
        ...charge,
        customer_id: recorded.customerId,
        mandate_id: recorded.mandateId,
      }),
    ).toMatchObject({ status: 'succeeded', amount_received: 300 });

    // Secrets open: a former event is sent again, under the endpoint's secret of then.
    const { endpoint, eventId } = recorded;
    await post(`/webhook_endpoints/${endpoint.id}`, { url: `${receiver.url}/further` });
    await post(`/events/${eventId}/redeliver`, { endpoint_id: endpoint.id });
    const arrived = await vi.waitFor(
      () => {
        const found = receiver.arrivals.find((arrival) => arrival.eventId === eventId);
        expect(found).toBeDefined();
        return found!;
      },
      { timeout: 60_000 },
    );
    new Webhook(endpoint.secret).verify(arrived.body, arrived.headers as Record<string, string>);
  },
);
