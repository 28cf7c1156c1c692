import type { Faker } from '@faker-js/faker';
import { testCards } from '../../connectors/sandbox/test-cards.ts';
import { cardFingerprint } from '../../core/cards/card.ts';
import type { ColumnEncryption } from '../../core/foundation/cryptography.ts';

/** The merchant that every story happens at. Clones replace it, and the customer below, by their own. */
export const MERCHANT_ID = 'demo_blueprint';
export const MERCHANT_NAME = 'Blueprint Merchant';

/** The customer of every story. */
export const person = {
  name: 'Blueprint-First Blueprint-Last',
  firstName: 'Blueprint-First',
  lastName: 'Blueprint-Last',
  email: 'blueprint.customer@example.com',
  phone: '5550100999',
  phone_country_code: '+1',
};

export function newPerson(faker: Faker): typeof person {
  const firstName = faker.person.firstName();
  const lastName = faker.person.lastName();
  const email = faker.internet.exampleEmail({ firstName, lastName }).toLowerCase();
  const phone = `555010${faker.string.numeric(4)}`;
  return { ...person, name: `${firstName} ${lastName}`, firstName, lastName, email, phone };
}

/** Text slots of a person, always in this order. */
export const personWords = ({ email, firstName, lastName, name, phone }: typeof person) => [
  name,
  firstName,
  lastName,
  email,
  phone,
];

/** Text slots of a merchant, always in this order: including the fingerprints of its test cards. */
export const merchantWords = (encryption: ColumnEncryption, merchantId: string, merchantName: string) => [
  merchantId,
  merchantName,
  ...Object.values(testCards).map((number) => cardFingerprint({ encryption }, merchantId, number)),
];
