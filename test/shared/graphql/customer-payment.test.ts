import { expect } from 'vitest';
import { dataOf, errorOf, graphql } from '../../kit/graphql.ts';
import { mutate, mutationError } from '../../kit/mutate.ts';
import { cardOf, cards, graphqlCardOf, sandboxShop, setColumns } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

const test = base.extend('sandbox', async ({ service }) => {
  const shop = await sandboxShop(service);
  const create = async (input: Record<string, unknown> = {}) => {
    const selection = 'payment { paymentId clientSecret }';
    const given = { amount: 1000, currency: 'EUR', ...input };
    const { payload, text } = await mutate(service, shop.key, 'createPayment', given, selection);
    if (!payload?.payment) throw new Error(text);
    return payload.payment as { paymentId: string; clientSecret: string };
  };
  return { ...shop, create };
});

const read = (fields: string) =>
  `query ($paymentId: ID!, $clientSecret: String) {
     payment(paymentId: $paymentId, clientSecret: $clientSecret) { ${fields} }
   }`;
const card = { paymentMethod: 'card', paymentMethodData: { card: graphqlCardOf(cards.good) } };

test('A publishable key reads a payment with its client secret', async ({ service, sandbox }) => {
  const ids = await sandbox.create({ description: 'for us only' });
  const query = read(
    'id paymentId status amount currency nextAction { type } paymentMethodData { card { last4 } }',
  );
  const { payment } = await dataOf(service, sandbox.publishableKey, query, ids);
  expect(payment).toMatchObject({
    paymentId: ids.paymentId,
    status: 'requires_payment_method',
    amount: 1000,
  });
  expect(payment.nextAction).toBeNull();
});

test("A publishable key reads none of a payment's merchant-only fields", async ({ service, sandbox }) => {
  const ids = await sandbox.create();
  const merchants = ['description', 'metadata', 'connector', 'clientSecret', 'attempts { attemptId }'];
  for (const field of [
    ...merchants,
    'customer { email }',
    'timeline { __typename }',
    'profile { profileName }',
  ]) {
    const refusal = await errorOf(service, sandbox.publishableKey, read(`status ${field}`), ids);
    expect(refusal).toEqual({ status: 403, code: 'wrong_key_kind', param: field.split(' ')[0] });
  }
  const hidden = `${read('...on Payment { ...f }')} fragment f on Payment { errorMessage }`;
  expect(await errorOf(service, sandbox.publishableKey, hidden, ids)).toMatchObject({
    param: 'errorMessage',
  });
});

test('The client secret is required, must match, and ends with the session', async ({ service, sandbox }) => {
  const ids = await sandbox.create();
  const other = await sandbox.create();
  const refuse = (clientSecret?: string) =>
    errorOf(service, sandbox.publishableKey, read('status'), { paymentId: ids.paymentId, clientSecret });
  expect(await refuse()).toEqual({ status: 200, code: 'missing_parameter', param: 'client_secret' });
  expect(await refuse(other.clientSecret)).toMatchObject({ status: 401, code: 'client_secret_invalid' });
  await setColumns(service, 'payments', { payment_id: ids.paymentId }, { expires_on: new Date(0) });
  expect(await refuse(ids.clientSecret)).toMatchObject({ status: 401, code: 'client_secret_expired' });
});

test("Another merchant's publishable key and the lists stay closed", async ({
  service,
  sandbox,
  otherShop,
}) => {
  const ids = await sandbox.create();
  expect((await graphql(service, otherShop.publishableKey, read('status'), ids)).data.payment).toBeNull();
  const list = '{ payments { nodes { paymentId } } }';
  expect(await errorOf(service, sandbox.publishableKey, list)).toMatchObject({ code: 'wrong_key_kind' });
  const one = '{ customer(customerId: "a") { customerId } }';
  expect(await errorOf(service, sandbox.publishableKey, one)).toMatchObject({ code: 'wrong_key_kind' });
});

test('An API key needs no client secret, and a given one is checked', async ({ service, sandbox }) => {
  const { clientSecret, paymentId } = await sandbox.create();
  const all = read('description');
  expect((await dataOf(service, sandbox.key, all, { paymentId })).payment).toEqual({ description: null });
  expect((await dataOf(service, sandbox.key, all, { paymentId, clientSecret })).payment).toBeTruthy();
  expect(await errorOf(service, sandbox.key, all, { paymentId, clientSecret: 'wrong' })).toMatchObject({
    code: 'client_secret_invalid',
  });
  expect(
    await mutationError(
      service,
      sandbox.key,
      'confirmPayment',
      { ...card, paymentId, clientSecret: 'wrong' },
      '',
    ),
  ).toEqual(['client_secret_invalid', 'client_secret']);
});

