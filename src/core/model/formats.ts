import validator from 'validator';
import type { TextFormat } from './description.ts';
import { parseInstant } from './scalars.ts';

/** A named text format: its check, and a phrase that completes "must be …". */
export interface Format {
  readonly check: (text: string) => boolean;
  readonly hint: string;
  /** The one way to write a text that passes the check. */
  readonly normalize?: (text: string) => string;
}

const urlOptions = { protocols: ['http', 'https'], require_protocol: true, require_tld: false };

const matching =
  (pattern: RegExp): Format['check'] =>
  (text) =>
    pattern.test(text);

/** An ISO 8601 date-time converted to UTC with milliseconds; undefined if it is not valid. */
export function instantText(text: string): string | undefined {
  return parseInstant(text)?.toISOString();
}

/** Every named format. */
export const formats: Readonly<Record<TextFormat, Format>> = Object.freeze({
  email: { check: (text) => validator.isEmail(text), hint: 'an e-mail address, such as alice@example.com' },
  url: {
    // Browsers read a backslash as a slash, validators do not: they would disagree on the host.
    check: (text) => validator.isURL(text, urlOptions) && !text.includes('\\') && URL.canParse(text),
    hint: 'an http or https URL, such as https://example.com/done',
  },
  currency: {
    check: (text) => /^[A-Z]{3}$/.test(text) && validator.isISO4217(text),
    hint: 'a three-letter ISO 4217 currency code in capitals, such as EUR',
  },
  country: {
    check: (text) => /^[A-Z]{2}$/.test(text) && validator.isISO31661Alpha2(text),
    hint: 'a two-letter ISO 3166 country code in capitals, such as DE',
  },
  phone_country_code: {
    check: matching(/^\+\d{1,4}$/),
    hint: 'a plus sign and one to four digits, such as +44',
  },
  date_time: {
    check: (text) => instantText(text) !== undefined,
    hint: 'an ISO 8601 date-time with a zone, such as 2026-01-31T09:30:00Z',
  },
  card_number: {
    check: (text) => /^\d{12,19}$/.test(text) && validator.isLuhnNumber(text),
    hint: 'a card number: 12 to 19 digits without spaces, the last of them a correct check digit',
  },
  card_exp_month: {
    check: matching(/^(0?[1-9]|1[0-2])$/),
    hint: 'a month, 01 to 12',
    normalize: (text) => text.padStart(2, '0'),
  },
  card_exp_year: {
    check: matching(/^(\d{2}|\d{4})$/),
    hint: 'a year in two or four digits',
    // Two digits are of this century: cards last a few years.
    normalize: (text) => text.padStart(4, '20'),
  },
  cvc: { check: matching(/^\d{3,4}$/), hint: 'a card verification code of three or four digits' },
});

/** What JSON Schema calls each format: its own name where it has one. */
export const schemaFormats: Readonly<Record<TextFormat, string>> = Object.freeze({
  ...(Object.fromEntries(Object.keys(formats).map((name) => [name, name])) as Record<TextFormat, string>),
  url: 'uri',
  date_time: 'date-time',
});
