import type { ConnectorDescription } from '../../../../src/core/foundation/ports/connector.ts';
import type { GiftCards, OtherMethod } from './harness.ts';

const billing = {
  address: {
    ...{ first_name: 'Ann', last_name: 'Example', line1: 'Main Street 1', city: 'Berlin', zip: '10115' },
    country: 'DE',
  },
  email: 'ann@example.com',
};
/** A contact in another country. */
const from = (country: string) => ({ billing: { ...billing, address: { ...billing.address, country } } });

const lender = (type: string, tag: string, currency: string, country: string): OtherMethod => ({
  kind: 'pay_later',
  type,
  data: { pay_later: { [tag]: {} } },
  currency,
  given: from(country),
  shows: 'page',
});

const redirect = (type: string, currency: string, details: object = {}): OtherMethod => ({
  kind: 'bank_redirect',
  type,
  data: { bank_redirect: { [type]: details } },
  currency,
  given: from('DE'),
  shows: type === 'blik' ? 'nothing' : 'page',
});

const CPF = '52998224725';
const japanese = {
  first_name: 'Aya',
  last_name: 'Example',
  email: 'aya@example.com',
  phone_number: '+81312345678',
};

const voucher = (type: string, currency: string, country: string, details: object = {}): OtherMethod => ({
  kind: 'voucher',
  type,
  data: { voucher: { [type]: details } },
  currency,
  given: from(country),
  shows: 'voucher',
});

/** Tokens in the format of the wallets' own libraries. */
export const walletData = {
  apple_pay: {
    wallet: { apple_pay: { payment_data: JSON.stringify({ data: 'c2VhbGVk', signature: 'c2lnbmVk' }) } },
  },
  google_pay: {
    wallet: { google_pay: { tokenization_data: { token: JSON.stringify({ id: 'tok_visa' }) } } },
  },
  paypal: { wallet: { paypal_redirect: {} } },
} as const;

const wallet = (type: string, shows: OtherMethod['shows'], data: OtherMethod['data']): OtherMethod => ({
  ...{ kind: 'wallet', type, data, currency: 'USD', shows },
});

const samples: readonly OtherMethod[] = [
  lender('klarna', 'klarna_redirect', 'EUR', 'DE'),
  lender('afterpay_clearpay', 'afterpay_clearpay_redirect', 'GBP', 'GB'),
  lender('affirm', 'affirm_redirect', 'USD', 'US'),
  ...['bancontact_card', 'eps', 'giropay', 'ideal', 'przelewy24', 'sofort', 'trustly'].map((type) =>
    redirect(type, 'EUR'),
  ),
  redirect('blik', 'PLN', { blik_code: '777123' }),
  redirect('online_banking_fpx', 'MYR', { issuer: 'maybank2u' }),
  redirect('online_banking_thailand', 'THB', { issuer: 'molpay_kbank' }),
  redirect('online_banking_poland', 'PLN', { issuer: '154' }),
  redirect('online_banking_czech_republic', 'CZK', { issuer: 'kb' }),
  redirect('online_banking_slovakia', 'EUR', { issuer: 'vub' }),
  redirect('online_banking_finland', 'EUR'),
  voucher('boleto', 'BRL', 'BR', { social_security_number: CPF }),
  voucher('oxxo', 'MXN', 'MX'),
  ...['seven_eleven', 'lawson', 'mini_stop', 'family_mart', 'seicomart', 'pay_easy'].map((type) =>
    voucher(type, 'JPY', 'JP', japanese),
  ),
  {
    ...{ kind: 'bank_transfer', type: 'multibanco', currency: 'EUR', given: from('PT'), shows: 'voucher' },
    data: { bank_transfer: { multibanco_bank_transfer: {} } },
  },
  {
    ...{ kind: 'bank_transfer', type: 'pix', currency: 'BRL', given: from('BR'), shows: 'code' },
    data: { bank_transfer: { pix: { cpf: CPF } } },
  },
  ...[['ach', 'USD'] as const, ['sepa', 'EUR'] as const, ['bacs', 'GBP'] as const].map(
    ([type, currency]): OtherMethod => ({
      ...{ kind: 'bank_transfer', type, currency, shows: 'account' },
      data: { bank_transfer: { [`${type}_bank_transfer`]: {} } },
    }),
  ),
  {
    ...{ kind: 'real_time_payment', type: 'prompt_pay', currency: 'THB', given: from('TH'), shows: 'code' },
    data: { real_time_payment: { prompt_pay: {} } },
  },
  {
    ...{ kind: 'real_time_payment', type: 'duit_now', currency: 'MYR', given: from('MY'), shows: 'code' },
    data: { real_time_payment: { duit_now: {} } },
  },
  {
    ...{ kind: 'upi', type: 'upi_collect', currency: 'INR', given: from('IN'), shows: 'nothing' },
    data: { upi: { upi_collect: { vpa_id: 'alice@okbank' } } },
  },
  {
    ...{ kind: 'upi', type: 'upi_intent', currency: 'INR', given: from('IN'), shows: 'app' },
    data: { upi: { upi_intent: { app_id: 'gpay' } } },
  },
  {
    ...{ kind: 'gift_card', type: 'pay_safe_card', currency: 'EUR', shows: 'page' },
    data: { gift_card: { pay_safe_card: {} } },
  },
  {
    ...{ kind: 'crypto', type: 'crypto_currency', currency: 'USD', shows: 'page' },
    data: { crypto: { pay_currency: 'USDC', network: 'solana' } },
  },
  wallet('apple_pay', 'paid', walletData.apple_pay),
  wallet('google_pay', 'paid', walletData.google_pay),
  wallet('paypal', 'page', walletData.paypal),
  wallet('ali_pay', 'page', { wallet: { ali_pay_redirect: {} } }),
  wallet('we_chat_pay', 'code', { wallet: { we_chat_pay_qr: {} } }),
  {
    ...{ kind: 'gift_card', type: 'givex', currency: 'EUR', shows: 'paid' },
    data: { gift_card: { givex: { number: '6006490000000000', cvc: '737' } } },
  },
];

/** The gift cards of the sandbox and of Adyen's stand-in, with the refusal codes of each. */
export const giftCardsWith = (codes: GiftCards['codes']): GiftCards => ({
  ...{ currency: 'EUR', pin: '737', good: '6006490000000000', small: '6006490000009995' },
  ...{ unknown: '6006490000001234', expired: '6006490000000069' },
  codes,
});

/** The types that a connector declares, by kind. */
export const declaredTypes = ({ paymentMethods }: Pick<ConnectorDescription, 'paymentMethods'>) =>
  Object.fromEntries(Object.entries(paymentMethods ?? {}).map(([kind, ability]) => [kind, ability?.types]));

/** The samples of the types that a connector declares, by kind. */
export const othersOf = (types: Readonly<Record<string, readonly string[] | null | undefined>>) =>
  samples.filter(({ kind, type }) => types[kind]?.includes(type));
