import { expect } from 'vitest';
import { leakedSecrets } from '../../kit/secrets.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { test as base } from '../../kit/test.ts';

const NUMBER = '4242424242424242';
const card = {
  cardNumber: NUMBER,
  cardExpMonth: '04',
  cardExpYear: '2039',
  cardHolderName: 'Ann',
  nickName: 'Mine',
};
const selection = `paymentMethod {
  paymentMethodId customerId status clientSecret created lastUsedAt recurringEnabled metadata
  card { scheme cardNetwork last4Digits cardIsin cardFingerprint cardToken savedToLocker expiryMonth expiryYear
         cardHolderName nickName }
  bankTransfer { bankName bankAccountNumber bankRoutingNumber }
}`;
const fields = 'customer { customerId name metadata defaultPaymentMethodId }';

const test = base
  .extend('shop', async ({ service }) => {
    const shop = await seedMerchant(service);
    await shop.customer({ customer_id: 'ann' });
    await shop.customer({ customer_id: 'bo' });
    return shop;
  })
  .extend(
    'save',
    ({ graphqlAs, shop }) =>
      (input: Record<string, unknown>, key = shop.key) =>
        graphqlAs(key).mutate(
          'savePaymentMethod',
          { customerId: 'ann', paymentMethod: 'card', ...input },
          selection,
        ),
  )
  .extend(
    'refusal',
    ({ graphqlAs, shop }) =>
      (input: Record<string, unknown>, key = shop.key) =>
        graphqlAs(key).mutationError(
          'savePaymentMethod',
          { customerId: 'ann', paymentMethod: 'card', ...input },
          selection,
        ),
  )
  .extend(
    'run',
    ({ graphql }) =>
      (name: string, input: Record<string, unknown>) =>
        graphql.mutate(name, input, selection),
  );

test('createCustomer and updateCustomer behave like their REST endpoints', async ({ graphql }) => {
  const created = await graphql.mutate('createCustomer', { customerId: 'cy', name: 'Cy' }, fields);
  expect(created.payload.customer).toMatchObject({ customerId: 'cy', name: 'Cy' });
  const again = await graphql.mutate('createCustomer', { customerId: 'cy' }, fields);
  expect(again.payload.customer).toBeNull();
  expect(again.userErrors).toMatchObject([{ code: 'resource_already_exists', param: 'customer_id' }]);
  const input = { customerId: 'cy', name: null, metadata: { a: 1 } };
  const updated = await graphql.mutate('updateCustomer', input, fields);
  expect(updated.payload.customer).toMatchObject({ name: null, metadata: { a: 1 } });
});

test('createCustomer and updateCustomer act for the merchant the admin key names and never guess one', async ({
  graphql,
  graphqlAs,
  otherShop,
  service,
  shop,
}) => {
  const admin = service.adminApiKey;
  const create = (input: object) => graphqlAs(admin).mutate('createCustomer', { ...input }, fields);
  expect((await create({})).userErrors).toMatchObject([{ code: 'missing_parameter', param: 'merchant_id' }]);
  expect((await create({ merchantId: 'nobody' })).userErrors).toMatchObject([
    { code: 'resource_not_found', param: 'merchant_id' },
  ]);
  for (const { merchantId } of [shop, otherShop]) {
    expect((await create({ merchantId, customerId: 'dup' })).userErrors).toEqual([]);
  }
  const change = { customerId: 'dup', name: 'Whose' };
  expect(await graphqlAs(admin).mutationError('updateCustomer', change, fields)).toEqual([
    'missing_parameter',
    'merchant_id',
  ]);
  const named = { ...change, merchantId: otherShop.merchantId };
  expect((await graphqlAs(admin).mutate('updateCustomer', named, fields)).payload.customer.name).toBe(
    'Whose',
  );
  const query = '{ customer(customerId: "dup") { name } }';
  expect((await graphql.data(query)).customer.name).toBeNull();
});

