import { expect } from 'vitest';
import { fillCardFacts } from '../../../src/core/maintenance/fill-card-facts.ts';
import { cardOf, cards, sandboxShop, setColumns } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';
import { importAll } from '../rest/beyond/imports.ts';

const TERMS =
  'accepted_currency=USD&accepted_country=US&minimum_amount=0&maximum_amount=9&recurring_payment_enabled=false&installment_payment_enabled=false';
const credit = { card_issuer: 'Sandbox Bank', card_type: 'credit', issuer_country: 'US' };
const nothing = { card_issuer: null, card_type: null, issuer_country: null };
/** A debit card of the sandbox. */
const DEBIT = '4000056655665556';

const test = base
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend(
    'customerId',
    async ({ api, shop: _ }) => (await api.post('/customers', { name: 'Ada' })).body.customer_id,
  )
  .extend('pay', ({ api, customerId }) => async (more: object) => {
    const shared = { amount: 1000, currency: 'USD', confirm: true, customer_id: customerId };
    const { body, status, text } = await api.post('/payments', { ...shared, ...more });
    expect(status, text).toBe(200);
    return body;
  })
  /** A saved card's details: by endpoints 11 and 10, and in both of its places in GraphQL. */
  .extend('known', ({ api, customerId, graphql }) => async (id: string) => {
    const pick = ({ card_issuer, card_type, issuer_country }: Record<string, unknown>) => ({
      ...{ card_issuer, card_type, issuer_country },
    });
    const { body: one } = await api.get(`/payment_methods/${id}`);
    const { body: list } = await api.get(`/customers/${customerId}/payment_methods?${TERMS}`);
    const listed = list.customer_payment_methods.find(
      (row: { payment_method_id: string }) => row.payment_method_id === id,
    );
    expect(listed.payment_method_issuer).toBe(listed.card.card_issuer);
    const fields = 'paymentMethodId card { cardIssuer cardType issuerCountry }';
    const query = `query ($id: ID!, $customerId: ID!) {
      paymentMethod(paymentMethodId: $id) { ${fields} } customer(customerId: $customerId) { paymentMethods { ${fields} } } }`;
    const data = await graphql.data(query, { id, customerId });
    const within = data.customer.paymentMethods.find(
      (row: { paymentMethodId: string }) => row.paymentMethodId === id,
    );
    const shown = pick(one.card);
    expect(pick(listed.card)).toEqual(shown);
    for (const { card } of [data.paymentMethod, within]) {
      expect(Object.values(card)).toEqual([shown.card_issuer, shown.card_type, shown.issuer_country]);
    }
    return shown;
  });

test("A card saved by a payment has the payment's card details, captured at once or later", async ({
  known,
  pay,
}) => {
  const save = { setup_future_usage: 'on_session' };
  const one = await pay({ ...save, payment_method_data: { card: cardOf(cards.good) } });
  expect(one.payment_method_data.card).toMatchObject({ card_issuer: 'Sandbox Bank', card_type: 'credit' });
  expect(await known(one.payment_method_id)).toEqual(credit);
  const other = await pay({
    ...save,
    capture_method: 'manual',
    payment_method_data: { card: cardOf(DEBIT) },
  });
  expect(await known(other.payment_method_id)).toEqual({ ...credit, card_type: 'debit' });
});

test('A card saved without a payment gets its details from its first charge and keeps them', async ({
  api,
  customerId,
  graphql,
  known,
  pay,
}) => {
  const { card_cvc: _, ...card } = cardOf(cards.good);
  const saved = { customer_id: customerId, payment_method: 'card', card };
  const { body: method } = await api.post('/payment_methods', saved);
  const id = method.payment_method_id;
  expect(await known(id)).toEqual(nothing);
  expect((await pay({ payment_method_id: id })).status).toBe('succeeded');
  expect(await known(id)).toEqual(credit);
  // Saving it again, over either API, keeps the same card.
  expect((await api.post('/payment_methods', saved)).body.payment_method_id).toBe(id);
  const input = {
    customerId,
    paymentMethod: 'card',
    card: { cardNumber: cards.good, cardExpMonth: '11', cardExpYear: '2040' },
  };
  const { payload } = await graphql.mutate('savePaymentMethod', input, 'paymentMethod { paymentMethodId }');
  expect(payload.paymentMethod.paymentMethodId).toBe(id);
  expect(await known(id)).toEqual(credit);
  // A new payment shows the details before its connector is called.
  const { body: next } = await api.post('/payments', {
    ...{ amount: 5, currency: 'USD', customer_id: customerId, payment_method_id: id },
  });
  expect(next.payment_method_data.card).toMatchObject({
    card_issuer: 'Sandbox Bank',
    card_issuing_country: 'US',
  });
});

