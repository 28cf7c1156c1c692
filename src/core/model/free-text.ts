import creditCardType from 'credit-card-type';
import validator from 'validator';
import { describedOrigin, type FieldDescription } from './description.ts';
import { isStorable, UNSTORABLE } from './formats.ts';

const CARD_NUMBER =
  'must not contain a card number: write its last four digits, or send it as the card_number of a card';
const VERIFICATION_CODE =
  'must be a name, not three or four digits: send a verification code as the card_cvc of a card only';

/** Texts that are meant for other systems, and may look like a card number. */
const meantForOthers: ReadonlySet<FieldDescription['holds']> = new Set(['identifier', 'token']);

/**
 * Whether a person or a program may write anything into a field. Secrets, what has a format or a schema, and references
 * are not free. Names for bank statements have a format only because of their letters.
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
 * Why a value must not be kept in a free text, as a phrase that completes the field's name; undefined if it may. Neither a
 * card number nor a verification code is kept anywhere but as what it is (PCI DSS 3.3.1, 3.5.1).
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

/** Why a text cannot be kept, as a phrase that completes its field's name. */
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

/** The fewest and the most digits of card numbers. */
const DIGITS_MIN = 12;
const DIGITS_MAX = 19;
/** The longest phone number, by ITU-T E.164. */
const PHONE_DIGITS_MAX = 15;
/**
 * Maestro's range has a tenth of all numbers, also those that shops give their orders. Its cards of fewer digits are no
 * longer issued.
 */
const MAESTRO_DIGITS_MIN = 16;

/** What people and programs put between groups of digits: spaces, dashes, and characters without a width. */
const SEPARATORS = '[\\s\\p{Pd}\\u2212\\p{Cf}]{0,3}';
const enoughDigits = new RegExp(`\\p{N}(?:${SEPARATORS}\\p{N}){${DIGITS_MIN - 1}}`, 'u');
const numbers = new RegExp(`\\d+(?:${SEPARATORS}\\d+)*`, 'gu');

/** Words in which letters stand between digits, such as hashes. */
const words = /[\p{L}\p{N}_]+/gu;
const isMixed = (word: string) => /\d[\p{L}_]+\d/u.test(word);
/** Identifiers in which digits are grouped by chance. */
const uuids = /\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/gi;
const ibans = /\b[A-Z]{2}\d{2} ?(?:[A-Z\d]{4} ?){2,7}[A-Z\d]{0,4}\b/gi;
const phones = /\+\d(?:[\s()-]{0,2}\d){5,14}(?![\s()-]{0,2}\d)/g;
/** Stands for what is no card number, and separates what is beside it. */
const NONE = ' ; ';

const ascii = /^[\0-\x7f]*$/;

/** The text with the digits of every script as those of ASCII. */
function plainDigits(text: string): string {
  if (ascii.test(text)) return text;
  return text.normalize('NFKC').replaceAll(/\p{Nd}/gu, (digit) => {
    // Each script has its ten digits in a row, from zero to nine.
    const code = digit.codePointAt(0)!;
    let value = 0;
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
    return String(value);
  });
}

/** The numbers of a network: their lengths, and the first and the last of each range of prefixes. */
const networks = Object.values(creditCardType.types).map((type) => {
  const { lengths, patterns } = creditCardType.getTypeInfo(type);
  const issued = lengths.filter((length) => type !== 'maestro' || length >= MAESTRO_DIGITS_MIN);
  const ranges = patterns.map((pattern) => [pattern].flat().map(String) as [string, string?]);
  return { lengths: new Set(issued), ranges };
});

/** Whether digits are the number of a card: of the length and with a prefix of a network, and with a correct check digit. */
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

/** Whether some groups of digits that follow each other are the number of a card. */
function hasNumber(groups: readonly string[], digitsMin: number): boolean {
  return groups.some((_, start) => {
    let digits = '';
    // A group has a digit at least.
    return groups.slice(start, start + DIGITS_MAX).some((group) => {
      digits += group;
      return digits.length >= digitsMin && isCardNumber(digits);
    });
  });
}

/**
 * Whether a text has the number of a card, with or without spaces and dashes, in the digits of any script. Numbers of orders,
 * phones and accounts, UUIDs and hashes are none unless they look exactly like one.
 *
 * @param isPhone Whether the text is meant to be a phone number, which up to 15 digits are.
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

/** A text that begins as an IBAN does, without it if it is one. Words may follow it. */
function withoutIban(found: string): string {
  const groups = found.split(' ');
  for (let count = groups.length; count > 0; count--) {
    if (validator.isIBAN(groups.slice(0, count).join(''))) return [NONE, ...groups.slice(count)].join(' ');
  }
  return found;
}

/** Whether a holder's name is the verification code of a card, typed into the wrong field. */
export const isVerificationCode = (name: string): boolean => /^\s*\d{3,4}\s*$/.test(plainDigits(name));
