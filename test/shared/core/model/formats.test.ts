import { expect, test } from 'vitest';
import { formats, instantText } from '../../../../src/core/model/formats.ts';
import type { TextFormat } from '../../../../src/core/model/index.ts';

const good: Record<TextFormat, string[]> = {
  email: ['alice@example.com', 'a.b+c@mail.example.org'],
  url: ['https://example.com', 'http://localhost:3000/done', 'http://127.0.0.1:80/?a=b', 'https://[::1]/'],
  currency: ['EUR', 'JPY', 'KWD'],
  country: ['DE', 'US', 'GB'],
  phone_country_code: ['+1', '+44', '+1684'],
  date_time: ['2026-01-31T09:30:00Z', '2026-01-31T09:30+05:30', '2028-02-29T00:00:00.123456Z'],
  card_number: ['4242424242424242', '378282246310005', '000000000000'],
  card_exp_month: ['01', '10', '12'],
  card_exp_year: ['30', '2030'],
  statement_descriptor: ['SHOP & SONS', 'a', '4711'],
  cvc: ['123', '0000'],
  cavv: ['AJkBB4OBmVFmgYFYFIGZAAAAAAA='],
  ds_transaction_id: ['c272b04f-6e7b-43a2-bb78-90f4fb94aa25', 'C272B04F-6E7B-43A2-BB78-90F4FB94AA25'],
  three_ds_version: ['2.1.0', '2.2.0', '2.3.1'],
  eci: ['05', '2', '00', '07'],
  iban: ['DE89370400440532013000', 'DE89 3704 0044 0532 0130 00', 'gb29nwbk60161331926819'],
  bic: ['COBADEFF', 'COBADEFFXXX'],
  aba_routing_number: ['110000000', '021000021'],
  ach_account_number: ['1234', '00012345678901234'],
  sort_code: ['200000', '20-00-00'],
  bacs_account_number: ['00012345'],
  bsb_number: ['062000', '062-000'],
  becs_account_number: ['12345', '000123456'],
  blik_code: ['777123', '000000'],
  tax_number: ['52998224725', '529.982.247-25', '11.222.333/0001-81', '11222333000181'],
  vpa: ['alice@okbank', 'a.b-1@upi'],
  gift_card_number: ['6006490000000000', 'AB12', '1'.repeat(32)],
  gift_card_pin: ['7', '0042', 'a1b2c3'],
  ip_network: [
    '203.0.113.7',
    '198.51.100.0/24',
    '0.0.0.0/0',
    '10.1.2.3/32',
    '2001:db8::1',
    '2001:db8:1::/48',
    '::/0',
  ],
  css_colour: ['#1a73e8', '#fff', '#11223344', 'Navy', 'rgb(1, 2, 3)', 'hsl(210deg 50% 40% / 0.5)'],
  host: ['pay.example.com', 'localhost', 'localhost:3000', '127.0.0.1:80'],
  host_pattern: ['shop.example.com', '*.example.com', '*.example.com:8443', 'localhost:3000'],
};

