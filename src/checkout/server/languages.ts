import { ar } from '../locales/ar.ts';
import { de } from '../locales/de.ts';
import { en } from '../locales/en.ts';
import { es } from '../locales/es.ts';
import { fr } from '../locales/fr.ts';
import { he } from '../locales/he.ts';
import { hi } from '../locales/hi.ts';
import { it } from '../locales/it.ts';
import { ja } from '../locales/ja.ts';
import { nl } from '../locales/nl.ts';
import { pl } from '../locales/pl.ts';
import { pt } from '../locales/pt.ts';
import { sv } from '../locales/sv.ts';
import type { Texts } from '../locales/texts.ts';
import { zh } from '../locales/zh.ts';

/** The languages of the pages on which a customer pays, by their ISO 639-1 code. */
export const languages = {
  en,
  de,
  fr,
  es,
  it,
  nl,
  pt,
  pl,
  sv,
  ja,
  zh,
  hi,
  ar,
  he,
} as const satisfies Readonly<Record<string, Texts>>;

/** A language the pages are written in. */
export type Language = keyof typeof languages;

/** Whether the language is written from right to left. */
export const isRightToLeft = (language: Language) => language === 'ar' || language === 'he';

/**
 * Chooses the language of a page. What the link asks for, a tag such as `de-AT` or `pt_BR`, wins; if the pages are
 * not written in it, they are in English. Without it, the weights of the browser's Accept-Language header decide
 * (RFC 9110, section 12.5.4): the first of the heaviest, where `*` stands for English. What is malformed in the
 * header is passed over.
 */
export function chooseLanguage(asked: string | undefined, acceptLanguage: string | undefined): Language {
  if (asked?.trim()) {
    return languageOf(asked) ?? 'en';
  }
  let chosen: Language = 'en';
  let heaviest = 0;
  for (const item of (acceptLanguage ?? '').split(',')) {
    const [, range = '', q = '1'] = ITEM.exec(item.trim()) ?? [];
    const language = range === '*' ? 'en' : languageOf(range);
    const weight = Number(q);
    if (language && weight > heaviest) {
      chosen = language;
      heaviest = weight;
    }
  }
  return chosen;
}

// A language range and its weight. The standard allows three decimals; some clients send more.
const ITEM = /^(\*|[a-z]{1,8}(?:[-_][a-z\d]{1,8})*)(?:[ \t]*;[ \t]*q=(0(?:\.\d*)?|1(?:\.0*)?))?$/i;

/** The language that the tag's primary subtag names. */
function languageOf(tag: string): Language | undefined {
  const [primary = ''] = tag.trim().toLowerCase().split(/[-_]/, 1);
  // The code of Hebrew until 1989, which some systems still send.
  const code = primary === 'iw' ? 'he' : primary;
  return isLanguage(code) ? code : undefined;
}

const isLanguage = (code: string): code is Language => Object.hasOwn(languages, code);
