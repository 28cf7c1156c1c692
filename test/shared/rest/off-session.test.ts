import { expect } from 'vitest';
import { cardOf, cards, sandboxShop } from '../../kit/sandbox-shop.ts';
import { leakedSecrets } from '../../kit/secrets.ts';
import { testApart as base } from '../../kit/test.ts';

const test = base
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('update', ({ api }) => async (paymentId: string, body: object) => {
    const { status, body: answer } = await api.post(`/payments/${paymentId}`, body);
    expect(status).toBe(200);
    return answer as Record<string, unknown>;
  });

test("A card saved with the customer's consent can be charged off-session", async ({
  service,
  shop,
  update,
}) => {
  const customer = await shop.customer();
  const first = await update(await shop.open(), {
    customer_id: customer,
    setup_future_usage: 'off_session',
    mandate_data: { customer_acceptance: { acceptance_type: 'online' } },
    payment_method_data: { card: cardOf(cards.good) },
    confirm: true,
  });
  expect(first).toMatchObject({ status: 'succeeded', payment_method_status: 'active' });
  expect(first.payment_method_id).toMatch(/^pm_/);
  expect(first.mandate_id).toMatch(/^man_/);
  expect(first.connector_mandate_id).toMatch(/^sbx_/);

  const later = await update(await shop.open(), {
    customer_id: customer,
    payment_method_id: first.payment_method_id,
    off_session: true,
    confirm: true,
  });
  expect(later).toMatchObject({ status: 'succeeded', card_discovery: 'saved_card' });
  const rows = await service.database.rows.query(
    { text: 'select count(*) as n from sandbox_transactions', values: [] },
    null,
  );
  expect(Number(rows[0]?.n)).toBe(2);
  expect(await leakedSecrets(service, [cards.good])).toEqual([]);
});

test('A card is saved only once, and never without consent or a customer', async ({ shop, update }) => {
  const customer = await shop.customer();
  const pay = async (body: object) =>
    update(await shop.open(), { payment_method_data: { card: cardOf(cards.good) }, confirm: true, ...body });
  const one = await pay({ customer_id: customer, setup_future_usage: 'on_session' });
  const two = await pay({ customer_id: customer, setup_future_usage: 'on_session' });
  expect(two.payment_method_id).toBe(one.payment_method_id);
  expect(one.mandate_id).toBeNull();
  expect((await pay({ customer_id: customer })).payment_method_id).toBeNull();
  expect((await pay({ setup_future_usage: 'on_session' })).payment_method_id).toBeNull();
});
