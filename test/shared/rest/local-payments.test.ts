import { expect } from 'vitest';
import { expirePayments } from '../../../src/core/payments/void/expire-payments.ts';
import { details } from '../../kit/bank-methods.ts';
import { leakedSecrets } from '../../kit/secrets.ts';
import { answerPage, clock, test } from './method-kinds-world.ts';

test.for([
  ['complete', { status: 'succeeded', amount_received: 1000 }],
  ['fail', { status: 'failed', error_code: 'redirect_declined' }],
] as const)(
  "A buy-now-pay-later purchase ends as the customer decides on the lender's page: %s",
  async ([answer, end], { confirm, passes, statusOf }) => {
    const payment = await confirm({ pay_later: details.pay_later });
    expect(payment).toMatchObject({
      status: 'requires_customer_action',
      payment_method: 'pay_later',
      payment_method_type: 'klarna',
      payment_method_data: { pay_later: { klarna_redirect: { billing_country: 'DE' } } },
      next_action: { type: 'redirect_to_url' },
    });
    expect((await answerPage(payment.next_action.redirect_to_url, answer)).status).toBe(303);
    await passes(1);
    expect(await statusOf(payment.payment_id)).toMatchObject(end);
  },
);

test('The customer approves a BLIK code in an app, which decides the payment later', async ({
  confirm,
  passes,
  service,
  statusOf,
}) => {
  const data = (blik_code: string) => ({ bank_redirect: { blik: { blik_code } } });
  const payment = await confirm(data('777123'), { currency: 'PLN' });
  expect(payment).toMatchObject({ status: 'processing', next_action: null, payment_method_type: 'blik' });
  expect(payment.payment_method_data.bank_redirect).toEqual({ blik: { blik_code: '******' } });
  const declined = await confirm(data('770002'), { currency: 'PLN' });
  await passes(31);
  expect(await statusOf(payment.payment_id)).toMatchObject({ status: 'succeeded' });
  expect(await statusOf(declined.payment_id)).toMatchObject({
    status: 'failed',
    error_code: 'debit_declined',
  });
  expect(await leakedSecrets(service, ['777123', '770002'])).toEqual([]);
});

/** Ends in 0002, so it is never paid. */
const CPF_UNPAID = '10000700002';

test('A voucher shows its numbers and waits a week for payment', async ({
  confirm,
  passes,
  service,
  statusOf,
}) => {
  const boleto = (social_security_number: string) => ({ voucher: { boleto: { social_security_number } } });
  const payment = await confirm(boleto('529.982.247-25'), { currency: 'BRL' });
  expect(payment).toMatchObject({
    status: 'requires_customer_action',
    payment_method_type: 'boleto',
    payment_method_data: { voucher: { boleto: { social_security_number: '*******4725' } } },
  });
  expect(payment.next_action).toEqual({
    type: 'display_voucher_information',
    redirect_to_url: null,
    voucher_details: {
      reference: expect.stringMatching(/^\d{47}$/),
      entity: null,
      confirmation_number: null,
      expires_at: payment.expires_on,
      download_url: null,
      instructions_url: null,
    },
  });
  expect(Date.parse(payment.expires_on) - Date.parse(payment.created)).toBeGreaterThan(6 * 24 * 3600 * 1000);
  const never = await confirm(boleto(CPF_UNPAID), { currency: 'BRL' });
  const lawson = await confirm({ voucher: { lawson: { first_name: 'Aya' } } }, { currency: 'JPY' });
  expect(lawson.next_action.voucher_details).toMatchObject({
    reference: expect.stringMatching(/^\d{11}$/),
    confirmation_number: expect.stringMatching(/^\d{6}$/),
  });
  await passes(31);
  expect(await statusOf(payment.payment_id)).toMatchObject({ status: 'succeeded', next_action: null });
  expect(await statusOf(lawson.payment_id)).toMatchObject({ status: 'succeeded' });
  expect(await statusOf(never.payment_id)).toMatchObject({ status: 'requires_customer_action' });
  clock.ahead += 8 * 24 * 3600 * 1000;
  await expirePayments(service.contextFor({ kind: 'admin_key' }, 'req_test'));
  expect(await statusOf(never.payment_id)).toMatchObject({ status: 'expired' });
  expect(await leakedSecrets(service, ['52998224725', CPF_UNPAID])).toEqual([]);
});

