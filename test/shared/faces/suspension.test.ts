import { expect } from 'vitest';
import { clientOf } from '../../kit/client.ts';
import { mutate } from '../../kit/mutate.ts';
import { scriptedConnector } from '../../kit/scripted-connector.ts';
import { scriptedShop } from '../../kit/scripted-shop.ts';
import { test as base } from '../../kit/test.ts';
import { graphqlWrites } from './graphql-writes.ts';
import { restWrites } from './rest-writes.ts';
import { cardInput, openPayment, profileWithCards, savedCard } from './write-objects.ts';

const SUSPENDED = 'merchant_suspended';

/** Actions open to a suspended merchant: returning money, ending something, erasing data, or recording events. */
const goesOn = new Set([
  'POST /refunds/{refund_id}',
  'createRefund',
  'updateRefund',
  'acceptDispute',
  'challengeDispute',
  'cancelPayment',
  'cancelPaymentRetry',
  'cancelPayout',
  'revokeMandate',
  'revokeApiKey',
  'deletePaymentMethod',
  'createNote',
  'deleteNote',
  'markNotificationRead',
  'markAllNotificationsRead',
  'POST /notifications/{notification_id}/read',
  'POST /notifications/read',
  'saveEvidenceDraft',
  'stopPaymentMethodExport',
  'POST /exports/payment_methods/{export_id}/stop',
  'redeliverWebhook',
  'replayWebhooks',
]);
const merchantsWrites = [...restWrites, ...graphqlWrites].filter(({ admin }) => !admin);

let keys = 0;
const freshKey = () => `idem-${++keys}`;

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from this pattern.
  .extend('scripted', { scope: 'file' }, ({}) => scriptedConnector())
  .extend('serviceOptions', { scope: 'file' }, ({ scripted }) => ({ connectors: [scripted.connector] }))
  .extend('shop', ({ service }) => scriptedShop(service))
  .extend('suspend', ({ adminGraphql, shop: { merchantId } }) => async (reason = 'Under review.') => {
    const selection = 'merchantAccount { suspendedAt suspensionReason }';
    const { payload } = await adminGraphql.mutate(
      'suspendMerchantAccount',
      { merchantId, reason },
      selection,
    );
    expect(payload?.merchantAccount.suspensionReason).toBe(reason);
    return payload.merchantAccount.suspendedAt as string;
  })
  .extend('resume', ({ adminGraphql, shop: { merchantId } }) => async () => {
    const selection = 'merchantAccount { suspendedAt suspensionReason }';
    const { payload } = await adminGraphql.mutate('resumeMerchantAccount', { merchantId }, selection);
    expect(payload.merchantAccount).toEqual({ suspendedAt: null, suspensionReason: null });
  });

test.for(merchantsWrites)(
  '$name under suspension: earlier requests are replayed, and only operations that end something are accepted',
  async (write, { resume, service, shop, suspend }) => {
    const [ran, request] = [await write.prepare(shop), await write.prepare(shop)];
    const [keyOfRan, key] = [freshKey(), freshKey()];
    expect((await write.send(service, shop.key, ran, keyOfRan)).code).toBe(null);
    await suspend();
    expect(await write.send(service, shop.key, ran, keyOfRan)).toMatchObject({ code: null, replayed: true });
    const response = await write.send(service, shop.key, request, key);
    expect(response.code).toBe(goesOn.has(write.name) ? null : SUSPENDED);
    if (goesOn.has(write.name)) return;
    await resume();
    // The refusal has changed nothing and has not consumed the key.
    expect(await write.send(service, shop.key, request, key)).toMatchObject({ code: null, replayed: false });
  },
);

test('A suspension and its end apply to every process', async ({
  api,
  client,
  resume,
  secondService,
  shop,
  suspend,
}) => {
  const elsewhere = clientOf(secondService);
  const create = { key: shop.key, body: { name: 'Alice' } };
  expect((await elsewhere.post('/customers', create)).status).toBe(200);
  await suspend();
  // The other process caches the key until notified.
  await expect.poll(async () => (await elsewhere.post('/customers', create)).status).toBe(403);
  for (const process of [client, elsewhere]) {
    const { body, status } = await process.post('/customers', create);
    expect([status, body.error?.type, body.error?.code]).toEqual([403, 'permission', SUSPENDED]);
  }
  expect((await api.get('/payments/list')).status).toBe(200);
  await resume();
  expect((await client.post('/customers', create)).status).toBe(200);
  await expect.poll(async () => (await elsewhere.post('/customers', create)).status).toBe(200);
});

