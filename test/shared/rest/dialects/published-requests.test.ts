import { expect } from 'vitest';
import type { ApiResponse } from '../../../kit/client.ts';
import { cards } from '../../../kit/sandbox-shop.ts';
import { testApart as base } from '../../../kit/test.ts';

// The requests of Hyperswitch's public collections and specs, with our own values: operations beyond the specification
// must accept each unchanged.

const address = {
  ...{ line1: '12', line2: 'Long Street', line3: 'Yard', city: 'Portland', state: 'Oregon', zip: '97201' },
  ...{ country: 'US', first_name: 'Ann', last_name: 'Example' },
};
const phone = { number: '5550100', country_code: '+1' };
const browser_info = {
  ...{ user_agent: 'Mozilla/5.0', accept_header: 'text/html', language: 'en-US', color_depth: 24 },
  ...{
    screen_height: 900,
    screen_width: 1600,
    time_zone: -60,
    java_enabled: false,
    java_script_enabled: true,
  },
};
const metadata = { udf1: 'value1', new_customer: 'true' };
const person = { email: 'ann@example.com', name: 'Ann Example', phone: '5550100', phone_country_code: '+1' };
const card = {
  ...{ card_number: cards.good, card_exp_month: '10', card_exp_year: '39', card_holder_name: 'Ann Example' },
  ...{ card_cvc: '123', card_issuer: '', card_network: 'Visa' },
};
const customer_acceptance = {
  ...{ acceptance_type: 'offline', accepted_at: '1999-05-03T04:07:52.723Z' },
  online: { ip_address: '127.0.0.1', user_agent: 'a browser' },
};

/** A payment as created by their collections. */
const payment = {
  ...person,
  ...{ amount: 6540, amount_to_capture: 6540, currency: 'USD', confirm: true, capture_method: 'automatic' },
  ...{
    capture_on: '2022-09-10T10:11:12Z',
    customer_id: 'ann',
    description: 'First',
    return_url: 'https://shop.example',
  },
  ...{ authentication_type: 'no_three_ds', payment_method: 'card', payment_method_type: 'debit' },
  payment_method_data: { card },
  billing: { address, phone },
  shipping: { address: { ...address, origin_zip: '97201' } },
  ...{ statement_descriptor_name: 'Acme', statement_descriptor_suffix: 'Shop', metadata },
  browser_info: { ...browser_info, ip_address: '203.0.113.7' },
};
const { payment_method_data: _data, payment_method: _kind, payment_method_type: _type, ...bare } = payment;
const unconfirmed = { ...bare, confirm: false };

const methodTypes = (payment_method: string, types: readonly string[], more: object = {}) => ({
  payment_method,
  payment_method_types: types.map((payment_method_type) => ({
    ...{ payment_method_type, payment_experience: null, card_networks: null, accepted_currencies: null },
    ...{ accepted_countries: null, minimum_amount: 1, maximum_amount: 68_607_706, recurring_enabled: true },
    ...{ installment_payment_enabled: true, ...more },
  })),
});
const account = {
  ...{ connector_type: 'payment_processor', connector_name: 'sandbox', business_country: 'US' },
  ...{ business_label: 'default', test_mode: true, disabled: false, metadata: { city: 'NY', unit: '245' } },
  connector_account_details: { auth_type: 'HeaderKey', api_key: 'sandbox_key_of_the_shop' },
};
const networks = ['AmericanExpress', 'Discover', 'JCB', 'Mastercard', 'Visa', 'DinersClub', 'UnionPay'];

let merchants = 0;

type Send = (method: string, path: string, body?: object, key?: string) => Promise<ApiResponse['body']>;