test('Multibanco has an entity and a reference', async ({ confirm }) => {
  const payment = await confirm({ bank_transfer: { multibanco_bank_transfer: {} } });
  expect(payment).toMatchObject({
    payment_method_type: 'multibanco',
    next_action: { voucher_details: { entity: '11249', reference: expect.stringMatching(/^\d{9}$/) } },
  });
});

test.for([
  ['real_time_payment', { prompt_pay: {} }, 'THB'],
  ['real_time_payment', { duit_now: {} }, 'MYR'],
  ['bank_transfer', { pix: {} }, 'BRL'],
] as const)(
  'A %s is paid with a QR code: %j',
  async ([kind, given, currency], { confirm, passes, statusOf }) => {
    const payment = await confirm({ [kind]: given }, { currency });
    expect(payment).toMatchObject({
      status: 'requires_customer_action',
      next_action: { type: 'display_qr_code', qr_code: { content: expect.stringContaining('SANDBOX') } },
    });
    await passes(31);
    expect(await statusOf(payment.payment_id)).toMatchObject({ status: 'succeeded', next_action: null });
  },
);

test('UPI asks for an address, which is shown masked, or opens an app', async ({
  confirm,
  passes,
  service,
  statusOf,
}) => {
  const collect = (vpa_id: string) => ({ upi: { upi_collect: { vpa_id } } });
  const payment = await confirm(collect('alice@okbank'), { currency: 'INR' });
  expect(payment).toMatchObject({
    status: 'processing',
    payment_method_type: 'upi_collect',
    payment_method_data: { upi: { upi_collect: { vpa_id: '********bank' } } },
  });
  const declined = await confirm(collect('bob0002@okbank'), { currency: 'INR' });
  const app = await confirm({ upi: { upi_intent: {} } }, { currency: 'INR' });
  expect(app).toMatchObject({ status: 'requires_customer_action', next_action: { type: 'redirect_to_url' } });
  await passes(31);
  expect(await statusOf(payment.payment_id)).toMatchObject({ status: 'succeeded' });
  expect(await statusOf(declined.payment_id)).toMatchObject({
    status: 'failed',
    error_code: 'debit_declined',
  });
  expect(await leakedSecrets(service, ['alice@okbank', 'bob0002@okbank'])).toEqual([]);
});

test.for<[string, object, string, string]>([
  ['a BLIK code of five digits', { blik: { blik_code: '77712' } }, 'invalid_parameter', 'blik.blik_code'],
  ['FPX without a bank', { online_banking_fpx: {} }, 'missing_parameter', 'online_banking_fpx.issuer'],
])('POST /payments/{id} refuses %s', async ([, bank_redirect, code, param], { open, post }) => {
  const { body, status } = await post(await open(), { payment_method_data: { bank_redirect } });
  expect([status, body.error.code, body.error.param]).toEqual([
    400,
    code,
    `payment_method_data.bank_redirect.${param}`,
  ]);
});

test('A type is refused in an unsupported currency, with the supported ones', async ({ open, post }) => {
  const fpx = { bank_redirect: { online_banking_fpx: { issuer: 'maybank2u' } } };
  const { body, status } = await post(await open(), { confirm: true, payment_method_data: fpx });
  expect([status, body.error.code]).toEqual([422, 'no_connector_available']);
  expect(body.error.message).toContain('takes this payment_method_type in MYR only');
  const klarna = { pay_later: { klarna_redirect: { billing_country: 'BR' } } };
  const billing = { address: { country: 'BR' } };
  const abroad = await post(await open(), { confirm: true, billing, payment_method_data: klarna });
  expect([abroad.status, abroad.body.error.code]).toEqual([422, 'no_connector_available']);
  expect(abroad.body.error.message).toContain('does not accept this payment_method_type from BR');
});
