import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aesColumnEncryption } from '../../../../src/core/foundation/cryptography.ts';
import { property } from '../../../kit/property.ts';

const aad = { table: 'connector_calls', column: 'request', key: ['mer_1', 'call_1'] };
const encryption = aesColumnEncryption([Buffer.alloc(32, 7)]);
const request = {
  payment_id: 'pay_1',
  payment_method: 'card',
  payment_method_data: { card: { last4: '4242', card_network: 'Visa' } },
  attempts: [1, 2, 3].map((n) => ({
    attempt_id: `pay_1_${n}`,
    status: 'failure',
    error_code: 'card_declined',
  })),
};
/** As released versions stored it: the request deflated first. It must stay readable forever. */
const DEFLATED =
  'AsSHoJ2o2xF9fyXuKz7/+traL/vhWMQE/iOp/adesYZvpK1hvDcg3tk9+LcIH1g9qlaKNFXaUA6V9fQrfhtHGBZtOGthtCfkfJjS0Lfar4276Wo4i/N8NAtYc54IkybirxtczowVSQ==';

test('A value deflated before encryption is readable', () => {
  expect(encryption.decrypt(Buffer.from(DEFLATED, 'base64'), aad)).toEqual(request);
});

test('JSON of 256 to 65 536 characters is deflated before encryption', () => {
  /** The version of the stored value for JSON of this many characters. */
  const versionOf = (length: number) => encryption.encrypt('a'.repeat(length - 2), aad)[0];
  expect([255, 256, 65_536, 65_537].map(versionOf)).toEqual([1, 2, 2, 1]);
  const { length } = JSON.stringify(request);
  expect(encryption.encrypt(request, aad).length).toBeLessThan(length / 2);
});

property('A value is decrypted as it was, deflated or not', fc.jsonValue(), fc.nat(300), (value, padding) => {
  const padded = { value, padding: 'x'.repeat(padding) };
  expect(encryption.decrypt(encryption.encrypt(padded, aad), aad)).toEqual(padded);
});

test.for([0, 3, 255])('A value of the unknown version %i is refused', (version) => {
  const stored = encryption.encrypt('a value', aad);
  stored[0] = version;
  expect(() => encryption.decrypt(stored, aad)).toThrow(
    'connector_calls.request does not hold an encrypted value.',
  );
});
