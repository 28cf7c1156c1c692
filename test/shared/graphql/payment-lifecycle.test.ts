import { expect } from 'vitest';
import { cards, graphqlCardOf, sandboxShop } from '../../kit/sandbox-shop.ts';
import { leakedSecrets } from '../../kit/secrets.ts';
import { test as base } from '../../kit/test.ts';

const fields = `payment { paymentId status netAmount amountReceived amountCapturable cancellationReason errorCode
  unifiedCode unifiedMessage manualRetryAllowed attemptCount attempts { status cancellationReason }
  captures { status amount captureSequence connectorCaptureId authorizedAttemptId } }`;

const test = base
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend(
    'run',
    ({ graphql }) =>
      (name: string, input: Record<string, unknown>) =>
        graphql.mutate(name, input, fields),
  )
  .extend(
    'refusal',
    ({ graphql }) =>
      (name: string, input: Record<string, unknown>) =>
        graphql.mutationError(name, input, fields),
  )
  .extend('create', ({ run }) => async (input: object = {}, number: string = cards.good) => {
    const request = {
      amount: 1000,
      currency: 'USD',
      paymentMethodData: { card: graphqlCardOf(number) },
      ...input,
    };
    return (await run('createPayment', request)).payload.payment;
  });

test('confirmPayment charges a payment and applies the changes sent with it', async ({ create, run }) => {
  const { paymentId } = await create();
  const { payload } = await run('confirmPayment', { paymentId, amount: 1500 });
  expect(payload.payment).toMatchObject({ status: 'succeeded', netAmount: 1500, amountReceived: 1500 });
});

test("confirmPayment returns a decline as the payment's status, and the payment may be retried", async ({
  create,
  refusal,
  run,
}) => {
  const { paymentId } = await create({}, cards.declined);
  const { payload, userErrors } = await run('confirmPayment', { paymentId });
  expect(userErrors).toEqual([]);
  expect(payload.payment).toMatchObject({
    status: 'failed',
    errorCode: 'card_declined',
    unifiedCode: 'UE_1000',
    unifiedMessage: 'The payment was declined. Please try another card or another way to pay.',
    manualRetryAllowed: true,
  });
  const paymentMethodData = { card: graphqlCardOf(cards.good) };
  const { payload: again } = await run('confirmPayment', { paymentId, paymentMethodData });
  expect(again.payment).toMatchObject({ status: 'succeeded', errorCode: null, attemptCount: 2 });
  expect(await refusal('confirmPayment', { paymentId })).toEqual(['unexpected_state', null]);
});

test('confirmPayment rejects a payment without a payment method', async ({ refusal, run }) => {
  const { payload } = await run('createPayment', { amount: 1, currency: 'USD' });
  const { paymentId } = payload.payment;
  expect(await refusal('confirmPayment', { paymentId })).toEqual([
    'missing_parameter',
    'payment_method_data',
  ]);
});

test('createPayment with confirm charges the payment once per idempotency key', async ({ run }) => {
  const request = {
    amount: 700,
    currency: 'USD',
    confirm: true,
    paymentMethodData: { card: graphqlCardOf(cards.good) },
    idempotencyKey: 'made-once',
  };
  const { payload } = await run('createPayment', request);
  expect(payload.payment).toMatchObject({ status: 'succeeded', amountReceived: 700 });
  const again = await run('createPayment', request);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.payload).toEqual(payload);
});

