import { expect } from 'vitest';
import { expirePayments } from '../../../src/core/payments/void/expire-payments.ts';
import { ACCOUNT, details, IBAN, sepaEndingIn, TOKEN } from '../../kit/bank-methods.ts';
import type { Values } from '../../kit/insert.ts';
import { leakedSecrets } from '../../kit/secrets.ts';
import { answerPage, clock, inAnHour, now, test } from './method-kinds-world.ts';

const refusalOf = ({ body, status }: { status: number; body: { error: Values } }) => [
  status,
  body.error.code,
  body.error.param,
];

test.for(Object.keys(details))(
  'POST /payments/{id} does not confirm a %s without its details',
  async (kind, { open, post }) => {
    const id = await open();
    const refused = await post(id, { payment_method: kind, confirm: true });
    expect(refusalOf(refused)).toEqual([400, 'missing_parameter', `payment_method_data.${kind}`]);
    const chosen = await post(id, { payment_method: kind });
    expect(chosen.body).toMatchObject({ status: 'requires_payment_method', payment_method: kind });
    expect(refusalOf(await post(id, { confirm: true }))).toEqual([
      400,
      'missing_parameter',
      `payment_method_data.${kind}`,
    ]);
  },
);

test('POST /payments/{id} does not confirm a kind that has no details', async ({ open, post }) => {
  const refused = await post(await open(), { payment_method: 'reward', confirm: true });
  expect(refusalOf(refused)).toEqual([400, 'invalid_parameter', 'payment_method']);
});

const data = 'payment_method_data';
const debit = (account: object) => ({ [data]: { bank_debit: account } });
const sepa = (iban: unknown) => debit({ sepa_bank_debit: { iban } });
const ach = (account: object) => debit({ ach_bank_debit: { account_number: ACCOUNT, ...account } });

test.for<[string, object, string, string]>([
  ['two kinds', { [data]: details }, 'parameters_exclusive', `${data}.crypto`],
  [
    'two schemes',
    debit({ ...details.bank_debit, bacs_bank_debit: { account_number: '00012345', sort_code: '200000' } }),
    'parameters_exclusive',
    `${data}.bank_debit.bacs_bank_debit`,
  ],
  ['no scheme', debit({}), 'missing_parameter', `${data}.bank_debit`],
  [
    'an unknown scheme',
    debit({ pix: {}, sepa_bank_debit: { iban: IBAN } }),
    'unknown_parameter',
    `${data}.bank_debit.pix`,
  ],
  ['another kind', { ...sepa(IBAN), payment_method: 'wallet' }, 'invalid_parameter', 'payment_method'],
  ['another type', { ...sepa(IBAN), payment_method_type: 'ach' }, 'invalid_parameter', 'payment_method_type'],
  [
    'a wrong IBAN',
    sepa('DE88370400440532013000'),
    'invalid_parameter',
    `${data}.bank_debit.sepa_bank_debit.iban`,
  ],
  ['no IBAN', sepa(undefined), 'missing_parameter', `${data}.bank_debit.sepa_bank_debit.iban`],
  [
    'a wrong routing number',
    ach({ routing_number: '110000001' }),
    'invalid_parameter',
    `${data}.bank_debit.ach_bank_debit.routing_number`,
  ],
  [
    'an account number of letters',
    ach({ routing_number: '110000000', account_number: 'abcdef' }),
    'invalid_parameter',
    `${data}.bank_debit.ach_bank_debit.account_number`,
  ],
  [
    'a wallet without token',
    { [data]: { wallet: { google_pay: {} } } },
    'missing_parameter',
    `${data}.wallet.google_pay.tokenization_data`,
  ],
  [
    'a Google Pay token of another wallet',
    { [data]: { wallet: { google_pay: { ...details.wallet.google_pay, type: 'PAYPAL' } } } },
    'invalid_parameter',
    `${data}.wallet.google_pay.type`,
  ],
  [
    'a saved method too',
    { ...sepa(IBAN), payment_method_id: 'pm_1' },
    'parameters_exclusive',
    'payment_method_id',
  ],
])('POST /payments/{id} refuses %s', async ([, body, code, param], { open, post }) => {
  const { body: answer } = await post(await open(), body);
  const errors = answer.error.errors ?? [answer.error];
  expect(errors.map(({ code, param }: Values) => [code, param])).toEqual([[code, param]]);
  expect(JSON.stringify(answer)).not.toMatch(/DE88|110000001|abcdef/);
});