test('Known card details are never overwritten, even by a payment with the replaced card', async ({
  api,
  customerId,
  known,
  pay,
  service,
  shop,
}) => {
  const { card_cvc: _, ...card } = cardOf(cards.good);
  const { body } = await api.post('/payment_methods', {
    customer_id: customerId,
    payment_method: 'card',
    card,
  });
  const id = body.payment_method_id;
  const where = { merchant_id: shop.merchantId, payment_method_id: id };
  await setColumns(service, 'payment_methods', where, { card: { ...body.card, card_issuer: 'Bank of Ada' } });
  await pay({ payment_method_id: id });
  expect(await known(id)).toEqual({ ...credit, card_issuer: 'Bank of Ada' });

  // Its network replaces the card during its customer's challenge.
  const { card_cvc: _cvc, ...challenged } = cardOf(cards.challenged);
  const saved = { customer_id: customerId, payment_method: 'card', card: challenged };
  const { body: other } = await api.post('/payment_methods', saved);
  const { payment_id, status } = await pay({ payment_method_id: other.payment_method_id });
  expect(status).toBe('requires_customer_action');
  const replaced = { ...where, payment_method_id: other.payment_method_id };
  await setColumns(service, 'payment_methods', replaced, { card: { ...other.card, last4_digits: '1881' } });
  const text =
    'select transaction_id, challenge_token from sandbox_transactions where challenge_token is not null and merchant_id = $1';
  const [row] = await service.database.rows.query({ text, values: [shop.merchantId] }, null);
  const form = new URLSearchParams({ token: String(row!.challenge_token), answer: 'complete' });
  const address = `${service.url}/sandbox/3ds/${row!.transaction_id}/answer`;
  const answered = await fetch(address, { method: 'POST', body: form, redirect: 'manual' });
  await fetch(answered.headers.get('location')!, { redirect: 'manual' });
  expect((await api.get(`/payments/${payment_id}`)).body).toMatchObject({
    status: 'succeeded',
    payment_method_data: { card: { last4: '3220', card_issuer: 'Sandbox Bank' } },
  });
  expect(await known(other.payment_method_id)).toEqual(nothing);
});

test("An imported card has its row's details, or its first charge's; an import without them keeps existing ones", async ({
  api,
  client,
  customerId,
  known,
  pay,
  service,
  shop,
}) => {
  const row = (number: string, more: object = {}) =>
    JSON.stringify({
      customer_id: customerId,
      card: { card_number: number, card_exp_month: '12', card_exp_year: '2039', ...more },
    });
  const load = async (...rows: string[]) => {
    const file = { body: rows.join('\n'), type: 'application/jsonl' };
    const { results } = await importAll(service, client, shop.key, file);
    return results.map((one: { outcome: string; payment_method_id: string }) => [
      one.outcome,
      one.payment_method_id,
    ]);
  };
  const facts = { card_issuer: 'Bank of Ada', card_type: 'DEBIT', issuer_country: 'DE' };
  const [[outcome, said], [, unsaid]] = await load(row(DEBIT, facts), row(cards.good));
  expect(outcome).toBe('created');
  expect(await known(said)).toEqual({ ...facts, card_type: 'debit' });
  expect(await known(unsaid)).toEqual(nothing);
  expect(await load(row(DEBIT))).toEqual([['duplicate', said]]);
  expect(await known(said)).toEqual({ ...facts, card_type: 'debit' });
  await pay({ payment_method_id: unsaid });
  expect(await known(unsaid)).toEqual(credit);

  // Adyen's file has two of them; Adyen stores the card.
  const file = `shopperReference,recurringDetailReference,cardSummary,fundingSource,issuerCountryCode
${customerId},8415000000000001,1111,CREDIT,NL\n`;
  const query = `?merchant_connector_id=${shop.account}`;
  const { results } = await importAll(service, client, shop.key, { body: file, query });
  expect(results).toMatchObject([{ outcome: 'created' }]);
  const kept = results[0].payment_method_id;
  expect(await known(kept)).toEqual({ card_issuer: null, card_type: 'credit', issuer_country: 'NL' });
  const bad = await importAll(service, client, shop.key, {
    body: row(DEBIT, { issuer_country: 'XX1' }),
    type: 'application/jsonl',
  });
  expect(bad.results).toMatchObject([{ outcome: 'failed', error_param: 'card.issuer_country' }]);
  expect((await api.get(`/payment_methods/${kept}`)).body.card.last4_digits).toBe('1111');
});

