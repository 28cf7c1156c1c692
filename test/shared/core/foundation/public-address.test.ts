import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { expect, test } from 'vitest';
import {
  isLoopbackAddress,
  isPublic,
  resolveTarget,
  TargetRefused,
} from '../../../../src/core/foundation/resolve-target.ts';
import { property } from '../../../kit/property.ts';

/** Non-public ranges of the IANA special-purpose registries, and multicast. */
const closed = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/96',
  '::ffff:0:0/96',
  '::ffff:0:0:0/96',
  '64:ff9b::a00:0/104',
  '64:ff9b::7f00:0/104',
  '64:ff9b:1::/48',
  '100::/64',
  '100:0:0:1::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];

/** An address in a range: the range's bits, then any. */
const arbitraryIn = (range: string) => {
  const [base, bits] = ipaddr.parseCIDR(range);
  const bytes = base.toByteArray();
  return fc.uint8Array({ minLength: bytes.length, maxLength: bytes.length }).map((random) =>
    ipaddr.fromByteArray(
      bytes.map((byte, i) => {
        const fixed = 0xff & ~(0xff >> Math.min(8, Math.max(0, bits - i * 8)));
        return (byte & fixed) | (random[i]! & ~fixed);
      }),
    ),
  );
};
const arbitraryClosed = fc.constantFrom(...closed).chain(arbitraryIn);
const arbitraryClosedV4 = fc
  .constantFrom(...closed.filter((range) => !range.includes(':')))
  .chain(arbitraryIn);

/** Notations of one part of an IPv4 address. */
const part = (value: number) =>
  fc.constantFrom(
    `${value}`,
    `0x${value.toString(16)}`,
    `0X00${value.toString(16)}`,
    `0${value.toString(8)}`,
  );

/** Notations of an IPv4 address as a URL's host: 1 to 4 parts, each in any base. */
const arbitrarySpelling = (bytes: readonly number[]) =>
  fc.integer({ min: 1, max: 4 }).chain((count) => {
    const last = bytes.slice(count - 1).reduce((sum, byte) => sum * 256 + byte, 0);
    const parts = fc.tuple(...[...bytes.slice(0, count - 1), last].map(part));
    return fc.tuple(parts, fc.constantFrom('', '.')).map(([written, dot]) => written.join('.') + dot);
  });

const never = () => Promise.reject(new Error('An address is not looked up.'));

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '93.184.215.14',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '223.255.255.255',
  '2606:2800:21f:cb07::1',
  '2A00:1450:4001:82B::200E',
  '2001:4860:4860:0:0:0:0:8888',
  '64:ff9b::8.8.8.8',
])('The address %s is public', (address) => {
  expect(isPublic(address)).toBe(true);
  expect(isLoopbackAddress(address)).toBe(false);
});

test.each([
  '',
  ' 8.8.8.8',
  '8.8.8.8 ',
  '8.8.8.8\n',
  '8.8.8',
  '134744072',
  '0x8.8.8.8',
  '010.8.8.8',
  '8.8.8.8.8',
  '8.8.8.256',
  '8.8.8.8/32',
  '2606:2800::1%eth0',
  '[2606:2800::1]',
  '2606:2800:::1',
  'shop.example',
  '168.63.129.16',
  '::8.8.8.8',
  '::ffff:8.8.8.8',
  '::ffff:808:808',
  '2002:808:808::1',
])('The address %j is not public', (address) => {
  expect(isPublic(address)).toBe(false);
});

property('No address of a special-purpose range is public', arbitraryClosed, (address) => {
  const all = [address.toString(), address.toNormalizedString()];
  expect(all.map(isPublic)).toEqual([false, false]);
});

property(
  'An IPv4 address embedded in IPv6 is not public, except through NAT64 to a public one',
  fc.ipV4(),
  (inner) => {
    const high = ipaddr.IPv4.parse(inner).toIPv4MappedAddress().parts.slice(6);
    const [a, b] = high.map((word) => word.toString(16));
    for (const dressed of [`::ffff:${a}:${b}`, `::ffff:${inner}`, `::${a}:${b}`, `2002:${a}:${b}::1`])
      expect(isPublic(dressed)).toBe(false);
    expect(isPublic(`64:ff9b::${a}:${b}`)).toBe(isPublic(inner));
  },
);

property(
  'A special-purpose address is refused however a URL spells it',
  arbitraryClosedV4.chain((address) => arbitrarySpelling(address.toByteArray())),
  async (host) => {
    const refused = await resolveTarget(`https://${host}/`, { allowLoopback: false, resolve: never }).catch(
      (e) => e,
    );
    expect(refused).toBeInstanceOf(TargetRefused);
    expect(refused.reason).toBe('address');
  },
);

property(
  'A public address is the same target however a URL spells it',
  fc
    .ipV4()
    .filter(isPublic)
    .chain((address) =>
      fc.tuple(fc.constant(address), arbitrarySpelling(ipaddr.IPv4.parse(address).toByteArray())),
    ),
  async ([address, host]) => {
    const target = await resolveTarget(`https://${host}/`, { allowLoopback: false, resolve: never });
    expect(target).toMatchObject({ address, family: 4 });
  },
);

property('Every address of 127.0.0.0/8 is a loopback address', arbitraryIn('127.0.0.0/8'), (address) =>
  isLoopbackAddress(address.toString()),
);

test('Every spelling of ::1 is a loopback address', () => {
  expect(['::1', '0:0:0:0:0:0:0:1', '::0001'].map(isLoopbackAddress)).toEqual([true, true, true]);
});

test('No other address is a loopback address', () => {
  const others = [
    '128.0.0.1',
    '0.0.0.0',
    '::',
    '::2',
    '::ffff:127.0.0.1',
    '127.1',
    '::1%lo',
    'localhost',
    '',
  ];
  expect(others.filter(isLoopbackAddress)).toEqual([]);
});
