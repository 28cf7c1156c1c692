import { expect } from 'vitest';
import { testCards } from '../../../../src/connectors/sandbox/methods.ts';
import { captureDuePayments } from '../../../../src/core/payments/capture/capture-due.ts';
import { cardOf, cards, sandboxShop, setColumns } from '../../../kit/sandbox-shop.ts';
import { test as base } from '../../../kit/test.ts';

type Json = Record<string, unknown>;

const HOUR_MS = 3_600_000;
const captureOn = new Date(Date.now() + HOUR_MS).toISOString();
const manual = { capture_method: 'manual', capture_on: captureOn };
const several = { capture_method: 'manual_multiple', capture_on: captureOn };

const test = base
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('post', ({ api }) => async (path: string, input: Json = {}): Promise<Json> => {
    const { body, status } = await api.post(path, input);
    expect([status, body.error]).toEqual([200, undefined]);
    return body;
  })
  .extend('authorize', ({ post }) => async (values: Json, number: string = cards.good): Promise<string> => {
    const card = { payment_method: 'card', payment_method_data: { card: cardOf(number) } };
    const { payment_id } = await post('/payments', {
      amount: 1000,
      currency: 'USD',
      confirm: true,
      ...card,
      ...values,
    });
    return payment_id as string;
  })
  .extend(
    'read',
    ({ api }) =>
      async (id: string): Promise<Json> =>
        (await api.get(`/payments/${id}`)).body,
  )
  .extend('typesOf', ({ service, shop }) => async (id: string) => {
    const text = 'select event_type as type from events where payment_id = $1 order by sequence';
    const rows = await service.database.rows.query<{ type: string }>({ text, values: [id] }, shop.merchantId);
    return rows.map(({ type }) => type);
  })
  /** Runs the task as at this time after `capture_on`, or before if negative. */
  .extend('runAt', ({ service }) => (sinceMs: number) => {
    const ctx = service.contextFor({ kind: 'admin_key' }, 'req_test');
    const now = () => new Date(Date.parse(captureOn) + sinceMs);
    return captureDuePayments({ ...ctx, ports: { ...ctx.ports, now } });
  });

test('A payment is captured at its capture_on, once', async ({
  authorize,
  graphql,
  read,
  runAt,
  typesOf,
}) => {
  const id = await authorize(manual);
  const query = 'query ($id: ID!) { payment(paymentId: $id) { captureOn status } }';
  expect((await graphql.data(query, { id })).payment).toEqual({ captureOn, status: 'requires_capture' });
  await runAt(-1);
  expect(await read(id)).toMatchObject({ status: 'requires_capture', captures: [] });
  // Of two processes, one captures.
  await Promise.all([runAt(0), runAt(0)]);
  await runAt(HOUR_MS);
  expect(await read(id)).toMatchObject({
    status: 'succeeded',
    amount_received: 1000,
    capture_on: captureOn,
    captures: [{ status: 'charged', amount: 1000, captured_at: captureOn }],
  });
  expect((await typesOf(id)).slice(-2)).toEqual(['payment_captured', 'payment_succeeded']);
});

test('What the merchant has not captured by capture_on is captured then', async ({
  authorize,
  post,
  read,
  runAt,
}) => {
  const id = await authorize(several);
  await post(`/payments/${id}/capture`, { amount: 300 });
  await runAt(0);
  expect(await read(id)).toMatchObject({ status: 'succeeded', captures: [{ amount: 300 }, { amount: 700 }] });
});

test('A scheduled capture that fails is reported, not repeated, and left to the merchant', async ({
  authorize,
  read,
  runAt,
  typesOf,
}) => {
  const id = await authorize(manual, testCards.capture_fails);
  await runAt(0);
  await runAt(HOUR_MS);
  expect(await read(id)).toMatchObject({
    status: 'requires_capture',
    error_code: 'capture_declined',
    captures: [{ status: 'failed' }],
  });
  expect((await typesOf(id)).at(-1)).toBe('payment_capture_failed');
});

test('Payments that are cancelled, captured or no longer scheduled are left alone', async ({
  authorize,
  post,
  read,
  runAt,
}) => {
  const cancelled = await authorize(manual);
  await post(`/payments/${cancelled}/cancel`);
  const captured = await authorize(manual);
  await post(`/payments/${captured}/capture`, { amount: 400 });
  const open = await authorize({ ...manual, confirm: false });
  const before = await Promise.all([cancelled, captured, open].map(read));
  const unscheduled = await authorize({ ...manual, confirm: false });
  await post(`/payments/${unscheduled}`, { capture_on: null, confirm: true });
  await runAt(HOUR_MS);
  expect(await Promise.all([cancelled, captured, open].map(read))).toEqual(before);
  expect(await read(unscheduled)).toMatchObject({ status: 'requires_capture', capture_on: null });
});

test("A suspended merchant's payments are captured once the suspension ends", async ({
  authorize,
  read,
  runAt,
  service,
  shop,
}) => {
  const id = await authorize(manual);
  const suspend = (at: Date | null) =>
    setColumns(service, 'merchant_accounts', { merchant_id: shop.merchantId }, { suspended_at: at });
  await suspend(new Date());
  await runAt(0);
  await suspend(null);
  expect(await read(id)).toMatchObject({ status: 'requires_capture' });
  await runAt(HOUR_MS);
  expect(await read(id)).toMatchObject({ status: 'succeeded' });
});

test.for([
  ['an automatic capture', { capture_on: captureOn }],
  ['a sequential automatic capture', { capture_method: 'sequential_automatic', capture_on: captureOn }],
] as const)('capture_on is refused for %s', async ([, input], { api, graphql, post }) => {
  const payment = { amount: 1000, currency: 'USD' };
  const created = await api.post('/payments', { ...payment, ...input });
  expect([created.status, created.body.error]).toMatchObject([400, { param: 'capture_on' }]);
  const { capture_method: method = 'automatic', capture_on: on } = input as Record<string, string>;
  const { userErrors } = await graphql.mutate(
    'createPayment',
    { ...payment, captureMethod: method, captureOn: on },
    'payment { paymentId }',
  );
  expect(userErrors).toMatchObject([{ code: 'invalid_parameter', param: 'capture_on' }]);
  // Also where the schedule is older than the method.
  const { payment_id: id } = await post('/payments', { ...payment, ...manual });
  const changed = await api.post(`/payments/${id}`, { capture_method: 'automatic' });
  expect([changed.status, changed.body.error]).toMatchObject([400, { param: 'capture_on' }]);
});

test.for(['automatic', 'manual'] as const)(
  'A capture_on in the past schedules nothing: %s capture',
  async (method, { api, read, runAt }) => {
    const past = '2020-01-01T00:00:00.000Z';
    const { body, text } = await api.post('/payments', {
      amount: 1000,
      currency: 'USD',
      confirm: true,
      payment_method: 'card',
      payment_method_data: { card: cardOf(cards.good) },
      capture_method: method,
      capture_on: past,
    });
    expect(body.status, text).toBe(method === 'manual' ? 'requires_capture' : 'succeeded');
    await runAt(HOUR_MS);
    expect(await read(body.payment_id)).toMatchObject({ status: body.status });
  },
);
