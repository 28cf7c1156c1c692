import pg from 'pg';
import { expect, inject } from 'vitest';
import { serversOf } from '../../kit/citus.ts';
import { ownerUrl } from '../../kit/database.ts';
import { seedMerchant } from '../../kit/seed.ts';
import type { TestService } from '../../kit/service.ts';
import { testApart as base } from '../../kit/test.ts';

const hourly = `query ($filter: PaymentFilter, $groupBy: [StatsGrouping!]) {
  paymentStats(interval: HOUR, filter: $filter, groupBy: $groupBy) { bucket count }
}`;
/** Totals do not exist by amount, so the payments themselves are read. */
const counted = 'paymentStats(filter: { amount: { gte: 0 } }) { count }';
const total = `{ ${counted} }`;

/** Posts a document, and resolves to its status, error code and `Retry-After`. */
const post = async ({ url }: TestService, key: string, query: string, signal?: AbortSignal) => {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'api-key': key },
    body: JSON.stringify({ query }),
    ...(signal ? { signal } : {}),
  });
  const { errors } = (await response.json()) as { errors?: { extensions: { code: string } }[] };
  return {
    status: response.status,
    code: errors?.[0]?.extensions.code ?? null,
    retryAfter: response.headers.get('retry-after'),
  };
};

/**
 * A statement on payments, or on each of their shards on a cluster, where Citus would turn a restrictive policy into a
 * permissive one.
 */
const onPayments = (text: string) =>
  inject('nodeUrls')
    ? `select run_command_on_shards('payments', $of$${text}$of$)`
    : text.replace('%s', 'payments');

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

const test = base
  /** Runs a statement as the tables' owner. */
  .extend('asOwner', { scope: 'file' }, async ({ shared }, { onCleanup }) => {
    const owner = new pg.Client({ connectionString: ownerUrl(shared.databaseUrl) });
    await owner.connect();
    onCleanup(() => owner.end());
    return (text: string) => owner.query(text);
  })
  /**
   * Runs a statement on the server as superuser; on a cluster on each node, for objects that Citus does not distribute.
   */
  .extend('onServers', { scope: 'file' }, async ({ shared }, { onCleanup }) => {
    const clients = serversOf(shared.databaseUrl).map(
      (connectionString) => new pg.Client({ connectionString }),
    );
    onCleanup(async () => {
      for (const client of clients) await client.end();
    });
    for (const client of clients) {
      await client.connect();
      await client.query('set citus.enable_ddl_propagation = off');
    }
    return <Found extends object>(text: string) =>
      Promise.all(clients.map(async (client) => (await client.query<Found>(text)).rows[0]!));
  })
  /**
   * How many statistics queries run on the server, and how many of them sleep in a merchant's slow function. On a
   * cluster the coordinator runs each, and the merchant's node a rewritten version.
   */
  .extend('runs', ({ onServers }) => async () => {
    const found = await onServers<{ running: number; sleeping: number }>(
      `select count(*)::int as running, count(*) filter (where wait_event = 'PgSleep')::int as sleeping
       from pg_stat_activity
       where datname = current_database() and state = 'active' and pid <> pg_backend_pid()
         and (query like '%as successes%' or wait_event = 'PgSleep')`,
    );
    return {
      running: Math.max(...found.map(({ running }) => running)),
      sleeping: sum(found.map(({ sleeping }) => sleeping)),
    };
  })
  .extend(
    'running',
    ({ runs }) =>
      async () =>
        (await runs()).running,
  )
  .extend(
    'sleeping',
    ({ runs }) =>
      async () =>
        (await runs()).sleeping,
  )
  /** A merchant whose statistics take until the time limit of reads, and how many were cancelled earlier. */
  .extend('slow', async ({ asOwner, onServers, running, service }, { onCleanup }) => {
    const slow = await seedMerchant(service);
    await slow.payment();
    const name = `slow_${slow.merchantId.toLowerCase()}`;
    await onServers(`create sequence ${name}_cancelled`);
    await onServers(`
      create function ${name}() returns boolean language plpgsql security definer set search_path = public as $$
      begin
        perform pg_sleep(60);
        return true;
      exception when query_canceled then
        -- A sequence keeps what the transaction does not.
        if sqlerrm like '%user request%' then perform nextval('${name}_cancelled'); end if;
        raise;
      end $$`);
    await asOwner(
      onPayments(`create policy ${name} on %s as restrictive for select
        using (merchant_id <> '${slow.merchantId}' or ${name}())`),
    );
    onCleanup(async () => {
      // A query abandoned by a test ends on the server a little later.
      await expect.poll(running).toBe(0);
      await asOwner(onPayments(`drop policy ${name} on %s`));
      await onServers(`drop function ${name}`);
      await onServers(`drop sequence ${name}_cancelled`);
    });
    const cancelled = async () => {
      const found = await onServers<{ n: number }>(
        `select case when is_called then last_value else 0 end::int as n from ${name}_cancelled`,
      );
      return sum(found.map(({ n }) => n));
    };
    return { ...slow, cancelled };
  });

