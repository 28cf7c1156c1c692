import { expect } from 'vitest';
import { acceptsEveryKind } from '../../kit/bank-methods.ts';
import { clientOf } from '../../kit/client.ts';
import { cardOf, cards, sandboxShop, setColumns } from '../../kit/sandbox-shop.ts';
import { startTestService } from '../../kit/service.ts';
import { test as base } from '../../kit/test.ts';
import { snakeCase } from '../security/everything-seen.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests assert the answers' content.
type Json = Record<string, any>;

const test = base
  .extend('shop', async ({ service }) => {
    const shop = await sandboxShop(service, { merchant_name: 'Acme Clothing' });
    await shop.sandbox({ connector_label: 'every kind', payment_methods_enabled: acceptsEveryKind });
    return shop;
  })
  .extend('create', ({ api, shop }) => async (more: object = {}): Promise<Json> => {
    const body = { amount: 1200, currency: 'EUR', profile_id: shop.profileId, ...more };
    const created = await api.post('/payments', body);
    expect(created.status, created.text).toBe(200);
    return created.body;
  })
  .extend('ask', ({ client, shop }) => (what: 'account' | 'customers', secret: string, key?: string) => {
    const query = `?client_secret=${encodeURIComponent(secret)}`;
    return client.get(`/${what}/payment_methods${query}`, { key: key ?? shop.publishableKey });
  })
  .extend(
    'offer',
    ({ ask }) =>
      async (secret: string): Promise<Json> =>
        (await ask('account', secret)).body,
  )
  .extend('typesOf', ({ offer }) => async (secret: string): Promise<string[]> => {
    const { payment_methods: methods } = await offer(secret);
    return methods.flatMap(({ payment_method, payment_method_types: types }: Json) =>
      types.map(({ payment_method_type: type }: Json) => `${payment_method} ${type}`),
    );
  })
  /** A customer who has paid once and saved the card. */
  .extend('known', async ({ client, create, shop }) => {
    const customer_id = await shop.customer();
    const { client_secret, payment_id } = await create({ customer_id });
    const card = { ...cardOf(cards.good), nick_name: 'Blue one' };
    const body = { client_secret, setup_future_usage: 'on_session', payment_method_data: { card } };
    const paid = await client.post(`/payments/${payment_id}/confirm`, { key: shop.publishableKey, body });
    expect(paid.body.status, paid.text).toBe('succeeded');
    return customer_id;
  });

const cardField = (offered: Json, name: string) =>
  offered.payment_methods[0].payment_method_types[0].required_fields.find(
    ({ required_field }: Json) => required_field === `payment_method_data.card.${name}`,
  );

test('A customer is offered every method, type and network that an account supports, with the required fields', async ({
  create,
  offer,
  typesOf,
}) => {
  const { client_secret, payment_id } = await create({ shipping_cost: 300 });
  const offered = await offer(client_secret);
  expect(offered).toMatchObject({
    payment_id,
    payment_type: 'normal',
    merchant_name: 'Acme Clothing',
    currency: 'EUR',
    amount: 1200,
    net_amount: 1500,
    is_guest_customer: true,
    setup_future_usage: null,
  });
  expect(await typesOf(client_secret)).toEqual([
    'card credit',
    'card debit',
    'bank_debit sepa',
    ...[
      ...['bancontact_card', 'eps', 'giropay', 'ideal', 'przelewy24', 'sofort', 'trustly'],
      // Methods in other currencies are not offered.
      ...['online_banking_slovakia', 'online_banking_finland'],
    ].map((type) => `bank_redirect ${type}`),
    ...['apple_pay', 'google_pay', 'paypal', 'ali_pay', 'we_chat_pay'].map((type) => `wallet ${type}`),
    ...['sepa', 'multibanco'].map((type) => `bank_transfer ${type}`),
    'pay_later klarna',
    ...['givex', 'pay_safe_card'].map((type) => `gift_card ${type}`),
  ]);
  const [credit] = offered.payment_methods[0].payment_method_types;
  expect(credit).toMatchObject({
    requires_cvv: true,
    surcharge_details: null,
    net_amount: 1500,
    setup_future_usage: [],
  });
  expect(credit.card_networks).toContainEqual({
    card_network: 'Visa',
    surcharge_details: null,
    net_amount: 1500,
    surcharge_depends_on_card: false,
    setup_future_usage: [],
  });
  expect(credit.required_fields.map(({ display_name }: Json) => display_name)).toEqual([
    'Card number',
    'Expiry month',
    'Expiry year',
    'Security code',
  ]);
  const fieldsOf = (kind: string, type: string) =>
    offered.payment_methods
      .find(({ payment_method }: Json) => payment_method === kind)
      .payment_method_types.find(({ payment_method_type }: Json) => payment_method_type === type)
      .required_fields.map(({ required_field }: Json) => required_field);
  expect(fieldsOf('wallet', 'google_pay')).toEqual([
    'payment_method_data.wallet.google_pay.tokenization_data.token',
  ]);
  expect(fieldsOf('bank_debit', 'sepa')).toEqual(['payment_method_data.bank_debit.sepa_bank_debit.iban']);
  expect(fieldsOf('bank_redirect', 'ideal')).toEqual([]);
  expect(fieldsOf('bank_redirect', 'online_banking_slovakia')).toEqual([
    'payment_method_data.bank_redirect.online_banking_slovakia.issuer',
  ]);
});

