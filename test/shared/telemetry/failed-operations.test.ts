import { expect, onTestFinished, vi } from 'vitest';
import { withSession } from '../../../src/database/sessions.ts';
import { createMetrics } from '../../../src/telemetry/metrics.ts';
import { ownerUrl } from '../../kit/database.ts';
import { test as base } from '../../kit/test.ts';
import { sumOf } from './exposition.ts';

const test = base
  .extend('metrics', { scope: 'file' }, () => createMetrics())
  .extend('serviceOptions', { scope: 'file' }, ({ metrics }) => ({ observe: metrics.observe }))
  /** The lines of the operations of a name in the log, once there are as many. */
  .extend(
    'linesOf',
    ({ service }) =>
      async (operation: string, count: number) =>
        vi.waitUntil(() => {
          const lines = service.logs.map((line) => JSON.parse(line) as Record<string, unknown>);
          const found = lines.filter((line) => line.operation === operation);
          return found.length === count && found;
        }),
  )
  .extend('counted', ({ metrics }) => async (operation: string) => {
    const text = await metrics.registry.metrics();
    const name = 'switchyard_graphql_operation_duration_seconds_count';
    const results = ['ok', 'error', 'failed'].map((result) => sumOf(text, name, { operation, result }));
    return results;
  });

test("A failure of the service is counted and logged apart from its caller's mistakes", async ({
  counted,
  graphql,
  linesOf,
  shared,
}) => {
  const read = 'query Mandates { mandates { nodes { mandateId } } }';
  expect((await graphql.run(read)).errors).toEqual([]);
  const asOwner = (text: string) => withSession(ownerUrl(shared.databaseUrl), (owner) => owner.query(text));
  await asOwner('alter table mandates rename column mandate_id to gone');
  try {
    const { errors, status } = await graphql.run(read);
    expect([status, errors[0]!.extensions.code]).toEqual([200, 'internal_error']);
  } finally {
    await asOwner('alter table mandates rename column gone to mandate_id');
  }
  await graphql.run(
    'query Mistaken { payment(paymentId: "none") { paymentId } payments(first: -1) { totalCount } }',
  );

  expect(await linesOf('Mandates', 2)).toEqual([
    expect.objectContaining({ level: 'info', code: null }),
    expect.objectContaining({ level: 'error', status: 200, code: 'internal_error' }),
  ]);
  expect(await linesOf('Mistaken', 1)).toEqual([
    expect.objectContaining({ level: 'info', code: 'invalid_parameter' }),
  ]);
  expect([await counted('Mandates'), await counted('Mistaken')]).toEqual([
    [1, 0, 1],
    [0, 1, 0],
  ]);
});

test("A document that is not executed is its caller's mistake", async ({ counted, graphql, linesOf }) => {
  const before = await counted('invalid');
  await graphql.run('query Invalid { nothing }');
  await graphql.run('not a document');
  expect(await linesOf('invalid', 2)).toEqual([
    expect.objectContaining({ level: 'info', code: 'query_invalid' }),
    expect.objectContaining({ level: 'info', code: 'query_invalid' }),
  ]);
  const after = await counted('invalid');
  expect(after.map((count, i) => count - before[i]!)).toEqual([0, 2, 0]);
});

test("A request that is no operation is its caller's mistake", async ({ api, counted, service, shop }) => {
  const before = await counted('invalid');
  const headers = { 'api-key': shop.key };
  const asJson = { ...headers, 'content-type': 'application/json' };
  const url = `${service.url}/graphql`;
  const mistakes: readonly RequestInit[] = [
    { method: 'POST', headers: asJson, body: '{}' },
    { method: 'POST', headers: asJson, body: '[{"query":"{ viewer { __typename } }"}]' },
    { method: 'POST', headers: asJson, body: '{"query":7}' },
    { method: 'POST', headers: asJson, body: '{"query":"{ viewer { __typename } }","variables":[]}' },
    {
      method: 'POST',
      headers: { ...asJson, accept: 'image/png' },
      body: '{"query":"{ viewer { __typename } }"}',
    },
    { method: 'GET', headers },
  ];
  for (const mistake of mistakes) {
    const { status } = await fetch(url, mistake);
    expect([mistake.body, status >= 400 && status < 500]).toEqual([mistake.body, true]);
  }
  await api.get('/payments/list');
  const lines = service.logs.map((line) => JSON.parse(line) as Record<string, unknown>);
  const logged = lines.filter(
    ({ merchant_id, route }) => merchant_id === shop.merchantId && route === '/graphql',
  );
  expect(logged.filter(({ level }) => level !== 'info')).toEqual([]);
  const after = await counted('invalid');
  expect(after[2]! - before[2]!).toBe(0);
});

test("A defect that a subscription meets is counted, and its caller's mistake is not", async ({
  api,
  service,
  shared,
  shop,
}) => {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const follow = (selection: string) =>
    fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'api-key': shop.key, 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query: `subscription { paymentUpdated { payment { ${selection} } } }` }),
      signal: leaving.signal,
    });
  const defects = () => service.vitals().subscriptionDefects;
  expect(await (await follow('nothing')).text()).toContain('query_invalid');
  expect(defects()).toBe(0);
  const { body } = await api.post('/payments', { amount: 100, currency: 'USD', profile_id: shop.profileId });
  const stream = await follow('paymentId refunds { refundId }');
  const asOwner = (text: string) => withSession(ownerUrl(shared.databaseUrl), (owner) => owner.query(text));
  await asOwner('alter table refunds rename column refund_id to gone');
  try {
    await vi.waitUntil(
      async () => {
        await api.post(`/payments/${body.payment_id}`, { description: 'changed' });
        return defects() > 0;
      },
      { timeout: 60_000, interval: 100 },
    );
  } finally {
    await asOwner('alter table refunds rename column gone to refund_id');
  }
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('internal_error')) text += (await reader.read()).value;
  await reader.cancel();
});
