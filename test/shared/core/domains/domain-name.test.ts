import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  coveringNames,
  hostNameOf,
  isPublicName,
  parseDomainName,
} from '../../../../src/core/domains/domain-name.ts';
import { formats } from '../../../../src/core/model/formats.ts';
import { seed } from '../../../kit/property.ts';

const nameOf = (text: string) => {
  const parsed = parseDomainName(text);
  return 'name' in parsed ? parsed.name : null;
};
const label = fc
  .stringMatching(/^[a-z0-9]([a-z0-9-]{0,10}[a-z0-9])?$/)
  // Such labels belong to international names.
  .filter((text) => !text.startsWith('xn--') && text.slice(2, 4) !== '--');
const domains = fc
  .tuple(
    fc.array(label, { minLength: 1, maxLength: 4 }),
    fc.constantFrom('com', 'co.uk', 'example', 'github.io'),
  )
  .map(([labels, suffix]) => [...labels, suffix].join('.'));

test.each([
  ['shop.example.com', 'shop.example.com'],
  ['  Shop.Example.COM.  ', 'shop.example.com'],
  ['straße.example', 'xn--strae-oqa.example'],
  ['日本.example', 'xn--wgv71a.example'],
  ['xn--wgv71a.example', 'xn--wgv71a.example'],
  ['acme.github.io', 'acme.github.io'],
  ['ｓｈｏｐ.example', 'shop.example'],
])('%j is the domain %s', (text, name) => {
  expect(nameOf(text)).toBe(name);
});

test.each([
  '',
  ' ',
  '.',
  'com',
  'co.uk',
  'github.io',
  'localhost',
  'shop.localhost',
  'shop.localhost.',
  'intranet',
  '192.0.2.1',
  '0x7f.1',
  '2130706433',
  '[::1]',
  '::1',
  '2001:db8::1',
  '*.example.com',
  'shop.example.com:443',
  'https://shop.example.com',
  'shop.example.com/path',
  'user@example.com',
  'shop..example.com',
  '-shop.example.com',
  'shop_1.example.com',
  'shop.example.com..',
  'sh op.example.com',
  'shop%2eexample.com',
  `${'a'.repeat(64)}.example.com`,
  `${'a.'.repeat(120)}example.com`,
  'shop.example.com\0',
])('%j is refused', (text) => {
  expect(nameOf(text)).toBeNull();
});

test('A domain equals its spellings in capitals, with a trailing dot and after parsing', () => {
  fc.assert(
    fc.property(domains, (name) => {
      expect(nameOf(name)).toBe(name);
      expect(nameOf(`${name.toUpperCase()}.`)).toBe(name);
      expect(hostNameOf(`*.${name}:8443`)).toBe(name);
    }),
    { seed },
  );
});

test('Every parsed value is an ASCII host of one domain, without wildcard, port or address', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.domain(), fc.webAuthority()),
      (text) => {
        const name = nameOf(text);
        if (name === null) return;
        expect(name).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/);
        expect(formats.host.check(name)).toBe(true);
        expect(nameOf(name)).toBe(name);
        expect(new URL(`https://${name}`).hostname).toBe(name);
      },
    ),
    { seed },
  );
});

test('A proof covers a name and its subdomains, but never a public suffix', () => {
  fc.assert(
    fc.property(domains, label, (name, sub) => {
      const covering = coveringNames(`${sub}.${name}`);
      expect(covering).toContain(name);
      expect(covering[0]).toBe(`${sub}.${name}`);
      for (const each of covering) expect(nameOf(each)).toBe(each);
      expect(covering).not.toContain(`not${name}`);
    }),
    { seed },
  );
  expect(coveringNames('a.b.example.co.uk')).toEqual([
    'a.b.example.co.uk',
    'b.example.co.uk',
    'example.co.uk',
  ]);
  for (const nobodys of ['com', 'github.io', '192.0.2.1', 'localhost'])
    expect(coveringNames(nobodys)).toEqual([]);
});

test('Public DNS names are distinguished from private network names', () => {
  for (const name of ['pay.shop.com', 'acme.github.io', 'com']) expect(isPublicName(name), name).toBe(true);
  for (const name of [
    'switchyard',
    'switchyard.internal',
    'switchyard.svc.cluster.local',
    '10.0.0.1',
    '::1',
    'localhost',
  ])
    expect(isPublicName(name), name).toBe(false);
});
