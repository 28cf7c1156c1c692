import { expect } from 'vitest';
import { velocityCounts, velocitySubjects } from '../../../src/core/entities/values/fact-types.ts';
import { type FactName, factOf, facts, weekdays } from '../../../src/core/entities/values/rule-facts.ts';
import { heldClock } from '../../kit/count-statements.ts';
import { acceptsCards, cardOf, cards, sandboxShop } from '../../kit/sandbox-shop.ts';
import { testApart as base } from '../../kit/test.ts';

/*
 * Every kind of surcharge rule, at every place that quotes a total: what is quoted is what a confirmation charges, or the
 * offer says that it depends on the card.
 */

const IP = '192.0.2.1';
const EMAIL = 'ann@example.com';
/** A gift card with enough for every payment. */
const GIFT_CARD = '6006490000770000';
const BIN = cards.good.slice(0, 6);

/** A condition about each fact that holds of the payments below only if the fact is known as it will be; null if it never is. */
const conditions: Readonly<Record<FactName, { comparison?: string; value: unknown } | null>> = {
  amount: { value: 1025 },
  currency: { value: 'EUR' },
  country: { value: 'DE' },
  shipping_country: { value: 'FR' },
  card_issuing_country: { comparison: 'not_equal', value: 'DE' },
  card_network: { value: 'Visa' },
  card_type: { comparison: 'not_equal', value: 'prepaid' },
  card_isin: { comparison: 'starts_with', value: BIN },
  card_fingerprint: { comparison: 'not_equal', value: 'another' },
  card_issuer: { comparison: 'not_equal', value: 'Example Bank' },
  payment_method: { value: 'card' },
  payment_method_type: { value: 'credit' },
  payout_type: null,
  saved_method: { value: true },
  customer_known: { value: true },
  customer_id: { comparison: 'not_equal', value: 'another' },
  ip_address: { value: IP },
  customer_age_days: { comparison: 'greater_or_equal', value: 0 },
  customer_payments: { comparison: 'greater_or_equal', value: 1 },
  email: { value: EMAIL },
  email_domain: { value: 'example.com' },
  disposable_domain: { value: false },
  ip_country: { value: 'FR' },
  phone: { value: '1701234567' },
  capture_method: { value: 'automatic' },
  setup_future_usage: { value: 'on_session' },
  off_session: { value: false },
  authentication_type: { value: 'no_three_ds' },
  payment_channel: { value: 'ecommerce' },
  seconds_since_last_success: null,
  hour: { comparison: 'greater_or_equal', value: 0 },
  weekday: { comparison: 'in', value: [...weekdays] },
};

/** The facts that are not known before a card is entered. */
const ofCard = ['card_issuing_country', 'card_type', 'card_isin', 'card_fingerprint', 'card_issuer'];

