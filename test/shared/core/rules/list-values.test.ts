import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ListKind } from '../../../../src/core/entities/value-list.ts';
import { listDigests, listKinds } from '../../../../src/core/entities/values/list-values.ts';
import { aesColumnEncryption } from '../../../../src/core/foundation/cryptography.ts';

const encryption = aesColumnEncryption([randomBytes(32), randomBytes(32)]);

/** Notations of one value. */
const notations = {
  email: fc
    .emailAddress()
    .chain((address) => fc.tuple(fc.constant(address), fc.mixedCase(fc.constant(address)))),
  email_domain: fc
    .domain()
    .chain((name) => fc.tuple(fc.constant(name), fc.mixedCase(fc.constant(`@${name}`)))),
  ip_address: fc
    .ipV6()
    .chain((address) => fc.tuple(fc.constant(address), fc.mixedCase(fc.constant(address)))),
  phone: fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: 4, maxLength: 15 })
    .map((digits) => [digits.join(''), digits.join(' ')] as [string, string]),
} as const;

test.each(Object.keys(notations) as (keyof typeof notations)[])(
  'Every notation of a value of kind %s has one digest by each key',
  (kind) => {
    fc.assert(
      fc.property(notations[kind], ([one, other]) => {
        const values = [one, other].map((text) => listKinds[kind].normalize(text));
        fc.pre(values[0] !== null);
        expect(values[1]).toBe(values[0]);
        const digests = values.map((value) => listDigests(encryption, 'mer_1', kind, value!));
        expect(digests[0]).toHaveLength(2);
        expect(digests[1]).toEqual(digests[0]);
        expect(listDigests(encryption, 'mer_2', kind, values[0]!)).not.toEqual(digests[0]);
      }),
    );
  },
);

test('A normalized value is normalized to itself, whatever the kind', () => {
  const samples = [
    '424242',
    '2001:DB8::1',
    '::ffff:203.0.113.7',
    'Ada@Example.com',
    'bücher.example',
    'de',
    'cus_1',
  ];
  for (const kind of ListKind.values) {
    const { normalize } = listKinds[kind];
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...samples), fc.string()), (text) => {
        const value = normalize(text);
        if (value !== null) expect(normalize(value)).toBe(value);
      }),
    );
  }
  expect(listKinds.ip_address.normalize('::ffff:203.0.113.7')).toBe('203.0.113.7');
  expect(listKinds.email_domain.normalize('Bücher.example')).toBe('xn--bcher-kva.example');
});
