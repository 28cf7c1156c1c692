import { existsSync } from 'node:fs';
import { expect, vi } from 'vitest';
import { ANYWHERE } from '../../../src/core/foundation/transaction.ts';
import { clientOf } from '../../kit/client.ts';
import { figure, isFullRun } from '../../kit/figure.ts';
import { graphqlClient } from '../../kit/graphql-client.ts';
import type { Values } from '../../kit/insert.ts';
import { PGBOUNCER, startPooler } from '../../kit/pooler.ts';
import { isMissing } from '../../kit/replicated-cluster.ts';
import { test as base, type CountedServer, untilUsed } from '../../kit/replication.ts';
import { cardOf, cards, sandboxShop } from '../../kit/sandbox-shop.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { startTestService, type TestService, type TestServiceOptions } from '../../kit/service.ts';

/** The text of payment reads on a server. */
const OF_PAYMENTS = '%from "payments"%';
/** The prefix of statistics queries. */
const STATISTICS = '%pg_backend_pid() as pid, now()%';

/** The required query of a list of saved methods. */
const anything =
  'accepted_currency=USD&accepted_country=US&minimum_amount=0&maximum_amount=9&recurring_payment_enabled=false&installment_payment_enabled=false';

/** How many reads the primary served instead of a replica, which may lag briefly on a busy machine. */
const fallbacksOf = (service: Pick<TestService, 'vitals'>): number =>
  Object.values(service.vitals().replicas!.byPrimary).reduce((sum, count) => sum + count, 0);

const test = base
  .extend('counts', ({ cluster }) => {
    const { primary, replicas } = cluster;
    const forget = () => Promise.all([primary, ...replicas].map((server) => server.forgetStatements()));
    const onAll = async (count: (server: CountedServer) => Promise<number>) => {
      const [first, second] = await Promise.all(replicas.map(count));
      return { primary: await count(primary), replicas: first! + second!, each: [first!, second!] };
    };
    return { forget, of: (like: string) => onAll((server) => server.countStatements(like)) };
  })
  /** Starts another service on the primary. */
  .extend('startAnother', ({ shared }, { onCleanup }) => async (options: TestServiceOptions) => {
    const service = await startTestService({ ...shared, ...options });
    onCleanup(() => service.close());
    return service;
  })
  .skipIf(isMissing);

test('Replicas serve lists, single objects, statistics and exports, and nothing else', {
  skip: !isFullRun,
}, async ({ api, counts, graphql, service, shop, task }) => {
  const id = await shop.payment({ amount: 100 });
  await untilUsed(service);
  await counts.forget();
  const rounds = 10;
  for (let round = 0; round < rounds; round += 1) {
    expect((await api.get('/payments/list?limit=20')).body[0].data[0].payment_id).toBe(id);
    expect((await api.get(`/payments/${id}`)).body.payment_id).toBe(id);
    const page = await graphql.data(
      '{ payments(first: 5) { totalCount nodes { paymentId refunds { refundId } } } }',
    );
    expect(page.payments.nodes).toHaveLength(1);
    const { paymentStats } = await graphql.data('{ paymentStats { currency count } }');
    expect(paymentStats).toMatchObject([{ count: 1 }]);
    const csv = await api.get('/exports/payments.csv');
    expect(csv.status).toBe(200);
    expect(csv.text).toContain(id);
  }
  const [reads, statistics] = [await counts.of(OF_PAYMENTS), await counts.of(STATISTICS)];
  const { byPrimary } = service.vitals().replicas!;
  const fallbacks = fallbacksOf(service);
  figure(
    task,
    `${reads.replicas} reads of payments on replicas (${reads.each.join(' + ')}) and ${reads.primary} on the primary, ${statistics.replicas} and ${statistics.primary} of statistics`,
  );
  expect(reads.primary + statistics.primary).toBeLessThanOrEqual(fallbacks);
  expect(reads.replicas).toBeGreaterThanOrEqual(rounds * 5 - fallbacks);
  expect(statistics.replicas).toBeGreaterThanOrEqual(rounds - fallbacks);
  expect(Math.min(...reads.each)).toBeGreaterThan(0);
  expect(byPrimary.failed).toBe(0);

  await counts.forget();
  const made = await graphql.mutate(
    'createPayment',
    { amount: 5, currency: 'EUR' },
    'payment { paymentId status }',
  );
  expect(made.payload.payment).toMatchObject({ status: 'requires_payment_method' });
  const { database } = service;
  const text = 'select count(*)::int as kept from payments';
  expect(await database.rows.query({ text, values: [] }, shop.merchantId)).toEqual([{ kept: 2 }]);
  await database.requests.read.rows().query({ text, values: [], touches: { reads: ['payments'] } }, ANYWHERE);
  expect(await counts.of('%payments%')).toMatchObject({ replicas: 0 });
});

