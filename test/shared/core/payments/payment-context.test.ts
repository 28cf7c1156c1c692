import { expect } from 'vitest';
import { ConnectorCall } from '../../../../src/core/entities/connector-call.ts';
import { Payout } from '../../../../src/core/entities/payout.ts';
import { payoutContext } from '../../../../src/core/payouts/fulfill-payout.ts';
import { decryptField } from '../../../../src/core/writes/apply-changes.ts';
import { noPayoutContext } from '../../../kit/no-context.ts';
import { cardOf, cards, sandboxShop, setColumns } from '../../../kit/sandbox-shop.ts';
import { scriptedConnector } from '../../../kit/scripted-connector.ts';
import { test as base } from '../../../kit/test.ts';

const script = scriptedConnector();
const billing = {
  address: { line1: 'Rue 1', city: 'Paris', zip: '75001', country: 'FR', first_name: 'Ada', last_name: 'L' },
  phone: { number: '12345', country_code: '+33' },
  email: 'bills@example.com',
};
const shipping = { address: { line1: 'Quai 2', city: 'Lyon', country: 'FR' } };
const browser = { ip_address: '198.51.100.7', user_agent: 'Mozilla/5.0', language: 'fr', screen_width: 1280 };
const order = {
  customer: { name: 'Ada Lovelace', email: 'ada@example.com', phone: '999', phone_country_code: '+44' },
  billing,
  shipping,
  browser_info: browser,
  order_details: [{ product_name: 'Shirt', quantity: 2, amount: 500 }],
  shipping_cost: 200,
  order_tax_amount: 30,
  surcharge_details: { surcharge_amount: 40, tax_amount: 8 },
  statement_descriptor_name: 'SHOP',
  statement_descriptor_suffix: 'SUMMER',
  description: 'Two shirts',
  merchant_order_reference_id: 'order-17',
  metadata: { campaign: 'summer' },
  connector_metadata: { scripted: { order_category: 'clothes' }, another: { payload: 'not for this one' } },
  setup_future_usage: 'on_session',
};

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ connectors: [script.connector] }))
  .extend('shop', async ({ service }) => {
    const shop = await sandboxShop(service);
    await setColumns(
      service,
      'connector_accounts',
      { merchant_connector_id: shop.account },
      { disabled: true },
    );
    const enabled = [{ payment_method: 'card', recurring_enabled: true }];
    await shop.connector({ connector_name: 'scripted', payment_methods_enabled: enabled });
    return shop;
  })
  /** Confirms a payment and resolves to the connector's request. */
  .extend('sentFor', ({ api, shop }) => async (more: object) => {
    const id = await shop.open({ amount: 1000, net_amount: 1000 });
    const confirm = { confirm: true, payment_method_data: { card: cardOf(cards.good) } };
    const { body, status } = await api.post(`/payments/${id}`, { ...confirm, ...more });
    expect([status, body.status]).toEqual([200, 'succeeded']);
    const sent = script.requests.authorize!.find(({ reference }) => reference === body.reference_id)!;
    return { body, sent, context: sent.context as Record<string, unknown> };
  });

test('The connector receives the payer, location, order and statement descriptor', async ({ sentFor }) => {
  const { body, context, sent } = await sentFor(order);
  expect(sent.amount).toBe(1278);
  expect(context).toEqual({
    customer: {
      id: body.customer_id,
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      phone: { number: '999', countryCode: '+44' },
    },
    billing: {
      address: {
        firstName: 'Ada',
        lastName: 'L',
        line1: 'Rue 1',
        line2: null,
        line3: null,
        city: 'Paris',
        zip: '75001',
        state: null,
        country: 'FR',
      },
      phone: { number: '12345', countryCode: '+33' },
      email: 'bills@example.com',
    },
    methodBilling: (context.billing as object) ?? null,
    shipping: {
      address: expect.objectContaining({ line1: 'Quai 2', city: 'Lyon', country: 'FR', zip: null }),
      phone: null,
      email: null,
    },
    browser: {
      ipAddress: '198.51.100.7',
      userAgent: 'Mozilla/5.0',
      acceptHeader: null,
      language: 'fr',
      colorDepth: null,
      screenHeight: null,
      screenWidth: 1280,
      timeZone: null,
      javaEnabled: null,
      javaScriptEnabled: null,
      osType: null,
      osVersion: null,
      deviceModel: null,
    },
    consent: null,
    lines: [{ productName: 'Shirt', quantity: 2, unitPrice: 500 }],
    shippingCost: 200,
    orderTax: 30,
    surcharge: 40,
    surchargeTax: 8,
    statementDescriptor: 'SHOP',
    statementDescriptorSuffix: 'SUMMER',
    description: 'Two shirts',
    orderReference: 'order-17',
    metadata: { campaign: 'summer' },
    connectorMetadata: { order_category: 'clothes' },
    connectorCustomerId: null,
    inIframe: false,
    split: null,
    businessCountry: null,
  });
});