const test = base
  /** Sends a request that must be accepted. */
  .extend('sendAs', ({ client }) => async (key: string, method: string, path: string, body?: object) => {
    const answer = await client.request(method, path, { key, ...(body && { body }) });
    expect([method, path, answer.status, answer.body.error ?? null]).toEqual([method, path, 200, null]);
    return answer.body;
  })
  /** A merchant created by their collection's first requests: its key and publishable key. */
  .extend('merchant', async ({ sendAs, service }) => {
    const admin = service.adminApiKey;
    const id = `acme_${++merchants}`;
    const business = { primary_business_details: [{ country: 'US', business: 'default' }] };
    const created = await sendAs(admin, 'POST', '/accounts', {
      merchant_id: id,
      locker_id: 'm0010',
      ...business,
    });
    await sendAs(admin, 'POST', `/accounts/${id}`, {
      ...{ merchant_id: id, merchant_name: 'Acme', return_url: 'https://shop.example', metadata },
      merchant_details: {
        primary_contact_person: 'Ann',
        primary_phone: 'by mail',
        website: 'www.shop.example',
      },
      webhook_details: { webhook_version: '1.0.1', webhook_username: 'acme', payment_created_enabled: true },
      sub_merchants_enabled: false,
    });
    const key = { name: 'API Key 1', description: null, expiration: '2069-09-23T01:02:03.000Z' };
    const { api_key } = await sendAs(admin, 'POST', `/api_keys/${id}`, key);
    await sendAs(admin, 'POST', `/account/${id}/connectors`, {
      ...account,
      payment_methods_enabled: [
        methodTypes('card', ['credit', 'debit'], { card_networks: networks }),
        methodTypes('bank_redirect', ['ideal', 'giropay', 'sofort', 'eps']),
        methodTypes('bank_debit', ['ach', 'bacs', 'becs', 'sepa']),
        methodTypes('bank_transfer', ['ach', 'bacs', 'sepa']),
        methodTypes('wallet', ['apple_pay', 'google_pay', 'paypal', 'ali_pay', 'we_chat_pay'], {
          payment_experience: 'invoke_sdk_client',
        }),
        methodTypes('gift_card', ['pay_safe_card']),
        methodTypes('crypto', ['crypto_currency']),
        methodTypes('real_time_payment', ['prompt_pay', 'duit_now']),
        methodTypes('upi', ['upi_intent']),
        methodTypes('pay_later', ['klarna', 'affirm'], { payment_experience: 'redirect_to_url' }),
      ],
    });
    const payouts = { ...account, connector_type: 'payout_processor', connector_label: 'payouts' };
    await sendAs(admin, 'POST', `/account/${id}/connectors`, payouts);
    return { id, key: api_key as string, publishableKey: created.publishable_key as string };
  })
  .extend(
    'send',
    ({ merchant, sendAs }): Send =>
      (method, path, body, key = merchant.key) =>
        sendAs(key, method, path, body),
  );

test("Hyperswitch's requests maintain an account, its keys, profiles and connector accounts", async ({
  merchant: { id },
  send,
  service,
}) => {
  const admin = service.adminApiKey;
  const keys = `/api_keys/${id}`;
  const { key_id } = await send('POST', keys, { name: 'Two', description: 'x', expiration: 'never' }, admin);
  const renewed = { name: null, description: 'Renewed', expiration: null };
  expect(await send('POST', `${keys}/${key_id}`, renewed, admin)).toMatchObject({
    ...{ name: 'Two', description: 'Renewed', expires_at: null },
  });
  expect(await send('DELETE', `${keys}/${key_id}`, undefined, admin)).toMatchObject({ revoked: true });
  const profiles = `/account/${id}/business_profile`;
  const { profile_id } = await send('POST', profiles, { profile_name: 'second' });
  await send('POST', `${profiles}/${profile_id}`, {
    ...{ is_connector_agnostic_mit_enabled: true, collect_billing_details_from_wallet_connector: true },
    ...{ always_collect_shipping_details_from_wallet_connector: true },
  });
  const accounts = `/account/${id}/connectors`;
  const { merchant_connector_id, profile_id: ofBusiness } = await send('POST', accounts, {
    ...{ ...account, connector_label: 'third', payment_methods_enabled: [methodTypes('card', ['credit'])] },
  });
  expect(ofBusiness).not.toBe(profile_id);
  const changed = { connector_type: 'payment_processor', connector_label: 'changed', disabled: false };
  await send('POST', `${accounts}/${merchant_connector_id}`, changed, admin);
  expect(await send('DELETE', `${accounts}/${merchant_connector_id}`)).toMatchObject({ deleted: true });
  const unused = await send('POST', profiles, { profile_name: 'unused' });
  expect(await send('DELETE', `${profiles}/${unused.profile_id}`)).toMatchObject({ deleted: true });
});

