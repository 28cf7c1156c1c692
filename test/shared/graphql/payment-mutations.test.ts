import { expect } from 'vitest';
import { databaseContents, encodingsOf } from '../../kit/secrets.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { testApart as base } from '../../kit/test.ts';

const PAN = '4111111111111111';
const CVC = '864';
const card = {
  cardNumber: PAN,
  cardExpMonth: '12',
  cardExpYear: '2039',
  cardHolderName: 'Ann',
  cardCvc: CVC,
};
/** Every response of the file: none may contain a card number. */
const responses: string[] = [];
const paymentFields = `payment { paymentId status amount netAmount currency clientSecret profileId expiresOn created
  captureMethod authenticationType paymentMethod fingerprint customerId returnUrl
  paymentMethodData { card { last4 cardNetwork cardExtendedBin } billing { email } }
  customerSummary { id name } customer { customerId name } }`;
const payoutFields = `payout { payoutId status amount profileId clientSecret payoutType customerId priority
  payoutMethodData { card { last4 } } }`;
const codesOf = (payload: { userErrors: { code: string; param: string }[] }) =>
  payload.userErrors.map(({ code, param }) => [code, param]);

const test = base
  .extend(
    'mutate',
    ({ graphqlAs, shop }) =>
      (name: string, selection: string) =>
      async (input: object, key = shop.key) => {
        const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
        const document = `mutation($input: ${type}!) { ${name}(input: $input) { ${selection} userErrors { code message param } } }`;
        const payload = (await graphqlAs(key).data(document, { input }))[name];
        responses.push(JSON.stringify(payload));
        return payload;
      },
  )
  .extend('createPayment', ({ mutate }) => mutate('createPayment', paymentFields))
  .extend('updatePayment', ({ mutate }) => mutate('updatePayment', paymentFields))
  .extend('createPayout', ({ mutate }) => mutate('createPayout', payoutFields))
  .extend('updatePayout', ({ mutate }) => mutate('updatePayout', payoutFields));

test('createPayment applies defaults to every omitted field', async ({ createPayment, shop }) => {
  const { payment, userErrors } = await createPayment({ amount: 1200, currency: 'EUR' });
  expect(userErrors).toEqual([]);
  expect(payment).toMatchObject({
    status: 'requires_payment_method',
    netAmount: 1200,
    profileId: shop.profileId,
    captureMethod: 'automatic',
    authenticationType: 'no_three_ds',
    returnUrl: null,
  });
  expect(payment.paymentId).toMatch(/^pay_/);
  expect(payment.clientSecret).toMatch(new RegExp(`^${payment.paymentId}_secret_[0-9A-Za-z]{20}$`));
  expect(Date.parse(payment.expiresOn) - Date.parse(payment.created)).toBe(900_000);
});

test('createPayment accepts a card, a customer and the parts of the amount in one call', async ({
  createPayment,
}) => {
  const { payment } = await createPayment({
    amount: 1000,
    currency: 'EUR',
    shippingCost: 5,
    surchargeDetails: { surchargeAmount: 3, taxAmount: 1 },
    sessionExpiry: 60,
    customer: { name: 'Ann' },
    paymentMethodData: { card, billing: { email: 'ann@example.com' } },
  });
  expect(payment).toMatchObject({
    status: 'requires_confirmation',
    netAmount: 1009,
    paymentMethod: 'card',
    paymentMethodData: {
      card: { last4: '1111', cardNetwork: 'Visa', cardExtendedBin: '41111111' },
      billing: { email: 'ann@example.com' },
    },
    customerSummary: { id: payment.customerId, name: 'Ann' },
    customer: { customerId: payment.customerId, name: 'Ann' },
  });
  expect(Date.parse(payment.expiresOn) - Date.parse(payment.created)).toBe(60_000);
});

test('createPayment accepts an identifier not yet used by the merchant', async ({
  createPayment,
  otherShop,
}) => {
  const request = { paymentId: 'order-1', amount: 1, currency: 'EUR' };
  expect((await createPayment(request)).payment.paymentId).toBe('order-1');
  expect(codesOf(await createPayment(request))).toEqual([['resource_already_exists', 'payment_id']]);

  expect((await createPayment(request, otherShop.key)).payment.paymentId).toBe('order-1');
});

test('createPayment uses the named profile, the default one or the only one', async ({
  createPayment,
  service,
  shop,
}) => {
  const two = await seedMerchant(service);
  const second = await two.profile({ session_expiry: 60 });
  const request = { amount: 1, currency: 'EUR' };
  expect(codesOf(await createPayment(request, two.key))).toEqual([['missing_parameter', 'profile_id']]);
  expect((await createPayment({ ...request, profileId: second }, two.key)).payment.profileId).toBe(second);
  const foreign = { ...request, profileId: shop.profileId };
  expect(codesOf(await createPayment(foreign, two.key))).toEqual([['resource_not_found', 'profile_id']]);
  const text = 'update merchant_accounts set default_profile = $1 where merchant_id = $2';
  await service.database.rows.query({ text, values: [second, two.merchantId] }, null);
  expect((await createPayment(request, two.key)).payment.profileId).toBe(second);
});

