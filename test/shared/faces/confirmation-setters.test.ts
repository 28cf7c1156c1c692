import { expect } from 'vitest';
import { camelCase } from '../../../src/core/model/description.ts';
import { fieldsOf } from '../../../src/core/model/index.ts';
import { confirmationSetters } from '../../../src/core/payments/customer/customer-access.ts';
import { PaymentConfirmation } from '../../../src/core/payments/payment-inputs.ts';
import { isFullRun } from '../../kit/figure.ts';
import { mutate } from '../../kit/mutate.ts';
import { cardOf, cards, graphqlCardOf, sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

type Name = keyof typeof confirmationSetters;
const names = fieldsOf(PaymentConfirmation)
  .map(({ name }) => name)
  .filter((name) => name !== 'client_secret') as Name[];

const consent = { customer_acceptance: { acceptance_type: 'online' } };
const contact = { address: { country: 'DE', first_name: 'Ann' }, email: 'ann@example.com' };
/** A value of each parameter; null, which clears it, of those that have no other here. */
const values: Readonly<Partial<Record<Name, unknown>>> = {
  payment_method: 'card',
  payment_method_type: 'credit',
  email: 'ann@example.com',
  name: 'Ann Example',
  phone: '1701234567',
  billing: contact,
  shipping: contact,
  browser_info: { language: 'de', user_agent: 'Mozilla' },
  return_url: 'https://shop.example.com/done',
  setup_future_usage: 'off_session',
  mandate_data: consent,
  amount: 1,
  currency: 'JPY',
  net_amount: 1,
  capture_method: 'manual',
  metadata: { order: '4711' },
};
/** What another parameter takes beside it. */
const companions: Readonly<Partial<Record<Name, object>>> = {
  setup_future_usage: { mandate_data: consent },
  mandate_data: { setup_future_usage: 'off_session' },
};
/** Parameters that choose another method than a new card; test/shared/faces/payment-offer.test.ts pays with them. */
const savedMethod: readonly Name[] = [
  'payment_token',
  'card_cvc',
  'payment_method_id',
  'payment_method_data',
];

const inCamelCase = (value: unknown): unknown => {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [camelCase(name), inCamelCase(one)]));
};

const test = base
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('customersPayment', ({ api, shop }) => async () => {
    const body = {
      amount: 1000,
      currency: 'USD',
      profile_id: shop.profileId,
      customer_id: await shop.customer(),
    };
    const { body: payment, text } = await api.post('/payments', body);
    if (!payment.client_secret) throw new Error(text);
    return payment;
  });

test('The table of who sets what names every parameter of a confirmation, and no other', () => {
  expect(Object.keys(confirmationSetters).sort()).toEqual([...names].sort());
});

test("A customer's client may set what the customer knows, is compared by what it showed, and refused the rest at both faces", async ({
  client,
  customersPayment,
  service,
  shop,
}) => {
  for (const name of names) {
    if (savedMethod.includes(name)) continue;
    const isCustomers = confirmationSetters[name] === 'customer';
    const isShown = confirmationSetters[name] === 'merchant_shown';
    const code = isShown ? 'unexpected_state' : 'wrong_key_kind';
    const given = { [name]: values[name] ?? null, ...companions[name] };
    const kinds = [
      async () => {
        const { client_secret, payment_id } = await customersPayment();
        return { key: shop.publishableKey, payment_id, more: { client_secret } };
      },
      async () => {
        const { ephemeral_key, payment_id } = await customersPayment();
        return { key: ephemeral_key.secret as string, payment_id, more: {} };
      },
    ];
    // In an ordinary run, the kinds take turns.
    for (const kind of isFullRun ? kinds : [kinds[names.indexOf(name) % 2]!]) {
      const rest = await kind();
      const body = { ...rest.more, ...given, payment_method_data: { card: cardOf(cards.good) } };
      const answer = await client.post(`/payments/${rest.payment_id}/confirm`, { key: rest.key, body });
      const message = isShown
        ? `${name} does not match the payment`
        : `${name} can only be set with an API key.`;
      const refused = [isShown ? 409 : 403, code, name, message];
      expect(
        isCustomers
          ? [answer.status, answer.body.status]
          : [
              answer.status,
              answer.body.error?.code,
              answer.body.error?.param,
              String(answer.body.error?.message).slice(0, refused[3]!.toString().length),
            ],
        `${name}: ${answer.text}`,
      ).toEqual(isCustomers ? [200, 'succeeded'] : refused);

      const graph = await kind();
      const input = {
        paymentId: graph.payment_id,
        ...(inCamelCase({ ...graph.more, ...given }) as object),
        ...(name === 'metadata' ? { metadata: values.metadata } : {}),
        paymentMethodData: { card: graphqlCardOf(cards.good) },
      };
      const { errors, payload, text, userErrors } = await mutate(
        service,
        graph.key,
        'confirmPayment',
        input,
        'payment { status }',
      );
      const problem = (userErrors[0] ?? errors[0]?.extensions ?? {}) as { code?: string; param?: string };
      const found = isCustomers ? payload?.payment?.status : [problem.code, problem.param];
      expect(found, `${name}: ${text}`).toEqual(isCustomers ? 'succeeded' : [code, name]);
    }
  }
}, 300_000);