test('A read that also writes works, such as a list of saved methods that issues payment tokens', async ({
  service,
}) => {
  const shop = await sandboxShop(service);
  const client = clientOf(service);
  const { key } = shop;
  const customer_id = await shop.customer();
  await untilUsed(service);
  const confirm = async (payment: Values, method: object) => {
    const body = { confirm: true, ...method };
    return (await client.post(`/payments/${await shop.open(payment)}`, { key, body })).body.status;
  };
  const card = { payment_method_data: { card: cardOf(cards.good) } };
  expect(await confirm({ customer_id, setup_future_usage: 'on_session' }, card)).toBe('succeeded');
  const { body } = await client.get(`/customers/${customer_id}/payment_methods?${anything}`, { key });
  const { payment_token } = body.customer_payment_methods[0];
  expect(await confirm({ customer_id }, { payment_token })).toBe('succeeded');
});

test('Row-level security holds on replicas for every statement', async ({ counts, service, task }) => {
  const rounds = 20;
  const shops = await Promise.all(Array.from({ length: 4 }, () => seedMerchant(service)));
  for (const shop of shops) for (let i = 0; i < 3; i += 1) await shop.payment({ amount: 100 });
  await untilUsed(service);
  await counts.forget();
  const before = fallbacksOf(service);
  let wrong = 0;
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all(
      shops.map(async ({ key, merchantId }) => {
        const rows = service.database.requests.read.rows();
        const [seen, heavy, list, page] = await Promise.all([
          // Without a condition, only row-level security excludes the others' rows.
          rows.query<{ merchant_id: string }>(
            { text: 'select merchant_id from payments', values: [], touches: { reads: ['payments'] } },
            merchantId,
          ),
          rows.query<{ merchant_id: string }>(
            {
              text: 'select merchant_id from payments',
              values: [],
              heavy: true,
              touches: { reads: ['payments'] },
            },
            merchantId,
          ),
          clientOf(service).get('/payments/list?limit=20', { key }),
          graphqlClient(service, key).data('{ payments(first: 20) { nodes { merchantId } } }'),
        ]);
        const owners = [
          ...[...seen, ...heavy].map((row) => row.merchant_id),
          ...list.body[0].data.map((row: { merchant_id: string }) => row.merchant_id),
          ...page.payments.nodes.map((row: { merchantId: string }) => row.merchantId),
        ];
        expect(owners).toHaveLength(12);
        wrong += owners.filter((owner) => owner !== merchantId).length;
      }),
    );
  }
  const { primary, replicas } = await counts.of('%from%payments%');
  figure(task, `${wrong} foreign rows in ${replicas} reads on replicas`);
  expect(wrong).toBe(0);
  expect(replicas).toBeGreaterThan(rounds);
  expect(primary).toBeLessThanOrEqual(fallbacksOf(service) - before);
});

test('Without replicas a read sends the same statements as before', async ({
  counts,
  startAnother,
  task,
}) => {
  const service = await startAnother({ replicaUrls: [] });
  const shop = await seedMerchant(service);
  const list = () => clientOf(service).get('/payments/list?limit=20', { key: shop.key });
  expect((await list()).status).toBe(200);
  await counts.forget();
  expect((await list()).status).toBe(200);
  const sent = { read: await counts.of(OF_PAYMENTS), scope: await counts.of('%set_config(%') };
  figure(task, `${sent.read.primary} read and ${sent.scope.primary} scope on the primary`);
  expect(sent.read).toMatchObject({ primary: 1, replicas: 0 });
  expect(sent.scope).toMatchObject({ primary: 1, replicas: 0 });
  expect(service.vitals().replicas).toBe(null);
});

