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
import { decimalsIn, listOne, withdrawn } from './iso-4217-list-one.ts';

const notMoney = [...decimalsIn(listOne.funds).map(([code]) => code), ...listOne.withoutMinorUnit.split(' ')];

test('The table holds the currencies of the ISO 4217 list of 17 September 2026, with their decimals', () => {
  const listed = decimalsIn(listOne.currencies);
  expect(listed.length + notMoney.length).toBe(listOne.codes);
  expect(CURRENCIES_AS_OF).toBe(listOne.published);
  expect([...isoCurrencies].map((code) => [code, decimalsOf(code)])).toEqual(
    listed.sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  // A withdrawn currency is shown as before.
  const others = [...decimalsIn(listOne.funds), ...Object.entries(withdrawn)];
  expect(others.map(([code]) => [code, decimalsOf(code)])).toEqual(others);
});

test('Connectors support only currencies from the table', async ({ graphql }) => {
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

test('Only the currency table defines decimals and currency lists', () => {
  const root = path.resolve(import.meta.dirname, '../../../../src');
  const foreign =
    /Intl\.NumberFormat\b|m(?:in|ax)imumFractionDigits|style: 'currency'|isISO4217|supportedValuesOf\((?!'timeZone'\))/;
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.[jt]sx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(700);
  // Types may name Intl.NumberFormat; a value comes from `new` or a call. Percentages and sizes have decimals, but no
  // currency.
  const found = files.filter((file) =>
    foreign.test(
      readFileSync(path.join(root, file), 'utf8').replaceAll(
        /Map<string, Intl\.NumberFormat>|: Intl\.NumberFormat\b|new Intl\.NumberFormat\((?:undefined, \{\s*style: '(?:percent|unit)'[^}]*\})?\)/g,
        '',
      ),
    ),
  );
  expect(found).toEqual([path.join('core', 'foundation', 'currencies.ts')]);
});

test('New objects accept only currencies in circulation, over both APIs', async ({ api, graphql }) => {
  const fault =
    'currency must be the three-letter ISO 4217 code of a currency in circulation, in capitals, such as EUR.';
  for (const currency of [...Object.keys(withdrawn), ...notMoney, 'eur']) {
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

test('Old payments in withdrawn currencies are still read, found and exported', async ({
  api,
  graphql,
  shop,
}) => {
  const old = [...Object.entries(withdrawn), ...decimalsIn(listOne.funds)];
  for (const [currency, decimals] of old) {
    const id = await shop.payment({ amount: 1000, currency, status: 'succeeded' });
    expect((await api.get(`/payments/${id}`)).body).toMatchObject({ currency });
    const document = `{ payments(filter: { currency: { in: ["${currency}"] } }) { nodes { paymentId currency } } }`;
    expect(await graphql.data(document)).toEqual({ payments: { nodes: [{ paymentId: id, currency }] } });
    const filter = JSON.stringify({ currency: { eq: currency } });
    const exported = await api.get(
      `/exports/payments.csv?${new URLSearchParams({ filter, columns: 'amount,amount_major,currency' })}`,
    );
    expect(exported.text).toContain(`1000,${(1000 / 10 ** decimals).toFixed(decimals)},${currency}`);
  }
});
