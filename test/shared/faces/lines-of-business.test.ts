import { expect } from 'vitest';
import { acceptsEveryKind } from '../../kit/bank-methods.ts';
import { mutate } from '../../kit/mutate.ts';
import { cardOf, cards, sandboxShop, setColumns } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

const card = { payment_method_data: { card: cardOf(cards.good) } };
const toCard = {
  payout_method_data: { card: { card_number: cards.good, expiry_month: '12', expiry_year: '2039' } },
};

/** A merchant with a line of business in each of two countries, each with a profile. */
const test = base
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('lines', async ({ shop }) => ({
    US: await shop.profile({ profile_name: 'US_clothing' }),
    DE: await shop.profile({ profile_name: 'DE_clothing' }),
  }))
  .extend('create', ({ api }) => async (what: 'payments' | 'payouts', more: object = {}) => {
    const { body } = await api.post(`/${what}`, { amount: 1000, currency: 'USD', ...more });
    return body;
  })
  .extend('offered', ({ client, shop }) => (secret: string) => {
    return client.get(`/account/payment_methods?client_secret=${secret}`, { key: shop.publishableKey });
  });

test('A payment or payout without a profile gets the profile of its line of business, over both APIs', async ({
  create,
  lines,
  service,
  shop,
}) => {
  const german = { business_country: 'DE', business_label: 'clothing' };
  for (const what of ['payments', 'payouts'] as const) {
    expect((await create(what, german)).profile_id).toBe(lines.DE);
    expect((await create(what, { ...german, business_country: 'US' })).profile_id).toBe(lines.US);
    expect((await create(what, { ...german, profile_id: shop.profileId })).profile_id).toBe(shop.profileId);
    // The line does not exist, and none of three profiles is the default.
    for (const other of [{ ...german, business_label: 'hats' }, { business_country: 'DE' }, {}]) {
      expect((await create(what, other)).error).toMatchObject({
        code: 'missing_parameter',
        param: 'profile_id',
      });
    }
  }
  const input = { amount: 1000, currency: 'USD', businessCountry: 'DE', businessLabel: 'clothing' };
  for (const [name, object] of [
    ['createPayment', 'payment'],
    ['createPayout', 'payout'],
  ] as const) {
    const { payload } = await mutate(service, shop.key, name, input, `${object} { profileId }`);
    expect(payload[object].profileId).toBe(lines.DE);
  }
});

test('An account with a line of business accepts its payments and those without one', async ({
  create,
  offered,
  shop,
}) => {
  const profile_id = await shop.profile();
  const serving = (values: object) => shop.sandbox({ profile_id, ...values });
  const shoes = await serving({ business_label: 'shoes', connector_label: 'shoes' });
  const boots = await serving({
    business_label: 'hats',
    business_sub_label: 'caps',
    connector_label: 'hats',
  });
  const pay = (business: object) => create('payments', { profile_id, confirm: true, ...card, ...business });
  expect((await pay({})).merchant_connector_id).toBe(shoes);
  expect((await pay({ business_label: 'shoes' })).merchant_connector_id).toBe(shoes);
  expect((await pay({ business_label: 'Hats' })).merchant_connector_id).toBe(boots);
  const caps = { business_label: 'hats', business_sub_label: 'helmets' };
  const { error } = await pay(caps);
  expect(error.code).toBe('no_connector_available');
  expect(error.message).toContain('shoes (serves another business_label)');
  expect(error.message).toContain('hats (serves another business_sub_label)');
  // The payment's offer agrees.
  const { client_secret } = await create('payments', { profile_id, ...caps });
  const offer = await offered(client_secret);
  expect(offer.body.payment_methods).toEqual([]);
});

test('An account of another country sends no payout', async ({ create, shop }) => {
  const profile_id = await shop.profile();
  const connector_type = 'payout_processor';
  await shop.sandbox({ profile_id, connector_type, business_country: 'FR', connector_label: 'french' });
  const german = await create('payouts', { profile_id, business_country: 'DE', ...toCard, confirm: true });
  expect(german.error.message).toContain('french (serves another business_country)');
  const french = await create('payouts', { profile_id, business_country: 'FR', ...toCard, confirm: true });
  expect(french.status).toBe('requires_fulfillment');
});

test('An account with issuers accepts redirects to those banks, in routing and in the offer', async ({
  create,
  offered,
  shop,
}) => {
  const profile_id = await shop.profile();
  const redirects = acceptsEveryKind.filter(({ payment_method }) => payment_method === 'bank_redirect');
  const of = (connector_label: string, payment_method_issuers: string[]) =>
    shop.sandbox({
      ...{ profile_id, connector_label },
      payment_methods_enabled: redirects.map((entry) => ({ ...entry, payment_method_issuers })),
    });
  const ing = await of('ing', ['ING']);
  const abn = await of('abn', ['ABN AMRO']);
  const open = { profile_id, currency: 'EUR', return_url: 'https://shop.example.com/' };
  const pay = (choice: object) =>
    create('payments', { ...open, confirm: true, payment_method_data: { bank_redirect: { ideal: choice } } });
  expect((await pay({ bank_name: 'ing' })).merchant_connector_id).toBe(ing);
  expect((await pay({ bank_name: 'abn_amro' })).merchant_connector_id).toBe(abn);
  expect((await pay({})).merchant_connector_id).toBe(ing);
  expect((await pay({ bank_name: 'rabobank' })).error.message).toContain('ing (does not accept this issuer)');
  const { client_secret } = await create('payments', open);
  const { body } = await offered(client_secret);
  expect(body.payment_methods).toMatchObject([{ payment_method: 'bank_redirect' }]);
});

test('A saved card goes to the account of its issuer', async ({ create, service, shop }) => {
  const profile_id = await shop.profile();
  const [enabled] = acceptsEveryKind;
  const of = (issuer: string) =>
    shop.sandbox({ profile_id, payment_methods_enabled: [{ ...enabled, payment_method_issuers: [issuer] }] });
  await of('Chase');
  const barclays = await of('Barclays');
  const saved = { profile_id, currency: 'USD', confirm: true, setup_future_usage: 'on_session', ...card };
  const customer_id = await shop.customer();
  const { payment_method_id } = await create('payments', { ...saved, customer_id });
  const read = 'select card from payment_methods where payment_method_id = $1';
  const [row] = await service.database.rows.query<{ card: object }>(
    { text: read, values: [payment_method_id] },
    null,
  );
  const known = { ...row!.card, card_issuer: 'Barclays' };
  await setColumns(service, 'payment_methods', { payment_method_id }, { card: known });
  const again = { profile_id, confirm: true, customer_id, payment_method_id };
  expect((await create('payments', again)).merchant_connector_id).toBe(barclays);
});