test('The primary repeats a statement that recovery cancels on a replica', async ({
  cluster,
  shop,
  startAnother,
}) => {
  const [replica] = cluster.replicas;
  const one = await startAnother({ replicaUrls: [replica.url] });
  await shop.payment();
  await untilUsed(one);
  await replica.query("alter system set max_standby_streaming_delay = '0'");
  await replica.query('select pg_reload_conf()');
  const text =
    'select count(*)::int as kept, pg_sleep(case when pg_is_in_recovery() then 30 else 0 end)::text from payments';
  const sleeping = `select 1 as one from pg_stat_activity where wait_event = 'PgSleep'`;
  /** Reads until the replica serves the read, as it may lag briefly. */
  const readThere = async () => {
    for (;;) {
      let done = false;
      const read = one.database.requests.read
        .rows()
        .query({ text, values: [], touches: { reads: ['payments'] } }, shop.merchantId);
      const finished = read.finally(() => {
        done = true;
      });
      while (!done) if ((await replica.query(sleeping)).length > 0) return { finished };
      await untilUsed(one);
    }
  };
  const { finished } = await readThere();
  // The statement on the replica blocks the lock, which is replayed there.
  await cluster.primary.queryDatabase('begin; lock table payments in access exclusive mode; commit');
  expect(await finished).toMatchObject([{ kept: 1 }]);
  const { byPrimary, servers } = one.vitals().replicas!;
  expect(byPrimary.failed).toBe(1);
  expect(servers[0]!.state).not.toBe('unreachable');
  // Reads of later tests must not be cancelled.
  await replica.query('alter system reset max_standby_streaming_delay');
  await replica.query('select pg_reload_conf()');
});

test('Reads never use a server that is not a replica of the primary or is reached as another role', async ({
  cluster,
  counts,
  shop,
  startAnother,
}) => {
  const [first, second] = cluster.replicas;
  const service = await startAnother({
    replicaUrls: [
      cluster.primary.url,
      first.urlOf('postgres', 'replicated'),
      second.urlOf('serving', 'postgres'),
    ],
  });
  await vi.waitFor(
    () => {
      const states = service.vitals().replicas!.servers.map(({ state }) => state);
      expect(states).toEqual(['refused', 'refused', 'refused']);
    },
    { timeout: 60_000 },
  );
  await counts.forget();
  const { body } = await clientOf(service).get('/payments/list', { key: shop.key });
  expect(body[0].data).toEqual([]);
  expect(await counts.of(OF_PAYMENTS)).toMatchObject({ primary: 1, replicas: 0 });
});

test('Reads work on a replica behind PgBouncer in transaction mode', async ({
  cluster,
  skip,
  startAnother,
  task,
}) => {
  skip(!existsSync(PGBOUNCER), 'PgBouncer is not installed.');
  const [replica] = cluster.replicas;
  const url = replica.url.replace('serving@', 'serving:any@');
  const pooler = await startPooler(url, 2);
  const service = await startAnother({ replicaUrls: [pooler.urlOf(url)] });
  const shops = await Promise.all(Array.from({ length: 3 }, () => seedMerchant(service)));
  const payments = await Promise.all(shops.map((shop) => shop.payment()));
  await untilUsed(service);
  const list = async ({ key }: { key: string }) =>
    (await clientOf(service).get('/payments/list?limit=5', { key })).body[0].data;
  for (let round = 0; round < 10; round += 1) {
    const lists = await Promise.all(shops.map(list));
    expect(lists.map(([{ payment_id }]) => payment_id)).toEqual(payments);
    const asked = shops.map(({ key }) => graphqlClient(service, key).data('{ paymentStats { count } }'));
    expect((await Promise.all(asked)).map(({ paymentStats }) => paymentStats[0].count)).toEqual([1, 1, 1]);
  }
  const { byPrimary, served } = service.vitals().replicas!;
  figure(task, `${served} of 60 reads through the pooler`);
  expect(served).toBeGreaterThan(0);
  expect(byPrimary.failed).toBe(0);
  await pooler.stop();
});

test('Reads stop on a replica once it is promoted', async ({ cluster, service, shop }) => {
  await untilUsed(service);
  const id = await shop.payment();
  const [, promoted] = cluster.replicas;
  await promoted.query('select pg_promote()');
  const states = () => service.vitals().replicas!.servers.map(({ state }) => state);
  // Writes from now on never reach it.
  const later = await shop.payment();
  for (let round = 0; round < 20; round += 1) {
    const { body } = await clientOf(service).get('/payments/list', { key: shop.key });
    expect(body[0].data.map((row: { payment_id: string }) => row.payment_id).sort()).toEqual(
      [id, later].sort(),
    );
  }
  await vi.waitFor(() => expect(states()).toEqual(['used', 'refused']), { timeout: 60_000 });
});