test('createPayment with the admin key requires an existing merchant', async ({
  createPayment,
  service,
  shop,
}) => {
  const request = { amount: 1, currency: 'EUR' };
  expect(codesOf(await createPayment(request, service.adminApiKey))).toEqual([
    ['missing_parameter', 'merchant_id'],
  ]);
  const named = { ...request, merchantId: shop.merchantId };
  expect((await createPayment(named, service.adminApiKey)).payment.profileId).toBe(shop.profileId);
  const nobody = { ...request, merchantId: 'nobody' };
  expect(codesOf(await createPayment(nobody, service.adminApiKey))).toEqual([
    ['resource_not_found', 'merchant_id'],
  ]);
});

test('A failed createPayment stores nothing', async ({ createPayment, service }) => {
  const paymentMethodData = { card: { ...card, cardExpYear: '2020' } };
  const request = {
    paymentId: 'broken',
    amount: 1,
    currency: 'EUR',
    customer: { id: 'zoe' },
    paymentMethodData,
  };
  const param = 'payment_method_data.card.card_exp_year';
  expect(codesOf(await createPayment(request))).toEqual([['invalid_parameter', param]]);
  const confirmed = { ...request, paymentMethodData: { card }, confirm: true };
  expect(codesOf(await createPayment(confirmed))).toEqual([['no_connector_available', null]]);
  const text = `select payment_id from payments where payment_id = 'broken'
                  union select customer_id from customers where customer_id = 'zoe'
                  union select object_id from status_changes where object_id = 'broken'`;
  expect(await service.database.rows.query({ text, values: [] }, null)).toEqual([]);
});

test("createPayment starts the payment's history", async ({ createPayment, service }) => {
  const { payment } = await createPayment({ amount: 1, currency: 'EUR', paymentMethodData: { card } });
  const text = 'select from_status, to_status, cause from status_changes where object_id = $1';
  expect(await service.database.rows.query({ text, values: [payment.paymentId] }, null)).toEqual([
    { from_status: null, to_status: 'requires_confirmation', cause: 'create' },
  ]);
});

test('updatePayment changes the same fields as REST, also for the admin key', async ({
  createPayment,
  service,
  shop,
  updatePayment,
}) => {
  const { payment } = await createPayment({ amount: 1, currency: 'EUR' });
  const { paymentId } = payment;
  const updated = await updatePayment({ paymentId, amount: 20, paymentMethodData: { card } });
  expect(updated.payment).toMatchObject({ netAmount: 20, status: 'requires_confirmation' });
  const byAdmin = await updatePayment({ paymentId, customer: { name: 'Bea' } }, service.adminApiKey);
  expect(byAdmin.payment).toMatchObject({ customerSummary: { name: 'Bea' } });
  const done = await shop.payment({ status: 'succeeded' });
  expect(codesOf(await updatePayment({ paymentId: done, amount: 2 }))).toEqual([
    ['unexpected_state', 'amount'],
  ]);
});

test('createPayout and updatePayout behave like their REST endpoints', async ({
  createPayout,
  shop,
  updatePayout,
}) => {
  const { payout, userErrors } = await createPayout({ payoutId: 'out-1', amount: 9, currency: 'EUR' });
  expect(userErrors).toEqual([]);
  expect(payout).toMatchObject({
    payoutId: 'out-1',
    status: 'requires_payout_method_data',
    profileId: shop.profileId,
    clientSecret: expect.stringMatching(/^out-1_secret_[0-9A-Za-z]{20}$/),
  });
  const { cardCvc: _cvc, cardExpMonth: expiryMonth, cardExpYear: expiryYear, ...shared } = card;
  const payoutMethodData = { card: { ...shared, expiryMonth, expiryYear } };
  const updated = await updatePayout({ payoutId: 'out-1', payoutMethodData, priority: 'fast' });
  expect(updated.payout).toMatchObject({
    status: 'requires_confirmation',
    payoutType: 'card',
    priority: 'fast',
    payoutMethodData: { card: { last4: '1111' } },
  });
  const again = { payoutId: 'out-1', amount: 9, currency: 'EUR' };
  expect(codesOf(await createPayout(again))).toEqual([['resource_already_exists', 'payout_id']]);
  const payoutLinkConfig = { theme: '#123456' };
  expect(codesOf(await createPayout({ amount: 9, currency: 'EUR', payoutLinkConfig }))).toEqual([
    ['invalid_parameter', 'payout_link_config'],
  ]);
});

test('Card numbers and verification codes are in no table, response, statement or log line', async ({
  createPayment,
  service,
}) => {
  await createPayment({
    amount: 1,
    currency: 'EUR',
    paymentMethodData: { card },
    idempotencyKey: 'secrets',
  });
  const stored = await databaseContents(service);
  expect(stored).toContain('idempotency_keys:');
  for (const place of [
    stored,
    responses.join('\n'),
    service.logs.join('\n'),
    service.statements.join('\n'),
  ]) {
    for (const form of encodingsOf(PAN)) expect(place).not.toContain(form);
    expect(place).not.toContain(`"${CVC}"`);
  }
});