test('What the customer gave is kept with the payment, and the card is saved with its nickname', async ({
  api,
  client,
  customersPayment,
  shop,
}) => {
  const { client_secret, customer_id, payment_id } = await customersPayment();
  const { billing, browser_info, email, mandate_data, name, phone, setup_future_usage, shipping } = values;
  const given = { billing, browser_info, email, name, phone, setup_future_usage, shipping };
  const card = { ...cardOf(cards.good), nick_name: 'Travel' };
  const body = { client_secret, ...given, mandate_data, payment_method_data: { card } };
  const paid = await client.post(`/payments/${payment_id}/confirm`, { key: shop.publishableKey, body });
  expect(paid.body.status, paid.text).toBe('succeeded');
  expect((await api.get(`/payments/${payment_id}`)).body).toMatchObject({
    ...given,
    mandate_id: expect.any(String),
  });
  const list = await api.get(`/payment_methods?customer_id=${customer_id}`);
  expect(list.body.data).toMatchObject([{ recurring_enabled: true, card: { nick_name: 'Travel' } }]);
});

test("A customer's client may repeat what the merchant set, and changes none of it, at both faces", async ({
  api,
  client,
  customersPayment,
  service,
  shop,
}) => {
  const limits = { single_use: { amount: 7000, currency: 'USD' } };
  const merchants = {
    amount: 1000,
    currency: 'USD',
    setup_future_usage: 'off_session',
    mandate_data: { mandate_type: limits },
    order_details: [{ product_name: 'Shirt', quantity: 1, amount: 1000 }],
    metadata: { order: '4711' },
  };
  const repeated = { ...merchants, net_amount: 1000, mandate_data: { ...consent, mandate_type: limits } };
  const setUp = async () => {
    const { client_secret, payment_id } = await customersPayment();
    await api.post(`/payments/${payment_id}`, merchants);
    return { client_secret, payment_id };
  };

  const { client_secret, payment_id } = await setUp();
  const body = { client_secret, ...repeated, payment_method_data: { card: cardOf(cards.good) } };
  const change = { single_use: { amount: 9000, currency: 'USD' } };
  for (const [changes, param] of [
    [{ mandate_data: { ...consent, mandate_type: change } }, 'mandate_data.mandate_type'],
    [{ order_details: [{ ...merchants.order_details[0], amount: 1 }] }, 'order_details'],
    [{ metadata: {} }, 'metadata'],
  ] as const) {
    const given = { key: shop.publishableKey, body: { ...body, ...changes } };
    const refused = await client.post(`/payments/${payment_id}/confirm`, given);
    expect([refused.status, refused.body.error?.param], refused.text).toEqual([403, param]);
  }
  const paid = await client.post(`/payments/${payment_id}/confirm`, { key: shop.publishableKey, body });
  expect(paid.body.status, paid.text).toBe('succeeded');
  const { mandate_id } = (await api.get(`/payments/${payment_id}`)).body;
  expect((await api.get(`/mandates/${mandate_id}`)).body).toMatchObject({ amount: 7000 });

  const other = await setUp();
  const { metadata, ...plain } = repeated;
  const input = {
    ...(inCamelCase({ client_secret: other.client_secret, ...plain }) as object),
    orderDetails: [{ productName: 'Shirt', quantity: 1, amount: 1000 }],
    metadata,
    paymentId: other.payment_id,
    paymentMethodData: { card: graphqlCardOf(cards.good) },
  };
  const graph = await mutate(service, shop.publishableKey, 'confirmPayment', input, 'payment { status }');
  expect(graph.payload?.payment?.status, graph.text).toBe('succeeded');
});

test("A customer's client does not take away the consent that the merchant's later charges need", async ({
  api,
  client,
  customersPayment,
  shop,
}) => {
  const { client_secret, payment_id } = await customersPayment();
  await api.post(`/payments/${payment_id}`, { setup_future_usage: 'off_session' });
  for (const setup_future_usage of ['on_session', null]) {
    const body = { client_secret, setup_future_usage, payment_method_data: { card: cardOf(cards.good) } };
    const refused = await client.post(`/payments/${payment_id}/confirm`, { key: shop.publishableKey, body });
    expect([refused.status, refused.body.error.code, refused.body.error.param]).toEqual([
      409,
      'unexpected_state',
      'setup_future_usage',
    ]);
  }
});
