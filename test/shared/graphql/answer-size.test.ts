import { expect } from 'vitest';
import { untilCompiled } from '../../kit/graphql.ts';
import { test as base } from '../../kit/test.ts';
import { closeAll, connect, cursorNow } from './subscriptions/live.ts';

const REFUNDS = 300;
const nested = (below: string) => `refunds { refundId payment { ${below} } }`;

const test = base
  .extend('paymentId', async ({ shop }) => {
    const metadata = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`k${i}`, 'x'.repeat(490)]));
    const paymentId = await shop.payment({ amount: 100_000, status: 'succeeded', metadata });
    for (let n = 0; n < REFUNDS; n += 1) await shop.refund(paymentId, { amount: 1 });
    return paymentId;
  })
  .extend('refundId', ({ paymentId, shop }) => shop.refund(paymentId, { amount: 1 }));

test.afterEach(() => closeAll());

test('A response of more than 50 000 objects is rejected with one error and without data', async ({
  graphql,
  paymentId,
}) => {
  // 300 refunds, each with its payment, each with 300 refunds. The estimate assumes five per list.
  const query = `{ payment(paymentId: "${paymentId}") { ${nested('refunds { refundId }')} } }`;
  for (let use = 0; use < untilCompiled; use++) {
    const { status, errors, text } = await graphql.run(query);
    expect([status, errors.map(({ extensions }) => extensions.code)]).toEqual([400, ['query_too_complex']]);
    expect(errors[0]!.message).toContain('50000 objects');
    expect(JSON.parse(text)).not.toHaveProperty('data');
  }
  const within = `{ payment(paymentId: "${paymentId}") { ${nested('paymentId status amount')} } }`;
  expect((await graphql.data(within)).payment.refunds).toHaveLength(REFUNDS);
});

test('References back to an enclosing type are priced, and rejected before any statement', async ({
  graphql,
  paymentId,
}) => {
  const query = `{ payment(paymentId: "${paymentId}") { ${nested(nested('refunds { refundId }'))} } }`;
  const { status, errors, statements } = await graphql.run(query);
  expect([status, statements]).toEqual([400, []]);
  expect(errors[0]!.extensions.code).toBe('query_too_complex');
});

test('A response of more than 10 MiB is rejected', async ({ graphql, paymentId }) => {
  // 15 KB of metadata, for each refund under three aliases.
  const query = `{ payment(paymentId: "${paymentId}") { ${nested('a: metadata b: metadata c: metadata')} } }`;
  for (let use = 0; use < untilCompiled; use++) {
    const { status, errors, text } = await graphql.run(query);
    expect([status, errors.length, errors[0]!.extensions.code]).toEqual([400, 1, 'query_too_complex']);
    expect(errors[0]!.message).toContain('10 MiB');
    expect(text.length).toBeLessThan(1_000);
  }
});

test('A mutation with an oversized response is executed, and the error says so', async ({
  graphql,
  refundId,
}) => {
  const query = `mutation ($input: UpdateRefundInput!) { updateRefund(input: $input) {
    refund { payment { ${nested('refunds { refundId }')} } } userErrors { code } } }`;
  const input = { refundId, reason: 'changed' };
  const { status, errors, data } = await graphql.run(query, { input });
  expect([status, data, errors.length]).toEqual([200, null, 1]);
  expect(errors[0]!.message).toContain('has already been executed');
  expect((await graphql.data(`{ refund(refundId: "${refundId}") { reason } }`)).refund).toEqual({
    reason: 'changed',
  });
});

test('An update whose response is too large is sent as an error, and the subscription continues', async ({
  api,
  refundId,
  service,
  shop,
}) => {
  const client = await connect(service, shop.key);
  const after = await cursorNow(service, shop.key);
  const query = `subscription ($after: String) { paymentUpdated(after: $after) {
    payment { paymentId ${nested('refunds { refundId }')} } } }`;
  const live = client.subscribe(query, { after });
  await api.post(`/refunds/${refundId}`, { reason: 'changed' });
  expect(await live.refusal()).toEqual(['query_too_complex', null]);
  expect([live.errors.length, live.state.done]).toEqual([1, false]);
});