test('A payment without order details sends none to the connector', async ({ sentFor }) => {
  const { context } = await sentFor({});
  expect(context).toMatchObject({ customer: null, billing: null, shipping: null, browser: null, lines: [] });
  expect(context).toMatchObject({ statementDescriptor: null, metadata: {}, connectorMetadata: {} });
});

test("The connector receives the customer's consent to later charges, and the client", async ({
  sentFor,
  shop,
}) => {
  const sentWith = async (customer_acceptance: object, more: object = {}) => {
    const saving = { customer_id: await shop.customer(), setup_future_usage: 'off_session' };
    return (await sentFor({ ...saving, mandate_data: { customer_acceptance }, ...more })).context.consent;
  };
  const online = { ip_address: '192.0.2.1', user_agent: 'Firefox' };
  const accepted_at = '2026-01-01T00:00:00.000Z';
  expect(await sentWith({ acceptance_type: 'online', accepted_at, online })).toEqual({
    isOnline: true,
    acceptedAt: accepted_at,
    ipAddress: '192.0.2.1',
    userAgent: 'Firefox',
  });
  expect(await sentWith({ acceptance_type: 'online' }, { browser_info: browser })).toEqual({
    isOnline: true,
    acceptedAt: null,
    ipAddress: '198.51.100.7',
    userAgent: 'Mozilla/5.0',
  });
  const offline = { isOnline: false, acceptedAt: null, ipAddress: null, userAgent: null };
  expect(await sentWith({ acceptance_type: 'offline' }, { browser_info: browser })).toEqual(offline);
});

test("The payment's billing contact is also the card's, unless the profile disables that", async ({
  graphql,
  sentFor,
  service,
  shop,
}) => {
  const query = 'query ($id: ID!) { paymentMethod(paymentMethodId: $id) { billing { email } } }';
  const savedBilling = async (id: string) => (await graphql.data(query, { id })).paymentMethod.billing;
  const own = { payment_method_data: { card: cardOf(cards.good), billing: { address: { country: 'IT' } } } };
  const { context: withOwn } = await sentFor({ billing, ...own });
  expect(withOwn.methodBilling).toMatchObject({ address: { country: 'IT' } });
  const saving = { billing, customer: { name: 'Ada' }, setup_future_usage: 'on_session' };
  const { body, context } = await sentFor(saving);
  expect(context.methodBilling).toEqual(context.billing);
  expect(await savedBilling(body.payment_method_id)).toMatchObject({ email: 'bills@example.com' });

  const profile = { merchant_id: shop.merchantId, profile_id: shop.profileId };
  await setColumns(service, 'business_profiles', profile, { use_billing_as_payment_method_billing: false });
  const { body: apart, context: separate } = await sentFor(saving);
  expect(separate.methodBilling).toBeNull();
  expect(separate.billing).toMatchObject({ email: 'bills@example.com' });
  expect(await savedBilling(apart.payment_method_id)).toBeNull();
});

test('Personal data of the customer is encrypted in every call and erased when it is complete', async ({
  sentFor,
  service,
}) => {
  const { body } = await sentFor(order);
  const text = 'select * from connector_calls where object_id = $1';
  const [row] = await service.database.rows.query({ text, values: [body.payment_id] }, null);
  expect(JSON.stringify(row)).not.toMatch(/ada@example|Lovelace|198\.51|Quai/);
  const ctx = service.contextFor({ kind: 'admin_key' }, 'req_test');
  const call = Object.assign(new ConnectorCall(), row);
  const request = decryptField(ctx, call, 'request');
  expect(request).toMatchObject({ amount: 1278 });
  for (const name of ['method', 'context', 'returnUrl']) expect(request).not.toHaveProperty(name);
});