test('savePaymentMethod stores a card with its number encrypted and returns it masked', async ({
  save,
  service,
}) => {
  const { payload, text } = await save({ card, metadata: { a: 1 }, recurringEnabled: true });
  const { paymentMethod } = payload;
  expect(paymentMethod).toMatchObject({
    customerId: 'ann',
    status: 'active',
    lastUsedAt: null,
    recurringEnabled: true,
    metadata: { a: 1 },
    bankTransfer: null,
    card: {
      scheme: 'Visa',
      cardNetwork: 'Visa',
      last4Digits: '4242',
      cardIsin: '424242',
      savedToLocker: true,
      expiryMonth: '04',
      expiryYear: '2039',
      cardHolderName: 'Ann',
      nickName: 'Mine',
    },
  });
  expect(paymentMethod.clientSecret).toMatch(
    new RegExp(`^${paymentMethod.paymentMethodId}_secret_[0-9A-Za-z]{20}$`),
  );
  expect(text).not.toContain(NUMBER);
  expect(await leakedSecrets(service, [NUMBER])).toEqual([]);
});

test("savePaymentMethod updates a customer's saved card instead of storing it twice", async ({
  otherShop,
  refusal,
  save,
}) => {
  const first = (await save({ card })).payload.paymentMethod;
  const again = await save({ card: { ...card, cardExpYear: '2038', nickName: undefined } });
  expect(again.payload.paymentMethod).toEqual({
    ...first,
    card: { ...first.card, expiryYear: '2038' },
  });
  const hers = (await save({ customerId: 'bo', card })).payload.paymentMethod;
  expect(hers.paymentMethodId).not.toBe(first.paymentMethodId);
  expect(hers.card.cardFingerprint).toBe(first.card.cardFingerprint);
  expect(await refusal({ card, paymentMethodId: 'pm_mine' })).toEqual([
    'resource_already_exists',
    'payment_method_id',
  ]);

  await otherShop.customer({ customer_id: 'ann' });
  const elsewhere = (await save({ card }, otherShop.key)).payload.paymentMethod;
  expect(elsewhere.card.cardFingerprint).not.toBe(first.card.cardFingerprint);
});

test('savePaymentMethod stores a card once when it is saved many times concurrently', async ({ save }) => {
  const number = { ...card, cardNumber: '5555555555554444' };
  const all = await Promise.all(Array.from({ length: 10 }, () => save({ customerId: 'bo', card: number })));
  expect(new Set(all.map(({ payload }) => payload.paymentMethod?.paymentMethodId)).size).toBe(1);
  expect(all[0]!.payload.paymentMethod.card.scheme).toBe('Mastercard');
});

test('savePaymentMethod stores a bank account and returns its number masked', async ({ save, service }) => {
  const bankTransfer = {
    bankName: 'Bank',
    bankAccountNumber: 'DE89370400440532013000',
    bankRoutingNumber: '1',
  };
  const { payload, text } = await save({ paymentMethod: 'bank_transfer', bankTransfer });
  expect(payload.paymentMethod.bankTransfer).toEqual({
    ...bankTransfer,
    bankAccountNumber: 'DE******************00',
  });
  expect(text).not.toContain('DE89370400440532013000');
  expect(await leakedSecrets(service, ['DE89370400440532013000'])).toEqual([]);
});

test('savePaymentMethod requires the details of its kind and a valid card', async ({
  refusal,
  save,
  service,
}) => {
  const bankTransfer = { bankAccountNumber: '12345678' };
  const cases = [
    [{}, 'missing_parameter', 'card'],
    [{ paymentMethod: 'bank_transfer' }, 'missing_parameter', 'bank_transfer'],
    [{ card, bankTransfer }, 'parameters_exclusive', 'bank_transfer'],
    [{ paymentMethod: 'bank_transfer', card }, 'invalid_parameter', 'card'],
    [{ bankTransfer }, 'invalid_parameter', 'bank_transfer'],
    [{ paymentMethod: 'crypto' }, 'invalid_parameter', 'payment_method'],
    [{ card: { ...card, cardNumber: '4242424242424241' } }, 'invalid_parameter', 'card.card_number'],
    [{ card: { ...card, cardExpMonth: '13' } }, 'invalid_parameter', 'card.card_exp_month'],
    [{ card: { ...card, cardExpYear: '2020' } }, 'invalid_parameter', 'card.card_exp_year'],
    [{ customerId: 'nobody', card }, 'resource_not_found', 'customer_id'],
  ] as const;
  for (const [input, ...expected] of cases) {
    expect([input, ...(await refusal(input))]).toEqual([input, ...expected]);
  }
  const { text } = await save({ card: { ...card, cardNumber: '4242424242424241' } });
  expect(text).not.toContain('4242424242424241');
  expect(await leakedSecrets(service, ['4242424242424241'])).toEqual([]);
});