test('An account offers its types, networks, issuers, amounts, currencies and countries', async ({
  create,
  offer,
  service,
  shop,
  typesOf,
}) => {
  const entry = {
    payment_method: 'card',
    payment_method_types: ['credit', 'prepaid'],
    payment_schemes: ['VISA', 'CartesBancaires'],
    payment_method_issuers: ['Example Bank'],
    accepted_currencies: { type: 'enable_only', list: ['EUR'] },
    accepted_countries: { type: 'disable_only', list: ['US'] },
    minimum_amount: 500,
    maximum_amount: 5000,
  };
  await setColumns(service, 'connector_accounts', { merchant_id: shop.merchantId }, { disabled: true });
  await shop.sandbox({ connector_label: 'narrow', payment_methods_enabled: [entry] });
  const offered = await offer((await create({})).client_secret);
  const [credit, prepaid] = offered.payment_methods[0].payment_method_types;
  expect(credit.card_networks.map(({ card_network }: Json) => card_network)).toEqual([
    'Visa',
    'CartesBancaires',
  ]);
  expect(credit.payment_method_issuers).toEqual(['Example Bank']);
  expect(prepaid.payment_method_type).toBe('prepaid');
  for (const other of [
    { amount: 499 },
    { amount: 5001 },
    { currency: 'USD' },
    { billing: { address: { country: 'US' } } },
    { setup_future_usage: 'off_session', customer_id: await shop.customer() },
    { allowed_payment_method_types: ['debit'] },
    { profile_id: await shop.profile({ profile_name: 'another' }) },
  ]) {
    expect([other, await typesOf((await create(other)).client_secret)]).toEqual([other, []]);
  }
  expect(await typesOf((await create({ amount: 500, currency: 'EUR' })).client_secret)).toHaveLength(2);
});

test("A customer's client does not learn which accounts refuse its payment", async ({
  api,
  client,
  create,
  service,
  shop,
  typesOf,
}) => {
  await setColumns(service, 'connector_accounts', { merchant_id: shop.merchantId }, { disabled: true });
  const { client_secret, payment_id } = await create();
  expect(await typesOf(client_secret)).toEqual([]);
  const card = { payment_method_data: { card: cardOf(cards.good) } };
  const path = `/payments/${payment_id}/confirm`;
  const body = { client_secret, ...card };
  const refused = await client.post(path, { key: shop.publishableKey, body });
  expect([refused.status, refused.body.error.code]).toEqual([422, 'no_connector_available']);
  expect(refused.text).not.toMatch(/every kind|first/);
  expect((await api.post(path, card)).text).toMatch(/first \(disabled\), every kind \(disabled\)/);
});

