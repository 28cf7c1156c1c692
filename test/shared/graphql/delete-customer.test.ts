import { expect } from 'vitest';
import { dataOf } from '../../kit/graphql.ts';
import { mutate, mutationError } from '../../kit/mutate.ts';
import { cards, graphqlCardOf, sandboxShop } from '../../kit/sandbox-shop.ts';
import { unpackedTexts } from '../../kit/secrets.ts';
import { test as base } from '../../kit/test.ts';

const CUSTOMER = 'ada';
/** All values here that identify the customer. */
const personal = /lovelace|ada@example|55501234|Baker Street|203\.0\.113\.9|Macintosh|the tall one/i;
const contact = {
  email: 'ada@example.com',
  phone: { number: '55501234', countryCode: '+44' },
  address: { line1: 'Baker Street 1', city: 'London', lastName: 'Lovelace', country: 'GB' },
};
const named = { name: 'Ada Lovelace', email: 'ada@example.com', phone: '55501234' };
const card = { ...graphqlCardOf(cards.good), cardHolderName: 'Ada Lovelace' };

const test = base.extend('sandbox', async ({ service }) => {
  const shop = await sandboxShop(service);
  await shop.connector({
    connector_type: 'payout_processor',
    payment_methods_enabled: [{ payment_method: 'card' }],
  });
  const send = async (name: string, input: Record<string, unknown>, selection: string) => {
    const { payload, userErrors, text } = await mutate(service, shop.key, name, input, selection);
    if (!payload || userErrors.length > 0) throw new Error(text);
    return payload;
  };
  await send(
    'createCustomer',
    {
      customerId: CUSTOMER,
      ...named,
      phoneCountryCode: '+44',
      description: 'the tall one',
      address: contact.address,
      metadata: { note: 'Lovelace' },
    },
    'customer { customerId }',
  );
  const saved = await send(
    'savePaymentMethod',
    {
      customerId: CUSTOMER,
      paymentMethod: 'card',
      card: {
        ...graphqlCardOf(cards.good),
        cardCvc: undefined,
        cardHolderName: 'Ada Lovelace',
        nickName: 'Lovelace',
      },
    },
    'paymentMethod { paymentMethodId }',
  );
  const paid = await send(
    'createPayment',
    {
      amount: 1000,
      currency: 'EUR',
      customerId: CUSTOMER,
      billing: contact,
      shipping: contact,
      paymentMethod: 'card',
      paymentMethodData: { card, billing: contact },
      browserInfo: { ipAddress: '203.0.113.9', userAgent: 'Macintosh' },
      setupFutureUsage: 'off_session',
      mandateData: {
        customerAcceptance: {
          acceptanceType: 'online',
          online: { ipAddress: '203.0.113.9', userAgent: 'Macintosh' },
        },
      },
      confirm: true,
    },
    'payment { paymentId status }',
  );
  await send(
    'createPayout',
    { amount: 500, currency: 'EUR', customerId: CUSTOMER, billing: contact, payoutType: 'card' },
    'payout { payoutId }',
  );
  return {
    ...shop,
    methodId: saved.paymentMethod.paymentMethodId as string,
    paymentId: paid.payment.paymentId as string,
    remove: () =>
      send('deleteCustomer', { customerId: CUSTOMER }, 'customer { customerId name email deletedAt }'),
  };
});

/** All of a merchant's data stored in the clear. */
const stored = ['customers', 'payment_methods', 'payments', 'payouts', 'attempts', 'events', 'refunds'];

test('Deleting a customer erases their personal data everywhere', async ({ service, sandbox }) => {
  const tell = async () => {
    const found: string[] = [];
    for (const table of stored) {
      const text = `select t::text as row from ${table} t where merchant_id = $1`;
      const rows = await service.database.rows.query({ text, values: [sandbox.merchantId] }, null);
      const texts = [
        ...rows.map(({ row }) => String(row)),
        ...(await unpackedTexts(service.database, table, sandbox.merchantId)),
      ];
      if (texts.some((row) => personal.test(row))) found.push(table);
    }
    return found;
  };
  expect(await tell()).toEqual(['customers', 'payment_methods', 'payments', 'payouts', 'events']);
  const { customer } = await sandbox.remove();
  expect(customer).toMatchObject({ customerId: CUSTOMER, name: null, email: null });
  expect(customer.deletedAt).toMatch(/^20/);
  expect(await tell()).toEqual([]);
});

