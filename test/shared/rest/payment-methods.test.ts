import { expect } from 'vitest';
import { paymentTokenHash } from '../../../src/core/payment-methods/payment-tokens.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { test as base } from '../../kit/test.ts';
import { fieldSets, namesOf } from './fields.ts';

const terms = {
  accepted_currency: 'USD,EUR',
  accepted_country: 'US',
  minimum_amount: '100',
  maximum_amount: '5000',
  recurring_payment_enabled: 'false',
  installment_payment_enabled: 'false',
};
const enables = (...entries: Record<string, unknown>[]) => ({ payment_methods_enabled: entries });

const test = base
  .extend(
    'list',
    ({ client, shop }) =>
      (customerId: string, query: Record<string, string> = {}) =>
        client.get(
          `/customers/${customerId}/payment_methods?${new URLSearchParams({ ...terms, ...query })}`,
          {
            key: shop.key,
          },
        ),
  )
  .extend('listed', ({ list }) => async (customerId: string, query: Record<string, string> = {}) => {
    const { status, body } = await list(customerId, query);
    expect(status).toBe(200);
    return body.customer_payment_methods.map((row: { payment_method_id: string }) => row.payment_method_id);
  });

test('GET /customers/{id}/payment_methods returns exactly the fields of the specification', async ({
  list,
  shop,
}) => {
  const customerId = await shop.customer({ default_payment_method_id: 'pm_card' });
  await shop.connector(enables({ payment_method: 'card' }, { payment_method: 'bank_transfer' }));
  await shop.paymentMethod(customerId, {
    payment_method_id: 'pm_card',
    card: { last4_digits: '4242' },
    billing: { email: 'ann@example.com' },
    last_used_at: new Date('2026-02-01T00:00:00Z'),
  });
  await shop.paymentMethod(customerId, {
    payment_method_id: 'pm_bank',
    payment_method: 'bank_transfer',
    bank_transfer: { bank_account_number: 'DE89370400440532013000' },
  });

  const { body } = await list(customerId);
  expect(namesOf(body)).toEqual(['customer_payment_methods', 'is_guest_customer']);
  expect(body.is_guest_customer).toBe(false);
  const [card, bank] = body.customer_payment_methods;
  expect(namesOf(card)).toEqual(fieldSets.customerPaymentMethod);
  expect(namesOf(card.card)).toEqual(fieldSets.savedCard);
  expect(card).toMatchObject({
    payment_method_id: 'pm_card',
    requires_cvv: true,
    default_payment_method_set: true,
    surcharge_details: null,
    bank: null,
    billing: { email: 'ann@example.com', phone: null },
    last_used_at: '2026-02-01T00:00:00.000Z',
  });
  expect(bank).toMatchObject({
    payment_method_id: 'pm_bank',
    requires_cvv: false,
    default_payment_method_set: false,
    bank: { mask: '3000' },
    bank_transfer: { bank_account_number: 'DE******************00' },
  });
});

test('GET /customers/{id}/payment_methods returns only active payment methods, most recently used first', async ({
  listed,
  shop,
}) => {
  const customerId = await shop.customer();
  await shop.connector(enables({ payment_method: 'card' }));
  const add = (id: string, values: object) =>
    shop.paymentMethod(customerId, { payment_method_id: id, ...values });
  await add('pm_new', { created: new Date('2026-03-02') });
  await add('pm_newer', { created: new Date('2026-03-03') });
  await add('pm_used', { last_used_at: new Date('2026-01-01') });
  await add('pm_used_later', { last_used_at: new Date('2026-01-02') });
  await add('pm_off', { status: 'inactive' });
  expect(await listed(customerId)).toEqual(['pm_used_later', 'pm_used', 'pm_newer', 'pm_new']);
  expect(await listed(await shop.customer())).toEqual([]);
});