test('A payment whose connector call is in progress at suspension is recorded as paid', async ({
  graphql,
  scripted,
  shop,
  suspend,
}) => {
  scripted.respond('authorize', async ({ idempotencyKey }) => {
    await suspend();
    return { kind: 'succeeded', connectorTransactionId: `txn_${idempotencyKey}` };
  });
  const profileId = await profileWithCards(shop);
  const paymentMethodData = { card: cardInput };
  const input = { amount: 100, currency: 'USD', profileId, paymentMethodData, confirm: true };
  const pay = () => graphql.mutate('createPayment', input, 'payment { paymentId status }');
  const { payload } = await pay();
  expect(payload.payment.status).toBe('succeeded');
  const { errors } = await pay();
  expect(errors.map(({ extensions }) => extensions?.code)).toEqual([SUSPENDED]);
  // The customer still gets the money back.
  const refund = await graphql.mutate(
    'createRefund',
    { paymentId: payload.payment.paymentId },
    'refund { status }',
  );
  expect(refund.payload.refund.status).toBe('succeeded');
});

test('A suspended merchant can read everything, including the suspension', async ({
  api,
  graphql,
  shop,
  suspend,
}) => {
  const { paymentId } = await shop.paidPayment();
  const customerId = await shop.customer();
  await shop.paymentMethod(customerId);
  const since = await suspend('Chargebacks above two per cent.');
  expect((await api.get('/payments/list')).body[0].data[0].payment_id).toBe(paymentId);
  const terms = 'accepted_country=DE&accepted_currency=USD&minimum_amount=1&maximum_amount=100';
  const flags = 'recurring_payment_enabled=false&installment_payment_enabled=false';
  const methods = await api.get(`/customers/${customerId}/payment_methods?${terms}&${flags}`);
  expect(methods.status).toBe(200);
  const { merchantAccount, payments } = await graphql.data(
    `{ merchantAccount(merchantId: "${shop.merchantId}") { suspendedAt suspensionReason } payments { totalCount } }`,
  );
  expect(merchantAccount).toEqual({
    suspendedAt: since,
    suspensionReason: 'Chargebacks above two per cent.',
  });
  expect(payments.totalCount).toBe(1);
});

test("A customer's page cannot pay with a publishable key and a client secret", async ({
  graphqlAs,
  shop,
  suspend,
}) => {
  const paymentId = await openPayment(shop, { client_secret: 'cs_secret_1' });
  await suspend();
  const page = graphqlAs(shop.publishableKey);
  const input = { paymentId, clientSecret: 'cs_secret_1' };
  const { errors } = await page.mutate('confirmPayment', input, 'payment { status }');
  expect(errors.map(({ extensions }) => extensions?.code)).toEqual([SUSPENDED]);
  const seen = await page.data(
    `{ payment(paymentId: "${paymentId}", clientSecret: "cs_secret_1") { status } }`,
  );
  expect(seen.payment.status).toBe('requires_payment_method');
});

test('Suspending twice keeps the first time, and the operator may act for the merchant', async ({
  adminGraphql,
  shop,
  suspend,
}) => {
  const since = await suspend('One.');
  expect(await suspend('Two.')).toBe(since);
  const { payload } = await adminGraphql.mutate(
    'createCustomer',
    { merchantId: shop.merchantId, name: 'Alice' },
    'customer { name }',
  );
  expect(payload.customer.name).toBe('Alice');
});

test('Only the operator can suspend and resume', async ({ adminGraphql, graphql, shop }) => {
  const { merchantId } = shop;
  const input = { merchantId, reason: 'x' };
  expect(
    await graphql.mutationError('suspendMerchantAccount', input, 'merchantAccount { merchantId }'),
  ).toEqual(['wrong_key_kind', null]);
  expect(
    await graphql.mutationError('resumeMerchantAccount', { merchantId }, 'merchantAccount { merchantId }'),
  ).toEqual(['wrong_key_kind', null]);
  expect(
    await adminGraphql.mutationError(
      'suspendMerchantAccount',
      { merchantId: 'none', reason: 'x' },
      'merchantAccount { merchantId }',
    ),
  ).toEqual(['resource_not_found', null]);
});

test('Other merchants are unaffected', async ({ otherShop, service, suspend }) => {
  await suspend();
  const { userErrors, errors } = await mutate(
    service,
    otherShop.key,
    'createCustomer',
    { name: 'Bob' },
    'customer { name }',
  );
  expect([userErrors, errors]).toEqual([[], []]);
});

test("A customer's data can be erased while its merchant is suspended", async ({
  graphql,
  shop,
  suspend,
}) => {
  const customerId = await shop.customer({ email: 'ann@example.com' });
  await savedCard(shop);
  await suspend();
  const { payload } = await graphql.mutate('deleteCustomer', { customerId }, 'customer { email deletedAt }');
  expect(payload.customer).toEqual({ email: null, deletedAt: expect.any(String) });
});
