import { expect } from 'vitest';
import { mutate } from '../../kit/mutate.ts';
import { cardOf, cards, sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

const test = base
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('connect', ({ service, shop }) => async (input: object = {}) => {
    const needed = {
      connectorType: 'payment_processor',
      connectorName: 'sandbox',
      connectorAccountDetails: { connectorAccountDetails: { api_key: 'secret' } },
      profileId: shop.profileId,
    };
    const selection = 'connectorAccount { paymentMethodsEnabled { paymentMethod recurringEnabled } }';
    const { payload, userErrors } = await mutate(
      service,
      shop.key,
      'createConnectorAccount',
      { ...needed, ...input },
      selection,
    );
    return { account: payload?.connectorAccount, userErrors };
  });

test('An account at an unknown connector is refused', async ({ connect }) => {
  const { userErrors } = await connect({ connectorName: 'nowhere' });
  expect(userErrors).toEqual([
    {
      code: 'invalid_parameter',
      param: 'connector_name',
      message: 'connector_name must name a connector of this service: adyen, sandbox, stripe.',
    },
  ]);
});

test("An account accepts all of its connector's methods unless it lists some", async ({ connect }) => {
  const { account } = await connect();
  const methods = account.paymentMethodsEnabled.map((one: { paymentMethod: string }) => one.paymentMethod);
  expect(methods.toSorted()).toEqual([
    ...['bank_debit', 'bank_redirect', 'bank_transfer', 'card', 'crypto', 'gift_card', 'pay_later'],
    ...['real_time_payment', 'upi', 'voucher', 'wallet'],
  ]);
  expect((await connect({ paymentMethodsEnabled: null })).account.paymentMethodsEnabled).toHaveLength(11);
  expect((await connect({ paymentMethodsEnabled: [] })).account.paymentMethodsEnabled).toEqual([]);
  const tax = await connect({ connectorType: 'tax_processor' });
  expect(tax.account.paymentMethodsEnabled).toEqual([]);
});

test('Card networks match in any spelling', async ({ api, service, shop }) => {
  const other = await sandboxShop(service);
  for (const scheme of ['AmericanExpress', 'AMERICAN EXPRESS', 'american_express']) {
    const profile = await other.profile({ profile_name: scheme });
    const methods = [{ payment_method: 'card', payment_schemes: [scheme] }];
    await other.sandbox({ profile_id: profile, payment_methods_enabled: methods });
    const id = await other.open({ profile_id: profile });
    const card = { ...cardOf('378282246310005'), card_cvc: '1234' };
    const { body } = await api.post(
      `/payments/${id}`,
      { confirm: true, payment_method_data: { card } },
      { key: other.key },
    );
    expect(body.status).toBe('succeeded');
  }
  expect(shop.key).not.toBe(other.key);
});

test('Expiry dates with one-digit months or two-digit years are read correctly', async ({ api, shop }) => {
  const id = await shop.open();
  const expiry = { card_exp_month: '3', card_exp_year: '34' };
  const { body } = await api.post(`/payments/${id}`, {
    payment_method_data: { card: { ...cardOf(cards.good), ...expiry } },
  });
  expect(body.payment_method_data.card).toMatchObject({ card_exp_month: '03', card_exp_year: '2034' });
  const payout = await shop.payout({ status: 'requires_payout_method_data' });
  const to = { card_number: cards.good, expiry_month: '3', expiry_year: '34' };
  const sent = await api.post(`/payouts/${payout}`, { payout_method_data: { card: to } });
  expect(sent.body.payout_method_data.card).toMatchObject({ card_exp_month: '03', card_exp_year: '2034' });
});

test('A saved card stores its expiry in one format', async ({ service, shop }) => {
  const customerId = await shop.customer();
  const card = { cardNumber: cards.good, cardExpMonth: '3', cardExpYear: '34' };
  const { payload } = await mutate(
    service,
    shop.key,
    'savePaymentMethod',
    { customerId, paymentMethod: 'card', card },
    'paymentMethod { card { expiryMonth expiryYear } }',
  );
  expect(payload.paymentMethod.card).toEqual({ expiryMonth: '03', expiryYear: '2034' });
});