test('Buckets are not generated for a result that would have too many rows', async ({ graphql, shop }) => {
  await Promise.all(
    Array.from({ length: 100 }, (_, i) =>
      shop.payment({ created: new Date(i % 2 ? '1970-01-02' : '2026-01-01'), error_code: `e${i}` }),
    ),
  );
  // A hundred codes in half a million hours: generating them before counting exceeds the time limit.
  const refusal = await graphql.refusal(hourly, { groupBy: ['ERROR_CODE'] });
  expect(refusal).toMatchObject({ code: 'query_too_complex', param: 'interval' });
});

test("A merchant's statistics run one at a time, without delaying its lists or another merchant", async ({
  client,
  running,
  service,
  shop,
  slow,
}) => {
  let finished = 0;
  const hangUp = new AbortController();
  const asked = Array.from({ length: 6 }, () =>
    post(service, slow.key, total, hangUp.signal).then(
      () => {
        finished += 1;
      },
      () => {},
    ),
  );
  await expect.poll(running).toBe(1);
  /** Whether no slow query has ended so far. */
  const servesOthers = async () => {
    const before = finished;
    expect(await post(service, shop.key, total)).toMatchObject({ status: 200, code: null });
    expect((await client.get('/payments/list', { key: shop.key })).status).toBe(200);
    expect(await running()).toBeLessThanOrEqual(1);
    return finished === before;
  };
  await expect.poll(servesOthers).toBe(true);
  expect(finished).toBeLessThan(6);
  hangUp.abort();
  await Promise.all(asked);
});

test("Statistics are refused with a retry hint if too many of the merchant's are waiting", async ({
  service,
  slow,
}) => {
  const hangUp = new AbortController();
  const aliases = (n: number) => `{ ${Array.from({ length: n }, (_, i) => `s${i}: ${counted}`).join(' ')} }`;
  const codes: (string | null)[] = [];
  const ask = (query: string) =>
    post(service, slow.key, query, hangUp.signal).then(
      ({ code }) => void codes.push(code),
      () => {},
    );
  const asked = [ask(aliases(30)), ...Array.from({ length: 45 }, () => ask(total))];
  await expect.poll(() => codes).toContain('overloaded');
  hangUp.abort();
  await Promise.all(asked);
});

test('Statistics are cancelled on the server when their client hangs up, and queued ones never start', async ({
  running,
  service,
  sleeping,
  slow,
}) => {
  const hangUps = Array.from({ length: 3 }, () => new AbortController());
  const asked = hangUps.map(({ signal }) => post(service, slow.key, total, signal).catch(() => {}));
  await expect.poll(sleeping).toBe(1);
  for (const hangUp of hangUps) hangUp.abort();
  await Promise.all(asked);
  await expect.poll(running).toBe(0);
  // Another one would have been cancelled too.
  expect(await slow.cancelled()).toBe(1);

  // The merchant's next statistics do not wait.
  const hangUp = new AbortController();
  const next = post(service, slow.key, total, hangUp.signal).catch(() => {});
  await expect.poll(sleeping).toBe(1);
  hangUp.abort();
  await next;
  await expect.poll(running).toBe(0);
  expect(await slow.cancelled()).toBe(2);
});