test('A bank debit is processing until its bank has answered, and succeeds then', async ({
  confirm,
  passes,
  service,
  statusOf,
}) => {
  const payment = await confirm({ bank_debit: details.bank_debit });
  expect(payment).toMatchObject({
    status: 'processing',
    payment_method: 'bank_debit',
    payment_method_type: 'sepa',
    amount_received: 0,
  });
  expect(payment.payment_method_data).toEqual({
    card: null,
    billing: null,
    bank_debit: {
      sepa_bank_debit: { bank_account_holder_name: 'Ann Example', bank_name: null, iban: '************3000' },
    },
  });
  await passes(31);
  expect(await statusOf(payment.payment_id)).toMatchObject({ status: 'succeeded', amount_received: 1000 });
  expect(await leakedSecrets(service, [IBAN])).toEqual([]);
});

test.for([
  ['0002', 'debit_declined'],
  ['9995', 'account_insufficient_funds'],
  ['0069', 'account_closed'],
] as const)(
  'A debit of an account that ends in %s fails later with %s',
  async ([end, code], { confirm, passes, statusOf }) => {
    const account = { sepa_bank_debit: { iban: sepaEndingIn(end) } };
    const payment = await confirm({ bank_debit: account });
    expect(payment.status).toBe('processing');
    await passes(31);
    expect(await statusOf(payment.payment_id)).toMatchObject({ status: 'failed', error_code: code });
  },
);

test('A bank debit may be returned after it succeeded', async ({ confirm, passes, statusOf }) => {
  const { payment_id: id } = await confirm({
    bank_debit: { sepa_bank_debit: { iban: sepaEndingIn('0440') } },
  });
  await passes(31);
  expect(await statusOf(id)).toMatchObject({ status: 'succeeded' });
  await passes(11);
  expect(await statusOf(id)).toMatchObject({ status: 'failed', amount_received: 0, error_code: 'returned' });
});

test.for([
  [
    { ach_bank_debit: { account_number: ACCOUNT, routing_number: '110000000', bank_type: 'savings' } },
    'ach',
    'USD',
  ],
  [{ bacs_bank_debit: { account_number: '00012345', sort_code: '20-00-00' } }, 'bacs', 'GBP'],
  [{ becs_bank_debit: { account_number: '000123456', bsb_number: '062-000' } }, 'becs', 'AUD'],
] as const)('Accounts of other schemes are debited: %j', async ([account, type, currency], { confirm }) => {
  expect(await confirm({ bank_debit: account }, { currency })).toMatchObject({
    status: 'processing',
    payment_method_type: type,
  });
});

test.for([
  ['complete', { status: 'succeeded', error_code: null }],
  ['fail', { status: 'failed', error_code: 'redirect_declined' }],
] as const)(
  "A bank redirect ends as the customer answers on the bank's page: %s",
  async ([answer, end], { confirm, passes, statusOf }) => {
    const payment = await confirm({ bank_redirect: details.bank_redirect });
    expect(payment).toMatchObject({
      status: 'requires_customer_action',
      payment_method_type: 'ideal',
      next_action: { type: 'redirect_to_url', redirect_to_url: expect.stringContaining('/sandbox/3ds/') },
    });
    expect((await answerPage(payment.next_action.redirect_to_url, answer)).status).toBe(303);
    await passes(1);
    expect(await statusOf(payment.payment_id)).toMatchObject(end);
  },
);

test('A wallet is charged by its token, at once or by a later capture', async ({ confirm, service }) => {
  const paid = await confirm({ wallet: details.wallet });
  expect(paid).toMatchObject({ status: 'succeeded', payment_method_type: 'google_pay' });
  const { google_pay: shown } = paid.payment_method_data.wallet;
  expect(shown).toMatchObject({
    info: { card_details: '4242' },
    tokenization_data: { token: '************4242' },
  });
  const held = await confirm({ wallet: details.wallet }, {}, { capture_method: 'manual' });
  expect(held).toMatchObject({ status: 'requires_capture', amount_capturable: 1000 });
  const apple = await confirm({ wallet: { apple_pay: { payment_data: 'b64_of_apple_0002' } } });
  expect(apple).toMatchObject({ status: 'failed', error_code: 'card_declined' });
  const paypal = await confirm({ wallet: { paypal_redirect: {} } });
  expect(paypal).toMatchObject({ status: 'requires_customer_action', payment_method_type: 'paypal' });
  expect(await leakedSecrets(service, [TOKEN, 'b64_of_apple_0002'])).toEqual([]);
});

