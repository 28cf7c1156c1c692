import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, inject } from 'vitest';
import { keepPartitions, makePartition } from '../../../src/core/maintenance/partitions.ts';
import { backUp } from '../../../src/database/backup.ts';
import { openDatabase } from '../../../src/database/database.ts';
import { migrateDatabase } from '../../../src/database/migrate.ts';
import { expectSameCopies, nodeOf } from '../../kit/citus.ts';
import { clientOf } from '../../kit/client.ts';
import { ownerUrl } from '../../kit/database.ts';
import { graphqlClient } from '../../kit/graphql-client.ts';
import { violations } from '../../kit/invariants.ts';
import { freshPlace } from '../../kit/ordinary-service.ts';
import { cardOf, cards, type SandboxShop, sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';
import { startWebhookReceiver } from '../../kit/webhook-receiver.ts';

/*
 * On a Citus cluster, given by TEST_CITUS_URL: a database of its coordinator as superuser, to which two workers are
 * added. Without one the tests are skipped; .github/workflows/citus.yml runs them.
 */
const test = base
  .extend('shared', { scope: 'file' }, () => freshPlace())
  .extend('serviceOptions', { scope: 'file' }, ({ shared }) => ({
    databaseUrl: shared.databaseUrl,
    doesJobs: true,
    webhooks: { pollMs: 50 },
  }))
  .skipIf(inject('nodeUrls') === null);

/** The rows of a statement as a role, in one transaction with a scope. */
async function asked(url: string, text: string, scope: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`set local switchyard.merchant_id = '${scope}'`);
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test('Distributing again changes nothing', async ({ shared }) => {
  const count =
    "select count(*)::int as tables, count(*) filter (where partmethod = 'n')::int as reference from pg_dist_partition";
  const before = await asked(ownerUrl(shared.databaseUrl), count, '*');
  expect(before[0]).toMatchObject({ reference: 2 });
  await migrateDatabase({ ownerUrl: ownerUrl(shared.databaseUrl), servingUrl: shared.databaseUrl });
  expect(await asked(ownerUrl(shared.databaseUrl), count, '*')).toEqual(before);
  // Every node cancels an abandoned statement.
  const interval = "select result from run_command_on_all_nodes('show client_connection_check_interval')";
  expect(await asked(ownerUrl(shared.databaseUrl), interval, '*')).toEqual(
    inject('nodeUrls')!.map(() => ({ result: '1s' })),
  );
  // Like a service starting in development, whose role owns nothing.
  await migrateDatabase({ ownerUrl: shared.databaseUrl, servingUrl: shared.databaseUrl });
});

test('Payments are taken, captured, refunded, listed, counted, found and reported', async ({ service }) => {
  const client = clientOf(service);
  const receiver = await startWebhookReceiver();
  try {
    const shop = await sandboxShop(service, {
      payment_response_hash_key: 'k'.repeat(64),
      webhook_details: { webhook_url: receiver.url },
    });
    const { data, mutate } = graphqlClient(service, shop.key);
    const body = {
      amount: 4900,
      currency: 'USD',
      description: 'Umbrella',
      confirm: true,
      payment_method: 'card',
      payment_method_data: { card: cardOf(cards.good) },
    };
    const paid = await client.post('/payments', { key: shop.key, body });
    expect(paid.body).toMatchObject({ status: 'succeeded', amount_received: 4900 });
    const again = { key: shop.key, body, headers: { 'Idempotency-Key': 'order-17' } };
    const [first, second] = [await client.post('/payments', again), await client.post('/payments', again)];
    expect(second.body.payment_id).toBe(first.body.payment_id);

    const held = await client.post('/payments', {
      key: shop.key,
      body: { ...body, capture_method: 'manual' },
    });
    expect(held.body.status).toBe('requires_capture');
    const captured = await client.post(`/payments/${held.body.payment_id}/capture`, {
      key: shop.key,
      body: {},
    });
    expect(captured.body.status).toBe('succeeded');
    const declined = await client.post('/payments', {
      key: shop.key,
      body: { ...body, payment_method_data: { card: cardOf(cards.declined) } },
    });
    expect(declined.body).toMatchObject({ status: 'failed', error_code: 'card_declined' });

    const { payment_id: paymentId } = paid.body;
    await mutate('createRefund', { paymentId, amount: 900 }, 'refund { refundId status }');
    const listed = await client.get('/payments/list?limit=10', { key: shop.key });
    expect(listed.body[0].size).toBe(4);
    const nested = 'refunds { amount } attempts { status } captures { amount } disputes { disputeId }';
    const page = await data(`{ payments(first: 10) { totalCount nodes { paymentId status ${nested} } } }`);
    const shown = page.payments.nodes.find((each: { paymentId: string }) => each.paymentId === paymentId);
    expect(page.payments.totalCount).toBe(4);
    expect(shown).toMatchObject({ status: 'succeeded', refunds: [{ amount: 900 }] });
    const found = await data(
      '{ payments(first: 10, filter: { search: "umbrella" }) { nodes { paymentId } } }',
    );
    expect(found.payments.nodes).toHaveLength(4);
    await expect
      .poll(() => receiver.arrivals.filter(({ objectId }) => objectId === paymentId).length)
      .toBeGreaterThan(1);

    const other = await sandboxShop(service);
    expect((await client.get(`/payments/${paymentId}`, { key: other.key })).status).toBe(404);
    const count = `select count(*)::int as found from payments where merchant_id = '${shop.merchantId}'`;
    const { database } = service;
    expect(await database.rows.query({ text: count, values: [] }, shop.merchantId)).toEqual([{ found: 4 }]);
    expect(await database.rows.query({ text: count, values: [] }, other.merchantId)).toEqual([{ found: 0 }]);
  } finally {
    await receiver.close();
  }
});

test('The admin key reads, counts, finds and changes objects of several merchants', async ({
  service,
  shared,
}) => {
  const client = clientOf(service);
  const card = { payment_method: 'card', payment_method_data: { card: cardOf(cards.good) } };
  const shops = [await sandboxShop(service), await sandboxShop(service), await sandboxShop(service)];
  const paid: string[] = [];
  for (const [i, { key }] of shops.entries()) {
    const body = {
      amount: 4900,
      currency: 'USD',
      confirm: true,
      customer_id: 'ann',
      description: `Parasol ${i}`,
    };
    const { body: payment } = await client.post('/payments', { key, body: { ...body, ...card } });
    paid.unshift(payment.payment_id);
  }
  const admin = graphqlClient(service, service.adminApiKey);
  const filter = '(first: 10, filter: { search: "parasol", authorized: { eq: true } })';
  const nested = `attempts { status } captures { status } refunds { refundId } disputes { disputeId }
    customer { customerId } profile { webhookEndpoint { failures } } connectorAccount { health { circuit } }`;
  const { payments } = await admin.data(`{ payments${filter} { totalCount nodes { paymentId ${nested} } } }`);
  expect(payments.totalCount).toBe(3);
  expect(payments.nodes).toEqual(
    paid.map((paymentId) => ({
      paymentId,
      attempts: [{ status: 'charged' }],
      captures: [{ status: 'charged' }],
      refunds: [],
      disputes: [],
      customer: { customerId: 'ann' },
      profile: { webhookEndpoint: { failures: 0 } },
      connectorAccount: { health: { circuit: 'CLOSED' } },
    })),
  );
  const one = `{ payment(paymentId: "${paid[1]}") { attempts { status } captures { status } } }`;
  expect((await admin.data(one)).payment).toMatchObject({ attempts: [{ status: 'charged' }] });
  const { body: open } = await client.post('/payments', {
    key: shops[1]!.key,
    body: { amount: 100, currency: 'USD' },
  });
  const input = { paymentId: open.payment_id, description: 'Awning' };
  const changed = await admin.mutate('updatePayment', input, 'payment { description }');
  expect(changed.payload).toMatchObject({ payment: { description: 'Awning' }, userErrors: [] });
  // Every merchant has a customer Ann.
  const ann = await admin.mutationError(
    'updateCustomer',
    { customerId: 'ann', name: 'Ann' },
    'customer { name }',
  );
  expect(ann).toEqual(['missing_parameter', 'merchant_id']);
  const { merchantId } = shops[0]!;
  const closed = await admin.mutate(
    'deleteMerchantAccount',
    { merchantId },
    'merchantAccount { suspendedAt }',
  );
  expect(closed.payload.merchantAccount.suspendedAt).not.toBeNull();
  await expectSameCopies(shared.databaseUrl);
});

/** Makes a node refuse connections to a database, or accept them again. */
async function setLost(node: string, database: string, isLost: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: node });
  await client.connect();
  try {
    await client.query(`alter database ${database} allow_connections ${!isLost}`);
    if (isLost)
      await client.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [
        database,
      ]);
  } finally {
    await client.end();
  }
}

