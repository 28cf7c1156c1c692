import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import {
  CURRENCIES_AS_OF,
  decimalsOf,
  isoCurrencies,
  majorUnits,
  moneyFormat,
} from '../../../../src/core/foundation/currencies.ts';
import { formatMoney, toMinorUnits } from '../../../../src/dashboard/data/money.ts';
import { test } from '../../../kit/test.ts';

const withdrawn = ['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'ZWL'];
const notMoney = [
  'BOV',
  'CHE',
  'CHW',
  'CLF',
  'COU',
  'MXV',
  'USN',
  'UYI',
  'UYW',
  'XAD',
  'XAG',
  'XAU',
  'XDR',
  'XTS',
  'XXX',
];

test('The table holds the 155 currencies of the ISO 4217 list of 17 September 2026', () => {
  expect(CURRENCIES_AS_OF).toBe('2026-09-17');
  expect(isoCurrencies.size).toBe(155);
  expect([...isoCurrencies]).toEqual([...isoCurrencies].sort());
  expect(['XCG', 'ZWG', 'SLE', 'VED'].filter((code) => !isoCurrencies.has(code))).toEqual([]);
  expect([...withdrawn, ...notMoney].filter((code) => isoCurrencies.has(code))).toEqual([]);
});

test('Connectors take no currency that is not in the table', async ({ graphql }) => {
  const { connectors } = await graphql.data(
    '{ connectors { name currencies paymentMethods { currencies } } }',
  );
  type Listed = { currencies: string[]; paymentMethods: { currencies: string[] }[] };
  const listed = (connectors as Listed[]).flatMap(({ currencies, paymentMethods }) =>
    [{ currencies }, ...paymentMethods].flatMap((each) => each.currencies),
  );
  expect(listed).toContain('XCG');
  expect(listed.filter((code) => !isoCurrencies.has(code))).toEqual([]);
});

test.each([
  // 0 digits in CLDR 48.
  ...[
    'AFN',
    'ALL',
    'COP',
    'HUF',
    'IDR',
    'IRR',
    'KPW',
    'LAK',
    'LBP',
    'MGA',
    'MMK',
    'PKR',
    'SOS',
    'SYP',
    'YER',
  ].map((code) => [code, 2] as const),
  ['IQD', 3],
  ['KWD', 3],
  ['JPY', 0],
  ['EUR', 2],
] as const)('An amount of %s is typed and shown with its %i decimals', (currency, decimals) => {
  expect(decimalsOf(currency)).toBe(decimals);
  const shown = moneyFormat(currency, 'en').format(majorUnits(1_234_500, currency));
  expect(shown.replace(/[^\d.]/g, '')).toBe((1_234_500 / 10 ** decimals).toFixed(decimals));
  expect(formatMoney(1_234_500, currency).replace(/\D/g, '')).toBe('1234500');
  expect(toMinorUnits('5000', currency)).toBe(5000 * 10 ** decimals);
  expect(toMinorUnits(`1.${'5'.repeat(decimals + 1)}`, currency)).toBeNull();
});

test('No source takes decimals or a list of currencies from elsewhere', () => {
  const root = path.resolve(import.meta.dirname, '../../../../src');
  const foreign =
    /Intl\.NumberFormat\b|m(?:in|ax)imumFractionDigits|style: 'currency'|isISO4217|supportedValuesOf/;
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.[jt]sx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(700);
  // Types may name Intl.NumberFormat; a value is made by `new` or by a call.
  const found = files.filter((file) =>
    foreign.test(
      readFileSync(path.join(root, file), 'utf8').replaceAll(
        /Map<string, Intl\.NumberFormat>|: Intl\.NumberFormat\b/g,
        '',
      ),
    ),
  );
  expect(found).toEqual([path.join('core', 'foundation', 'currencies.ts')]);
});

test('New objects take currencies in circulation alone, over both APIs', async ({ api, graphql }) => {
  const fault =
    'currency must be the three-letter ISO 4217 code of a currency in circulation, in capitals, such as EUR.';
  for (const currency of [...withdrawn, ...notMoney, 'eur']) {
    const { body, status } = await api.post('/payments', { amount: 1000, currency });
    expect([status, body.error]).toMatchObject([
      400,
      { code: 'invalid_parameter', message: fault, param: 'currency' },
    ]);
  }
  const refused = { amount: 1000, currency: 'ANG' };
  expect(await graphql.mutationError('createPayment', refused, 'payment { paymentId }')).toEqual([
    'invalid_parameter',
    'currency',
  ]);
  for (const currency of ['XCG', 'ZWG', 'SLE']) {
    expect((await api.post('/payments', { amount: 1000, currency })).body).toMatchObject({ currency });
  }
});

test('An old payment in a withdrawn currency is read, found and exported', async ({ api, graphql, shop }) => {
  const id = await shop.payment({ amount: 1000, currency: 'ANG', status: 'succeeded' });
  expect((await api.get(`/payments/${id}`)).body).toMatchObject({ currency: 'ANG' });
  const document = '{ payments(filter: { currency: { in: ["ANG"] } }) { nodes { paymentId currency } } }';
  expect(await graphql.data(document)).toEqual({ payments: { nodes: [{ paymentId: id, currency: 'ANG' }] } });
  const filter = JSON.stringify({ currency: { eq: 'ANG' } });
  const exported = await api.get(
    `/exports/payments.csv?${new URLSearchParams({ filter, columns: 'amount,amount_major,currency' })}`,
  );
  expect(exported.text).toContain('1000,10.00,ANG');
});
