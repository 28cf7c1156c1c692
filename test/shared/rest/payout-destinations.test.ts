import { expect } from 'vitest';
import { IBAN, sepaEndingIn } from '../../kit/bank-methods.ts';
import type { Values } from '../../kit/insert.ts';
import { mutate } from '../../kit/mutate.ts';
import { scriptedConnector } from '../../kit/scripted-connector.ts';
import { leakedSecrets } from '../../kit/secrets.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { test as base } from '../../kit/test.ts';

const script = scriptedConnector();
const scripted = {
  ...script.connector,
  abilities: new Set([...script.connector.abilities, 'payout'] as const),
};
const takes = ['card', 'bank_transfer', 'wallet'].map((payment_method) => ({ payment_method }));

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ connectors: [scripted] }))
  .extend('shop', ({ service }) => seedMerchant(service))
  .extend(
    'account',
    ({ shop }) =>
      (connector_name: string) =>
        shop.connector({
          connector_name,
          connector_type: 'payout_processor',
          payment_methods_enabled: takes,
          test_mode: true,
        }),
  )
  .extend(
    'open',
    ({ shop }) =>
      (values: Values = {}) =>
        shop.payout({ status: 'requires_payout_method_data', profile_id: shop.profileId, ...values }),
  )
  .extend(
    'post',
    ({ api }) =>
      (id: string, body: object) =>
        api.post(`/payouts/${id}`, body),
  )
  .extend(
    'send',
    ({ open, post }) =>
      async (data: object, values: Values = {}) =>
        (await post(await open(values), { confirm: true, auto_fulfill: true, payout_method_data: data }))
          .body,
  );

const refusalOf = ({ body, status }: { status: number; body: { error: Values } }) => [
  status,
  body.error.code,
  body.error.param,
];

test('Payouts to a bank or wallet send their destination to the connector and show it masked', async ({
  account,
  send,
  service,
}) => {
  await account('scripted');
  const paid = await send({ bank: { sepa: { iban: IBAN, bic: 'COBADEFFXXX', bank_city: 'Berlin' } } });
  expect(paid).toMatchObject({ status: 'success', payout_type: 'bank' });
  expect(paid.payout_method_data).toEqual({
    card: null,
    bank: {
      sepa: {
        bank_name: null,
        bank_country_code: null,
        bank_city: 'Berlin',
        bank_account_holder_name: null,
        iban: '************3000',
        bic: 'COBADEFFXXX',
      },
    },
  });
  expect(paid.attempts).toMatchObject([{ payment_method: 'bank', payout_method_type: 'sepa' }]);
  expect(script.requests.payout!.at(-1)!.destination).toEqual({
    kind: 'bank',
    account: {
      scheme: 'sepa',
      iban: IBAN,
      bic: 'COBADEFFXXX',
      holderName: null,
      bankName: null,
      bankCountry: null,
      bankCity: 'Berlin',
    },
  });
  const wallet = await send({ wallet: { paypal: { email: 'ann.payee@example.com' } } });
  expect(wallet).toMatchObject({ status: 'success', payout_type: 'wallet' });
  expect(script.requests.payout!.at(-1)!.destination).toMatchObject({
    kind: 'wallet',
    type: 'paypal',
    email: 'ann.payee@example.com',
  });
  expect(await leakedSecrets(service, [IBAN, 'ann.payee@example.com'])).toEqual([]);
});

test('A destination that the connector does not support is refused before it is sent', async ({
  account,
  open,
  post,
}) => {
  await account('scripted');
  const before = script.requests.payout?.length ?? 0;
  const body = {
    confirm: true,
    payout_method_data: { wallet: { venmo: { telephone_number: '+15551234' } } },
  };
  const refused = await post(await open(), body);
  expect(refusalOf(refused)).toEqual([422, 'no_connector_available', null]);
  expect(refused.body.error.message).toContain('its connector does not accept this payment_method_type');
  expect(script.requests.payout?.length ?? 0).toBe(before);
});

test.for<[string, object, unknown[]]>([
  ['bank without account', { payout_type: 'bank' }, ['missing_parameter', 'payout_method_data.bank']],
  ['wallet without name', { payout_type: 'wallet' }, ['missing_parameter', 'payout_method_data.wallet']],
  [
    'PayPal account without name',
    { payout_method_data: { wallet: { paypal: {} } } },
    ['missing_parameter', 'payout_method_data.wallet.paypal.email'],
  ],
  [
    'bank account with a wrong routing number',
    {
      payout_method_data: {
        bank: { ach: { bank_account_number: '000123456', bank_routing_number: '123456789' } },
      },
    },
    ['invalid_parameter', 'payout_method_data.bank.ach.bank_routing_number'],
  ],
  [
    'bank and a wallet',
    {
      payout_method_data: { bank: { sepa: { iban: IBAN } }, wallet: { paypal: { email: 'a@example.com' } } },
    },
    ['parameters_exclusive', 'payout_method_data.wallet'],
  ],
  [
    'bank called a wallet',
    { payout_type: 'wallet', payout_method_data: { bank: { sepa: { iban: IBAN } } } },
    ['invalid_parameter', 'payout_type'],
  ],
])('POST /payouts/{id} refuses to confirm a %s', async ([, body, expected], { account, open, post }) => {
  await account('scripted');
  expect(refusalOf(await post(await open(), { confirm: true, ...body }))).toEqual([400, ...expected]);
});

test('The sandbox decides payouts by the ending of the account number or wallet name', async ({
  account,
  send,
}) => {
  await account('sandbox');
  const toAccount = (end: string) =>
    send({ bank: { sepa: { iban: sepaEndingIn(end) } } }, { currency: 'EUR' });
  expect(await toAccount('3000')).toMatchObject({ status: 'success' });
  expect(await toAccount('0002')).toMatchObject({ status: 'failed', error_code: 'account_closed' });
  expect(await toAccount('7726')).toMatchObject({ status: 'pending' });
  expect(await send({ wallet: { paypal: { email: 'ann0002@example.com' } } })).toMatchObject({
    status: 'failed',
    error_code: 'account_closed',
  });
});

test('A payout to a saved account sends the account, and one with an unknown scheme is not sent', async ({
  account,
  post,
  open,
  service,
  shop,
}) => {
  await account('scripted');
  const customerId = await shop.customer();
  const save = async (bankTransfer: object) => {
    const input = { customerId, paymentMethod: 'bank_transfer', bankTransfer };
    const selection = 'paymentMethod { paymentMethodId }';
    const { payload } = await mutate(service, shop.key, 'savePaymentMethod', input, selection);
    return payload.paymentMethod.paymentMethodId;
  };
  const payTo = async (payout_method_id: string) =>
    post(await open({ customer_id: customerId }), { confirm: true, auto_fulfill: true, payout_method_id });
  const known = await save({ bankAccountNumber: '000123456789', bankRoutingNumber: '110000000' });
  const { body } = await payTo(known);
  expect(body).toMatchObject({
    status: 'success',
    payout_method_data: { bank: { ach: { bank_account_number: '********6789' } } },
  });
  expect(script.requests.payout!.at(-1)!.destination).toMatchObject({
    kind: 'bank',
    account: { scheme: 'ach', accountNumber: '000123456789', routingNumber: '110000000' },
  });
  const unknown = await save({ bankAccountNumber: '12345678' });
  expect(refusalOf(await payTo(unknown))).toEqual([400, 'missing_parameter', 'payout_method_data']);
});
