import type { ConnectorDescription } from '../../../../src/core/foundation/ports/connector.ts';
import type { OtherMethod } from './harness.ts';

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
];

/** The types that a connector declares, by kind. */
export const declaredTypes = ({ paymentMethods }: Pick<ConnectorDescription, 'paymentMethods'>) =>
  Object.fromEntries(Object.entries(paymentMethods ?? {}).map(([kind, ability]) => [kind, ability?.types]));

/** The samples of the types that a connector declares, by kind. */
export const othersOf = (types: Readonly<Record<string, readonly string[] | null | undefined>>) =>
  samples.filter(({ kind, type }) => types[kind]?.includes(type));