test('A page confirms with the publishable key: the card never reaches the merchant', async ({
  service,
  sandbox,
}) => {
  const ids = await sandbox.create({ browserInfo: { ipAddress: '203.0.113.7' } });
  const input = {
    ...ids,
    ...card,
    billing: { address: { country: 'DE', firstName: 'Ann' } },
    shipping: { address: { country: 'DE' } },
    // A page could invent an address, so the merchant's stays.
    browserInfo: { language: 'de', ipAddress: '198.51.100.1' },
    returnUrl: 'https://shop.example.com/done',
  };
  const selection = 'payment { status amountReceived billing { address { country } } nextAction { type } }';
  const { payload, text } = await mutate(service, sandbox.publishableKey, 'confirmPayment', input, selection);
  expect(payload?.payment, text).toMatchObject({ status: 'succeeded', amountReceived: 1000 });
  const query = '{ payments(first: 1) { nodes { clientSecret browserInfo { ipAddress language } } } }';
  const { payments } = await dataOf(service, sandbox.key, query);
  // The merchant's part of the customer's changes is kept, and so is the client secret.
  expect(payments.nodes[0]).toEqual({
    clientSecret: ids.clientSecret,
    browserInfo: { ipAddress: '203.0.113.7', language: 'de' },
  });
});

test("A page cannot set the merchant's parameters in a confirmation", async ({ service, sandbox }) => {
  const ids = await sandbox.create({ mandateData: { mandateType: { singleUse: { amount: 5000 } } } });
  const customer = await sandbox.customer();
  const decided = {
    amount: 1,
    currency: 'JPY',
    shippingCost: 0,
    captureMethod: 'manual',
    customerId: customer,
    offSession: true,
    metadata: { a: 'b' },
    paymentMethodId: 'pm_1',
    mandateData: { mandateType: { singleUse: { amount: 1 } } },
  };
  for (const [name, value] of Object.entries(decided)) {
    const input = { ...ids, ...card, [name]: value };
    const { status, errors, text, userErrors } = await mutate(
      service,
      sandbox.publishableKey,
      'confirmPayment',
      input,
      'payment { status }',
    );
    // Values that the page may have shown are compared and set nothing.
    if (name === 'amount' || name === 'currency') {
      expect(userErrors, text).toMatchObject([{ code: 'unexpected_state', param: name }]);
      continue;
    }
    expect([name, status, errors[0]?.extensions.code], text).toEqual([name, 403, 'wrong_key_kind']);
    const param = { mandateData: 'mandate_data.mandate_type' }[name];
    expect(errors[0]?.extensions.param).toBe(
      param ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    );
  }
  const { payment } = await dataOf(service, sandbox.key, read('status amount attemptCount'), {
    paymentId: ids.paymentId,
  });
  expect(payment).toEqual({ status: 'requires_payment_method', amount: 1000, attemptCount: 0 });
});

test('A customer consents to the limits of their mandate if the merchant set none', async ({
  service,
  sandbox,
}) => {
  const ids = await sandbox.create({ customerId: await sandbox.customer() });
  const input = {
    ...ids,
    ...card,
    setupFutureUsage: 'off_session',
    mandateData: {
      customerAcceptance: { acceptanceType: 'online', acceptedAt: new Date().toISOString() },
      mandateType: { singleUse: { amount: 7000, currency: 'EUR' } },
    },
  };
  const { payload, text } = await mutate(
    service,
    sandbox.publishableKey,
    'confirmPayment',
    input,
    'payment { status }',
  );
  expect(payload?.payment, text).toEqual({ status: 'succeeded' });
  const { payment } = await dataOf(service, sandbox.key, read('mandateId'), { paymentId: ids.paymentId });
  expect(payment.mandateId).toMatch(/^man_/);
});

test('A page confirms no payment without its client secret, and selects no hidden field', async ({
  service,
  sandbox,
}) => {
  const { clientSecret, paymentId } = await sandbox.create();
  const confirm = (input: object, selection = 'payment { status }') =>
    mutationError(
      service,
      sandbox.publishableKey,
      'confirmPayment',
      { paymentId, ...card, ...input },
      selection,
    );
  expect(await confirm({})).toEqual(['missing_parameter', 'client_secret']);
  const other = await sandbox.create();
  expect(await confirm({ clientSecret: other.clientSecret })).toEqual([
    'client_secret_invalid',
    'client_secret',
  ]);
  expect(await confirm({ clientSecret }, 'payment { connector }')).toEqual(['wrong_key_kind', 'connector']);
  const { payment } = await dataOf(service, sandbox.key, read('status'), { paymentId });
  expect(payment).toEqual({ status: 'requires_payment_method' });
});

test('No client secret or card of a page reaches the log', async ({ service, sandbox }) => {
  const ids = await sandbox.create();
  await mutate(service, sandbox.publishableKey, 'confirmPayment', { ...ids, ...card }, 'payment { status }');
  const log = service.logs.join('');
  expect(log).not.toContain(ids.clientSecret);
  expect(log).not.toContain(cardOf(cards.good).card_number);
});
