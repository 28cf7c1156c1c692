import { expect } from 'vitest';
import { schemeTerms } from '../../../src/connectors/method-terms.ts';
import { acceptsEveryKind, sepaEndingIn } from '../../kit/bank-methods.ts';
import { sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

interface OfferedType {
  payment_method_type: string;
}

const test = base
  .extend('shop', async ({ service }) => {
    const shop = await sandboxShop(service);
    await shop.sandbox({ payment_methods_enabled: acceptsEveryKind, connector_label: 'all' });
    return shop;
  })
  .extend('open', ({ client, shop }) => async (currency: string, more: object = {}) => {
    const body = { amount: 4900, currency, profile_id: shop.profileId, ...more };
    return (await client.post('/payments', { key: shop.key, body })).body;
  });

test.for(['EUR', 'USD', 'GBP', 'AUD', 'JPY', 'KWD'])(
  'A customer sees exactly the methods whose schemes support %s',
  async (currency, { client, open, shop }) => {
    const { client_secret } = await open(currency);
    const { body } = await client.get(`/account/payment_methods?client_secret=${client_secret}`, {
      key: shop.publishableKey,
    });
    const offered = body.payment_methods.flatMap(
      ({ payment_method_types: types }: { payment_method_types: OfferedType[] }) =>
        types.map(({ payment_method_type }) => payment_method_type),
    );
    const schemes = Object.entries(schemeTerms);
    const wrong = schemes.filter(([, { currencies }]) => !currencies.has(currency)).map(([type]) => type);
    expect(offered.length).toBeGreaterThan(0);
    expect(wrong.filter((type) => offered.includes(type))).toEqual([]);
  },
);

test.for([
  [
    'bank_debit',
    'ach',
    { ach_bank_debit: { account_number: '000123456789', routing_number: '110000000' } },
    'EUR',
    'USD',
  ],
  [
    'bank_debit',
    'bacs',
    { bacs_bank_debit: { account_number: '00012345', sort_code: '20-00-00' } },
    'EUR',
    'GBP',
  ],
  [
    'bank_debit',
    'becs',
    { becs_bank_debit: { account_number: '000123456', bsb_number: '062-000' } },
    'USD',
    'AUD',
  ],
  ['bank_debit', 'sepa', { sepa_bank_debit: { iban: sepaEndingIn('3000') } }, 'GBP', 'EUR'],
  ['bank_redirect', 'ideal', { ideal: {} }, 'JPY', 'EUR'],
  ['bank_redirect', 'eps', { eps: {} }, 'JPY', 'EUR'],
] as const)(
  'A payment by %s %s is refused in %4$s, which its scheme does not support',
  async ([kind, type, data, currency, only], { open }) => {
    const confirmed = await open(currency, {
      payment_method: kind,
      payment_method_type: type,
      payment_method_data: { [kind]: data },
      confirm: true,
      return_url: 'http://localhost/back',
    });
    expect(confirmed.error).toMatchObject({
      code: 'no_connector_available',
      message: expect.stringContaining(`in ${only} only`),
    });
  },
);