test("Hyperswitch's requests charge, hold, capture, void and refund cards", async ({ merchant, send }) => {
  const { payment_id } = await send('POST', '/payments', payment);
  const query = 'force_sync=true&expand_attempts=true&expand_captures=true';
  expect(await send('GET', `/payments/${payment_id}?${query}`)).toMatchObject({ status: 'succeeded' });
  const refund = { payment_id, amount: 600, reason: 'FRAUD', refund_type: 'instant', metadata };
  const { refund_id } = await send('POST', '/refunds', refund);
  expect(await send('GET', `/refunds/${refund_id}?force_sync=true`)).toMatchObject({ status: 'succeeded' });

  const held = { ...unconfirmed, capture_method: 'manual' };
  const open = await send('POST', '/payments', held);
  const { client_secret, profile_id } = open;
  await send(
    'GET',
    `/account/payment_methods?client_secret=${client_secret}`,
    undefined,
    merchant.publishableKey,
  );
  await send(
    'GET',
    `/customers/payment_methods?client_secret=${client_secret}`,
    undefined,
    merchant.publishableKey,
  );
  const confirmation = {
    ...{ client_secret, profile_id, confirm: true, payment_method: 'card', payment_method_type: 'credit' },
    ...{ payment_method_data: { card }, billing: { address }, email: 'ann@example.com', browser_info },
    ...{ customer_acceptance, setup_future_usage: 'on_session', return_url: 'https://shop.example' },
  };
  const confirmed = await send(
    'POST',
    `/payments/${open.payment_id}/confirm`,
    confirmation,
    merchant.publishableKey,
  );
  expect(confirmed.status).toBe('requires_capture');
  const capture = {
    amount_to_capture: 100,
    statement_descriptor_name: 'Acme',
    statement_descriptor_suffix: 'Late',
  };
  expect(await send('POST', `/payments/${open.payment_id}/capture`, capture)).toMatchObject({
    ...{ status: 'partially_captured', amount_received: 100, statement_descriptor_suffix: 'Late' },
  });
  const other = await send('POST', '/payments', {
    ...payment,
    capture_on: undefined,
    capture_method: 'manual',
  });
  const why = { cancellation_reason: 'requested_by_customer' };
  expect(await send('POST', `/payments/${other.payment_id}/cancel`, why)).toMatchObject({
    status: 'cancelled',
  });
});

test("Hyperswitch's requests give consent and charge under it", async ({ send }) => {
  const single = { single_use: { amount: 8000, currency: 'USD' } };
  const later = {
    amount: 999,
    currency: 'USD',
    confirm: true,
    off_session: true,
    customer_id: 'ann',
    browser_info,
  };
  const setUp = { ...payment, setup_future_usage: 'off_session' };
  const bounded = {
    ...setUp,
    customer_acceptance,
    mandate_data: { customer_acceptance, mandate_type: single },
  };
  const { mandate_id } = await send('POST', '/payments', bounded);
  expect(await send('POST', '/payments', { ...later, mandate_id })).toMatchObject({ status: 'succeeded' });
  const { payment_method_id: data } = await send('POST', '/payments', { ...setUp, customer_acceptance });
  const recurring_details = { type: 'payment_method_id', data };
  expect(await send('POST', '/payments', { ...later, recurring_details })).toMatchObject({
    status: 'succeeded',
  });
  const verified = { ...setUp, amount: 0, amount_to_capture: undefined, customer_acceptance };
  const zero = await send('POST', '/payments', { ...verified, payment_type: 'setup_mandate' });
  expect(zero).toMatchObject({ status: 'succeeded', mandate_id: expect.stringMatching(/^man_/) });
  const mandates = await send('GET', '/customers/ann/mandates');
  expect(mandates.map((one: { mandate_id: string }) => one.mandate_id)).toContain(zero.mandate_id);
  expect(await send('POST', `/mandates/revoke/${zero.mandate_id}`)).toMatchObject({ status: 'revoked' });
});

