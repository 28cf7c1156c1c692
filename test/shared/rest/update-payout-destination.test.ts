import { expect } from 'vitest';
import { databaseContents, encodingsOf } from '../../kit/secrets.ts';
import { test as base } from '../../kit/test.ts';

const PAN = '5555555555554444';
const texts: string[] = [];
const card = (values = {}) => ({
  card_number: PAN,
  expiry_month: '12',
  expiry_year: '2039',
  card_holder_name: 'Ann Example',
  ...values,
});
const withCard = (values = {}) => ({ payout_method_data: { card: card(values) } });

const test = base
  .extend(
    'open',
    ({ shop }) =>
      (values = {}) =>
        shop.payout({ status: 'requires_payout_method_data', ...values }),
  )
  .extend('update', ({ client, shop }) => async (id: string, body: unknown, key = shop.key) => {
    const answer = await client.post(`/payouts/${id}`, { key, body });
    texts.push(answer.text);
    return answer;
  })
  .extend('refusal', ({ update }) => async (id: string, body: unknown) => {
    const { status, body: answer } = await update(id, body);
    return [status, answer.error?.code, answer.error?.param];
  })
  .extend('columnsOf', ({ service }) => async (id: string) => {
    const text = `select routing, connectors, payout_token, payout_link_config,
                  card_number is not null as has_number from payouts where payout_id = $1`;
    const [row] = await service.database.rows.query({ text, values: [id] }, null);
    return row;
  });

test('POST /payouts/{id} accepts a card as destination and returns it masked', async ({
  columnsOf,
  open,
  update,
}) => {
  const id = await open();
  const { body } = await update(id, withCard({ bank_code: '37040044' }));
  expect(body).toMatchObject({ status: 'requires_confirmation', payout_type: 'card' });
  expect(body.payout_method_data.card).toEqual({
    card_issuer: null,
    card_network: 'Mastercard',
    card_type: null,
    card_issuing_country: null,
    bank_code: '37040044',
    last4: '4444',
    card_isin: '555555',
    card_extended_bin: '55555555',
    card_exp_month: '12',
    card_exp_year: '2039',
    card_holder_name: 'Ann Example',
  });
  expect(await columnsOf(id)).toMatchObject({ has_number: true });

  const gone = await update(id, { payout_method_data: null });
  expect(gone.body).toMatchObject({ status: 'requires_payout_method_data', payout_method_data: null });
  expect(await columnsOf(id)).toMatchObject({ has_number: false });
});

test('POST /payouts/{id} rejects an expired card', async ({ open, refusal }) => {
  const id = await open();
  const invalid = (member: string) => [400, 'invalid_parameter', `payout_method_data.card.${member}`];
  expect(await refusal(id, withCard({ expiry_year: '2020' }))).toEqual(invalid('expiry_year'));
  expect(await refusal(id, withCard({ card_number: '5555555555554445' }))).toEqual(invalid('card_number'));
  expect(await refusal(id, { ...withCard(), payout_type: 'bank' })).toEqual([
    400,
    'invalid_parameter',
    'payout_type',
  ]);
  expect(await refusal(id, { ...withCard(), payout_method_id: 'pm_1' })).toEqual([
    400,
    'parameters_exclusive',
    'payout_method_id',
  ]);
});

test("POST /payouts/{id} accepts a saved payment method of the payout's customer", async ({
  open,
  refusal,
  shop,
  update,
}) => {
  const customer = await shop.customer();
  const saved = { last4_digits: '4242', card_network: 'Visa', expiry_month: '01', expiry_year: '2036' };
  const method = await shop.paymentMethod(customer, { card: saved });
  const { body } = await update(await open(), { customer_id: customer, payout_method_id: method });
  expect(body).toMatchObject({
    status: 'requires_confirmation',
    payout_type: 'card',
    payout_method_id: method,
    payout_method_data: { card: { last4: '4242', card_network: 'Visa' } },
  });
  const notFound = [404, 'resource_not_found', 'payout_method_id'];
  expect(await refusal(await open(), { payout_method_id: method })).toEqual(notFound);
  const bank = await shop.paymentMethod(customer, { payment_method: 'bank_transfer' });
  const toBank = await update(await open({ customer_id: customer }), { payout_method_id: bank });
  expect(toBank.body).toMatchObject({
    payout_type: 'bank',
    payout_method_data: null,
    status: 'requires_confirmation',
  });
  const voucher = await shop.paymentMethod(customer, { payment_method: 'voucher' });
  const invalid = [400, 'invalid_parameter', 'payout_method_id'];
  expect(await refusal(await open({ customer_id: customer }), { payout_method_id: voucher })).toEqual(
    invalid,
  );
});

test('Payout card numbers appear in no table, response or log line', async ({
  client,
  open,
  service,
  shop,
}) => {
  await client.post(`/payouts/${await open()}`, {
    key: shop.key,
    headers: { 'idempotency-key': 'secret' },
    body: withCard(),
  });
  const stored = await databaseContents(service);
  for (const place of [stored, texts.join('\n'), service.logs.join('\n'), service.statements.join('\n')]) {
    for (const form of encodingsOf(PAN)) expect(place).not.toContain(form);
  }
});
