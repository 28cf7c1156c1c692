import { expect } from 'vitest';
import { acceptsEveryKind, details, IBAN, TOKEN } from '../../kit/bank-methods.ts';
import { mutate } from '../../kit/mutate.ts';
import { scriptedConnector } from '../../kit/scripted-connector.ts';
import { scriptedShop } from '../../kit/scripted-shop.ts';
import { leakedSecrets } from '../../kit/secrets.ts';
import { test as base } from '../../kit/test.ts';

const script = scriptedConnector();

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ connectors: [script.connector] }))
  .extend('shop', async ({ service }) => {
    const shop = await scriptedShop(service);
    const text = 'update connector_accounts set payment_methods_enabled = $2 where merchant_id = $1';
    const values = [shop.merchantId, JSON.stringify(acceptsEveryKind)];
    await service.database.rows.query({ text, values }, null);
    return shop;
  })
  .extend(
    'send',
    ({ service, shop }) =>
      (name: string, input: object, selection: string) =>
        mutate(service, shop.key, name, input as Record<string, unknown>, selection),
  )
  .extend('pay', ({ send }) => async (input: object) => {
    const order = { amount: 1000, currency: 'EUR', confirm: true, ...input };
    const fields = `payment { paymentId status paymentMethod paymentMethodType paymentMethodId paymentMethodStatus
      paymentMethodData { card { last4 } bankDebit { sepaBankDebit { iban } } wallet { googlePay { tokenizationData { token } } } } }`;
    const { payload, userErrors, text } = await send('createPayment', order, fields);
    expect([userErrors, payload === null ? text : '']).toEqual([[], '']);
    return payload.payment;
  });

/** The connector's last request, without our own references. */
const given = () => script.requests.authorize!.at(-1)!;

test('The connector receives the charged method as one of the kinds', async ({ pay, service }) => {
  const sepaBankDebit = { iban: 'de89 3704 0044 0532 0130 00', bankAccountHolderName: 'Ann Example' };
  const debited = await pay({ paymentMethodData: { bankDebit: { sepaBankDebit } } });
  expect(given().method).toEqual({
    kind: 'bank_debit',
    account: { scheme: 'sepa', iban: IBAN, bic: null, holderName: 'Ann Example', bankName: null },
  });
  expect(debited).toMatchObject({
    status: 'succeeded',
    paymentMethod: 'bank_debit',
    paymentMethodType: 'sepa',
    paymentMethodData: { card: null, bankDebit: { sepaBankDebit: { iban: '************3000' } } },
  });
  const googlePay = { tokenizationData: { type: 'DIRECT', token: TOKEN }, info: { cardNetwork: 'VISA' } };
  await pay({ paymentMethodData: { wallet: { googlePay } } });
  expect(given().method).toEqual({
    kind: 'wallet',
    wallet: {
      type: 'google_pay',
      token: TOKEN,
      tokenType: 'DIRECT',
      network: 'VISA',
      displayName: null,
      cardEnd: null,
    },
  });
  await pay({ paymentMethodData: { bankRedirect: { eps: { bankName: 'erste' } } } });
  expect(given().method).toMatchObject({
    ...{ kind: 'bank_redirect', type: 'eps', bankName: 'erste', country: null },
  });
  expect(await leakedSecrets(service, [IBAN, TOKEN])).toEqual([]);
});

test('An account saved by a payment is shown masked, found again, and debited by identifier or token', async ({
  api,
  pay,
  shop,
}) => {
  const customerId = await shop.customer();
  const order = {
    customerId,
    setupFutureUsage: 'on_session',
    paymentMethodData: { bankDebit: { sepaBankDebit: { iban: IBAN, bankAccountHolderName: 'Ann Example' } } },
  };
  const { paymentMethodId } = await pay(order);
  expect(paymentMethodId).toMatch(/^pm_/);
  expect((await pay(order)).paymentMethodId).toBe(paymentMethodId);

  const saved = (await api.get(`/payment_methods/${paymentMethodId}`)).body;
  expect(saved).toMatchObject({
    payment_method: 'bank_debit',
    payment_method_type: 'sepa',
    bank_transfer: {
      bank_account_number: 'DE******************00',
      bank_account_holder_name: 'Ann Example',
    },
  });
  const query = `accepted_currency=EUR&accepted_country=DE&minimum_amount=1&maximum_amount=5000`;
  const flags = 'recurring_payment_enabled=false&installment_payment_enabled=false';
  const listed = await api.get(`/customers/${customerId}/payment_methods?${query}&${flags}`);
  const [{ bank, payment_token: paymentToken }] = listed.body.customer_payment_methods;
  expect(bank).toEqual({ mask: '3000' });

  for (const choice of [{ paymentMethodId }, { paymentToken }]) {
    const again = await pay({ customerId, ...choice });
    expect(again).toMatchObject({
      status: 'succeeded',
      paymentMethod: 'bank_debit',
      paymentMethodType: 'sepa',
      paymentMethodData: { bankDebit: { sepaBankDebit: { iban: '************3000' } } },
    });
    expect(given().method).toMatchObject({
      kind: 'bank_debit',
      account: { scheme: 'sepa', iban: IBAN, holderName: 'Ann Example' },
    });
  }
});

