import { expect } from 'vitest';
import { seedMerchant } from '../../kit/seed.ts';
import { test as base } from './updating-payments.ts';

const typed = { card_number: '4000000000003220', card_exp_month: '12', card_exp_year: '2039' };
const saved = {
  last4_digits: '4444',
  card_network: 'Mastercard',
  card_isin: '555555',
  expiry_month: '01',
  expiry_year: '2036',
  card_fingerprint: 'fp_1',
};

const test = base.extend('owned', ({ shop }) => async (values = {}) => {
  const customer = await shop.customer();
  const method = await shop.paymentMethod(customer, {
    card: saved,
    payment_method_type: 'credit',
    ...values,
  });
  return { customer, method };
});

test('POST /payments/{id} attaches a saved payment method by identifier', async ({ open, owned, update }) => {
  const { customer, method } = await owned();
  const { status, body } = await update(await open(), { customer_id: customer, payment_method_id: method });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    status: 'requires_confirmation',
    payment_method: 'card',
    payment_method_type: 'credit',
    payment_method_id: method,
    payment_method_status: 'active',
    payment_token: null,
    card_discovery: 'saved_card',
    fingerprint: 'fp_1',
    payment_method_data: {
      card: { last4: '4444', card_network: 'Mastercard', card_isin: '555555', card_exp_year: '2036' },
    },
  });
});

test('POST /payments/{id} attaches a saved payment method by token', async ({
  api,
  open,
  owned,
  refusal,
  service,
  shop,
  update,
}) => {
  const { customer, method } = await owned();
  await shop.connector({ payment_methods_enabled: [{ payment_method: 'card' }] });
  const terms =
    'accepted_currency=USD&accepted_country=US&minimum_amount=0&maximum_amount=9&recurring_payment_enabled=false&installment_payment_enabled=false';
  const list = await api.get(`/customers/${customer}/payment_methods?${terms}`);
  const token = list.body.customer_payment_methods[0].payment_token;
  const id = await open({ customer_id: customer });
  const { body } = await update(id, { payment_token: token });
  expect(body).toMatchObject({
    payment_method_id: method,
    payment_token: `token_${'*'.repeat(28)}${token.slice(-4)}`,
    status: 'requires_confirmation',
  });

  const text = `update payment_tokens set expires_at = now() - interval '1 minute'`;
  await service.database.rows.query({ text, values: [] }, null);
  expect(await refusal(id, { payment_token: token })).toEqual([404, 'resource_not_found', 'payment_token']);
});

test('POST /payments/{id} rejects saved payment methods that are inactive or belong to others', async ({
  open,
  owned,
  refusal,
  service,
}) => {
  const mine = await owned();
  const inactive = await owned({ status: 'inactive' });
  const other = await seedMerchant(service);
  const theirs = await other.paymentMethod(await other.customer());
  const notFound = [404, 'resource_not_found', 'payment_method_id'];
  const id = await open({ customer_id: mine.customer });
  for (const method of [inactive.method, (await owned()).method, theirs, 'pm_none']) {
    expect(await refusal(id, { payment_method_id: method })).toEqual(notFound);
  }
  const refused = { customer_id: inactive.customer, payment_method_id: inactive.method };
  expect(await refusal(await open(), refused)).toEqual(notFound);
  expect(await refusal(await open(), { payment_method_id: mine.method })).toEqual(notFound);
  expect(await refusal(id, { payment_token: 'token_none' })).toEqual([
    404,
    'resource_not_found',
    'payment_token',
  ]);
  const both = { payment_token: 'token_none', payment_method_id: mine.method };
  expect(await refusal(id, both)).toEqual([400, 'parameters_exclusive', 'payment_method_id']);
});

test('POST /payments/{id} detaches a saved payment method when the customer changes', async ({
  open,
  owned,
  refusal,
  shop,
  update,
}) => {
  const { customer, method } = await owned();
  const id = await open();
  await update(id, { customer_id: customer, payment_method_id: method });
  const another = await shop.customer();
  expect(await refusal(id, { customer_id: another })).toEqual([400, 'invalid_parameter', 'customer_id']);
  expect(await refusal(id, { customer_id: null })).toEqual([400, 'invalid_parameter', 'customer_id']);
  const { body } = await update(id, { customer_id: another, payment_method_id: null });
  expect(body).toMatchObject({
    customer_id: another,
    payment_method_id: null,
    status: 'requires_payment_method',
  });
});

test('POST /payments/{id} replaces a saved payment method by a card given in full', async ({
  open,
  owned,
  update,
}) => {
  const { customer, method } = await owned();
  const id = await open();
  await update(id, { customer_id: customer, payment_method_id: method });
  expect((await update(id, { payment_method_data: { card: typed } })).body).toMatchObject({
    payment_method_id: null,
    payment_method_status: null,
    card_discovery: 'manual',
    payment_method_data: { card: { last4: '3220' } },
  });
});