test('Marketplace splits are sent to their connector, together with the business country', async ({
  graphql,
  sentFor,
  service,
  shop,
}) => {
  const profile = { merchant_id: shop.merchantId, profile_id: shop.profileId };
  await setColumns(service, 'business_profiles', profile, { merchant_business_country: 'NL' });
  const split = { charge_type: { scripted: 'direct' }, application_fees: 5 };
  const split_payments = { scripted_split_payment: split, sandbox_split_payment: { application_fees: 7 } };
  const { body, context } = await sentFor({ split_payments });
  expect(context).toMatchObject({ split, businessCountry: 'NL' });
  expect((await sentFor({ business_country: 'BE' })).context).toMatchObject({
    split: null,
    businessCountry: 'BE',
  });

  const revert = { revert_transfer: true };
  const input = { paymentId: body.payment_id, splitRefunds: { scripted_split_refund: revert } };
  const { payload } = await graphql.mutate('createRefund', input, 'refund { status }');
  expect(payload).toMatchObject({ refund: { status: 'succeeded' } });
  expect(script.requests.refund!.at(-1)).toMatchObject({ split: revert });
});

test('A payout sends its recipient to the connector', () => {
  const customer = { id: 'cus_1', name: 'Ada', email: 'ada@example.com', phone: null };
  const payout = Object.assign(new Payout(), {
    customer_id: 'cus_1',
    customer,
    phone: '999',
    phone_country_code: '+44',
    billing: { address: { city: 'Paris' } },
    description: 'Share of May',
    metadata: { month: 'May' },
  });
  expect(payoutContext(payout)).toMatchObject({
    recipient: { id: 'cus_1', name: 'Ada', phone: { number: '999', countryCode: '+44' } },
    billing: { address: { city: 'Paris', line1: null }, phone: null },
    description: 'Share of May',
    metadata: { month: 'May' },
  });
  expect(payoutContext(new Payout())).toEqual(noPayoutContext);
});

test('A saved card is charged with a re-entered verification code, which is never stored', async ({
  api,
  client,
  sentFor,
  service,
  shop,
}) => {
  const { body: first } = await sentFor({ ...order, setup_future_usage: 'on_session' });
  const { customer_id, payment_method_id } = first;
  const open = async () => {
    const input = { amount: 1000, currency: 'USD', customer_id, profile_id: shop.profileId };
    return (await api.post('/payments', input)).body;
  };
  const cvcSent = (reference: string) => {
    const { method } = script.requests.authorize!.find((sent) => sent.reference === reference)!;
    return (method as { card: { cvc: string | null } }).card.cvc;
  };
  const code = '907';
  const onServer = await api.post(`/payments/${(await open()).payment_id}`, {
    confirm: true,
    payment_method_id,
    card_cvc: code,
  });
  expect(onServer.body.status).toBe('succeeded');
  expect(cvcSent(onServer.body.reference_id)).toBe(code);

  const terms =
    'accepted_currency=USD&accepted_country=US&minimum_amount=0&maximum_amount=9&recurring_payment_enabled=false&installment_payment_enabled=false';
  const { body: list } = await api.get(`/customers/${customer_id}/payment_methods?${terms}`);
  const [{ payment_token, requires_cvv }] = list.customer_payment_methods;
  expect(requires_cvv).toBe(true);
  const { client_secret, payment_id } = await open();
  const inPage = await client.post(`/payments/${payment_id}/confirm`, {
    key: shop.publishableKey,
    body: { client_secret, payment_token, card_cvc: code },
  });
  expect(inPage.body.status).toBe('succeeded');
  expect(cvcSent(`${payment_id}_1`)).toBe(code);
  const text = `select count(*)::int as n from connector_calls c where c::text like '%"${code}"%'`;
  expect(await service.database.rows.query({ text, values: [] }, null)).toEqual([{ n: 0 }]);

  const refused = async (input: object) =>
    (await api.post(`/payments/${(await open()).payment_id}`, { confirm: true, ...input })).body.error;
  const typed = { payment_method_data: { card: cardOf(cards.good) }, card_cvc: code };
  expect(await refused(typed)).toMatchObject({ code: 'parameters_exclusive', param: 'card_cvc' });
  for (const input of [{ card_cvc: code }, { payment_method_id, card_cvc: '9070' }])
    expect(await refused(input)).toMatchObject({ code: 'invalid_parameter', param: 'card_cvc' });
});
