import { expect } from 'vitest';
import { cardOf, sandboxShop } from '../../../kit/sandbox-shop.ts';
import { test as base } from '../../../kit/test.ts';

const VISA = '4242424242424242';
const OTHER_VISA = '4111111111111111';
const AMEX = '378282246310005';

const test = base
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('rest', ({ client, shop }) => {
    const { key } = shop;
    const card = (number: string) => ({
      ...cardOf(number),
      ...(number === AMEX ? { card_cvc: '1234' } : {}),
    });
    const post = (path: string, body: object = {}) => client.post(path, { key, body });
    /** Confirms a new payment; returns its status, or the refusal's code. */
    const pay = async (values: object): Promise<string> => {
      const { body } = await post('/payments', { amount: 100, currency: 'USD', confirm: true, ...values });
      return body.error?.code ?? body.status;
    };
    return {
      post,
      list: (type: string, data: string) => post('/blocklist', { type, data }),
      remove: (type: string, data: string) =>
        client.request('DELETE', '/blocklist', { key, body: { type, data } }),
      toggle: (status: boolean) => post(`/blocklist/toggle?status=${status}`),
      pay,
      payBy: (number: string) => pay({ payment_method_data: { card: card(number) } }),
    };
  });

/** The blocklist takes effect within a second. */
const soon = { timeout: 60_000 };

test('A blocked card is refused by its fingerprint until removal; other cards are not', async ({
  client,
  rest: { list, payBy, post, remove },
  shop,
}) => {
  const { body } = await post('/payments', {
    amount: 100,
    currency: 'USD',
    payment_method_data: { card: cardOf(VISA) },
  });
  const added = await list('fingerprint', body.fingerprint);
  expect(added.body).toMatchObject({ fingerprint_id: body.fingerprint, data_kind: 'payment_method' });
  const again = await list('fingerprint', body.fingerprint);
  expect(again.body).toEqual(added.body);
  await expect.poll(() => payBy(VISA), soon).toBe('blocked');
  expect(await payBy(OTHER_VISA)).toBe('succeeded');

  const confirmed = await post(`/payments/${body.payment_id}/confirm`);
  expect([confirmed.status, confirmed.body.error]).toEqual([
    422,
    expect.objectContaining({
      code: 'blocked',
      message: 'The payment method is blocked.',
      payment_id: body.payment_id,
    }),
  ]);
  const { body: kept } = await client.get(`/payments/${body.payment_id}`, { key: shop.key });
  expect([kept.status, kept.error_code, kept.attempts]).toEqual(['failed', 'blocked', []]);

  expect((await remove('fingerprint', body.fingerprint)).status).toBe(200);
  await expect.poll(() => payBy(VISA), soon).toBe('succeeded');
});

test('BINs of six and eight digits block all cards with that prefix, of any length', async ({
  rest: { list, payBy, remove },
}) => {
  await list('extended_card_bin', '42424242');
  await expect.poll(() => payBy(VISA), soon).toBe('blocked');
  expect(await payBy(OTHER_VISA)).toBe('succeeded');
  await list('extended_card_bin', AMEX.slice(0, 8));
  expect(await payBy(AMEX)).toBe('blocked');
  await list('card_bin', '411111');
  expect(await payBy(OTHER_VISA)).toBe('blocked');
  expect((await remove('card_bin', '411111')).body.data_kind).toBe('card_bin');
  expect(await payBy(OTHER_VISA)).toBe('succeeded');
});

test('The blocklist can be toggled off and on again', async ({ rest: { list, payBy, toggle } }) => {
  await list('card_bin', '424242');
  await expect.poll(() => payBy(VISA), soon).toBe('blocked');
  expect((await toggle(false)).body).toEqual({ blocklist_guard_status: 'disabled' });
  await expect.poll(() => payBy(VISA), soon).toBe('succeeded');
  expect((await toggle(true)).body).toEqual({ blocklist_guard_status: 'enabled' });
  await expect.poll(() => payBy(VISA), soon).toBe('blocked');
});

test('A saved card is blocked like a typed one', async ({ rest: { list, pay, post }, shop }) => {
  const customer_id = await shop.customer();
  const { card_number, card_exp_month, card_exp_year } = cardOf(VISA);
  const { body } = await post('/payment_methods', {
    customer_id,
    payment_method: 'card',
    card: { card_number, card_exp_month, card_exp_year },
  });
  const saved = { customer_id, payment_method_id: body.payment_method_id };
  expect(await pay(saved)).toBe('succeeded');
  await list('fingerprint', body.card.card_fingerprint);
  await expect.poll(() => pay(saved), soon).toBe('blocked');
});

test('A blocklist applies only to its merchant', async ({ client, rest: { list }, service }) => {
  await list('card_bin', '424242');
  const other = await sandboxShop(service);
  const body = {
    amount: 100,
    currency: 'USD',
    confirm: true,
    payment_method_data: { card: cardOf(VISA) },
  };
  expect((await client.post('/payments', { key: other.key, body })).body.status).toBe('succeeded');
});
