import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Texts } from '../../../src/checkout/locales/texts.ts';
import {
  chooseLanguage,
  isRightToLeft,
  type Language,
  languages,
} from '../../../src/checkout/server/languages.ts';
import { property } from '../../kit/property.ts';

type Name = keyof Texts;

const { en, ...translations } = languages;
const names = Object.keys(en) as Name[];
const translated = Object.entries(translations) as [Exclude<Language, 'en'>, Texts][];

/** The texts that are rightly the same as in English. */
const same: Readonly<Record<Exclude<Language, 'en'>, readonly Name[]>> = {
  de: ['iban', 'optional', 'bankName', 'bic', 'giftCardPin'],
  fr: ['total', 'iban', 'bic'],
  es: ['total', 'iban', 'bic', 'giftCardPin'],
  it: ['iban', 'bic', 'giftCardPin'],
  nl: ['iban', 'bankName', 'bic'],
  pt: ['total', 'iban', 'bic', 'giftCardPin'],
  pl: ['iban', 'bankName', 'bic'],
  sv: ['iban', 'bankName', 'bic'],
  ja: ['iban', 'bic', 'giftCardPin'],
  zh: ['iban', 'bic'],
  hi: ['expiryFormat', 'iban', 'bic'],
  ar: ['expiryFormat'],
  he: ['expiryFormat', 'iban', 'bic'],
};

const placeholders = (text: string) => (text.match(/\{[^}]*\}/g) ?? []).sort();

test.for(translated)('%s has every text, with the placeholders of the English one', ([, texts]) => {
  expect(Object.keys(texts).sort()).toEqual(names.toSorted());
  for (const name of names) {
    expect(texts[name].trim(), name).not.toBe('');
    expect(texts[name].trim(), name).toBe(texts[name]);
    expect(placeholders(texts[name]), name).toEqual(placeholders(en[name]));
    // No brace is left over from a misspelt placeholder.
    expect(texts[name].replaceAll(/\{[a-z]+\}/g, ''), name).not.toMatch(/[{}]/);
  }
});

test.for(translated)('%s is translated, but for what is the same in it', ([language, texts]) => {
  expect(names.filter((name) => texts[name] === en[name])).toEqual(same[language]);
});

test('The name of the service stays', () => {
  for (const texts of Object.values(languages)) {
    expect(texts.poweredBy).toContain('Switchyard');
  }
});

test('Arabic and Hebrew are written from right to left', () => {
  const all = Object.keys(languages) as Language[];
  expect(all.filter(isRightToLeft)).toEqual(['ar', 'he']);
});

test.for([
  ['de', undefined, 'de'],
  ['de-AT', 'fr', 'de'],
  ['pt_BR', undefined, 'pt'],
  ['ZH-Hant-TW', undefined, 'zh'],
  ['iw-IL', undefined, 'he'],
  ['tlh', 'de', 'en'],
  ['constructor', 'de', 'en'],
  ['__proto__', undefined, 'en'],
  ['deu', undefined, 'en'],
  // What is blank asks for nothing.
  ['', 'de', 'de'],
  [' ', 'de', 'de'],
] as const)('Asked for %j, with the header %j: %s', ([asked, header, language]) => {
  expect(chooseLanguage(asked, header)).toBe(language);
});

test.for([
  [undefined, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['DE-ch, en;q=0.5', 'de'],
  ['en;q=0.5, de-CH', 'de'],
  ['fr;q=0.3, sv;q=0.8, ja;q=0.80', 'sv'],
  ['da, nb;q=0.9, sv;q=0.7', 'sv'],
  ['da', 'en'],
  ['de;q=0', 'en'],
  ['de;q=0.0, it;q=0.001', 'it'],
  ['*', 'en'],
  ['pl;q=0.5, *;q=0.1', 'pl'],
  ['pl;q=0.1, *;q=0.5', 'en'],
  ['hi\t;\tQ=0.2 , nl ; q=0.30000000000000004', 'nl'],
  // Malformed items are passed over; the others still count.
  ['de;q=2, fr;q=0.1', 'fr'],
  ['de;q=, fr;q=-1, es;q=NaN, it;q=1.5, pt;level=1, nl;q=0.1', 'nl'],
  [',, ;q=1, de de, d!e, fr-, -es, ar;q=0.1,', 'ar'],
  ['toString, constructor', 'en'],
] as const)('The header %j gives %s', ([header, language]) => {
  expect(chooseLanguage(undefined, header)).toBe(language);
});

const codes = Object.keys(languages);
const piece = fc.constantFrom(...codes, 'DE', '-', '_', ',', ';', 'q=', '0.5', '1', '*', ' ');
const pieces = fc.array(piece).map((parts) => parts.join(''));
const anything = fc.option(fc.oneof(pieces, fc.string({ unit: 'binary' })), { nil: undefined });

property('Whatever is asked and sent, a language is chosen', anything, anything, (asked, header) => {
  expect(codes).toContain(chooseLanguage(asked, header));
});

const src = path.resolve(import.meta.dirname, '../../../src');
const pageSources = ['checkout/page', 'checkout/elements', 'checkout/recipient', 'checkout/server']
  .flatMap((folder) =>
    readdirSync(path.join(src, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.join(src, folder, file),
    ),
  )
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('languages'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

test('Every text is on some page', () => {
  const isUsed = (name: string) =>
    new RegExp(`texts\\.${name}\\b|'${name}'|\\{[^{}]*\\b${name}\\b[^{}]*\\} = languages`).test(pageSources);
  expect(names.filter((name) => !isUsed(name))).toEqual([]);
});