test('A wrong, foreign or expired client secret gets 401 from both offers over both APIs', async ({
  ask,
  create,
  graphqlAs,
  otherShop,
  service,
  shop,
}) => {
  const { client_secret: secret, payment_id } = await create();
  const fieldsOf = { account: 'paymentMethodOffer', customers: 'savedPaymentMethodOffer' } as const;
  for (const what of ['account', 'customers'] as const) {
    const refusals = async (presented: string, key = shop.publishableKey) => {
      const { body, status } = await ask(what, presented, key);
      const query = `query ($secret: String!) { ${fieldsOf[what]}(clientSecret: $secret) { __typename } }`;
      const error = await graphqlAs(key).refusal(query, { secret: presented });
      return [status, body.error.code, error.status, error.code];
    };
    const invalid = [401, 'client_secret_invalid', 401, 'client_secret_invalid'];
    expect(await refusals(`${secret}x`)).toEqual(invalid);
    expect(await refusals(`${payment_id}_secret_`)).toEqual(invalid);
    expect(await refusals('pay_none_secret_abcdefghijklmnopqrst')).toEqual(invalid);
    expect(await refusals('no secret at all')).toEqual(invalid);
    expect(await refusals(secret, otherShop.publishableKey)).toEqual(invalid);
    const kind = [403, 'wrong_key_kind', 403, 'wrong_key_kind'];
    expect(await refusals(secret, shop.key)).toEqual(kind);
    expect(await refusals(secret, service.adminApiKey)).toEqual(kind);
  }
  await setColumns(service, 'payments', { payment_id }, { expires_on: new Date(0) });
  for (const what of ['account', 'customers'] as const) {
    const { body, status } = await ask(what, secret);
    expect([status, body.error.code]).toEqual([401, 'client_secret_expired']);
  }
});

test('GraphQL returns both offers like REST', async ({ ask, create, graphqlAs, known, shop }) => {
  const { client_secret: secret } = await create({
    customer_id: known,
    surcharge_details: { surcharge_amount: 40, tax_amount: 8 },
  });
  const surcharge =
    'surchargeDetails { surcharge { type value } taxOnSurcharge { percentage } displaySurchargeAmount displayTaxOnSurchargeAmount displayTotalSurchargeAmount }';
  const query = `query ($secret: String!) {
    paymentMethodOffer(clientSecret: $secret) {
      paymentId paymentType merchantName redirectUrl currency amount netAmount isGuestCustomer setupFutureUsage
      requestExternalThreeDsAuthentication collectBillingDetailsFromWallets collectShippingDetailsFromWallets
      paymentMethods { paymentMethod paymentMethodTypes {
        paymentMethodType cardNetworks { cardNetwork ${surcharge} netAmount surchargeDependsOnCard setupFutureUsage } paymentMethodIssuers
        requiredFields { requiredField displayName fieldType value isGiven inputPath }
        setupFutureUsage requiresCvv hasButton ${surcharge} netAmount surchargeDependsOnCard
      } }
      nothingOfferedReason
    }
    savedPaymentMethodOffer(clientSecret: $secret) {
      isGuestCustomer
      customerPaymentMethods { paymentToken paymentMethodId requiresCvv card { nickName lastDigits: last4Digits } ${surcharge} netAmount }
    }
  }`;
  const { paymentMethodOffer, savedPaymentMethodOffer } = await graphqlAs(shop.publishableKey).data(query, {
    secret,
  });
  const inSnakeCase = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inSnakeCase);
    if (value === null || typeof value !== 'object') return value;
    const { inputPath: _, ...members } = value as Json;
    return Object.fromEntries(
      Object.entries(members).map(([name, member]) => [snakeCase(name), inSnakeCase(member)]),
    );
  };
  const { body } = await ask('account', secret);
  const spelling = (text: string) => text.toLowerCase();
  expect(spelling(JSON.stringify(inSnakeCase(paymentMethodOffer)))).toBe(spelling(JSON.stringify(body)));
  const [number] = paymentMethodOffer.paymentMethods[0].paymentMethodTypes[0].requiredFields;
  expect(number.inputPath).toEqual(['paymentMethodData', 'card', 'cardNumber']);
  const [saved] = (await ask('customers', secret)).body.customer_payment_methods;
  expect(savedPaymentMethodOffer.customerPaymentMethods).toMatchObject([
    {
      paymentToken: expect.stringMatching(/^token_/),
      paymentMethodId: saved.payment_method_id,
      requiresCvv: true,
      card: { nickName: 'Blue one', lastDigits: '4242' },
      surchargeDetails: { displayTotalSurchargeAmount: 48 },
      netAmount: saved.net_amount,
    },
  ]);
  expect(saved.net_amount).toBe(1248);
});