test('A bank account is validated when it is saved', async ({ send, shop }) => {
  const customerId = await shop.customer();
  const save = async (bankTransfer: object, paymentMethodType?: string) => {
    const input = { customerId, paymentMethod: 'bank_debit', bankTransfer, paymentMethodType };
    const selection = 'paymentMethod { paymentMethodType bankTransfer { bankRoutingNumber } }';
    const { payload, userErrors } = await send('savePaymentMethod', input, selection);
    return userErrors[0] ? [userErrors[0].code, userErrors[0].param] : payload.paymentMethod;
  };
  const number = 'bank_transfer.bank_account_number';
  expect(await save({ bankAccountNumber: '12345678' })).toEqual(['missing_parameter', 'payment_method_type']);
  expect(await save({ bankAccountNumber: '12345678' }, 'sepa')).toEqual(['invalid_parameter', number]);
  expect(await save({ bankAccountNumber: '12345678' }, 'bacs')).toEqual([
    'missing_parameter',
    'bank_transfer.bank_routing_number',
  ]);
  const bacs = { bankAccountNumber: '12345678', bankRoutingNumber: '20-00-00' };
  expect(await save(bacs, 'bacs')).toEqual({
    paymentMethodType: 'bacs',
    bankTransfer: { bankRoutingNumber: '200000' },
  });
});

test('A deleted saved account or one with an unknown scheme is not charged', async ({ send, shop }) => {
  const customerId = await shop.customer();
  const account = {
    customerId,
    paymentMethod: 'bank_transfer',
    bankTransfer: { bankAccountNumber: '12345678' },
  };
  const { payload } = await send('savePaymentMethod', account, 'paymentMethod { paymentMethodId }');
  const { paymentMethodId } = payload.paymentMethod;
  const order = { amount: 1000, currency: 'EUR', customerId, confirm: true, paymentMethodId };
  const refused = await send('createPayment', order, 'payment { status }');
  expect(refused.userErrors).toMatchObject([{ code: 'missing_parameter', param: 'payment_method_data' }]);
});

test('GraphQL refuses two kinds at once, as REST does', async ({ send }) => {
  const sepaBankDebit = { iban: details.bank_debit.sepa_bank_debit.iban };
  const paymentMethodData = { bankDebit: { sepaBankDebit }, bankRedirect: { ideal: {} } };
  const order = { amount: 1000, currency: 'EUR', confirm: true, paymentMethodData };
  const { userErrors } = await send('createPayment', order, 'payment { status }');
  expect(userErrors).toMatchObject([
    { code: 'parameters_exclusive', param: 'payment_method_data.bank_redirect' },
  ]);
});

test("A deleted customer's account is erased from payments and their events", async ({
  api,
  pay,
  send,
  shop,
}) => {
  const customerId = await shop.customer();
  const paymentMethodData = {
    bankDebit: { sepaBankDebit: { iban: IBAN, bankAccountHolderName: 'Ann Example' } },
  };
  const { paymentId } = await pay({ customerId, paymentMethodData });
  await send('deleteCustomer', { customerId }, 'customer { customerId }');
  const { body } = await api.get(`/payments/list?customer_id=${customerId}`);
  expect(body[0].data).toMatchObject([
    { payment_id: paymentId, payment_method_data: { card: null, billing: null } },
  ]);
  expect(JSON.stringify(body)).not.toMatch(/3000|Ann Example/);
});