test('GET /customers/{id}/payment_methods issues a fresh token each time and stores only its digest', async ({
  list,
  service,
  shop,
}) => {
  const customerId = await shop.customer();
  await shop.profile({ intent_fulfillment_time: 60 });
  await shop.connector(enables({ payment_method: 'card' }));
  const methodId = await shop.paymentMethod(customerId);
  const tokens: string[] = [];
  for (const _ of [1, 2]) {
    tokens.push((await list(customerId)).body.customer_payment_methods[0].payment_token);
  }
  expect(tokens[0]).toMatch(/^token_[0-9A-Za-z]{32}$/);
  expect(tokens[1]).not.toBe(tokens[0]);
  const text =
    'select token, payment_method_id, extract(epoch from expires_at - now())::int as left from payment_tokens';
  const kept = await service.database.rows.query({ text, values: [] }, shop.merchantId);
  expect(kept.map((row) => row.token).sort()).toEqual(tokens.map(paymentTokenHash).sort());
  for (const row of kept) {
    expect(row.payment_method_id).toBe(methodId);
    // Without a default profile, the shortest time of all profiles applies.
    expect(row.left).toBeGreaterThan(50);
    expect(row.left).toBeLessThanOrEqual(60);
  }
});

test("Payment tokens expire with the default profile's intent_fulfillment_time", async ({
  client,
  service,
}) => {
  const other = await seedMerchant(service, { default_profile: 'pro_default' });
  await other.profile({ profile_id: 'pro_default', intent_fulfillment_time: 7200 });
  const customerId = await other.customer();
  await other.connector(enables({ payment_method: 'card' }));
  await other.paymentMethod(customerId);
  await client.get(`/customers/${customerId}/payment_methods?${new URLSearchParams(terms)}`, {
    key: other.key,
  });
  const text = 'select extract(epoch from expires_at - now())::int as left from payment_tokens';
  const [row] = await service.database.rows.query({ text, values: [] }, other.merchantId);
  expect(row?.left).toBeGreaterThan(7100);
});

test.for<[string, Record<string, unknown>, Record<string, string>, boolean]>([
  ['everything', {}, {}, true],
  ['another payment method', { payment_method: 'wallet' }, {}, false],
  ['a requested currency', { accepted_currencies: { type: 'enable_only', list: ['EUR'] } }, {}, true],
  ['no requested currency', { accepted_currencies: { type: 'enable_only', list: ['GBP'] } }, {}, false],
  ['all but one currency', { accepted_currencies: { type: 'disable_only', list: ['USD'] } }, {}, true],
  [
    'all but the requested currencies',
    { accepted_currencies: { type: 'disable_only', list: ['USD', 'EUR'] } },
    {},
    false,
  ],
  ['any currency', { accepted_currencies: { type: 'all_accepted', list: ['GBP'] } }, {}, true],
  ['no requested country', { accepted_countries: { type: 'enable_only', list: ['DE'] } }, {}, false],
  [
    'all but the requested country',
    { accepted_countries: { type: 'disable_only', list: ['US'] } },
    {},
    false,
  ],
  ['amounts that begin where the range ends', { minimum_amount: 5000 }, {}, true],
  ['amounts above the range', { minimum_amount: 5001 }, {}, false],
  ['amounts that end where the range begins', { maximum_amount: 100 }, {}, true],
  ['amounts below the range', { maximum_amount: 99 }, {}, false],
  ['recurring payments left open', {}, { recurring_payment_enabled: 'true' }, false],
  ['recurring payments', { recurring_enabled: true }, { recurring_payment_enabled: 'true' }, true],
  ['no instalments', { installment_payment_enabled: false }, { installment_payment_enabled: 'true' }, false],
  ['instalments', { installment_payment_enabled: true }, { installment_payment_enabled: 'true' }, true],
])(
  'GET /customers/{id}/payment_methods checks the terms against a connector account that accepts %s',
  async ([, entry, query, eligible], { listed, shop }) => {
    const customerId = await shop.customer();
    await shop.connector(enables({ payment_method: 'card', ...entry }));
    const methodId = await shop.paymentMethod(customerId);
    expect(await listed(customerId, query)).toEqual(eligible ? [methodId] : []);
  },
);

test('GET /customers/{id}/payment_methods needs one entry of an active account to meet all terms', async ({
  listed,
  shop,
}) => {
  const customerId = await shop.customer();
  const methodId = await shop.paymentMethod(customerId);
  const card = { payment_method: 'card' };
  await shop.connector(enables({ ...card, minimum_amount: 9999 }));
  await shop.connector(enables({ ...card, accepted_countries: { type: 'enable_only', list: ['DE'] } }));
  await shop.connector({ ...enables(card), disabled: true });
  await shop.connector({ ...enables(card), status: 'inactive' });
  expect(await listed(customerId)).toEqual([]);
  await shop.connector(enables({ payment_method: 'wallet' }, card));
  expect(await listed(customerId)).toEqual([methodId]);
});