test('updatePaymentMethod updates the same fields as REST and reports a wrong client secret in the payload', async ({
  run,
  save,
}) => {
  const { paymentMethodId } = (await save({ card })).payload.paymentMethod;
  const changed = await run('updatePaymentMethod', { paymentMethodId, card: { nickName: 'Other' } });
  expect(changed.payload.paymentMethod.card.nickName).toBe('Other');
  const { userErrors } = await run('updatePaymentMethod', { paymentMethodId, clientSecret: 'wrong' });
  expect(userErrors).toMatchObject([{ code: 'client_secret_invalid', param: 'client_secret' }]);
});

test('deletePaymentMethod erases the chargeable data and keeps the rest as inactive', async ({
  api,
  graphql,
  run,
  save,
  service,
  shop,
}) => {
  await shop.connector({
    payment_methods_enabled: [
      { payment_method: 'card', recurring_enabled: true, installment_payment_enabled: true },
    ],
  });
  await graphql.mutate('createCustomer', { customerId: 'dee' }, 'customer { id: customerId }');
  const { paymentMethodId } = (await save({ customerId: 'dee', card })).payload.paymentMethod;
  await api.post('/customers/dee', { default_payment_method_id: paymentMethodId });
  const asked =
    'accepted_currency=USD&accepted_country=US&minimum_amount=1&maximum_amount=2&recurring_payment_enabled=false&installment_payment_enabled=false';
  const listed = async () =>
    (await api.get(`/customers/dee/payment_methods?${asked}`)).body.customer_payment_methods;
  expect(await listed()).toHaveLength(1);

  const { payload } = await run('deletePaymentMethod', { paymentMethodId });
  expect(payload.userErrors).toEqual([]);
  expect(payload.paymentMethod).toMatchObject({
    paymentMethodId,
    status: 'inactive',
    clientSecret: null,
    card: { last4Digits: '4242', cardToken: null, cardFingerprint: null, savedToLocker: false },
  });
  expect(await listed()).toEqual([]);
  const { body } = await api.post('/customers/dee', {});
  expect(body.default_payment_method_id).toBeNull();
  const left = `select card_number, bank_transfer,
        (select count(*)::int from payment_tokens t
        where t.merchant_id = m.merchant_id and t.payment_method_id = m.payment_method_id) as tokens
      from payment_methods m where payment_method_id = $1`;
  const [row] = await service.database.rows.query({ text: left, values: [paymentMethodId] }, null);
  expect(row).toEqual({ card_number: null, bank_transfer: null, tokens: 0 });

  expect((await run('deletePaymentMethod', { paymentMethodId })).payload).toEqual(payload);
  const fresh = (await save({ customerId: 'dee', card })).payload.paymentMethod;
  expect(fresh.paymentMethodId).not.toBe(paymentMethodId);
});

test('deletePaymentMethod never leaves a deleted method as the default, whichever call commits first', async ({
  api,
  graphql,
  run,
  save,
}) => {
  await graphql.mutate('createCustomer', { customerId: 'ed' }, 'customer { id: customerId }');
  for (let i = 0; i < 8; i++) {
    const { paymentMethodId } = (await save({ customerId: 'ed', card })).payload.paymentMethod;
    const body = { default_payment_method_id: paymentMethodId };
    const [set, gone] = await Promise.all([
      api.post('/customers/ed', body),
      run('deletePaymentMethod', { paymentMethodId }),
    ]);
    expect([200, 400]).toContain(set.status);
    expect(gone.userErrors).toEqual([]);
    const after = await api.post('/customers/ed', {});
    expect(after.body.default_payment_method_id).toBeNull();
  }
});
