import { expect } from 'vitest';
import { cardOf, cards, graphqlCardOf, sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

/** All values below that identify the customer. */
const personal = /lovelace|ada@|55501234|Baker Street|203\.0\.113\.9|Macintosh|the tall one/i;
const customer_id = 'cus_1';
const contact = {
  email: 'ada@example.com',
  phone: { number: '55501234', country_code: '+44' },
  address: { line1: 'Baker Street 1', first_name: 'Ada', last_name: 'Lovelace', country: 'GB' },
};
const person = { name: 'Ada Lovelace', email: 'ada@example.com', phone: '55501234' };
const details = { ...person, description: 'the tall one', metadata: { note: 'Lovelace' } };
const order = {
  ...{ amount: 1000, currency: 'EUR', customer_id, ...person, billing: contact },
  browser_info: { ip_address: '203.0.113.9', user_agent: 'Macintosh' },
  payment_method_data: { card: { ...cardOf(cards.good), card_holder_name: 'Ada Lovelace' } },
};

/** A write whose response identifies the customer. */
type Told = readonly [path: string, body: object];

const told: readonly Told[] = [
  ['/customers', { customer_id, ...details }],
  [`/customers/${customer_id}`, { ...details, phone_country_code: '+44' }],
  ['/payments', { payment_id: 'pay_1', ...order }],
  ['/payments/pay_1', { billing: contact }],
  ['/payments/pay_1/confirm', { shipping: contact }],
  ['/payments', { payment_id: 'pay_2', ...order, confirm: true, capture_method: 'manual' }],
  ['/payments/pay_2/capture', {}],
  ['/payments', { payment_id: 'pay_3', ...order }],
  ['/payments/pay_3/cancel', {}],
  ['/payouts', { ...{ amount: 500, currency: 'EUR', customer_id }, billing: contact }],
  [
    '/payment_methods',
    {
      ...{ customer_id, payment_method: 'card' },
      card: {
        ...cardOf(cards.good),
        card_cvc: undefined,
        card_holder_name: 'Ada Lovelace',
        nick_name: 'Lovelace',
      },
    },
  ],
];

const test = base
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('remove', ({ client, shop }) => async (path: string) => {
    expect((await client.request('DELETE', path, { key: shop.key })).status).toBe(200);
  });

test('A REST replay contains nothing of a deleted customer and is otherwise complete', async ({
  api,
  remove,
}) => {
  const send = async (index: number) => {
    const [path, body] = told[index]!;
    const { headers, status, text, ...rest } = await api.post(path, body, {
      headers: { 'idempotency-key': `told_${index}` },
    });
    return { status, replayed: headers.get('idempotency-replayed') === 'true', text, body: rest.body };
  };
  const indices = [...told.keys()];
  const first = [];
  for (const index of indices) first.push(await send(index));
  expect(first.filter(({ status, text }) => status !== 200 || !personal.test(text))).toEqual([]);
  for (const index of indices) expect(await send(index)).toEqual({ ...first[index], replayed: true });

  await remove(`/customers/${customer_id}`);
  for (const index of indices) {
    const again = await send(index);
    expect([again.status, again.replayed, personal.exec(again.text)]).toEqual([200, true, null]);
    expect(Object.keys(again.body)).toEqual(Object.keys(first[index]!.body));
    expect(again.body).toMatchObject({ customer_id });
  }
});

test('A GraphQL replay contains nothing of a deleted customer', async ({ graphql }) => {
  const named = { name: 'Ada Lovelace', email: 'ada@example.com', phone: '55501234' };
  const writes = [
    ['createCustomer', { customerId: customer_id, ...named }, 'customer { customerId name email phone }'],
    ['updateCustomer', { customerId: customer_id, ...named }, 'customer { customerId name email phone }'],
    [
      'createPayment',
      {
        ...{
          paymentId: 'pay_1',
          amount: 1000,
          currency: 'EUR',
          customerId: customer_id,
          ...named,
          confirm: true,
        },
        paymentMethodData: { card: { ...graphqlCardOf(cards.good), cardHolderName: 'Ada Lovelace' } },
      },
      'payment { paymentId name email phone customer { name } }',
    ],
  ] as const;
  const send = async (index: number) => {
    const [name, input, selection] = writes[index]!;
    const { headers, text, userErrors } = await graphql.mutate(
      name,
      { ...input, idempotencyKey: `told_${index}` },
      selection,
    );
    return { text, userErrors, replayed: headers.get('idempotency-replayed') };
  };
  for (const index of writes.keys())
    expect(await send(index)).toMatchObject({ userErrors: [], text: expect.stringMatching(personal) });
  await graphql.mutate('deleteCustomer', { customerId: customer_id }, 'customer { customerId }');
  for (const index of writes.keys()) {
    expect(await send(index)).toEqual({
      userErrors: [],
      replayed: 'true',
      text: expect.not.stringMatching(personal),
    });
  }
});

test('A replay of saving a deleted payment method shows only the remaining data', async ({
  api,
  remove,
  shop,
}) => {
  const customerId = await shop.customer();
  const headers = { 'idempotency-key': 'save' };
  const { card_cvc: _, ...card } = cardOf(cards.good);
  const save = () =>
    api.post('/payment_methods', { customer_id: customerId, payment_method: 'card', card }, { headers });
  const { body: saved } = await save();
  expect(saved).toMatchObject({ status: 'active', card: { saved_to_locker: true } });
  await remove(`/payment_methods/${saved.payment_method_id}`);
  const { body: again, headers: sent } = await save();
  expect(sent.get('idempotency-replayed')).toBe('true');
  expect(again).toMatchObject({
    payment_method_id: saved.payment_method_id,
    status: 'inactive',
    client_secret: null,
  });
  expect(again.card).toMatchObject({ saved_to_locker: false });
});
