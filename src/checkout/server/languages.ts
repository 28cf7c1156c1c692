import type { Request } from 'express';
import type { LinkMailTexts } from '../../core/foundation/ports/mail.ts';
import type { ValueOf } from '../../core/model/index.ts';
import type { LinkLanguage } from '../../core/payment-links/mail-link.ts';
import ar from '../locales/ar.json' with { type: 'json' };
import de from '../locales/de.json' with { type: 'json' };
import en from '../locales/en.json' with { type: 'json' };
import es from '../locales/es.json' with { type: 'json' };
import fr from '../locales/fr.json' with { type: 'json' };
import he from '../locales/he.json' with { type: 'json' };
import hi from '../locales/hi.json' with { type: 'json' };
import it from '../locales/it.json' with { type: 'json' };
import ja from '../locales/ja.json' with { type: 'json' };
import nl from '../locales/nl.json' with { type: 'json' };
import pl from '../locales/pl.json' with { type: 'json' };
import pt from '../locales/pt.json' with { type: 'json' };
import sv from '../locales/sv.json' with { type: 'json' };
import zh from '../locales/zh.json' with { type: 'json' };

/** A language of the pages and messages for customers and recipients, as an ISO 639-1 code. */
export type Language = ValueOf<typeof LinkLanguage>;

/**
 * The texts of one language, from a file in `locales`. Names in braces are placeholders. English is the reference: every file has
 * its names and, in each text, its placeholders.
 */
export type Locale = typeof en;

/** The languages. The first is for browsers that accept any. */
export const locales: Readonly<Record<Language, Locale>> = {
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
};

/** Includes Hebrew's code until 1989, which some systems still send. */
const acceptedCodes = [...Object.keys(locales), 'iw'];

const isLanguage = (code: string): code is Language => Object.hasOwn(locales, code);

/** The language of a tag such as `de-AT` or `pt_BR`, by its primary subtag; English for an unsupported language. */
export function languageOfTag(tag: string): Language {
  const [primary = ''] = tag.trim().toLowerCase().split(/[-_]/, 1);
  const code = primary === 'iw' ? 'he' : primary;
  return isLanguage(code) ? code : 'en';
}

/** A request's language: `?locale=`, else the browser's preference, else English. */
export function languageOf(req: Pick<Request, 'acceptsLanguages' | 'query'>): Language {
  const { locale } = req.query;
  const chosen = typeof locale === 'string' ? locale.trim() : '';
  return languageOfTag(chosen || req.acceptsLanguages(...acceptedCodes) || '');
}

/** The texts of a message with a link: see {@link Ports.linkMailTexts}. */
export function linkMailTexts(tag: string | null | undefined): LinkMailTexts {
  const language = languageOfTag(tag ?? '');
  return { language, ...locales[language].mails };
}
