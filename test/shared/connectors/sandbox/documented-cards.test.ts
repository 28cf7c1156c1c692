import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { cardOf, sandboxShop } from '../../../kit/sandbox-shop.ts';
import { test as base } from '../../../kit/test.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/sandbox.md'), 'utf8');

/** The rows of the table with these columns, by card number; a row may name several. */
function documented(...head: readonly string[]): [card: string, cells: string[]][] {
  const lines = page.split('\n');
  const first = lines.indexOf(`| Card | ${head.join(' | ')} |`) + 2;
  const rows = lines.slice(first, lines.indexOf('', first));
  return rows.flatMap((row) => {
    const [cards, ...cells] = row.slice(2, -2).split(' | ');
    const values = cells.map((cell) => cell.replaceAll('`', ''));
    const numbers = cards === 'any other' ? ['4242 4242 4242 4242'] : cards!.split(', ');
    return numbers.map((number): [string, string[]] => [number.replaceAll(' ', ''), values]);
  });
}

const test = base
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('pay', ({ api }) => async (number: string, values: object = {}, card: object = {}) => {
    const address = { line1: 'Main Street 1', zip: '10115', country: 'DE' };
    const { body, status, text } = await api.post('/payments', {
      ...{ amount: 1000, currency: 'USD', confirm: true, billing: { address }, payment_method: 'card' },
      payment_method_data: { card: { ...cardOf(number), ...card } },
      ...values,
    });
    expect([status, status === 200 ? '' : text]).toEqual([200, '']);
    return body;
  });

test('Each documented card has its type, issuer and country, and can be charged', async ({ pay }) => {
  const rows = documented('Type', 'Country of the issuer');
  expect(rows.length).toBeGreaterThan(7);
  for (const [number, [card_type, card_issuing_country]] of rows) {
    const { payment_method_data, status } = await pay(number);
    expect({ number, status }).toEqual({ number, status: 'succeeded' });
    expect(payment_method_data.card).toMatchObject({
      ...{ card_type, card_issuing_country },
      card_issuer: 'Sandbox Bank',
    });
  }
});

test('Each documented card has its checks, and can be charged', async ({ pay }) => {
  const rows = documented('`address_line`', '`postal_code`', '`cvc`', '`avs_code`');
  expect(rows).toHaveLength(6);
  for (const [number, [address_line, postal_code, cvc, avs_code]] of rows) {
    const { payment_method_data, status } = await pay(number);
    expect({ number, status }).toEqual({ number, status: 'succeeded' });
    expect(payment_method_data.card.payment_checks).toEqual({
      ...{ address_line, postal_code, cvc, avs_code },
      cvc_code: cvc === 'pass' ? 'M' : 'N',
    });
  }
});

test('Only submitted details are checked, also on a declined card', async ({ pay }) => {
  const checks = async (...order: Parameters<typeof pay>) =>
    (await pay(...order)).payment_method_data.card.payment_checks;
  const nothing = { address_line: null, postal_code: null, cvc: null, avs_code: null, cvc_code: null };
  const good = '4242424242424242';
  expect(await checks(good, { billing: null }, { card_cvc: null })).toEqual(nothing);
  expect(await checks(good, { billing: { address: { zip: '10115' } } }, { card_cvc: null })).toEqual({
    ...nothing,
    ...{ postal_code: 'pass', avs_code: 'Z' },
  });
  expect(await checks(good, { billing: { address: { zip: '99999' } } })).toMatchObject({
    ...{ postal_code: 'fail', avs_code: 'N', cvc: 'pass' },
  });
});

test('The documented fees are charged', async ({ pay }) => {
  const charged = [...page.matchAll(/of 10\.00 USD 0\.40, of 1000 JPY 40\./g)];
  expect(charged).toHaveLength(1);
  for (const [amount, currency, fee] of [
    [1000, 'USD', 40],
    [1000, 'JPY', 40],
    [33, 'USD', 25],
    [34, 'USD', 26],
    [100, 'EUR', 27],
  ] as const) {
    const paid = await pay('4242424242424242', { amount, currency });
    expect(paid).toMatchObject({ fee, fee_currency: currency, net: amount - fee });
  }
});