test('GET /customers/{id}/payment_methods accepts lists as repeated keys', async ({ api, shop }) => {
  const customerId = await shop.customer();
  await shop.connector(
    enables({ payment_method: 'card', accepted_currencies: { type: 'enable_only', list: ['EUR'] } }),
  );
  await shop.paymentMethod(customerId);
  const { accepted_currency: _, ...rest } = terms;
  const query = `${new URLSearchParams(rest)}&accepted_currency=USD&accepted_currency=EUR`;
  const { body } = await api.get(`/customers/${customerId}/payment_methods?${query}`);
  expect(body.customer_payment_methods).toHaveLength(1);
});

test('GET /customers/{id}/payment_methods makes the same number of statements for any number of payment methods', async ({
  listed,
  service,
  shop,
}) => {
  await shop.connector(enables({ payment_method: 'card' }));
  const count = async (methods: number) => {
    const customerId = await shop.customer();
    for (let i = 0; i < methods; i++) await shop.paymentMethod(customerId);
    const before = service.statements.length;
    expect(await listed(customerId)).toHaveLength(methods);
    // The first request looks up the key, which is then cached.
    return service.statements.slice(before).filter((text) => !text.includes('find_api_key')).length;
  };
  expect(await count(1)).toBe(4);
  expect(await count(40)).toBe(4);
});

test.for(Object.keys(terms))('GET /customers/{id}/payment_methods requires %s', async (param, { api }) => {
  const query = new URLSearchParams(terms);
  query.delete(param);
  const { status, body } = await api.get(`/customers/ann/payment_methods?${query}`);
  expect([status, body.error.code, body.error.param]).toEqual([400, 'missing_parameter', param]);
});

test.for([
  ['accepted_currency', 'usd', 'accepted_currency[0]'],
  ['accepted_country', 'US,XX', 'accepted_country[1]'],
  ['minimum_amount', '-1', 'minimum_amount'],
  ['maximum_amount', '99', 'maximum_amount'],
  ['recurring_payment_enabled', 'yes', 'recurring_payment_enabled'],
] as const)('GET /customers/{id}/payment_methods rejects %s=%s', async ([name, value, param], { list }) => {
  const { status, body } = await list('ann', { [name]: value });
  expect([status, body.error.code, body.error.param]).toEqual([400, 'invalid_parameter', param]);
});

test("GET /customers/{id}/payment_methods does not find unknown customers or another merchant's", async ({
  list,
  service,
}) => {
  const other = await (await seedMerchant(service)).customer();
  for (const id of ['nobody', other, 'a%20b', '%00', 'x'.repeat(65)]) {
    const { status, body } = await list(id);
    expect([status, body.error.code]).toEqual([404, 'resource_not_found']);
  }
});

test('GET /payment_methods/{id} returns exactly the fields of the specification, with the account number masked', async ({
  api,
  shop,
}) => {
  const customerId = await shop.customer();
  const methodId = await shop.paymentMethod(customerId, {
    card: { last4_digits: '4242' },
    card_number: '4242424242424242',
    bank_transfer: { bank_account_number: '12345678', bank_name: 'Bank' },
    payment_experience: ['redirect_to_url'],
  });
  const { status, body, text } = await api.get(`/payment_methods/${methodId}`);
  expect(status).toBe(200);
  expect(namesOf(body)).toEqual(fieldSets.paymentMethod);
  expect(namesOf(body.card)).toEqual(fieldSets.savedCard);
  expect(namesOf(body.bank_transfer)).toEqual(fieldSets.bankTransfer);
  expect(body.bank_transfer.bank_account_number).toBe('12****78');
  expect(body.payment_experience).toEqual(['redirect_to_url']);
  expect(text).not.toContain('4242424242424242');
});

test("GET /payment_methods/{id} does not find another merchant's payment method", async ({
  api,
  service,
}) => {
  const other = await seedMerchant(service);
  const methodId = await other.paymentMethod(await other.customer());
  const { status, body } = await api.get(`/payment_methods/${methodId}`);
  expect([status, body.error.code, body.error.param]).toEqual([404, 'resource_not_found', null]);
});

test('GET /payment_methods/{id} accepts no query parameters', async ({ api }) => {
  const { status, body } = await api.get('/payment_methods/pm_1?expand=card');
  expect([status, body.error.code, body.error.param]).toEqual([400, 'unknown_parameter', 'expand']);
});