test("createPayment returns the customer's ephemeral key once and stores it nowhere", async ({
  graphql,
  service,
}) => {
  const selection = 'payment { paymentId ephemeralKey { customerId createdAt expires secret } }';
  const request = { amount: 1, currency: 'USD', customer: { id: 'ann', name: 'Ann' } };
  const { payload } = await graphql.mutate('createPayment', request, selection);
  const { ephemeralKey, paymentId } = payload.payment;
  expect(ephemeralKey).toMatchObject({ customerId: 'ann', secret: expect.stringMatching(/^epk_.{43}$/) });
  expect(ephemeralKey.expires - ephemeralKey.createdAt).toBe(3600);
  expect(await leakedSecrets(service, [ephemeralKey.secret])).toEqual([]);
  const later = await graphql.mutate('updatePayment', { paymentId, amount: 2 }, selection);
  expect(later.payload.payment.ephemeralKey).toBeNull();
  const guest = await graphql.mutate('createPayment', { amount: 1, currency: 'USD' }, selection);
  expect(guest.payload.payment.ephemeralKey).toBeNull();
});

test('capturePayment completes a manual payment with one full or partial capture', async ({
  create,
  refusal,
  run,
}) => {
  const { paymentId, ...held } = await create({ captureMethod: 'manual', confirm: true });
  expect(held).toMatchObject({ status: 'requires_capture', amountCapturable: 1000, amountReceived: 0 });
  const { payload } = await run('capturePayment', { paymentId, amount: 400 });
  expect(payload.payment).toMatchObject({
    status: 'partially_captured',
    amountReceived: 400,
    amountCapturable: 0,
    captures: [{ status: 'charged', amount: 400, captureSequence: 1, authorizedAttemptId: `${paymentId}_1` }],
  });
  expect(await refusal('capturePayment', { paymentId })).toEqual(['unexpected_state', null]);

  const whole = await create({ captureMethod: 'manual', confirm: true });
  const { payload: all } = await run('capturePayment', { paymentId: whole.paymentId });
  expect(all.payment).toMatchObject({ status: 'succeeded', amountReceived: 1000 });
});

test('capturePayment captures a manual_multiple payment in parts, never above the authorized amount', async ({
  create,
  refusal,
  run,
}) => {
  const { paymentId } = await create({ captureMethod: 'manual_multiple', confirm: true });
  const { payload: part } = await run('capturePayment', { paymentId, amount: 300 });
  expect(part.payment).toMatchObject({
    status: 'partially_captured_and_capturable',
    amountReceived: 300,
    amountCapturable: 700,
  });
  expect(await refusal('capturePayment', { paymentId, amount: 701 })).toEqual([
    'amount_exceeds_available',
    'amount',
  ]);
  expect(await refusal('capturePayment', { paymentId, amount: 0 })).toEqual([
    'amount_exceeds_available',
    'amount',
  ]);
  await run('capturePayment', { paymentId, amount: 200 });
  const { payload: last } = await run('capturePayment', { paymentId });
  expect(last.payment).toMatchObject({ status: 'succeeded', amountReceived: 1000, amountCapturable: 0 });
  const { captures } = last.payment;
  expect(captures.map((one: { amount: number }) => one.amount)).toEqual([300, 200, 500]);
  expect(captures.map((one: { captureSequence: number }) => one.captureSequence)).toEqual([1, 2, 3]);
  expect(captures.every((one: { connectorCaptureId: string }) => one.connectorCaptureId)).toBe(true);
});

test('cancelPayment voids an authorization', async ({ create, refusal, run }) => {
  const { paymentId } = await create({ captureMethod: 'manual', confirm: true });
  const { payload } = await run('cancelPayment', { paymentId, cancellationReason: 'Out of stock' });
  expect(payload.payment).toMatchObject({
    status: 'cancelled',
    cancellationReason: 'Out of stock',
    amountCapturable: 0,
    attempts: [{ status: 'voided', cancellationReason: 'Out of stock' }],
  });
  expect(await refusal('cancelPayment', { paymentId })).toEqual(['unexpected_state', null]);
});

test('cancelPayment ends an unconfirmed payment without a connector call', async ({ create, run }) => {
  const { paymentId } = await create();
  const { payload } = await run('cancelPayment', { paymentId });
  expect(payload.payment).toMatchObject({ status: 'cancelled', cancellationReason: null, attempts: [] });
});
