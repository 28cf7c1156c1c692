import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, vi } from 'vitest';
import { setScope } from '../../../src/database/scoped-query.ts';
import { withSession } from '../../../src/database/sessions.ts';
import { createMetrics } from '../../../src/telemetry/metrics.ts';
import { countsWaiting } from '../../kit/citus.ts';
import { ownerUrl } from '../../kit/database.ts';
import { test as base } from '../../kit/test.ts';
import { sumOf } from './exposition.ts';

const test = base
  .extend('metrics', { scope: 'file' }, () => createMetrics())
  .extend('serviceOptions', { scope: 'file' }, ({ metrics }) => ({
    observe: metrics.observe,
    requestLog: 'writes' as const,
  }))
  /** The log lines of operations with a name, once there are this many. */
  .extend(
    'linesOf',
    ({ service }) =>
      async (operation: string, count: number) =>
        vi.waitUntil(
          () => {
            const lines = service.logs.map((line) => JSON.parse(line) as Record<string, unknown>);
            const found = lines.filter((line) => line.operation === operation);
            return found.length === count && found;
          },
          { timeout: 60_000 },
        ),
  )
  .extend('counted', ({ metrics }) => async (operation: string) => {
    const text = await metrics.registry.metrics();
    const name = 'switchyard_graphql_operation_duration_seconds_count';
    const results = ['ok', 'error', 'failed', 'hung_up'].map((result) =>
      sumOf(text, name, { operation, result }),
    );
    return results;
  });

test("The service's failures are counted and logged apart from its callers' mistakes", async ({
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
    [1, 0, 1, 0],
    [0, 1, 0, 0],
  ]);
});

test('A client that leaves before the response is no failure of the service', async ({
  api,
  counted,
  graphql,
  linesOf,
  service,
  shared,
  shop,
}) => {
  const paymentId = await shop.payment({ status: 'requires_payment_method' });
  const leaving = new AbortController();
  await withSession(ownerUrl(shared.databaseUrl), async (owner) => {
    const run = (text: string, values: unknown[] = []) => owner.query(text, values);
    await run('begin');
    await run(setScope(shop.merchantId));
    await run('select from payments where merchant_id = $1 and payment_id = $2 for update', [
      shop.merchantId,
      paymentId,
    ]);
    const left = fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'api-key': shop.key, 'content-type': 'application/json' },
      body: JSON.stringify({
        query: `mutation Leaves { updatePayment(input: { paymentId: "${paymentId}", description: "new" }) {
          payment { paymentId } } }`,
      }),
      signal: leaving.signal,
    });
    const waiting = async () => {
      await run('select pg_stat_clear_snapshot()');
      return (await run(countsWaiting())).rows[0]!.count;
    };
    await expect.poll(waiting).toBeGreaterThan(0);
    leaving.abort();
    await expect(left).rejects.toThrow();
    expect(await linesOf('Leaves', 1)).toEqual([
      expect.objectContaining({ level: 'info', status: 499, code: null, msg: 'broken off' }),
    ]);
    await run('rollback');
  });
  expect(await counted('Leaves')).toEqual([0, 0, 0, 1]);
  await service.requestLog.drain();
  const logged = await graphql.data('{ requestLog { nodes { operation status errorCode response } } }');
  expect(logged.requestLog.nodes).toEqual([
    { operation: 'Leaves', status: 499, errorCode: null, response: null },
  ]);
  expect((await api.get('/request_log?status=499')).body.data).toMatchObject([{ operation: 'Leaves' }]);
});

test('A document that is not executed is a mistake of its caller', async ({ counted, graphql, linesOf }) => {
  const before = await counted('invalid');
  await graphql.run('query Invalid { nothing }');
  await graphql.run('not a document');
  expect(await linesOf('invalid', 2)).toEqual([
    expect.objectContaining({ level: 'info', code: 'query_invalid' }),
    expect.objectContaining({ level: 'info', code: 'query_invalid' }),
  ]);
  const after = await counted('invalid');
  expect(after.map((count, i) => count - before[i]!)).toEqual([0, 2, 0, 0]);
});

test('A request without an operation is a mistake of its caller', async ({ api, counted, service, shop }) => {
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

test('Streams add few enough listeners to a logged and measured response', async ({ api, service, shop }) => {
  const warnings: string[] = [];
  const warned = ({ name }: Error) => void warnings.push(name);
  process.on('warning', warned);
  onTestFinished(() => void process.off('warning', warned));
  const leaving = new AbortController();
  const stream = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'api-key': shop.key, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query: 'subscription { paymentUpdated { payment { paymentId } } }' }),
    signal: leaving.signal,
  });
  const file = await api.get('/exports/payments.csv');
  expect([stream.status, file.status]).toEqual([200, 200]);
  leaving.abort();
  // Warnings are emitted in a later turn of the event loop.
  await setImmediate();
  expect(warnings).toEqual([]);
});

test("A defect in a subscription is counted, and its caller's mistake is not", async ({
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