test('A saved card is offered with its nickname and paid with its token and code', async ({
  ask,
  client,
  create,
  known,
  shop,
}) => {
  const { client_secret, payment_id } = await create({ customer_id: known });
  const { body } = await ask('customers', client_secret);
  const [saved] = body.customer_payment_methods;
  expect(body).toMatchObject({ is_guest_customer: false, customer_payment_methods: [{ metadata: null }] });
  expect(saved).toMatchObject({ requires_cvv: true, card: { nick_name: 'Blue one' } });
  const pay = (more: object) => {
    const given = { client_secret, payment_token: saved.payment_token, ...more };
    return client.post(`/payments/${payment_id}/confirm`, { key: shop.publishableKey, body: given });
  };
  const short = await pay({ card_cvc: '12' });
  expect([short.status, short.body.error.param]).toEqual([400, 'card_cvc']);
  expect((await pay({ card_cvc: '731' })).body.status).toBe('succeeded');
  const over = await ask('account', client_secret);
  expect([over.status, over.body.error.code]).toEqual([409, 'unexpected_state']);
});

test("A saved card is offered until the end of its month, and stays in the customer's list", async ({
  api,
  ask,
  create,
  known,
  service,
  shop,
}) => {
  const { client_secret } = await create({ customer_id: known });
  const offered = async (): Promise<string[]> => {
    const { body } = await ask('customers', client_secret);
    return body.customer_payment_methods.map(({ card }: Json) => card.last4_digits);
  };
  const { body: list } = await api.get(`/payment_methods?customer_id=${known}`);
  const [{ card, payment_method_id }] = list.data;
  const now = new Date();
  const dated = async (monthsAhead: number) => {
    const date = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsAhead));
    const [expiry_year, expiry_month] = date.toISOString().split('-');
    const where = { merchant_id: shop.merchantId, payment_method_id };
    await setColumns(service, 'payment_methods', where, { card: { ...card, expiry_month, expiry_year } });
    return offered();
  };
  expect(await dated(1)).toEqual(['4242']);
  expect(await dated(-1)).toEqual([]);
  const where = { merchant_id: shop.merchantId, payment_method_id };
  await setColumns(service, 'payment_methods', where, {
    card: { ...card, expiry_month: null, expiry_year: null },
  });
  expect(await offered()).toEqual(['4242']);
  await dated(-12);
  const terms = {
    accepted_currency: 'EUR',
    accepted_country: 'DE',
    minimum_amount: '0',
    maximum_amount: '99999',
    recurring_payment_enabled: 'false',
    installment_payment_enabled: 'false',
  };
  const { body } = await api.get(`/customers/${known}/payment_methods?${new URLSearchParams(terms)}`);
  expect(body.customer_payment_methods).toMatchObject([{ payment_method_id }]);
});

test("Saved methods without an account and other customers' methods are not offered", async ({
  ask,
  create,
  known,
  service,
  shop,
}) => {
  const idsFor = async (more: object) => {
    const { client_secret } = await create(more);
    const { body } = await ask('customers', client_secret);
    return body.customer_payment_methods.length;
  };
  expect(await idsFor({ customer_id: known })).toBe(1);
  expect(await idsFor({ customer_id: await shop.customer() })).toBe(0);
  expect(await idsFor({ customer_id: known, allowed_payment_method_types: ['ideal'] })).toBe(0);
  // Off session it requires consent, which was not given.
  expect(await idsFor({ customer_id: known, off_session: true })).toBe(0);
  const { client_secret } = await create();
  expect((await ask('customers', client_secret)).body).toEqual({
    customer_payment_methods: [],
    is_guest_customer: true,
  });
  const visa = [{ payment_method: 'card', payment_schemes: ['Mastercard'] }];
  await setColumns(
    service,
    'connector_accounts',
    { merchant_id: shop.merchantId },
    { payment_methods_enabled: visa },
  );
  expect(await idsFor({ customer_id: known })).toBe(0);
});

