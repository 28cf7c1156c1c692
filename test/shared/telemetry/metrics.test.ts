import { execFileSync, spawnSync } from 'node:child_process';
import { expect, vi } from 'vitest';
import { createMetrics } from '../../../src/telemetry/metrics.ts';
import { cardOf, cards, sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';
import { startWebhookReceiver } from '../../kit/webhook-receiver.ts';
import { namingFaults, parseExposition, sumOf } from './exposition.ts';

const test = base
  .extend('metrics', { scope: 'file' }, () => createMetrics())
  .extend('serviceOptions', { scope: 'file' }, ({ metrics }) => ({
    observe: metrics.observe,
    doesJobs: true,
  }))
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from this pattern.
  .extend('receiver', { scope: 'file' }, async ({}, { onCleanup }) => {
    const receiver = await startWebhookReceiver();
    onCleanup(() => receiver.close());
    return receiver;
  })
  .extend('scrape', { scope: 'file' }, ({ metrics, service }) => {
    const { now } = service.contextFor({ kind: 'admin_key' }, 'test').ports;
    metrics.measure({ vitals: service.vitals, rows: service.database.requests.read.incoming, now });
    return () => metrics.registry.metrics();
  })
  .extend('shop', ({ receiver, service }) =>
    sandboxShop(service, {
      payment_response_hash_key: 'signing_key_of_the_shop_0123456789',
      webhook_details: { webhook_url: receiver.url },
    }),
  )
  .extend('pay', ({ api, shop }) => async (card: string) => {
    const id = await shop.open();
    const body = { confirm: true, payment_method: 'card', payment_method_data: { card: cardOf(card) } };
    return (await api.post(`/payments/${id}`, body)).body;
  });

test('Requests, operations, calls and deliveries are counted by kind and outcome', async ({
  api,
  client,
  graphql,
  pay,
  scrape,
}) => {
  const before = await scrape();
  expect(await pay(cards.good)).toMatchObject({ status: 'succeeded' });
  expect(await pay(cards.declined)).toMatchObject({ status: 'failed' });
  expect((await api.get('/payments/pay_none')).status).toBe(404);
  expect((await client.get('/no/such/path')).status).toBe(404);
  await graphql.run('query Names { payments { nodes { paymentId } } }');
  await graphql.run('{ viewer { __typename } }');
  await vi.waitFor(
    async () => {
      const text = await scrape();
      const more = (name: string, labels: Record<string, string>) =>
        sumOf(text, name, labels) - sumOf(before, name, labels);
      const requests = (method: string, route: string, status: string) =>
        more('switchyard_http_request_duration_seconds_count', { method, route, status });
      expect({
        confirmed: requests('POST', '/payments/{payment_id}', '200'),
        missing: requests('GET', '/payments/{payment_id}', '404'),
        unknown: requests('GET', 'none', '404'),
        graphql: requests('POST', '/graphql', '200'),
        named: more('switchyard_graphql_operation_duration_seconds_count', {
          operation: 'Names',
          type: 'query',
          result: 'ok',
        }),
        unnamed: more('switchyard_graphql_operation_duration_seconds_count', { operation: 'anonymous' }),
        authorized: more('switchyard_connector_call_duration_seconds_count', {
          connector: 'sandbox',
          operation: 'authorize',
          result: 'succeeded',
        }),
        declined: more('switchyard_connector_call_duration_seconds_count', { result: 'failed' }),
        circuits: sumOf(text, 'switchyard_connector_circuits', { state: 'closed' }) > 0,
        delivered: more('switchyard_webhook_attempt_duration_seconds_count', { result: 'delivered' }) >= 2,
        cached: more('switchyard_cache_reads_total', { cache: 'keys' }) >= 5,
        pools: sumOf(text, 'switchyard_database_pool_size') > 2,
      }).toEqual({
        confirmed: 2,
        missing: 1,
        unknown: 1,
        graphql: 2,
        named: 1,
        unnamed: 1,
        authorized: 1,
        declined: 1,
        circuits: true,
        delivered: true,
        cached: true,
        pools: true,
      });
    },
    { timeout: 60_000, interval: 200 },
  );
});

test('A flood of names, paths and methods from callers adds at most 100 label values', async ({
  api,
  graphql,
  scrape,
  service,
}) => {
  for (let i = 0; i < 150; i += 1) {
    await graphql.run(`query Flood_${i} { viewer { __typename } }`);
    await api.get(`/flood/${i}`);
  }
  await graphql.run(`query ${'L'.repeat(1_000)} { viewer { __typename } }`);
  await fetch(`${service.url}/payments/list`, { method: 'PROPFIND' });
  await vi.waitFor(
    async () => {
      const families = parseExposition(await scrape());
      const valuesOf = (name: string, label: string) => {
        const { samples } = families.find((family) => family.name === name)!;
        return new Set(samples.map(({ labels }) => labels[label]));
      };
      const operations = valuesOf('switchyard_graphql_operation_duration_seconds', 'operation');
      expect(operations).toContain('other');
      // Histogram series of the known names, and `other`.
      expect(operations.size).toBeLessThanOrEqual(101);
      expect(valuesOf('switchyard_http_request_duration_seconds', 'method')).toContain('other');
      const routes = [...valuesOf('switchyard_http_request_duration_seconds', 'route')];
      expect(routes.filter((route) => route?.includes('flood'))).toEqual([]);
    },
    { timeout: 60_000 },
  );
});

test('Metrics contain no merchant, object, key or card', async ({ api, pay, scrape, shop }) => {
  const payment = (await pay(cards.good)) as { payment_id: string };
  await api.get(`/payments/${payment.payment_id}`);
  const text = await scrape();
  for (const secret of [shop.merchantId, shop.key, shop.account, payment.payment_id, cards.good]) {
    expect(text).not.toContain(secret);
  }
  expect(text).toContain('/payments/{payment_id}');
});

test("Metric names follow Prometheus' rules", async ({ pay, scrape }) => {
  await pay(cards.good);
  const text = await scrape();
  const families = parseExposition(text);
  expect(families.length).toBeGreaterThan(30);
  expect(families.flatMap(namingFaults)).toEqual([]);
  const isMissing = spawnSync('promtool', ['--version']).error !== undefined;
  if (!isMissing) expect(String(execFileSync('promtool', ['check', 'metrics'], { input: text }))).toBe('');
});

test.for([
  ['requestsTotal', 'counter', ['is not in snake_case', 'is a counter without _total']],
  ['handles_total', 'gauge', ['is no counter and ends in _total']],
  ['wait_milliseconds', 'gauge', ['has no base unit']],
  ['size_gauge', 'gauge', ['names its type']],
] as const)('The rules reject %s', ([name, type, faults]) => {
  expect(namingFaults({ name, type, help: 'A metric.', samples: [] })).toEqual(
    faults.map((fault) => `${name} ${fault}`),
  );
});
