import pg from 'pg';
import { expect } from 'vitest';
import { ownerUrl } from '../kit/database.ts';
import { type SeededMerchant, seedMerchant } from '../kit/seed.ts';
import type { TestService } from '../kit/service.ts';
import { testApart as base } from '../kit/test.ts';

const hourly = `query ($filter: PaymentFilter, $groupBy: [StatsGrouping!]) {
  paymentStats(interval: HOUR, filter: $filter, groupBy: $groupBy) { bucket count }
}`;
/** No totals are kept by amount, so the payments themselves are read. */
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

const test = base
  .extend('owner', { scope: 'file' }, async ({ shared }, { onCleanup }) => {
    const owner = new pg.Client({ connectionString: ownerUrl(shared.databaseUrl) });
    await owner.connect();
    onCleanup(() => owner.end());
    return owner;
  })
  /** A merchant whose statistics take a second for each 20 of its payments, of which it has 100. */
  .extend('slow', async ({ owner, service }, { onCleanup }) => {
    const slow = await seedMerchant(service);
    await Promise.all(Array.from({ length: 100 }, () => slow.payment()));
    const name = `slow_${slow.merchantId.toLowerCase()}`;
    await owner.query(
      `create policy ${name} on payments as restrictive for select
       using (merchant_id <> '${slow.merchantId}' or pg_sleep(0.05) is not null)`,
    );
    onCleanup(async () => void (await owner.query(`drop policy ${name} on payments`)));
    return slow;
  })
  /** How many statistics run on the server now. */
  .extend('running', ({ owner }) => async () => {
    const { rows } = await owner.query<{ running: number }>(
      `select count(*)::int as running from pg_stat_activity
       where datname = current_database() and state = 'active' and query like '%as successes%'
         and pid <> pg_backend_pid()`,
    );
    return rows[0]!.running;
  });

test('A period with too many buckets is refused by its filter, without a statement', async ({ graphql }) => {
  for (const created of [
    { gte: '2020-01-01T00:00:00Z' },
    { gt: '2020-01-01T00:00:00Z', lt: '2024-01-01T00:00:00Z' },
  ]) {
    const { errors, statements } = await graphql.run(hourly, { filter: { created } });
    expect(errors[0]!.extensions).toMatchObject({ code: 'query_too_complex', param: 'interval' });
    expect(errors[0]!.message).toMatch(/^interval HOUR makes \d+ buckets in this period, more than 10000\./);
    expect(statements).toEqual([]);
  }
  const near = { gte: '2023-01-01T00:00:00Z', lt: '2024-01-01T00:00:00Z' };
  expect((await graphql.run(hourly, { filter: { created: near } })).errors).toEqual([]);
});

test('Buckets are not generated for a result that would have too many rows', async ({ graphql, shop }) => {
  await Promise.all(
    Array.from({ length: 100 }, (_, i) =>
      shop.payment({ created: new Date(i % 2 ? '1970-01-02' : '2026-01-01'), error_code: `e${i}` }),
    ),
  );
  // A hundred codes in half a million hours: generated before they are counted, they exceed the time limit.
  const refusal = await graphql.refusal(hourly, { groupBy: ['ERROR_CODE'] });
  expect(refusal).toMatchObject({ code: 'query_too_complex', param: 'interval' });
});

test("One merchant's statistics run one by one, and neither another's nor its lists wait for them", async ({
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
  await expect.poll(running, { timeout: 5_000 }).toBe(1);
  const before = finished;
  for (let i = 0; i < 5; i++) {
    expect(await running()).toBe(1);
    expect(await post(service, shop.key, total)).toMatchObject({ status: 200, code: null });
    expect((await client.get('/payments/list', { key: shop.key })).status).toBe(200);
  }
  expect(finished).toBe(before);
  hangUp.abort();
  await Promise.all(asked);
});

test('Statistics that find too many of their merchant waiting are told to try again', async ({
  service,
  slow,
}) => {
  const hangUp = new AbortController();
  const aliases = (n: number) => `{ ${Array.from({ length: n }, (_, i) => `s${i}: ${counted}`).join(' ')} }`;
  const waiting = [1, 2].map(() => post(service, slow.key, aliases(30), hangUp.signal).catch(() => {}));
  await expect
    .poll(
      () =>
        post(service, slow.key, total, AbortSignal.any([hangUp.signal, AbortSignal.timeout(300)])).catch(
          () => {},
        ),
      { timeout: 5_000 },
    )
    .toMatchObject({ code: 'overloaded' });
  hangUp.abort();
  await Promise.all(waiting);
});

test('Statistics end when their client hangs up, on the server too, and those that wait never start', async ({
  running,
  service,
  slow,
}) => {
  await expectEnd(service, slow, running, 3);
  // The merchant's next statistics wait for nothing.
  const hangUp = new AbortController();
  const next = post(service, slow.key, total, hangUp.signal).catch(() => {});
  await expect.poll(running, { timeout: 4_000 }).toBe(1);
  hangUp.abort();
  await next;
  await expect.poll(running, { timeout: 4_000 }).toBe(0);
});

/** Asks for statistics, hangs up, and expects all of them to end long before they would by themselves. */
async function expectEnd(
  service: TestService,
  { key }: SeededMerchant,
  running: () => Promise<number>,
  times: number,
): Promise<void> {
  await expect.poll(running, { timeout: 5_000 }).toBe(0);
  const hangUps = Array.from({ length: times }, () => new AbortController());
  const asked = hangUps.map(({ signal }) => post(service, key, total, signal).catch(() => {}));
  await expect.poll(running, { timeout: 5_000 }).toBe(1);
  const sent = service.statements.length;
  for (const hangUp of hangUps) hangUp.abort();
  await Promise.all(asked);
  await expect.poll(running, { timeout: 4_000 }).toBe(0);
  expect(service.statements.length).toBe(sent);
}
