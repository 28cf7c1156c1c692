import { expect } from 'vitest';
import { cardOf, cards, sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

const authenticated = { trans_status: 'Y', eci: '05', ds_transaction_id: null, version: '2.2.0' };

const test = base
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('confirm', ({ api, shop }) => async (number: string, more: object = {}) => {
    const card = { payment_method_data: { card: cardOf(number) } };
    return (await api.post(`/payments/${await shop.open()}`, { confirm: true, ...card, ...more })).body;
  })
  .extend('authenticationOf', ({ api }) => async (id: string) => {
    const { body } = await api.get(`/payments/${id}`);
    return [body.status, body.payment_method_data.card.authentication_data];
  });

test('A sandbox payment shows how its cardholder was authenticated, if at all', async ({
  authenticationOf,
  confirm,
  service,
}) => {
  const three_ds = { authentication_type: 'three_ds' };
  const challenged = await confirm(cards.challenged, three_ds);
  expect(await authenticationOf(challenged.payment_id)).toEqual(['requires_customer_action', null]);
  const page = service.url + new URL(challenged.next_action.redirect_to_url).pathname;
  const token = /name="token" value="(\w+)"/.exec(await (await fetch(page)).text())![1]!;
  const body = new URLSearchParams({ token, answer: 'complete' });
  const answered = await fetch(`${page}/answer`, { method: 'POST', redirect: 'manual', body });
  const back = new URL(answered.headers.get('location')!);
  await fetch(service.url + back.pathname + back.search, { redirect: 'manual' });
  expect(await authenticationOf(challenged.payment_id)).toEqual(['succeeded', authenticated]);

  const frictionless = await confirm(cards.frictionless, three_ds);
  expect(await authenticationOf(frictionless.payment_id)).toEqual(['succeeded', authenticated]);
  for (const plain of [await confirm(cards.frictionless), await confirm(cards.good)]) {
    expect(await authenticationOf(plain.payment_id)).toEqual(['succeeded', null]);
  }
});