test('Cards of an earlier version are completed once, in batches, from their latest payment', async ({
  known,
  pay,
  service,
  shop,
}) => {
  const save = { setup_future_usage: 'on_session' };
  const one = await pay({ ...save, payment_method_data: { card: cardOf(cards.good) } });
  const other = await pay({ ...save, payment_method_data: { card: cardOf(DEBIT) } });
  const ids = [one.payment_method_id, other.payment_method_id];
  const text = `update payment_methods set card = card || $2::jsonb where merchant_id = $1`;
  const blank = async (members: object) =>
    service.database.rows.query({ text, values: [shop.merchantId, JSON.stringify(members)] }, null);
  await blank(nothing);
  for (const id of ids) expect(await known(id)).toEqual(nothing);
  const rows: Parameters<typeof fillCardFacts>[0] = {
    query: (statement) => service.database.rows.query(statement, null),
  };
  const read: number[] = [];
  expect(await fillCardFacts(rows, (count) => read.push(count))).toBeGreaterThanOrEqual(2);
  expect(read.length).toBeGreaterThan(0);
  expect(await Promise.all(ids.map(known))).toEqual([credit, { ...credit, card_type: 'debit' }]);
  expect(await fillCardFacts(rows, () => {})).toBe(0);
  // Known details remain, and a payment with another card adds none.
  await blank({ ...nothing, card_issuer: 'Bank of Ada' });
  await fillCardFacts(rows, () => {});
  expect(await known(ids[0])).toEqual({ ...credit, card_issuer: 'Bank of Ada' });
  await blank({ ...nothing, last4_digits: '0000' });
  await fillCardFacts(rows, () => {});
  expect(await known(ids[0])).toEqual(nothing);
});

test("A customer's methods show a payment's surcharge, and an account its bank's name", async ({
  api,
  customerId,
  shop,
}) => {
  await shop.connector({ payment_methods_enabled: [{ payment_method: 'bank_debit' }], test_mode: true });
  await api.post('/payment_methods', {
    customer_id: customerId,
    payment_method: 'bank_debit',
    payment_method_type: 'sepa',
    bank_transfer: { bank_account_number: 'DE89370400440532013000', bank_name: 'Commerzbank' },
  });
  const payment = { amount: 100, currency: 'USD', customer_id: customerId };
  const { body: open } = await api.post('/payments', {
    ...payment,
    surcharge_details: { surcharge_amount: 7, tax_amount: 2 },
  });
  const { body: plain } = await api.post('/payments', payment);
  const of = async (query = '') =>
    (await api.get(`/customers/${customerId}/payment_methods?${TERMS}${query}`)).body
      .customer_payment_methods;
  expect(await of()).toMatchObject([{ payment_method_issuer: 'Commerzbank', surcharge_details: null }]);
  expect(await of(`&payment_id=${plain.payment_id}`)).toMatchObject([{ surcharge_details: null }]);
  expect(await of(`&payment_id=${open.payment_id}`)).toMatchObject([
    {
      surcharge_details: {
        surcharge: { type: 'fixed', value: 7 },
        display_surcharge_amount: 7,
        display_tax_on_surcharge_amount: 2,
        display_total_surcharge_amount: 9,
      },
    },
  ]);
});