const bad: Record<TextFormat, string[]> = {
  email: ['', 'alice', 'alice@', '@example.com', 'Alice <alice@example.com>', 'a@b@example.com'],
  url: [
    '',
    'example.com',
    '//example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'http://',
    'http://a b',
  ],
  currency: ['', 'eur', 'EU', 'EURO', 'AAA'],
  country: ['', 'de', 'DEU', 'QQ'],
  phone_country_code: ['', '44', '+', '+12345', '+4a'],
  date_time: ['', '2026-01-31', '2026-01-31T09:30:00', '2026-02-30T00:00:00Z', '2026-01-01T24:00:00Z'],
  card_number: ['', '4242424242424241', '4242 4242 4242 4242', '42424242424', '42424242424242424242'],
  card_exp_month: ['', '0', '00', '13', '001'],
  card_exp_year: ['', '3', '030', '20300', '1999', '0025', '2090', '90', '3034'],
  statement_descriptor: ['', ' ', 'A*', 'Čaj', 'a\nb', "it's"],
  cvc: ['', '12', '12345', '12a'],
  cavv: ['', 'AJkBB4OBmVFmgYFYFIGZAAAAAAAA', 'AJkBB4OBmVFmgYFYFIGZAAAAAA=', 'AJkBB4OBmVFmgYFYFIGZ AAAAAA='],
  ds_transaction_id: ['', 'c272b04f6e7b43a2bb7890f4fb94aa25', 'c272b04f-6e7b-43a2-bb78-90f4fb94aa2g'],
  three_ds_version: ['', '1.0.2', '2.2', '2.2.0.1'],
  eci: ['', '08', '15', '005', 'a'],
  iban: ['', 'DE88370400440532013000', 'DE8937040044053201300', 'XX89370400440532013000'],
  bic: ['', 'COBA', 'COBADEFFX'],
  aba_routing_number: ['', '110000001', '11000000'],
  ach_account_number: ['', '123', '123456789012345678', '12-34'],
  sort_code: ['', '2000', '20 00 00'],
  bacs_account_number: ['', '1234567', '123456789'],
  bsb_number: ['', '06200', '06-2000'],
  becs_account_number: ['', '1234', '1234567890'],
  blik_code: ['', '77712', '7771234', '777 123', 'abcdef'],
  tax_number: ['', '52998224724', '11111111111', '5299822472', '11222333000182'],
  vpa: ['', 'alice', '@okbank', 'alice@', 'a b@okbank', 'alice@ok@bank'],
  gift_card_number: ['', '123', '6006 4900 0000 0000', '1'.repeat(33), '6006-49'],
  gift_card_pin: ['', '7 7', '1'.repeat(17), '12-4'],
  ip_network: [
    '',
    '/24',
    '203.0.113.7/',
    '203.0.113.7/33',
    '203.0.113.7/-1',
    '203.0.113.7/2/4',
    '203.0.113',
    '0x7f.1',
    '010.0.0.1',
    '2001:db8::/129',
    'fe80::1%eth0',
    '::ffff:203.0.113.7',
    '0:0:0:0:0:ffff:cb00:7107',
    'shop.example',
  ],
  css_colour: ['', '#12345', 'bluish', 'url(https://example.com)', 'red;', 'rgb(1)', 'var(--x)', 'rgb(1,2,3'],
  host: [
    '',
    'https://example.com',
    'example.com/pay',
    'example.com:',
    'example.com:99999',
    '*.example.com',
    'a b',
  ],
  host_pattern: [
    '',
    '*',
    '*.',
    '*.*.example.com',
    'https://shop.example.com',
    'shop.*.com',
    "'self'",
    'a.com;',
  ],
};

const names = Object.keys(formats) as TextFormat[];
const cases = (textsOf: (name: TextFormat) => readonly string[]) =>
  names.flatMap((name) => textsOf(name).map((text) => [name, text] as const));

test.each(cases((name) => good[name]))('The %s format accepts %j', (name, text) => {
  expect(formats[name].check(text)).toBe(true);
});

test.each(cases((name) => [...bad[name], `${good[name][0]}\n`, ` ${good[name][0]}`]))(
  'The %s format rejects %j',
  (name, text) => {
    expect(formats[name].check(text)).toBe(false);
  },
);

test('The url format rejects a backslash that could move the host', () => {
  expect(formats.url.check('https://evil.example\\@good.example/')).toBe(false);
});

test('The date_time format rejects years that PostgreSQL or ISO 8601 cannot write', () => {
  expect(instantText('0001-01-01T00:00:00Z')).toBe('0001-01-01T00:00:00.000Z');
  expect(instantText('9999-12-31T23:59:59.999Z')).toBe('9999-12-31T23:59:59.999Z');
  for (const text of ['0000-06-01T00:00:00Z', '0001-01-01T00:00:00+01:00', '9999-12-31T23:59:59-01:00']) {
    expect(instantText(text)).toBeUndefined();
  }
});
