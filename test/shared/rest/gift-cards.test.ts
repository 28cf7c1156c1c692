import { expect } from 'vitest';
import type { Values } from '../../kit/insert.ts';
import { leakedSecrets } from '../../kit/secrets.ts';
import { test as base, inAnHour, now } from './method-kinds-world.ts';

const PIN = '737';
let made = 0;
/** A gift card number used by no other test: its last four digits encode the balance. */
const numberOf = (end: string) => {
  made += 1;
  return `600649${String(made).padStart(6, '0')}${end}`;
};
const full = () => numberOf('0000');
const cardOf = (number: string, cvc = PIN) => ({ gift_card: { givex: { number, cvc } } });

const test = base
  /** Creates payments at one account, where a card has one balance. */
  .extend('openHere', async ({ setUp, shop }) => {
    await setUp();
    return (amount: number, values: Values = {}) =>
      shop.open({
        ...{ created: now(), expires_on: inAnHour(), currency: 'EUR', amount, net_amount: amount },
        ...values,
      });
  })
  .extend(
    'charge',
    ({ openHere, post }) =>
      async (number: string, amount: number, values: Values = {}, cvc = PIN) => {
        const id = await openHere(amount, values);
        return (await post(id, { confirm: true, payment_method_data: cardOf(number, cvc) })).body;
      },
  )
  .extend('check', ({ api, openHere }) => async (number: string, values: Values = {}, cvc = PIN) => {
    const id = await openHere(1000, values);
    return (await api.post(`/payments/${id}/gift_card_balance`, { payment_method_data: cardOf(number, cvc) }))
      .body;
  });

test('A gift card that covers the payment pays it, and shows only its last four digits', async ({
  charge,
  service,
}) => {
  const number = full();
  const paid = await charge(number, 1100);
  expect(paid).toMatchObject({
    status: 'succeeded',
    amount_received: 1100,
    payment_method: 'gift_card',
    payment_method_type: 'givex',
    payment_method_data: {
      card: null,
      gift_card: { givex: { number: `************${number.slice(-4)}`, cvc: '***' } },
    },
    fingerprint: expect.any(String),
  });
  expect(await leakedSecrets(service, [number])).toEqual([]);
});

test.for([
  ['a balance that is too small', '9995', PIN, 'insufficient_balance'],
  ['an unknown number', '4242', PIN, 'gift_card_unknown'],
  ['an expired card', '0069', PIN, 'gift_card_expired'],
  ['a wrong PIN', '0000', '0000', 'incorrect_pin'],
] as const)('A payment by gift card fails for %s', async ([, end, pin, code], { charge }) => {
  const failed = await charge(numberOf(end), 1100, {}, pin);
  expect(failed).toMatchObject({ status: 'failed', error_code: code, amount_received: 0 });
});

test('Payments and authorizations lower a balance, and refunds and voids raise it', async ({
  api,
  charge,
  check,
}) => {
  const number = full();
  const left = async () => (await check(number)).balance;
  expect(await left()).toBe(50_000);
  const first = await charge(number, 20_000);
  expect(await left()).toBe(30_000);
  const held = await charge(number, 25_000, { capture_method: 'manual' });
  expect([held.status, await left()]).toEqual(['requires_capture', 5_000]);
  expect(await charge(number, 5_001)).toMatchObject({ status: 'failed', error_code: 'insufficient_balance' });
  expect(await left()).toBe(5_000);
  const part = await api.post(`/payments/${held.payment_id}/capture`, { amount_to_capture: 10_000 });
  expect([part.status, await left()]).toEqual([200, 20_000]);
  const refund = await api.post('/refunds', { payment_id: first.payment_id, amount: 15_000 });
  expect([refund.body.status, await left()]).toEqual(['succeeded', 35_000]);
  const another = await charge(number, 35_000, { capture_method: 'manual' });
  expect([another.status, await left()]).toEqual(['requires_capture', 0]);
  await api.post(`/payments/${another.payment_id}/cancel`, {});
  expect(await left()).toBe(35_000);
});

test('Of concurrent payments with one card, only as many succeed as it covers', async ({ charge }) => {
  const number = full();
  const paid = await Promise.all(Array.from({ length: 8 }, () => charge(number, 15_000)));
  const statuses = paid.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([...Array(5).fill('failed'), ...Array(3).fill('succeeded')]);
});

test('A card keeps the currency of its first payment and rejects others', async ({ charge, check }) => {
  const number = full();
  expect((await charge(number, 1000)).status).toBe('succeeded');
  expect(await charge(number, 1000, { currency: 'USD' })).toMatchObject({
    status: 'failed',
    error_code: 'gift_card_currency',
  });
  expect(await check(number, { currency: 'USD' })).toMatchObject({
    balance: 49_000,
    currency: 'EUR',
    ...{ applicable_amount: 0, remaining_amount: 1000, covers_payment: false },
  });
});

test.for([
  ['a number of three digits', { number: '123', cvc: PIN }, 'invalid_parameter', 'number'],
  ['a number with spaces', { number: '6006 4900 0000 0000', cvc: PIN }, 'invalid_parameter', 'number'],
  ['no PIN', { number: '6006490000000000' }, 'missing_parameter', 'cvc'],
] as const)(
  'POST /payments/{id} refuses a gift card with %s',
  async ([, givex, code, name], { open, post }) => {
    const { body, status } = await post(await open(), { payment_method_data: { gift_card: { givex } } });
    const param = `payment_method_data.gift_card.givex.${name}`;
    expect([status, body.error.code, body.error.param]).toEqual([400, code, param]);
    expect(JSON.stringify(body)).not.toContain('6006');
  },
);

test('A gift card cannot be saved for off-session charges', async ({ confirm }) => {
  const mandate_data = { customer_acceptance: { acceptance_type: 'offline' } };
  const off = { setup_future_usage: 'off_session', customer_id: 'cus_of_gifts', mandate_data };
  const body = await confirm(cardOf(full()), {}, off);
  expect([body.error.code, body.error.param]).toEqual(['invalid_parameter', 'setup_future_usage']);
});
