import creditCardType from 'credit-card-type';
import validator from 'validator';
import { describedOrigin, type FieldDescription } from './description.ts';
import { isStorable, UNSTORABLE } from './formats.ts';

const CARD_NUMBER =
  'must not contain a card number: write its last four digits, or send it as the card_number of a card';
const VERIFICATION_CODE =
  'must be a name, not three or four digits: send a verification code as the card_cvc of a card only';

/** Texts for other systems, which may look like a card number. */
const meantForOthers: ReadonlySet<FieldDescription['holds']> = new Set(['identifier', 'token']);

/**
 * Whether a field accepts arbitrary text. Secrets, references and values with a format or a schema are not free.
 * Names for bank statements have a format only to limit their characters.
 */
export function isFreeText(field: FieldDescription): boolean {
  const { credential, encrypted, masked } = describedOrigin(field);
  if (credential || encrypted || masked || meantForOthers.has(field.holds)) return false;
  switch (field.kind) {
    case 'text':
    case 'text_list':
      return field.format === undefined || field.format === 'statement_descriptor';
    case 'enumeration':
      return field.enumeration!().open;
    case 'json_object':
    case 'json':
      return field.schema === undefined;
    default:
      return false;
  }
}

/**
 * The reason why a value must not be stored as free text, as a phrase that completes the field's name; undefined if
 * it may. Card numbers and verification codes are stored only in their own fields, if at all (PCI DSS 3.3.1, 3.5.1).
 *
 * @param value A text, or JSON that is not nested deeper than its limit.
 */
export function freeTextFault(field: FieldDescription, value: unknown): string | undefined {
  if (!isFreeText(field)) return undefined;
  if (field.holds === 'holder_name' && typeof value === 'string' && isVerificationCode(value)) {
    return VERIFICATION_CODE;
  }
  return hasNumberWithin(value, field.holds === 'phone') ? CARD_NUMBER : undefined;
}

/** The reason why a text cannot be stored, as a phrase that completes its field's name. */
export const textFault = (field: FieldDescription, text: string): string | undefined =>
  isStorable(text) ? freeTextFault(field, text) : `must not contain ${UNSTORABLE}`;

function hasNumberWithin(value: unknown, isPhone: boolean): boolean {
  if (typeof value === 'string') return hasCardNumber(value, isPhone);
  if (typeof value === 'number') return Number.isInteger(value) && hasCardNumber(String(value));
  if (value === null || typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.some((entry) => hasNumberWithin(entry, isPhone));
  return Object.entries(value).some(
    ([name, member]) => hasCardNumber(name) || hasNumberWithin(member, false),
  );
}

/** Minimum and maximum digits of card numbers. */
const DIGITS_MIN = 12;
const DIGITS_MAX = 19;
/** The longest phone number, by ITU-T E.164. */
const PHONE_DIGITS_MAX = 15;
/**
 * Maestro's range covers a tenth of all numbers, including shops' order numbers. Its cards with fewer digits are no
 * longer issued.
 */
const MAESTRO_DIGITS_MIN = 16;

/** Separators between groups of digits: spaces, dashes and zero-width characters. */
const SEPARATORS = '[\\s\\p{Pd}\\u2212\\p{Cf}]{0,3}';
const enoughDigits = new RegExp(`\\p{N}(?:${SEPARATORS}\\p{N}){${DIGITS_MIN - 1}}`, 'u');
const numbers = new RegExp(`\\d+(?:${SEPARATORS}\\d+)*`, 'gu');

/** Words with letters between digits, such as hashes. */
const words = /[\p{L}\p{N}_]+/gu;
const isMixed = (word: string) => /\d[\p{L}_]+\d/u.test(word);
/** Identifiers with accidental groups of digits. */
const uuids = /\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/gi;
const ibans = /\b[A-Z]{2}\d{2} ?(?:[A-Z\d]{4} ?){2,7}[A-Z\d]{0,4}\b/gi;
const phones = /\+\d(?:[\s()-]{0,2}\d){5,14}(?![\s()-]{0,2}\d)/g;
/** Replaces text that is not a card number, and separates the texts around it. */
const NONE = ' ; ';

const ascii = /^[\0-\x7f]*$/;

/** The text with the digits of every script converted to ASCII. */
function plainDigits(text: string): string {
  if (ascii.test(text)) return text;
  return text.normalize('NFKC').replaceAll(/\p{Nd}/gu, (digit) => {
    // Each script has ten consecutive digits, from zero to nine.
    const code = digit.codePointAt(0)!;
    let value = 0;
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
    return String(value);
  });
}

/** A network's card numbers: their lengths, and the first and last prefix of each range. */
const networks = Object.values(creditCardType.types).map((type) => {
  const { lengths, patterns } = creditCardType.getTypeInfo(type);
  const issued = lengths.filter((length) => type !== 'maestro' || length >= MAESTRO_DIGITS_MIN);
  const ranges = patterns.map((pattern) => [pattern].flat().map(String) as [string, string?]);
  return { lengths: new Set(issued), ranges };
});

/** Whether digits are a card number: with a network's length and prefix and a correct check digit. */
function isCardNumber(digits: string): boolean {
  const { length } = digits;
  if (!networks.some(({ lengths }) => lengths.has(length)) || !validator.isLuhnNumber(digits)) return false;
  return networks.some(
    ({ lengths, ranges }) =>
      lengths.has(length) &&
      ranges.some(([first, last = first]) => {
        const prefix = digits.slice(0, first.length);
        return prefix >= first && prefix <= last;
      }),
  );
}

/** Whether some consecutive groups of digits form a card number. */
function hasNumber(groups: readonly string[], digitsMin: number): boolean {
  return groups.some((_, start) => {
    let digits = '';
    // A group has at least one digit.
    return groups.slice(start, start + DIGITS_MAX).some((group) => {
      digits += group;
      return digits.length >= digitsMin && isCardNumber(digits);
    });
  });
}

/**
 * Whether a text contains a card number, with or without spaces and dashes, in the digits of any script. Order, phone
 * and account numbers, UUIDs and hashes count only if they look exactly like a card number.
 *
 * @param isPhone Whether the text is a phone number: up to 15 digits are then accepted.
 *
 * @example hasCardNumber('Ada 4242 4242 4242 4242') // true
 */
export function hasCardNumber(text: string, isPhone = false): boolean {
  if (!enoughDigits.test(text)) return false;
  const others = plainDigits(text)
    .replaceAll(uuids, NONE)
    .replaceAll(ibans, withoutIban)
    .replaceAll(phones, NONE)
    .replaceAll(words, (word) => (isMixed(word) ? NONE : word));
  const digitsMin = isPhone ? PHONE_DIGITS_MAX + 1 : DIGITS_MIN;
  return (others.match(numbers) ?? []).some((number) => hasNumber(number.match(/\d+/g)!, digitsMin));
}

/** A text without its leading IBAN, if it is valid. Words may follow the IBAN. */
function withoutIban(found: string): string {
  const groups = found.split(' ');
  for (let count = groups.length; count > 0; count--) {
    if (validator.isIBAN(groups.slice(0, count).join(''))) return [NONE, ...groups.slice(count)].join(' ');
  }
  return found;
}

/** Whether a holder's name is the verification code of a card, typed into the wrong field. */
export const isVerificationCode = (name: string): boolean => /^\s*\d{3,4}\s*$/.test(plainDigits(name));