test('A bank transfer tells the customer where to send the money, and waits for it for a week', async ({
  confirm,
  passes,
  service,
  statusOf,
}) => {
  const payment = await confirm({ bank_transfer: details.bank_transfer });
  expect(payment).toMatchObject({ status: 'requires_customer_action', payment_method_type: 'sepa' });
  expect(payment.next_action).toEqual({
    type: 'display_bank_transfer_information',
    redirect_to_url: null,
    bank_transfer_instructions: expect.objectContaining({
      iban: expect.stringMatching(/^DE/),
      reference: payment.connector_transaction_id,
    }),
  });
  expect(Date.parse(payment.expires_on) - Date.parse(payment.created)).toBeGreaterThan(6 * 24 * 3600 * 1000);
  const never = await confirm({
    bank_transfer: { sepa_bank_transfer: { iban: sepaEndingIn('0002') } },
  });
  await passes(31);
  expect(await statusOf(payment.payment_id)).toMatchObject({ status: 'succeeded', next_action: null });
  expect(await statusOf(never.payment_id)).toMatchObject({ status: 'requires_customer_action' });
  clock.ahead += 8 * 24 * 3600 * 1000;
  await expirePayments(service.contextFor({ kind: 'admin_key' }, 'req_test'));
  expect(await statusOf(never.payment_id)).toMatchObject({ status: 'expired' });
});

test('A cancelled bank transfer stays cancelled when its money would have come', async ({
  confirm,
  graphqlAs,
  passes,
  shop,
  statusOf,
}) => {
  const { payment_id: id } = await confirm({ bank_transfer: details.bank_transfer });
  const cancel =
    'mutation ($input: CancelPaymentInput!) { cancelPayment(input: $input) { payment { status } } }';
  const { cancelPayment } = await graphqlAs(shop.key).data(cancel, { input: { paymentId: id } });
  expect(cancelPayment.payment.status).toBe('cancelled');
  await passes(31);
  expect(await statusOf(id)).toMatchObject({ status: 'cancelled', amount_received: 0 });
});

test('What a connector cannot do is refused before it is asked', async ({ open, post, service }) => {
  const body = { confirm: true, payment_method_data: { bank_debit: details.bank_debit } };
  const id = await open();
  const held = await post(id, { ...body, capture_method: 'manual' });
  expect(refusalOf(held)).toEqual([422, 'no_connector_available', null]);
  expect(held.body.error.message).toContain('its connector cannot capture a bank_debit later');
  const asked = 'select count(*)::int as calls from connector_calls where object_id = $1';
  const [row] = await service.database.rows.query({ text: asked, values: [id] }, null);
  expect(row).toEqual({ calls: 0 });
});

test('A bank redirect that no connector keeps cannot be set up for charges while the customer is absent', async ({
  open,
  post,
  shop,
}) => {
  const consent = {
    customer_id: await shop.customer(),
    setup_future_usage: 'off_session',
    mandate_data: { customer_acceptance: { acceptance_type: 'offline' } },
  };
  const payment_method_data = { bank_redirect: { eps: {} } };
  const body = { confirm: true, payment_method_data, ...consent };
  expect(refusalOf(await post(await open(), body))[0]).toBeGreaterThanOrEqual(400);
});

test('A customer who consents is debited again while absent', async ({
  api,
  open,
  passes,
  post,
  shop,
  statusOf,
}) => {
  const customer_id = await shop.customer();
  const id = await open();
  const first = await post(id, {
    confirm: true,
    customer_id,
    payment_method_data: { bank_debit: details.bank_debit },
    setup_future_usage: 'off_session',
    mandate_data: { customer_acceptance: { acceptance_type: 'offline' } },
  });
  expect(first.body.status).toBe('processing');
  await passes(31);
  const { mandate_id, payment_method_id, status } = await statusOf(id);
  expect([status, mandate_id]).toEqual(['succeeded', expect.stringMatching(/^man_/)]);
  const saved = (await api.get(`/payment_methods/${payment_method_id}`)).body;
  expect(saved).toMatchObject({ payment_method: 'bank_debit', recurring_enabled: true });

  const order = { created: now(), expires_on: inAnHour(), currency: 'EUR', customer_id };
  const again = await shop.open(order);
  const charged = await post(again, { confirm: true, payment_method_id, off_session: true });
  expect(charged.body).toMatchObject({ status: 'processing', mandate_id });
  await passes(31);
  expect(await statusOf(again)).toMatchObject({ status: 'succeeded' });
});