test('Existing data of the payment is marked, and the name is visible as the secret allows', async ({
  api,
  client,
  create,
  offer,
  service,
  shop,
}) => {
  const customer_id = await shop.customer();
  const { client_secret, payment_id } = await create({
    customer_id,
    setup_future_usage: 'off_session',
    payment_method_data: { card: cardOf(cards.good) },
  });
  const offered = await offer(client_secret);
  expect(offered.payment_type).toBe('new_mandate');
  expect(cardField(offered, 'card_number')).toMatchObject({ is_given: true, value: null });
  expect(cardField(offered, 'card_cvc')).toMatchObject({ is_given: false });
  const types = offered.payment_methods.map(({ payment_method }: Json) => payment_method);
  // The connector stores chargeable wallets and iDEAL.
  expect(types.sort()).toEqual(['bank_debit', 'bank_redirect', 'card', 'wallet']);
  const acceptance = { required_field: 'mandate_data.customer_acceptance', is_given: false };
  expect(offered.payment_methods[0].payment_method_types[0].required_fields.at(-1)).toMatchObject(acceptance);
  const consent = { mandate_data: { customer_acceptance: { acceptance_type: 'online' } } };
  await api.post(`/payments/${payment_id}`, consent);
  const accepted = await offer(client_secret);
  expect(accepted.payment_methods[0].payment_method_types[0].required_fields.at(-1)).toMatchObject({
    ...acceptance,
    is_given: true,
  });
  // A set-up charges nothing, and a guest cannot consent.
  const setUp = await create({ amount: 0, customer_id, setup_future_usage: 'off_session' });
  expect((await offer(setUp.client_secret)).payment_type).toBe('setup_mandate');
  const guest = await create({ setup_future_usage: 'off_session' });
  expect((await offer(guest.client_secret)).payment_methods).toEqual([]);

  // The customer details required by an account's connector.
  await setColumns(
    service,
    'connector_accounts',
    { merchant_id: shop.merchantId },
    { connector_name: 'adyen' },
  );
  const holderOf = async (secret: string, key = shop.publishableKey) => {
    const { body } = await client.get(`/account/payment_methods?client_secret=${secret}`, { key });
    return body.payment_methods
      .find(({ payment_method }: Json) => payment_method === 'bank_debit')
      .payment_method_types[0].required_fields.find(({ required_field }: Json) =>
        required_field.endsWith('.bank_account_holder_name'),
      );
  };
  const nameless = await create();
  expect(await holderOf(nameless.client_secret)).toMatchObject({ value: null, is_given: false });
  const named = await create({ name: 'Ada Lovelace' });
  expect(await holderOf(named.client_secret)).toMatchObject({ value: 'Ada Lovelace', is_given: true });
  const restricted = await shop.apiKey({ permissions: ['payments:read', 'payments:write'] });
  const masked = await client.post('/payments', {
    key: restricted,
    body: { amount: 1200, currency: 'EUR', profile_id: shop.profileId, name: 'Ada Lovelace' },
  });
  expect(await holderOf(masked.body.client_secret)).toMatchObject({ value: 'A••• L•••', is_given: true });
});

test('Each type states the effect of saving it', async ({ create, offer, service, shop }) => {
  await setColumns(service, 'connector_accounts', { merchant_id: shop.merchantId }, { disabled: true });
  await shop.sandbox({
    connector_label: 'once',
    payment_methods_enabled: [{ payment_method: 'card' }, { payment_method: 'wallet' }],
  });
  const usagesOf = async (more: object) => {
    const { payment_methods: methods } = await offer((await create(more)).client_secret);
    return methods.map(({ payment_method_types: [first] }: Json) => first.setup_future_usage);
  };
  const customer_id = await shop.customer();
  expect(await usagesOf({ customer_id })).toEqual([['on_session'], []]);
  expect(await usagesOf({})).toEqual([[], []]);
  const recurring = [{ payment_method: 'card', recurring_enabled: true }];
  await shop.sandbox({ connector_label: 'again', payment_methods_enabled: recurring });
  expect(await usagesOf({ customer_id })).toEqual([['on_session', 'off_session'], []]);
  expect(await usagesOf({ customer_id, setup_future_usage: 'off_session' })).toEqual([['off_session']]);
});

