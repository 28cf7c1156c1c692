import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import express, { type Request } from 'express';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Texts } from '../../../src/checkout/server/checkout-data.ts';
import { type Language, languageOf, locales } from '../../../src/checkout/server/languages.ts';
import { property } from '../../kit/property.ts';

type Name = keyof Texts;

const { en, ...translations } = locales;
const names = Object.keys(en.pages) as Name[];
const translated = Object.entries(translations) as [Exclude<Language, 'en'>, typeof en][];

/** The texts that are correctly the same as in English. */
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

/** Every text of a file, by path, such as `mails.pay.subject`. */
function textsIn(value: object, within = ''): [path: string, text: string][] {
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
    typeof member === 'object' && member !== null
      ? textsIn(member, `${within}${name}.`)
      : [[within + name, member as string] as [string, string]],
  );
}

const folder = path.resolve(import.meta.dirname, '../../../src/checkout/locales');

test('Each language is one file known to the pages', () => {
  const files = readdirSync(folder).map((file) => path.basename(file, '.json'));
  expect(files.sort()).toEqual(Object.keys(locales).sort());
});

test.for(Object.entries(locales))(
  '%s has the same texts as English, with their placeholders',
  ([, locale]) => {
    const texts = textsIn(locale);
    const english = new Map(textsIn(en));
    expect(english.size).toBeGreaterThan(130);
    expect(texts.map(([at]) => at)).toEqual([...english.keys()]);
    for (const [at, text] of texts) {
      expect(text, at).toMatch(/\S/);
      expect(text.trim(), at).toBe(text);
      expect(placeholders(text), at).toEqual(placeholders(english.get(at)!));
      // No brace remains from a misspelt placeholder.
      expect(text.replaceAll(/\{[a-z]+\}/g, ''), at).not.toMatch(/[{}]/);
    }
  },
);

test('A message with a link names the sender and the amount, if any', () => {
  const { pay, receive, save } = en.mails;
  for (const { before, subject } of [pay, receive, save])
    expect([before, subject]).toEqual([
      expect.stringContaining('{seller}'),
      expect.stringContaining('{seller}'),
    ]);
  for (const text of [...Object.values(pay), ...Object.values(receive)]) expect(text).toContain('{amount}');
});

test.for(translated)(
  '%s is translated, except for texts that are identical in English',
  ([language, { mails, pages }]) => {
    expect(names.filter((name) => pages[name] === en.pages[name])).toEqual(same[language]);
    const english = textsIn(en.mails).map(([, text]) => text);
    expect(textsIn(mails).filter(([, text]) => english.includes(text))).toEqual([]);
  },
);

test('The name of the service is not translated', () => {
  for (const { pages } of Object.values(locales)) {
    expect(pages.poweredBy).toContain('Switchyard');
  }
});

test('Arabic and Hebrew are displayed from right to left', () => {
  const fromRight = Object.entries(locales).filter(([, { direction }]) => direction === 'rtl');
  expect(fromRight.map(([language]) => language)).toEqual(['ar', 'he']);
  expect(new Set(Object.values(locales).map(({ direction }) => direction))).toEqual(new Set(['ltr', 'rtl']));
});

/** The language of the page for a request. */
const languageFor = (locale: string | undefined, header: string | undefined): Language =>
  languageOf(
    Object.create(express.request, {
      query: { value: { locale } },
      headers: { value: { 'accept-language': header } },
    }) as Request,
  );

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
  // A blank header expresses no preference.
  ['', 'de', 'de'],
  [' ', 'de', 'de'],
] as const)('The language for %j with the header %j is %s', ([asked, header, language]) => {
  expect(languageFor(asked, header)).toBe(language);
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
  // Malformed items are skipped; the others still count.
  [',, ;q=1, de de, d!e, -es, fr;q=-1, it;q=NaN, ar;q=0.1,', 'ar'],
  ['toString, constructor', 'en'],
] as const)('The header %j selects %s', ([header, language]) => {
  expect(languageFor(undefined, header)).toBe(language);
});

const codes = Object.keys(locales);
const piece = fc.constantFrom(...codes, 'DE', '-', '_', ',', ';', 'q=', '0.5', '1', '*', ' ');
const pieces = fc.array(piece).map((parts) => parts.join(''));
const anything = fc.option(fc.oneof(pieces, fc.string({ unit: 'binary' })), { nil: undefined });

property('Whatever is asked and sent, a language is chosen', anything, anything, (asked, header) => {
  expect(codes).toContain(languageFor(asked, header));
});

const src = path.resolve(import.meta.dirname, '../../../src');
const pageSources = ['checkout/page', 'checkout/elements', 'checkout/recipient', 'checkout/server']
  .flatMap((folder) =>
    readdirSync(path.join(src, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.join(src, folder, file),
    ),
  )
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('languages.ts'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

test('Every text is used on some page', () => {
  const isUsed = (name: string) =>
    new RegExp(`texts\\.${name}\\b|'${name}'|\\{[^{}]*\\b${name}\\b[^{}]*\\} = locales`).test(pageSources);
  expect(names.filter((name) => !isUsed(name))).toEqual([]);
});