const listed: Readonly<Record<string, string>> = {
  country: 'DE',
  shipping_country: 'FR',
  card_issuing_country: 'DE',
  card_isin: BIN,
  customer_id: 'cus_offers',
  ip_address: IP,
  email: EMAIL,
  email_domain: 'example.com',
  ip_country: 'FR',
  phone: '1701234567',
};

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({
    ...heldClock(),
    countryOf: (address: string) => (address === IP ? 'FR' : null),
  }))
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('kit', async ({ client, shop }) => {
    const { key, profileId: profile_id, publishableKey } = shop;
    const post = async (path: string, body: object = {}, as = key) => {
      const answer = await client.post(path, { key: as, body });
      expect(answer.body.error).toBeUndefined();
      return answer.body;
    };
    const get = async (path: string, as = key) => (await client.get(path, { key: as })).body;
    await shop.sandbox({
      payment_methods_enabled: [
        ...acceptsCards,
        { payment_method: 'bank_redirect', payment_method_types: ['ideal'] },
        { payment_method: 'gift_card', payment_method_types: ['givex'] },
      ],
    });
    await post('/customers', { customer_id: 'cus_offers', email: EMAIL, phone: '1701234567' });
    const open = (more: object = {}) =>
      post('/payments', {
        ...{ amount: 1025, currency: 'EUR', profile_id, customer_id: 'cus_offers', email: EMAIL },
        ...{ phone: '1701234567', setup_future_usage: 'on_session', return_url: 'https://shop.example/done' },
        billing: { address: { country: 'DE' } },
        shipping: { address: { country: 'FR' } },
        browser_info: { ip_address: IP },
        ...more,
      });
    const card = {
      ...{ payment_method: 'card', payment_method_type: 'credit' },
      payment_method_data: { card: cardOf(cards.good) },
    };
    const activate = async (decision: string, rules: readonly object[], otherwise: object | null = null) => {
      const made = await post('/rulesets', {
        decision,
        name: 'rules',
        profile_id,
        rules,
        default: otherwise,
      });
      await post(`/rulesets/${made.ruleset_id}/activate`);
    };
    const surcharge = (when: object) =>
      activate('surcharge', [{ name: 'rule', when, then: { surcharge: { type: 'fixed', value: 300 } } }], {
        surcharge: { type: 'fixed', value: 10 },
      });
    type Opened = { payment_id: string; client_secret: string };
    const confirm = ({ client_secret, payment_id }: Opened, body: object) =>
      post(`/payments/${payment_id}/confirm`, { client_secret, ...body }, publishableKey);
    const offered = async ({ client_secret }: Opened) => {
      const { payment_methods } = await get(
        `/account/payment_methods?client_secret=${client_secret}`,
        publishableKey,
      );
      const typeOf = (family: string, name: string) =>
        payment_methods
          .find((one: { payment_method: string }) => one.payment_method === family)
          .payment_method_types.find(
            (one: { payment_method_type: string }) => one.payment_method_type === name,
          );
      const ofNetwork = typeOf('card', 'credit').card_networks.find(
        (one: { card_network: string }) => one.card_network === 'Visa',
      );
      return {
        visa: ofNetwork,
        credit: typeOf('card', 'credit'),
        ideal: typeOf('bank_redirect', 'ideal'),
        givex: typeOf('gift_card', 'givex'),
      };
    };
    const eligible = ({ client_secret, payment_id }: Opened) =>
      post(
        `/payments/${payment_id}/eligibility`,
        { client_secret, payment_method_subtype: 'credit', payment_method_data: card.payment_method_data },
        publishableKey,
      );
    const savedOf = async ({ client_secret, payment_id }: Opened) => {
      const terms =
        'accepted_currency=EUR&accepted_country=DE&minimum_amount=0&maximum_amount=5000&recurring_payment_enabled=false&installment_payment_enabled=false';
      const ofSecret = await get(`/customers/payment_methods?client_secret=${client_secret}`, publishableKey);
      const ofCustomer = await get(`/customers/cus_offers/payment_methods?${terms}&payment_id=${payment_id}`);
      return [ofSecret.customer_payment_methods[0], ofCustomer.customer_payment_methods[0]];
    };
    return { activate, card, confirm, eligible, offered, open, post, savedOf, surcharge };
  });

const lists = Object.entries(listed).map(([field, value]) => ({ field, value }));

const kinds = [
  ...Object.entries(conditions).flatMap(([field, one]) =>
    one
      ? [{ name: field, dependsOnCard: ofCard.includes(field), when: { field, comparison: 'equal', ...one } }]
      : [],
  ),
  ...velocitySubjects.flatMap((by) =>
    velocityCounts.map((count) => ({
      name: `${count} by ${by}`,
      dependsOnCard: by === 'card',
      // Of an unknown count neither holds.
      when: { count, by, within: '1h', comparison: 'greater_or_equal', value: count === 'attempts' ? 1 : 0 },
    })),
  ),
  ...lists.map(({ field }) => ({
    name: `${field} in a list`,
    dependsOnCard: ofCard.includes(field),
    when: { field, comparison: 'in_list', value: `of ${field}` },
  })),
  {
    name: 'card_fingerprint in a list',
    dependsOnCard: true,
    when: { field: 'card_fingerprint', comparison: 'in_list', value: 'of card_fingerprint' },
  },
];

test('Every fact that lists have, and every fact, is in the walk', () => {
  const withLists = Object.keys(facts).filter((field) => factOf(field)?.list);
  expect([...Object.keys(listed), 'card_fingerprint'].sort()).toEqual(withLists.sort());
  expect(Object.keys(conditions).sort()).toEqual(Object.keys(facts).sort());
});

