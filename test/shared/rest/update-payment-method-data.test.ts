import { expect } from 'vitest';
import { databaseContents, encodingsOf } from '../../kit/secrets.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { test as base } from './updating-payments.ts';

const PAN = '4000000000003220';
const CVC = '739';
const texts: string[] = [];
const card = (values = {}) => ({
  card_number: PAN,
  card_exp_month: '12',
  card_exp_year: '2039',
  card_holder_name: 'Ann Example',
  card_cvc: CVC,
  ...values,
});
const withCard = (values = {}) => ({ payment_method_data: { card: card(values) } });

const test = base.extend(
  'update',
  ({ client, shop }) =>
    async (id: string, body: unknown, key = shop.key) => {
      const answer = await client.post(`/payments/${id}`, { key, body });
      texts.push(answer.text);
      return answer;
    },
);

test('POST /payments/{id} accepts a card, returns it masked with its fingerprint, and awaits confirmation', async ({
  open,
  service,
  update,
}) => {
  const { status, body } = await update(await open(), withCard());
  expect(status).toBe(200);
  expect(body).toMatchObject({
    status: 'requires_confirmation',
    payment_method: 'card',
    card_discovery: 'manual',
    payment_method_id: null,
    payment_token: null,
  });
  expect(body.payment_method_data.card).toMatchObject({
    last4: '3220',
    card_network: 'Visa',
    card_isin: '400000',
    card_extended_bin: '40000000',
    card_exp_month: '12',
    card_exp_year: '2039',
    card_holder_name: 'Ann Example',
  });

  const again = await update(await open(), withCard({ card_exp_month: '01', card_cvc: null }));
  expect(again.body.fingerprint).toBe(body.fingerprint);
  const another = await update(await open(), withCard({ card_number: '5555555555554444' }));
  expect(another.body.fingerprint).not.toBe(body.fingerprint);
  const elsewhere = await seedMerchant(service);
  const theirs = await elsewhere.payment({ status: 'requires_payment_method', amount_received: 0 });
  expect((await update(theirs, withCard(), elsewhere.key)).body.fingerprint).not.toBe(body.fingerprint);
});

test('POST /payments/{id} shows only the first six and last four digits of a short card number', async ({
  open,
  update,
}) => {
  const { body } = await update(await open(), withCard({ card_number: '378282246310005', card_cvc: '1234' }));
  expect(body.payment_method_data.card).toMatchObject({
    card_network: 'American Express',
    card_isin: '378282',
    card_extended_bin: null,
    last4: '0005',
  });
});

test.for([
  [{ card_number: '4000000000003221' }, 'card_number'],
  [{ card_number: '4000 0000 0000 3220' }, 'card_number'],
  [{ card_exp_month: '13' }, 'card_exp_month'],
  [{ card_exp_year: '2020' }, 'card_exp_year'],
  [{ card_exp_year: '20' }, 'card_exp_year'],
  [{ card_cvc: '12' }, 'card_cvc'],
  [{ card_cvc: '1234' }, 'card_cvc'],
] as const)('POST /payments/{id} rejects a card with %o', async ([values, member], { open, refusal }) => {
  const param = `payment_method_data.card.${member}`;
  expect(await refusal(await open(), withCard(values))).toEqual([400, 'invalid_parameter', param]);
});

test('POST /payments/{id} rejects a card with another payment method kind or a saved payment method', async ({
  open,
  refusal,
}) => {
  const id = await open();
  expect(await refusal(id, { ...withCard(), payment_method: 'wallet' })).toEqual([
    400,
    'invalid_parameter',
    'payment_method',
  ]);
  expect(await refusal(id, { ...withCard(), payment_token: 'token_x' })).toEqual([
    400,
    'parameters_exclusive',
    'payment_token',
  ]);
});

test('POST /payments/{id} removes the card and its number on null', async ({ open, service, update }) => {
  const id = await open();
  await update(id, withCard());
  const { body } = await update(id, { payment_method_data: null });
  expect(body).toMatchObject({
    status: 'requires_payment_method',
    payment_method: null,
    payment_method_data: null,
    fingerprint: null,
    card_discovery: null,
  });
  const text = 'select card_number from payments where payment_id = $1';
  expect(await service.database.rows.query({ text, values: [id] }, null)).toEqual([{ card_number: null }]);
});

test("POST /payments/{id} stores the card's billing contact", async ({ open, update }) => {
  const id = await open();
  const billing = { email: 'ann@example.com', address: null, phone: null };
  const first = await update(id, { payment_method_data: { card: card(), billing } });
  expect(first.body.payment_method_data.billing).toEqual(billing);
  const next = { ...billing, email: 'bob@example.com' };
  const { body } = await update(id, { payment_method_data: { billing: next } });
  expect(body).toMatchObject({ status: 'requires_confirmation', payment_method_data: { billing: next } });
  expect(body.payment_method_data.card.last4).toBe('3220');
});

test('POST /payments/{id} replays under an idempotency key although the verification code differs', async ({
  client,
  open,
  shop,
}) => {
  const id = await open();
  const headers = { 'idempotency-key': 'once' };
  const send = (body: unknown) => client.post(`/payments/${id}`, { key: shop.key, headers, body });
  expect((await send(withCard())).status).toBe(200);
  const again = await send(withCard({ card_cvc: '740' }));
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  expect((await send(withCard({ card_exp_month: '11' }))).body.error.code).toBe('idempotency_mismatch');
});

test('POST /payments/{id} accepts a payment method kind without details, which must follow', async ({
  open,
  update,
}) => {
  const id = await open();
  expect((await update(id, { payment_method: 'bank_redirect' })).body.status).toBe('requires_payment_method');
  expect((await update(id, { payment_method: 'card' })).body.status).toBe('requires_payment_method');
  expect((await update(id, { payment_method: null })).body.payment_method).toBeNull();
});

test('Card numbers and verification codes appear in no table, response or log line', async ({
  client,
  open,
  service,
  shop,
  update,
}) => {
  const id = await open();
  const path = `/payments/${id}`;
  const headers = { 'idempotency-key': 'secrets' };
  await client.post(path, { key: shop.key, headers, body: withCard() });
  await update(id, { payment_method_data: { card: card({ card_number: `${PAN}1` }) } });
  await update(id, { [PAN]: 1, payment_method_data: PAN, email: PAN });

  const code = '"739"';
  const stored = await databaseContents(service);
  // The dump is complete: it contains all storable values.
  for (const kept of ['idempotency_keys:', id, '40000000']) expect(stored).toContain(kept);
  for (const place of [stored, texts.join('\n'), service.logs.join('\n'), service.statements.join('\n')]) {
    for (const form of encodingsOf(PAN)) expect(place).not.toContain(form);
    expect(place).not.toContain(code);
    expect(place).not.toContain('card_cvc":');
  }
});
