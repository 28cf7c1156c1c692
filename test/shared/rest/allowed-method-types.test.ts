import { expect } from 'vitest';
import { cardOf, cards, sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

const SECRET = 'pay_1_secret_abcdefghijklmnopqrst';
const terms =
  'accepted_currency=USD&accepted_country=DE&minimum_amount=0&maximum_amount=100&recurring_payment_enabled=false&installment_payment_enabled=false';

const test = base
  .extend('shop', async ({ service }) => {
    const enabled = [{ payment_method: 'card' }, { payment_method: 'wallet' }];
    const shop = await sandboxShop(service);
    await shop.sandbox({ connector_label: 'wallets', payment_methods_enabled: enabled });
    return shop;
  })
  .extend('open', ({ shop }) => (allowed: string[], values: object = {}) => {
    return shop.open({ client_secret: SECRET, allowed_payment_method_types: allowed, ...values });
  });

test('A payment confirms only with an allowed payment method type', async ({ api, open }) => {
  const card = { payment_method_data: { card: cardOf(cards.good) } };
  const confirm = async (id: string, more: object) => {
    const { body, status } = await api.post(`/payments/${id}`, { confirm: true, ...card, ...more });
    return status === 200 ? body.status : [status, body.error.code, body.error.param];
  };
  const id = await open(['debit']);
  const refused = (code: string) => [400, code, 'payment_method_type'];
  expect(await confirm(id, { payment_method_type: 'credit' })).toEqual(refused('invalid_parameter'));
  expect(await confirm(id, {})).toEqual(refused('missing_parameter'));
  expect(await confirm(id, { payment_method_type: 'debit' })).toBe('succeeded');
  expect(await confirm(await open([]), { payment_method_type: 'credit' })).toBe('succeeded');
});

test("Wallet sessions are opened only for the payment's allowed wallets", async ({ api, open, shop }) => {
  const walletsOf = async (allowed: string[]) => {
    const payment_id = await open(allowed);
    const request = { payment_id, client_secret: SECRET, wallets: ['walletx', 'paypal'] };
    const { body } = await api.post('/payments/session_tokens', request, { key: shop.publishableKey });
    return body.session_token.map(({ wallet_name }: { wallet_name: string }) => wallet_name);
  };
  expect(await walletsOf(['paypal', 'debit'])).toEqual(['paypal']);
  expect(await walletsOf([])).toEqual(['walletx', 'paypal']);
});

test("A customer's saved methods are listed for a payment only if it allows their types", async ({
  api,
  open,
  shop,
}) => {
  const customer_id = await shop.customer();
  const save = (payment_method_type: string | null) =>
    shop.paymentMethod(customer_id, { payment_method_type });
  const [debit] = [await save('debit'), await save('credit'), await save(null)];
  const listed = async (payment_id?: string) => {
    const query = payment_id ? `${terms}&payment_id=${payment_id}` : terms;
    const { body } = await api.get(`/customers/${customer_id}/payment_methods?${query}`);
    return (
      body.error ?? body.customer_payment_methods.map((one: Record<string, string>) => one.payment_method_id)
    );
  };
  expect(await listed()).toHaveLength(3);
  expect(await listed(await open(['debit'], { customer_id }))).toEqual([debit]);
  expect(await listed(await open([], { customer_id }))).toHaveLength(3);
  expect(await listed('pay_none')).toMatchObject({ code: 'resource_not_found', param: 'payment_id' });
  const another = await open(['debit'], { customer_id: await shop.customer() });
  expect(await listed(another)).toMatchObject({ code: 'resource_not_found', param: 'payment_id' });
});
