import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, clientOf } from '../kit/client.ts';
import { cardOf, cards, type SandboxShop, sandboxShop } from '../kit/sandbox-shop.ts';
import { leaked } from '../kit/secrets.ts';
import { startTestService, type TestService } from '../kit/service.ts';

let service: TestService;
let client: Client;
let shop: SandboxShop;

beforeAll(async () => {
  service = await startTestService();
  client = clientOf(service);
  shop = await sandboxShop(service);
});

afterAll(() => service.close());

const update = async (paymentId: string, body: object) => {
  const { status, body: answer } = await client.post(`/payments/${paymentId}`, { key: shop.key, body });
  expect(status).toBe(200);
  return answer as Record<string, unknown>;
};

it('keeps a card for later with the consent to use it, and uses it when the customer is away', async () => {
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
  const told = await service.database.rows.query(
    { text: 'select count(*) as n from sandbox_transactions', values: [] },
    null,
  );
  expect(Number(told[0]?.n)).toBe(2);
  expect(await leaked(service, [cards.good])).toEqual([]);
});

it('keeps the same card once, and none without consent or customer', async () => {
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