test("Hyperswitch's requests save payment methods and send payouts", async ({ send }) => {
  const { customer_id } = await send('POST', '/customers', {
    ...person,
    description: 'First',
    address,
    metadata,
  });
  const saved = { customer_id, billing: { address, phone }, metadata };
  const method = await send('POST', '/payment_methods', {
    ...{ ...saved, payment_method: 'card', payment_method_type: 'credit' },
    ...{ payment_method_issuer: 'Bank', payment_method_issuer_code: 'jp_hdfc' },
    card: { card_number: '5555555555554444', card_exp_month: '03', card_exp_year: '39' },
  });
  const id = method.payment_method_id;
  expect(await send('POST', `/customers/${customer_id}/payment_methods/${id}/default`)).toMatchObject({
    default_payment_method_id: id,
  });
  expect(await send('DELETE', `/payment_methods/${id}`)).toMatchObject({ deleted: true });
  const bank = { iban: 'NL46TEST0136169112', bic: 'ABNANL2A', bank_name: 'Bank', bank_country_code: 'NL' };
  const ofBank = { payment_method: 'bank_transfer', payment_method_type: 'sepa', bank_transfer: bank };
  await send('POST', '/payment_methods', { ...saved, ...ofBank });
  const payout = {
    ...{
      ...person,
      amount: 100,
      currency: 'EUR',
      customer_id,
      description: 'First',
      entity_type: 'Individual',
    },
    ...{ recurring: false, metadata, auto_fulfill: true, confirm: true, billing: { address, phone } },
    browser_info,
  };
  const toBanks = [
    { currency: 'EUR', bank },
    { currency: 'USD', bank: { bank_routing_number: '110000000', bank_account_number: '000123456789' } },
    {
      currency: 'GBP',
      bank: { bank_sort_code: '231470', bank_account_number: '28821822', bank_city: 'London' },
    },
  ];
  for (const { currency, ...payout_method_data } of toBanks) {
    const sent = { ...payout, currency, payout_type: 'bank', payout_method_data };
    expect(await send('POST', '/payouts/create', sent)).toMatchObject({ status: 'success' });
  }
  const toCard = { card: { card_number: cards.good, expiry_month: '3', expiry_year: '2039' } };
  const waiting = { ...payout, confirm: false, auto_fulfill: false, payout_type: 'card' };
  const { payout_id } = await send('POST', '/payouts/create', { ...waiting, payout_method_data: toCard });
  const path = `/payouts/${payout_id}`;
  expect(await send('PUT', path, { amount: 200, confirm: false })).toMatchObject({ amount: 200 });
  await send('POST', `${path}/confirm`, { payout_id });
  expect(await send('POST', `${path}/fulfill`, { payout_id })).toMatchObject({ status: 'success' });
  expect(await send('GET', `${path}?force_sync=true`)).toMatchObject({ status: 'success' });
  expect(await send('DELETE', `/customers/${customer_id}`)).toMatchObject({ customer_deleted: true });
});

