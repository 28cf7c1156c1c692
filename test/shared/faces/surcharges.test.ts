import { expect } from 'vitest';
import { countSteadyStatements, heldClock } from '../../kit/count-statements.ts';
import { graphql } from '../../kit/graphql.ts';
import { cardOf, cards, sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

const AMEX = '378282246310005';
const amex = { field: 'card_network', comparison: 'equal', value: 'AmericanExpress' };
const rate = { type: 'rate', value: 200, tax_rate: 1900 };
const card = (number: string) => ({
  payment_method: 'card',
  payment_method_type: 'credit',
  payment_method_data: { card: { ...cardOf(number), card_cvc: number === AMEX ? '7311' : '731' } },
});

const test = base
  .extend('serviceOptions', { scope: 'file' }, heldClock)
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('kit', ({ client, shop }) => {
    const { key, profileId: profile_id, publishableKey } = shop;
    const post = async (path: string, body: object = {}) => (await client.post(path, { key, body })).body;
    const get = async (path: string) => (await client.get(path, { key })).body;
    const page = async (payment: { client_secret: string; payment_id: string }, body: object) =>
      client.post(`/payments/${payment.payment_id}/confirm`, {
        key: publishableKey,
        body: { client_secret: payment.client_secret, ...body },
      });
    const offers = async (secret: string) =>
      (
        await client.get(`/account/payment_methods?client_secret=${secret}`, {
          key: publishableKey,
        })
      ).body;
    /** Activates rules, and waits until the service has read them. */
    const activate = async (rules: readonly object[], otherwise: object | null = null) => {
      const body = { decision: 'surcharge', name: 'surcharges', profile_id, rules, default: otherwise };
      const made = await post('/rulesets', body);
      expect(made.error).toBeUndefined();
      await post(`/rulesets/${made.ruleset_id}/activate`);
      return made.ruleset_id as string;
    };
    const ofAmex = () => activate([{ name: 'Amex', when: amex, then: { surcharge: rate } }]);
    const open = (body: object = {}) =>
      post('/payments', { amount: 1025, currency: 'EUR', profile_id, ...body });
    return { post, get, page, offers, activate, ofAmex, open };
  });

test('A rule adds its surcharge and tax, and every sum and both faces have them', async ({
  kit,
  service,
  shop,
}) => {
  const { get, ofAmex, open, post } = kit;
  const ruleset_id = await ofAmex();
  const paid = await open({ ...card(AMEX), confirm: true, shipping_cost: 1000 });
  expect(paid).toMatchObject({
    status: 'succeeded',
    amount: 1025,
    surcharge_details: { surcharge_amount: 41, tax_amount: 8 },
    net_amount: 2074,
    amount_received: 2074,
  });
  expect(paid.decisions).toMatchObject([
    {
      decision: 'surcharge',
      ruleset_id,
      version: 1,
      rule: 'Amex',
      action: { surcharge: rate },
      why: 'Rule "Amex" holds: card_network American Express. A surcharge of 0.41 EUR (41 in minor units) is added, and tax of 0.08 EUR (8 in minor units).',
    },
  ]);
  const other = await open({ ...card(cards.good), confirm: true });
  expect([other.net_amount, other.surcharge_details ?? null]).toEqual([1025, null]);
  expect(other.decisions[0].why).toContain('there is no default. No surcharge is added.');
  // The merchant's own goes first, and is told apart from a rule's.
  const own = await open({
    ...card(AMEX),
    confirm: true,
    surcharge_details: { surcharge_amount: 5, tax_amount: 0 },
  });
  expect([own.net_amount, own.decisions ?? []]).toEqual([1030, []]);

  const facts = { amount: 2025, currency: 'EUR', payment_method: 'card', card_network: 'American Express' };
  for (const body of [{ payment: facts }, { payment_id: paid.payment_id }]) {
    const { results } = await post('/rulesets/evaluate', { profile_id: shop.profileId, ...body });
    expect(results[0]).toMatchObject({ ...paid.decisions[0], surcharge_details: paid.surcharge_details });
  }
  const query = `query { payment(paymentId: "${paid.payment_id}") { netAmount surchargeDetails { surchargeAmount taxAmount } } }`;
  expect((await graphql(service, shop.key, query)).data.payment).toEqual({
    netAmount: 2074,
    surchargeDetails: { surchargeAmount: 41, taxAmount: 8 },
  });
  // Refunds, of which one fails, return the surcharge in proportion.
  const refund = (amount?: number) => post('/refunds', { payment_id: paid.payment_id, amount });
  const parts = [await refund(1000), await refund(500)];
  const viaGraphql = await graphql(
    service,
    shop.key,
    `mutation { createRefund(input: { paymentId: "${paid.payment_id}" }) { refund { refundId amount surchargeAmount } } }`,
  );
  const last = viaGraphql.data.createRefund.refund;
  expect(parts.map((one) => one.surcharge_amount)).toEqual([20, 10]);
  expect(last).toMatchObject({ amount: 574, surchargeAmount: 11 });
  expect((await get(`/refunds/${last.refundId}`)).surcharge_amount).toBe(11);
  const plain = await post('/refunds', { payment_id: other.payment_id });
  expect(plain.surcharge_amount ?? null).toBeNull();
  const { data: events } = await get(`/events?object_id=${last.refundId}`);
  const event = JSON.stringify(await get(`/events/${events[0].event_id}`)).replaceAll('\\', '');
  expect(event).toContain('"surcharge_amount":11');
});

test('A further confirmation with another card decides anew', async ({ kit }) => {
  const { get, ofAmex, open, page, post } = kit;
  await ofAmex();
  const payment = await open();
  const path = `/payments/${payment.payment_id}`;
  // A server may send the total too.
  const wrong = await post(`${path}/confirm`, { ...card(AMEX), net_amount: 1025 });
  expect(wrong.error).toMatchObject({ code: 'unexpected_state', param: 'net_amount' });
  const confirmed = await post(`${path}/confirm`, { ...card(AMEX), net_amount: 1050 });
  expect(confirmed).toMatchObject({ status: 'succeeded', net_amount: 1050 });

  const second = await open();
  const secondPath = `/payments/${second.payment_id}`;
  const failed = await post(`${secondPath}/confirm`, card(cards.declined));
  expect([failed.status, failed.net_amount]).toEqual(['failed', 1025]);
  const paid = await page(second, { ...card(AMEX), net_amount: 1050 });
  expect(paid.body).toMatchObject({ status: 'succeeded', net_amount: 1050 });
  expect((await get(secondPath)).amount_received).toBe(1050);
});

test("A rule's surcharge ends with the next confirmation or change of the payment", async ({ kit }) => {
  const { activate, get, offers, open, page, post } = kit;
  const visa = { ...amex, value: 'Visa' };
  await activate([{ name: 'Visa', when: visa, then: { surcharge: { type: 'fixed', value: 100 } } }]);
  const payment = await open();
  const path = `/payments/${payment.payment_id}`;
  const failed = await post(`${path}/confirm`, card(cards.declined));
  expect([failed.status, failed.net_amount]).toEqual(['failed', 1125]);
  // Offered without it: rules decide anew.
  expect((await offers(payment.client_secret)).net_amount).toBe(1025);
  const paid = await page(payment, { ...card(AMEX), net_amount: 1025 });
  expect(paid.body).toMatchObject({ status: 'succeeded', net_amount: 1025 });
  const shown = await get(path);
  expect([shown.surcharge_details ?? null, shown.amount_received]).toEqual([null, 1025]);

  const changed = await open();
  await post(`/payments/${changed.payment_id}/confirm`, card(cards.declined));
  const updated = await post(`/payments/${changed.payment_id}`, card(AMEX));
  expect([updated.net_amount, updated.surcharge_details ?? null]).toEqual([1025, null]);
  const own = { surcharge_details: { surcharge_amount: 7, tax_amount: 0 } };
  const given = await post(`/payments/${changed.payment_id}`, own);
  expect(given.net_amount).toBe(1032);
  const charged = await post(`/payments/${changed.payment_id}/confirm`, card(cards.good));
  expect([charged.net_amount, charged.decisions ?? []]).toEqual([1032, []]);
});

test('What the offers show is what is charged, and never more than was shown', async ({
  client,
  kit,
  service,
  shop,
}) => {
  const { activate, offers, open, page, post } = kit;
  const bin = { field: 'card_isin', comparison: 'starts_with', value: '555555' };
  await activate(
    [
      { name: 'a BIN', when: bin, then: { surcharge: { type: 'fixed', value: 300 } } },
      { name: 'Amex', when: amex, then: { surcharge: rate } },
      { name: 'Visa', when: { ...amex, value: 'Visa' }, then: { surcharge: null } },
    ],
    { surcharge: { type: 'fixed', value: 10 } },
  );
  const payment = await open();
  const offer = await offers(payment.client_secret);
  const [{ payment_method_types: types }] = offer.payment_methods;
  const networks = types.find((one: { payment_method_type: string }) => one.payment_method_type === 'credit');
  const byNetwork = (name: string) =>
    networks.card_networks.find((one: { card_network: string }) => one.card_network === name);
  expect(byNetwork('American Express')).toMatchObject({
    net_amount: 1050,
    surcharge_depends_on_card: true,
    surcharge_details: {
      surcharge: { type: 'rate', value: 200 },
      tax_on_surcharge: { percentage: 19 },
      display_surcharge_amount: 21,
      display_tax_on_surcharge_amount: 4,
      display_total_surcharge_amount: 25,
    },
  });
  expect([byNetwork('Visa').net_amount, byNetwork('Mastercard').net_amount]).toEqual([1025, 1035]);
  expect([offer.net_amount, networks.net_amount ?? null]).toEqual([1025, null]);
  const viaGraphql = await graphql(
    service,
    shop.publishableKey,
    `query { paymentMethodOffer(clientSecret: "${payment.client_secret}") { paymentMethods { paymentMethodTypes { cardNetworks { cardNetwork netAmount surchargeDetails { displayTotalSurchargeAmount } } } } } }`,
  );
  const shown = JSON.stringify(viaGraphql.data ?? viaGraphql.errors);
  expect(shown).toContain(
    '{"cardNetwork":"American Express","netAmount":1050,"surchargeDetails":{"displayTotalSurchargeAmount":25}}',
  );

  for (const [number, total] of [
    [AMEX, 1050],
    [cards.good, 1025],
    ['5555555555554444', 1325],
  ] as const) {
    const one = await open();
    const { payment_method_data } = card(number);
    const eligible = await client.post(`/payments/${one.payment_id}/eligibility`, {
      key: shop.publishableKey,
      body: { client_secret: one.client_secret, payment_method_data },
    });
    expect(eligible.body.net_amount).toBe(total);
    if (total > 1025) {
      const silent = await page(one, card(number));
      expect([silent.status, silent.body.error.code, silent.body.error.param]).toEqual([
        400,
        'missing_parameter',
        'net_amount',
      ]);
      const less = await page(one, { ...card(number), net_amount: 1025 });
      expect([less.status, less.body.error.code, less.body.error.param]).toEqual([
        409,
        'unexpected_state',
        'net_amount',
      ]);
    }
    const paid = await page(one, { ...card(number), net_amount: total });
    expect(paid.body).toMatchObject({ status: 'succeeded', net_amount: total, amount_received: total });
  }

  // A saved card, in both lists and charged.
  const customer = { customer_id: 'cus_surcharged' };
  await post('/customers', { ...customer, email: 'ann@example.com' });
  await open({ ...customer, ...card(AMEX), setup_future_usage: 'on_session', confirm: true });
  const again = await open(customer);
  const own = await client.get(`/customers/payment_methods?client_secret=${again.client_secret}`, {
    key: shop.publishableKey,
  });
  const [saved] = own.body.customer_payment_methods;
  expect(saved).toMatchObject({ net_amount: 1050, surcharge_details: { display_surcharge_amount: 21 } });
  const query = `accepted_currency=EUR&accepted_country=DE&minimum_amount=0&maximum_amount=5000&recurring_payment_enabled=false&installment_payment_enabled=false&payment_id=${again.payment_id}`;
  const listed = await client.get(`/customers/${customer.customer_id}/payment_methods?${query}`, {
    key: shop.key,
  });
  expect(listed.body.customer_payment_methods[0]).toMatchObject({ net_amount: 1050 });
  const paid = await page(again, { payment_token: saved.payment_token, card_cvc: '7311', net_amount: 1050 });
  expect(paid.body).toMatchObject({ status: 'succeeded', net_amount: 1050 });
});

test("A mandate's limit includes the surcharge, and the largest amount is kept", async ({ kit }) => {
  const { activate, open, post } = kit;
  await activate([], { surcharge: { type: 'fixed', value: 100 } });
  const customer = { customer_id: 'cus_mandated' };
  await post('/customers', customer);
  const setUp = await open({
    ...customer,
    ...card(cards.good),
    confirm: true,
    setup_future_usage: 'off_session',
    mandate_data: {
      customer_acceptance: { acceptance_type: 'offline' },
      mandate_type: { multi_use: { amount: 1200, currency: 'EUR' } },
    },
  });
  expect(setUp).toMatchObject({ status: 'succeeded', net_amount: 1125 });
  const charge = (amount: number) =>
    open({ ...customer, mandate_id: setUp.mandate_id, off_session: true, amount, confirm: true });
  expect(await charge(1100)).toMatchObject({ status: 'succeeded', net_amount: 1200 });
  expect((await charge(1101)).error).toMatchObject({ code: 'mandate_exceeded' });
  const large = await open({ ...card(cards.good), amount: 999_999_999_999, confirm: true });
  expect(large.error).toMatchObject({ code: 'invalid_parameter', param: 'amount' });
});

test('A confirmation with surcharge rules runs the same statements as one without', async ({ kit }) => {
  const { activate, open } = kit;
  const pay = () => open({ ...card(cards.good), confirm: true });
  const before = await countSteadyStatements(pay);
  await activate([], { surcharge: rate });
  expect((await pay()).net_amount).toBe(1050);
  expect(await countSteadyStatements(pay)).toHaveLength(before.length);
});