test('Payments keep their amounts and are still found by the customer', async ({ service, sandbox }) => {
  await sandbox.remove();
  const query = `query ($id: ID!) { customer(customerId: $id) {
    payments { paymentId status amount amountReceived currency customerId email
      paymentMethodData { card { last4 cardHolderName } } customer { name } }
    paymentMethods { status recurringEnabled card { last4Digits nickName cardHolderName } }
  } }`;
  const { customer } = await dataOf(service, sandbox.key, query, { id: CUSTOMER });
  expect(customer.payments).toEqual([
    {
      paymentId: sandbox.paymentId,
      status: 'succeeded',
      amount: 1000,
      amountReceived: 1000,
      currency: 'EUR',
      customerId: CUSTOMER,
      email: null,
      paymentMethodData: { card: { last4: '4242', cardHolderName: null } },
      customer: { name: null },
    },
  ]);
  expect(customer.paymentMethods).toEqual([
    {
      status: 'inactive',
      recurringEnabled: false,
      card: { last4Digits: '4242', nickName: null, cardHolderName: null },
    },
  ]);
});

test('Deleting again changes nothing, and an unknown customer cannot be deleted', async ({
  service,
  sandbox,
}) => {
  const first = await sandbox.remove();
  expect(await sandbox.remove()).toEqual(first);
  expect(await mutationError(service, sandbox.key, 'deleteCustomer', { customerId: 'nobody' }, '')).toEqual([
    'resource_not_found',
    null,
  ]);
});

test('Nothing new can be attached to a deleted customer', async ({ service, sandbox, api }) => {
  await sandbox.remove();
  const refused = (name: string, input: Record<string, unknown>) =>
    mutationError(service, sandbox.key, name, input, '');
  const conflict = ['unexpected_state', 'customer_id'];
  const sum = { amount: 1, currency: 'EUR', customerId: CUSTOMER };
  expect(await refused('updateCustomer', { customerId: CUSTOMER, name: 'Ada' })).toEqual(conflict);
  expect(await refused('createPayment', sum)).toEqual(conflict);
  expect(await refused('createPayout', sum)).toEqual(conflict);
  const { cardCvc: _, ...toSave } = card;
  expect(
    await refused('savePaymentMethod', { customerId: CUSTOMER, paymentMethod: 'card', card: toSave }),
  ).toEqual(conflict);
  const updated = await api.post(`/customers/${CUSTOMER}`, { name: 'Ada' }, { key: sandbox.key });
  expect([updated.status, updated.body.error.code]).toEqual([409, 'unexpected_state']);
  expect(await refused('createCustomer', { customerId: CUSTOMER })).toEqual([
    'resource_already_exists',
    'customer_id',
  ]);
});

test('An unpaid payment can still be paid, but saves no card', async ({ service, sandbox }) => {
  const open = { amount: 700, currency: 'EUR', customerId: CUSTOMER, setupFutureUsage: 'on_session' };
  const { payload } = await mutate(service, sandbox.key, 'createPayment', open, 'payment { paymentId }');
  await sandbox.remove();
  const input = { paymentId: payload.payment.paymentId, paymentMethod: 'card', paymentMethodData: { card } };
  const selection = 'payment { status paymentMethodId }';
  const confirmed = await mutate(service, sandbox.key, 'confirmPayment', input, selection);
  expect(confirmed.payload?.payment, confirmed.text).toEqual({ status: 'succeeded', paymentMethodId: null });
});

test('A publishable key cannot delete a customer, nor can another merchant', async ({
  service,
  sandbox,
  otherShop,
}) => {
  const as = (key: string) => mutationError(service, key, 'deleteCustomer', { customerId: CUSTOMER }, '');
  expect(await as(sandbox.publishableKey)).toEqual(['wrong_key_kind', null]);
  expect(await as(otherShop.key)).toEqual(['resource_not_found', null]);
});