test('While a node is down, merchants on the others take payments and receive webhooks', async ({
  service,
  shared,
}) => {
  const client = clientOf(service);
  const receiver = await startWebhookReceiver();
  const values = {
    payment_response_hash_key: 'k'.repeat(64),
    webhook_details: { webhook_url: receiver.url },
  };
  const nodes = new Map<string, SandboxShop>();
  while (nodes.size < 2) {
    const shop = await sandboxShop(service, values);
    nodes.set(await nodeOf(shared.databaseUrl, shop.merchantId), shop);
  }
  const [lost, other] = [...nodes.keys()] as [string, string];
  const [away, here] = [nodes.get(lost)!, nodes.get(other)!];
  const pay = (key: string) =>
    client.post('/payments', {
      key,
      body: {
        amount: 4900,
        currency: 'USD',
        confirm: true,
        payment_method: 'card',
        payment_method_data: { card: cardOf(cards.good) },
      },
    });
  const [{ body: unused }, { body: unusedAway }] = [
    await client.post(`/api_keys/${here.merchantId}`, { key: here.key, body: { name: 'unused' } }),
    await client.post(`/api_keys/${away.merchantId}`, { key: away.key, body: { name: 'unused' } }),
  ];
  const database = new URL(shared.databaseUrl).pathname.slice(1);
  const told = (paymentId: string) =>
    receiver.arrivals.filter(({ objectId }) => objectId === paymentId).length;
  try {
    const [before] = [await pay(away.key), await pay(here.key)];
    await expect.poll(() => told(before.body.payment_id)).toBeGreaterThan(0);
    await setLost(lost, database, true);
    expect((await pay(away.key)).status).toBe(503);
    const paid = await pay(here.key);
    expect(paid.body).toMatchObject({ status: 'succeeded' });
    const text = 'select distinct status from webhook_deliveries where merchant_id = $1 and payment_id = $2';
    const values = [here.merchantId, paid.body.payment_id];
    await expect
      .poll(() => service.database.rows.query({ text, values }, here.merchantId))
      .toEqual([{ status: 'delivered' }]);
    // Keys not used before.
    expect((await pay(unused.secret)).status).toBe(200);
    expect((await pay(unusedAway.secret)).status).toBe(503);
    await setLost(lost, database, false);
    await expect.poll(async () => (await pay(unusedAway.secret)).status).toBe(200);
  } finally {
    await setLost(lost, database, false);
    await receiver.close();
  }
});