test.for([
  [
    'EUR',
    'bank_redirect',
    'ideal',
    { ideal: { bank_name: 'ing', country: 'NL' } },
    'requires_customer_action',
  ],
  [
    ...(['EUR', 'bank_redirect', 'giropay'] as const),
    { giropay: { bank_account_bic: '', bank_account_iban: '', preferred_language: 'en', country: 'DE' } },
    'requires_customer_action',
  ],
  [
    'EUR',
    'bank_redirect',
    'sofort',
    { sofort: { country: 'DE', preferred_language: 'en' } },
    'requires_customer_action',
  ],
  ['EUR', 'bank_redirect', 'eps', { eps: { bank_name: 'ing' } }, 'requires_customer_action'],
  [
    ...(['USD', 'bank_debit', 'ach'] as const),
    {
      ach_bank_debit: {
        ...{ account_number: '000123456789', routing_number: '110000000' },
        ...{ card_holder_name: 'Ann', bank_account_holder_name: 'Ann' },
        billing_details: { name: 'Ann', email: 'ann@example.com', address },
      },
    },
    'processing',
  ],
  [
    ...(['GBP', 'bank_debit', 'bacs'] as const),
    {
      bacs_bank_debit: {
        ...{ account_number: '40308669', sort_code: '121000' },
        billing_details: { name: 'Ann', email: 'ann@example.com', address },
      },
    },
    'processing',
  ],
  ['EUR', 'bank_debit', 'sepa', { sepa_bank_debit: { iban: 'DE89370400440532013000' } }, 'processing'],
  [
    ...(['USD', 'bank_transfer', 'ach'] as const),
    { ach_bank_transfer: { billing_details: { email: 'ann@example.com' } } },
    'requires_customer_action',
  ],
  ['USD', 'wallet', 'paypal', { paypal_redirect: {} }, 'requires_customer_action'],
  ['USD', 'wallet', 'ali_pay', { ali_pay_redirect: {} }, 'requires_customer_action'],
  ['USD', 'wallet', 'we_chat_pay', { we_chat_pay_qr: {} }, 'requires_customer_action'],
  ['USD', 'wallet', 'we_chat_pay', 'we_chat_pay_redirect', 'requires_customer_action'],
  ['EUR', 'gift_card', 'pay_safe_card', 'pay_safe_card', 'requires_customer_action'],
  [
    'USD',
    'crypto',
    'crypto_currency',
    { pay_currency: 'USDC', network: 'solana' },
    'requires_customer_action',
  ],
  ['THB', 'real_time_payment', 'prompt_pay', { prompt_pay: {} }, 'requires_customer_action'],
  ['MYR', 'real_time_payment', 'duit_now', 'duit_now', 'requires_customer_action'],
  ['INR', 'upi', 'upi_intent', 'upi_intent', 'requires_customer_action'],
] as const)(
  "Hyperswitch's request confirms %s %s %s",
  async ([currency, kind, type, data, status], { send }) => {
    const body = { ...bare, currency, payment_method: kind, payment_method_type: type };
    const confirmed = await send('POST', '/payments', { ...body, payment_method_data: { [kind]: data } });
    expect(confirmed).toMatchObject({ status });
  },
);

test.for([
  ['reward', 'payment_method_data', /^payment_method_data must be an object with one of card, bank_debit, /],
  [
    { wallet: 'samsung_pay' },
    'payment_method_data.wallet',
    /^payment_method_data.wallet must be an object with /,
  ],
  [{ wallet: { ali_pay_qr: {} } }, 'payment_method_data.wallet.ali_pay_qr', /ali_pay_qr/],
  [{ real_time_payment: 'fps' }, 'payment_method_data.real_time_payment', /one of prompt_pay, duit_now\.$/],
] as const)(
  'A method without connector support is refused by its name: %j',
  async ([data, param, message], { merchant, service }) => {
    const response = await fetch(`${service.url}/payments`, {
      method: 'POST',
      headers: { 'api-key': merchant.key, 'content-type': 'application/json' },
      body: JSON.stringify({ ...bare, currency: 'USD', payment_method_data: data }),
    });
    const { error } = (await response.json()) as { error: { param: string; message: string } };
    expect([response.status, error.param]).toEqual([400, param]);
    expect(error.message).toMatch(message);
  },
);
