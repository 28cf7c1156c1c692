import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { moneyText } from '../../../src/core/foundation/currencies.ts';

const source = path.join(import.meta.dirname, '../../../src');

/** The last names of expressions that are amounts. */
const isAmount =
  /(?:^|_|\.)(?:amount|amounts|refundable|capturable|disputed|left|taken|charged|received|refunded|fee|balance|net)(?:_\w+)?$/i;

/** Texts with a number of minor units that nobody reads as a sentence, and why. */
const noSentence: Readonly<Record<string, string>> = {
  'core/foundation/currencies.ts amount': 'The text itself.',
  'core/payments/capture/capture-due.ts capturable': 'A part of SQL.',
  'core/payments/prepare-payment.ts AMOUNT_MAX': 'The limit of every currency, as in the schemas.',
  'connectors/amounts.ts amount': 'A number of the vendor that is no amount.',
  'connectors/stripe/marks.ts amount': 'A mark in the metadata of an object at Stripe.',
  'connectors/stripe/intent-events.ts received': 'A name of a capture.',
  'connectors/sandbox/store.ts disputed': 'A part of SQL.',
};

test('An amount in a message is written by moneyText, in major units with its currency', async () => {
  const found: string[] = [];
  let sentences = 0;
  for (const folder of ['core', 'connectors']) {
    for (const name of await readdir(path.join(source, folder), { recursive: true })) {
      if (!name.endsWith('.ts')) continue;
      const text = await readFile(path.join(source, folder, name), 'utf8');
      sentences += text.split('moneyText(').length - 1;
      for (const [, expression] of text.matchAll(/(?<!\* .*)\$\{([\w.?!]+)\}/g)) {
        if (isAmount.test(expression!.replace(/[?!]/g, ''))) found.push(`${folder}/${name} ${expression}`);
      }
    }
  }
  expect(found.filter((one) => !noSentence[one])).toEqual([]);
  expect(sentences).toBeGreaterThan(8);
});

test('An amount is written in major units, and in minor units where these differ', () => {
  expect(moneyText(44_347, 'EUR')).toBe('443.47 EUR (44347 in minor units)');
  expect(moneyText(5, 'KWD')).toBe('0.005 KWD (5 in minor units)');
  expect(moneyText(500, 'JPY')).toBe('500 JPY');
});