test('What any kind of rule is quoted for a card, a saved card and a redirect is what is charged', {
  timeout: 600_000,
}, async ({ kit }) => {
  const { card, confirm, eligible, offered, open, post, savedOf, surcharge } = kit;
  // Saves the card, and is an earlier payment.
  const { fingerprint } = await open({ ...card, confirm: true });
  for (const { field, value } of [...lists, { field: 'card_fingerprint', value: fingerprint }]) {
    const list = await post('/lists', { name: `of ${field}`, kind: factOf(field)!.list });
    await post(`/lists/${list.list_id}/entries`, { entries: [{ value }] });
  }
  const found: object[] = [];
  for (const { dependsOnCard, name, when } of kinds) {
    await surcharge(when);
    // Counting begins with the rules.
    await open({ ...card, confirm: true });
    const entered = await open();
    const { credit, visa } = await offered(entered);
    const { net_amount } = await eligible(entered);
    const paid = await confirm(entered, { ...card, net_amount });
    const again = await open();
    const [saved, own] = await savedOf(again);
    const reused = await confirm(again, {
      ...{ payment_token: saved.payment_token, card_cvc: '731', net_amount: saved.net_amount },
    });
    // It is saved for charges without the customer only.
    const unsaved = await open({ setup_future_usage: null });
    const { ideal } = await offered(unsaved);
    const redirected = await confirm(unsaved, {
      ...{ payment_method: 'bank_redirect', payment_method_type: 'ideal', net_amount: ideal.net_amount },
      payment_method_data: { bank_redirect: { ideal: {} } },
    });
    found.push({
      name,
      depends: [visa.surcharge_depends_on_card, credit.surcharge_depends_on_card],
      entered: [net_amount, paid.net_amount],
      offered: visa.surcharge_depends_on_card || visa.net_amount === paid.net_amount,
      saved: [saved.net_amount, own.net_amount, reused.net_amount],
      ideal: [ideal.surcharge_depends_on_card, ideal.net_amount, redirected.net_amount],
    });
    const last = found.at(-1) as { entered: number[]; saved: number[]; ideal: unknown[] };
    expect(last).toEqual({
      name,
      depends: [dependsOnCard, dependsOnCard],
      entered: [paid.net_amount, paid.net_amount],
      offered: true,
      saved: [reused.net_amount, reused.net_amount, reused.net_amount],
      ideal: [false, redirected.net_amount, redirected.net_amount],
    });
    expect([1035, 1325]).toContain(paid.net_amount);
  }
  expect(found.length).toBe(kinds.length);
});

test('An earlier decision about the card makes the surcharge depend on it', async ({ kit }) => {
  const { activate, card, confirm, eligible, offered, open, surcharge } = kit;
  const ofBin = { field: 'card_isin', comparison: 'starts_with', value: BIN };
  await activate('three_ds', [{ name: 'BIN', when: ofBin, then: { three_ds: 'no_challenge' } }]);
  await surcharge({ field: 'authentication_type', comparison: 'equal', value: 'three_ds' });
  const payment = await open();
  const { ideal, visa } = await offered(payment);
  expect([visa.surcharge_depends_on_card, ideal.surcharge_depends_on_card]).toEqual([true, false]);
  const { net_amount } = await eligible(payment);
  expect(net_amount).toBe(1325);
  expect((await confirm(payment, { ...card, net_amount })).net_amount).toBe(1325);
});

test('GraphQL quotes the entered card too', async ({ graphqlAs, kit, shop }) => {
  const { card, open, surcharge } = kit;
  await surcharge({ count: 'attempts', by: 'card', within: '1h', comparison: 'greater_or_equal', value: 1 });
  await open({ ...card, confirm: true });
  const { client_secret, payment_id } = await open();
  const { card_number, card_exp_month, card_exp_year } = cardOf(cards.good);
  const { payload } = await graphqlAs(shop.publishableKey).mutate(
    'checkEligibility',
    {
      ...{ paymentId: payment_id, clientSecret: client_secret, paymentMethodSubtype: 'credit' },
      paymentMethodData: {
        card: { cardNumber: card_number, cardExpMonth: card_exp_month, cardExpYear: card_exp_year },
      },
    },
    'eligibility { netAmount }',
  );
  expect(payload.eligibility.netAmount).toBe(1325);
});

test('The number of a gift card counts as that of a card', async ({ kit, shop }) => {
  const { confirm, offered, open, post, surcharge } = kit;
  await surcharge({ count: 'attempts', by: 'card', within: '1h', comparison: 'greater_or_equal', value: 1 });
  const payment_method_data = { gift_card: { givex: { number: GIFT_CARD, cvc: '737' } } };
  const gift = { payment_method: 'gift_card', payment_method_type: 'givex', payment_method_data };
  const pay = async () => {
    const payment = await open({ setup_future_usage: null });
    const { client_secret, payment_id } = payment;
    const { givex } = await offered(payment);
    const path = `/payments/${payment_id}/eligibility`;
    const { net_amount } = await post(path, { client_secret, payment_method_data }, shop.publishableKey);
    const paid = await confirm(payment, { ...gift, net_amount });
    return [givex.surcharge_depends_on_card, net_amount, paid.net_amount];
  };
  expect(await pay()).toEqual([true, 1035, 1035]);
  expect(await pay()).toEqual([true, 1325, 1325]);
});