test('The invariants check finds violations at merchants of each node', async ({ service, shared }) => {
  const { database } = service;
  const shops = new Map<string, SandboxShop>();
  while (shops.size < 2) {
    const shop = await sandboxShop(service);
    shops.set(await nodeOf(shared.databaseUrl, shop.merchantId), shop);
  }
  const ids = [...shops.values()].map(({ merchantId }) => merchantId);
  const card = { payment_method: 'card', payment_method_data: { card: cardOf(cards.good) } };
  const body = { amount: 4900, currency: 'USD', confirm: true, ...card };
  for (const { key } of shops.values()) {
    expect((await clientOf(service).post('/payments', { key, body })).body.status).toBe('succeeded');
  }
  const add = async (attempts: number) => {
    const text = 'update payments set attempt_count = attempt_count + $2 where merchant_id = $1';
    const touches = { writes: ['payments'] };
    for (const id of ids) await database.rows.query({ text, values: [id, attempts], touches }, id);
  };
  expect(await violations(database, ids)).toEqual([]);
  await add(1);
  const found = await violations(database, ids);
  await add(-1);
  const rule = 'attempts are counted from 1 without a gap';
  expect(found.filter((each) => each.rule === rule).map((each) => each.merchant_id)).toEqual(ids.sort());
  expect(await violations(database)).toEqual([]);
});

test('Partitions of late rows are created, attached and dropped', async ({ service }) => {
  const { rows } = service.database;
  const ctx = service.contextFor({ kind: 'admin_key' }, 'req_test');
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const insert = (merchantId: string, days: number) =>
    rows.query(
      {
        text: `insert into updates (merchant_id, object_type, object_id, recorded_at)
               values ($1, 'payment', 'pay_late', $2::timestamptz)`,
        values: [merchantId, daysAgo(days).toISOString()],
        touches: { writes: ['updates'] },
      },
      merchantId,
    );
  const count = async () => {
    const text = `select count(*)::int as found from updates where object_id = 'pay_late'`;
    return (
      await rows.query<{ found: number }>({ text, values: [], touches: { reads: ['updates'] } }, null)
    )[0]!.found;
  };
  await insert('late_a', 40);
  await insert('late_b', 40);
  expect(await makePartition(rows, 'updates', daysAgo(40))).toBe(2);
  expect(await count()).toBe(2);
  await insert('late_a', 60);
  for (const name of ['bound', 'check', 'adopt']) {
    await rows.query(
      { text: `select ${name}_default_partition('updates')`, values: [], touches: 'everything' },
      null,
    );
  }
  expect(await count()).toBe(3);
  const { dropped } = await keepPartitions(ctx);
  expect(dropped.filter((name) => name.startsWith('updates_')).length).toBeGreaterThanOrEqual(2);
  expect(await count()).toBe(0);
});

test('A cluster is never dumped, and none of its reads go to replicas', async ({ shared }) => {
  const { databaseUrl } = shared;
  const url = ownerUrl(databaseUrl);
  const folder = path.join(tmpdir(), `switchyard-no-backup-${process.pid}`);
  const dumped = backUp({ url, folder, searchPath: process.env.PATH! }, new Date());
  await expect(dumped).rejects.toThrow('citus_create_restore_point');
  expect(existsSync(folder)).toBe(false);
  const opened = openDatabase({ url: databaseUrl, poolMax: 1, replicaUrls: [databaseUrl] });
  await expect(opened).rejects.toThrow('DATABASE_REPLICA_URLS');
});