test('Wallets collect the fields required by the profile and the connector', async ({
  create,
  offer,
  service,
  shop,
}) => {
  const collected = async () => {
    const offered = await offer((await create()).client_secret);
    return [offered.collect_billing_details_from_wallets, offered.collect_shipping_details_from_wallets];
  };
  expect(await collected()).toEqual([false, false]);
  await setColumns(
    service,
    'business_profiles',
    { profile_id: shop.profileId },
    {
      collect_billing_details_from_wallet_connector: true,
      collect_shipping_details_from_wallet_connector: true,
    },
  );
  // The sandbox requires only a billing contact.
  expect(await collected()).toEqual([true, false]);
});

test('A suspended merchant offers nothing', async ({ adminGraphql, create, known, offer, shop, ask }) => {
  const { client_secret } = await create({ customer_id: known });
  const input = { merchantId: shop.merchantId, reason: 'Under review' };
  await adminGraphql.mutate('suspendMerchantAccount', input, 'merchantAccount { merchantId }');
  expect(await offer(client_secret)).toMatchObject({ merchant_name: 'Acme Clothing', payment_methods: [] });
  expect((await ask('customers', client_secret)).body.customer_payment_methods).toEqual([]);
});

test('Customers named like the offers can still be read and updated', async ({ api, shop }) => {
  await shop.customer({ customer_id: 'payment_methods' });
  const { body, status } = await api.post('/customers/payment_methods', { name: 'Ann' });
  expect([status, body.customer_id, body.name]).toEqual([200, 'payment_methods', 'Ann']);
});

test('In test mode an offer without methods gives the reason for each account', async ({
  create,
  offer,
  shop,
}) => {
  const reasonOf = async (body: object): Promise<string> => {
    const { nothing_offered_reason: reason, payment_methods } = await offer(
      (await create(body)).client_secret,
    );
    expect(payment_methods).toEqual([]);
    return reason;
  };
  const taken = await offer((await create({})).client_secret);
  expect(taken.nothing_offered_reason).toBeNull();
  const none = { allowed_payment_method_types: ['none'] };
  expect(await reasonOf(none)).toContain('allowed_payment_method_types excludes its types');
  const apart = await shop.profile({ profile_name: 'apart' });
  expect(await reasonOf({ profile_id: apart })).toBe(
    'No connector account of the profile takes this payment: there are no connector accounts.',
  );
  const limited = { payment_method: 'card', recurring_enabled: false, installment_payment_enabled: false };
  const account = (label: string, entry: object) =>
    shop.connector({
      test_mode: true,
      profile_id: apart,
      connector_label: label,
      payment_methods_enabled: [{ ...limited, ...entry }],
    });
  await account('dollars', { accepted_currencies: { type: 'enable_only', list: ['USD'] } });
  await account('large', { minimum_amount: 5000 });
  await account('small', { maximum_amount: 100 });
  const reason = await reasonOf({ profile_id: apart });
  for (const part of [
    'dollars (does not accept EUR)',
    'large (the amount is below its minimum)',
    'small (the amount is above its maximum)',
  ])
    expect(reason).toContain(part);
});

test('In live mode an offer reveals nothing about accounts', async () => {
  const service = await startTestService({ environment: 'live' });
  try {
    const shop = await sandboxShop(service);
    const client = clientOf(service);
    const body = { amount: 1200, currency: 'EUR', allowed_payment_method_types: ['none'] };
    const { client_secret } = (await client.post('/payments', { key: shop.key, body })).body as Json;
    const answer = await client.get(`/account/payment_methods?client_secret=${client_secret}`, {
      key: shop.publishableKey,
    });
    expect(answer.body).toMatchObject({ payment_methods: [], nothing_offered_reason: null });
  } finally {
    await service.close();
  }
});
