import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Webhook } from 'standardwebhooks';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { type DerivedContext, derivedSearch } from '../../../src/core/derived/index.ts';
import type { RowSource } from '../../../src/core/foundation/transaction.ts';
import { expirePayments } from '../../../src/core/payments/void/expire-payments.ts';
import { migrationsInFolder, SchemaMismatchError } from '../../../src/database/known-migrations.ts';
import { migrateDatabase } from '../../../src/database/migrate.ts';
import { squashed } from '../../../src/database/migrations/baseline/squashed.ts';
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

/** Started once: each release is restored into a separate database. */
const server = bin === '' || releases.length === 0 ? null : await startEmpty();
afterAll(() => server?.end());

/** How a release folds statistics: until 0.2.0 for all merchants at once. */
const foldText = `select case when to_regprocedure('fold_stats(text, int)') is null then 'select fold_stats(1000)'
  else 'select fold_stats(merchant_id, 1000) from merchant_accounts' end as fold`;

/** Restores a release's dump. */
async function restore(version: string): Promise<string> {
  const database = `${DATABASE}_${version.replace(/\W/g, '_')}`;
  await server!.query(`create database ${database} owner ${OWNER}`);
  const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-upgrade-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'database.sql');
  await writeFile(file, gunzipSync(readFileSync(path.join(folderOf(version), 'database.sql.gz'))));
  const url = server!.urlOf('postgres', database);
  await runProgram('psql', ['--quiet', '--set=ON_ERROR_STOP=1', `--file=${file}`, url]);
  // As the release's job does within a minute: the dump has no totals yet.
  const [{ fold }] = (await server!.query<{ fold: string }>(foldText, database)) as [{ fold: string }];
  await server!.query(fold, database);
  return database;
}

/** Releases before the first in the baseline. */
const tooOld = (version: string) => version < '0.3.0';

test('The recorded releases exist, including one that is too old', () => {
  expect(releases.filter(tooOld).length).toBeGreaterThan(0);
  expect(releases.length).toBeGreaterThan(3);
});

test.skipIf(server === null).each(releases.filter(tooOld))(
  'A database of %s is refused unchanged, naming the releases to upgrade to first',
  async (version) => {
    const database = await restore(version);
    const roles = { ownerUrl: server!.urlOf(OWNER, database), servingUrl: server!.urlOf(SERVING, database) };
    const before = await schemaOf(database);
    const refused = await migrateDatabase(roles).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(SchemaMismatchError);
    expect((refused as Error).message).toContain('each release up to 0.5.0 first');
    expect(await schemaOf(database)).toBe(before);
  },
);

/** The schema of a database as statements, without partitions, which depend on the date. */
async function schemaOf(database: string): Promise<string> {
  const args = ['--schema-only', '--no-comments', '--exclude-table=partitions.*_*'];
  const sql = await runProgram('pg_dump', [...args, `--dbname=${server!.urlOf('postgres', database)}`]);
  // A random token of the dump, and parentheses, which a restored condition has more of.
  return sql.replace(/^\\(un)?restrict .*$/gm, '').replace(/[()]/g, '');
}

/** The schema of a new database. */
let fresh: Promise<string> | null = null;
function freshSchema(): Promise<string> {
  fresh ??= (async () => {
    await server!.query(`create database ${DATABASE}_new owner ${OWNER}`);
    const [ownerUrl, servingUrl] = [OWNER, SERVING].map((role) => server!.urlOf(role, `${DATABASE}_new`));
    await migrateDatabase({ ownerUrl: ownerUrl!, servingUrl: servingUrl! });
    return schemaOf(`${DATABASE}_new`);
  })();
  return fresh;
}

test.skipIf(server === null).each(releases.filter((version) => !tooOld(version)))(
  'A database that %s created and filled is migrated and served',
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
    const known = (await migrationsInFolder()).map(({ name }) => name);
    const ran = applied.map(({ name }) => name);
    expect(ran).toEqual(expect.arrayContaining(Object.keys(squashed)));
    const later = ran.filter((name) => !Object.hasOwn(squashed, name));
    expect(known.slice(0, later.length + 1)).toEqual([Object.keys(squashed)[0], ...later]);
    await migrateDatabase({ ownerUrl, servingUrl });
    expect(await schemaOf(database)).toBe(await freshSchema());
    // Runs `switchyard rebuild search`, as the changelog requests.
    await withSession(ownerUrl, async (session) => {
      const transact = sessionTransact(session);
      const query: RowSource['query'] = (statement) => transact((own) => own.query(statement, null));
      const ctx: DerivedContext = {
        rows: { query },
        transact: (_, work) => transact((rows) => work({ rows })),
      };
      const merchants = await server!.query<{ merchant_id: string }>(
        'select merchant_id from merchant_accounts',
        database,
      );
      const search = derivedSearch;
      for (const { merchant_id: merchantId } of merchants) await search.rebuild(ctx, merchantId);
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
    // Earlier releases kept a failed payment's card until its session ended.
    await expirePayments(service.contextFor({ kind: 'admin_key' }, 'job_upgrade'));
    await expectInvariants(service.database);
    const { key, payments } = recorded;
    const client = clientOf(service);
    const post = async (to: string, body: object = {}) => {
      const response = await client.post(to, { key, body });
      expect(response.status, `${to}: ${response.text}`).toBe(200);
      return response.body;
    };

    // Existing data is readable over both APIs.
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

    // Unfinished operations continue: an authorization, a refund, a mandate with its stored card.
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

    // Secrets can be decrypted: an old event is resent with the endpoint's secret of that time.
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
