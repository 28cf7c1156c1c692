import { expect, test } from 'vitest';
import { networkOfBrand } from '../../../src/connectors/card-brands.ts';
import { cardNetworks } from '../../../src/core/cards/card.ts';

/** The card brands in Stripe's and Adyen's documentation, except local ones that no number identifies. */
const brands = [
  'amex',
  'diners',
  'discover',
  'jcb',
  'mastercard',
  'mc',
  'unionpay',
  'cup',
  'visa',
  'maestro',
  'elo',
];

test('Vendors’ brand names map to the networks that numbers identify', () => {
  for (const brand of brands) expect(cardNetworks).toContain(networkOfBrand(brand));
  expect(networkOfBrand('Visa')).toBe('Visa');
  for (const brand of ['unknown', 'eftpos_au', '', null, undefined]) expect(networkOfBrand(brand)).toBeNull();
});
