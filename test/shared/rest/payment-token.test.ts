import { expect } from 'vitest';
import { cardOf, cards, sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

const terms =
  'accepted_currency=USD&accepted_country=US&minimum_amount=0&maximum_amount=9&recurring_payment_enabled=false&installment_payment_enabled=false';

const test = base
  .extend('shop', ({ service }) => sandboxShop(service))
  /** A customer's saved card with a newly issued token. */
  .extend('issued', async ({ api, shop }) => {
    const customerId = await shop.customer();
    const first = await shop.open({ customer_id: customerId, setup_future_usage: 'on_session' });
    const body = { confirm: true, payment_method_data: { card: cardOf(cards.good) } };
    expect((await api.post(`/payments/${first}`, body)).status).toBe(200);
    const list = await api.get(`/customers/${customerId}/payment_methods?${terms}`);
    const token = list.body.customer_payment_methods[0].payment_token as string;
    return { customerId, token, open: () => shop.open({ customer_id: customerId }) };
  });

test("A card saved by a payment keeps the payment's card type", async ({ api, shop }) => {
  const customerId = await shop.customer();
  const saves = { customer_id: customerId, setup_future_usage: 'on_session' };
  const saved = async (number: string, type: string | null) => {
    const id = await shop.open(saves);
    const body = {
      confirm: true,
      payment_method: 'card',
      payment_method_data: { card: cardOf(number) },
      ...(type ? { payment_method_type: type } : {}),
    };
    const { body: payment } = await api.post(`/payments/${id}`, body);
    return (await api.get(`/payment_methods/${payment.payment_method_id}`)).body.payment_method_type;
  };
  expect(await saved(cards.good, 'debit')).toBe('debit');
  expect(await saved(cards.good, null)).toBe('debit');
  const { body } = await api.get(`/customers/${customerId}/payment_methods?${terms}`);
  expect(body.customer_payment_methods).toMatchObject([{ payment_method_type: 'debit' }]);
});

test('A payment token pays once', async ({ api, issued: { open, token } }) => {
  const [one, other] = [await open(), await open()];
  const paid = await api.post(`/payments/${one}`, { confirm: true, payment_token: token });
  expect([paid.status, paid.body.status]).toEqual([200, 'succeeded']);
  const again = await api.post(`/payments/${other}`, { confirm: true, payment_token: token });
  expect([again.status, again.body.error]).toMatchObject([
    404,
    { code: 'resource_not_found', param: 'payment_token' },
  ]);
});

test('Of two concurrent payments, one uses the token', async ({ api, issued: { open, token } }) => {
  const ids = [await open(), await open(), await open()];
  const answers = await Promise.all(
    ids.map((id) => api.post(`/payments/${id}`, { confirm: true, payment_token: token })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
});

test('A payment may repeat its token to confirm', async ({ api, issued: { open, token } }) => {
  const id = await open();
  expect((await api.post(`/payments/${id}`, { payment_token: token })).status).toBe(200);
  const confirmed = await api.post(`/payments/${id}`, { confirm: true, payment_token: token });
  expect([confirmed.status, confirmed.body.status]).toEqual([200, 'succeeded']);
});

test('A payment token appears only in the list that issues it', async ({
  api,
  issued: { open, token },
  service,
}) => {
  const id = await open();
  const { body } = await api.post(`/payments/${id}`, { confirm: true, payment_token: token });
  expect(body.payment_token).toBe(`token_${'*'.repeat(28)}${token.slice(-4)}`);
  expect(JSON.stringify((await api.get(`/payments/${id}?expand_attempts=true`)).body)).not.toContain(token);
  const listed = `select table_name as name from information_schema.tables
                  where table_schema = 'public' and table_type = 'BASE TABLE'`;
  const tables = await service.database.rows.query<{ name: string }>({ text: listed, values: [] }, null);
  const holding: string[] = [];
  for (const { name } of tables) {
    const text = `select 1 from "${name}" t where strpos(t::text, $1) > 0 limit 1`;
    const found = await service.database.rows.query({ text, values: [token] }, null);
    if (found.length > 0) holding.push(name);
  }
  expect(holding).toEqual([]);
});
