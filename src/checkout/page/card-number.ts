import creditCardType from 'credit-card-type';

/** The card network of a typed number, if known. */
export interface TypedNetwork {
  /** The name in connector accounts: `Visa`. */
  readonly name: string;
  readonly gaps: readonly number[];
  readonly lengths: readonly number[];
  readonly codeLength: number;
}

const DIGITS_MAX = 19;

/** The zeros of the Arabic, Persian, Hindi and Japanese digits; the other nine digits follow each zero. */
const zeros = ['٠', '۰', '०', '０'].map((zero) => zero.charCodeAt(0));

/** A text with its digits converted to ASCII, from any keyboard. */
export const withPlainDigits = (text: string): string =>
  text.replace(/[٠-٩۰-۹०-९０-９]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - zeros.filter((zero) => zero <= code).pop()!);
  });

/** The digits of a text, in ASCII. */
export const plainDigits = (text: string): string => withPlainDigits(text).replace(/\D/g, '');

/** The digits of a card number in a text. */
export const digitsOf = (text: string): string => plainDigits(text).slice(0, DIGITS_MAX);

/** The network of the digits typed so far; null while unknown or ambiguous. */
export function networkOf(digits: string): TypedNetwork | null {
  const [best, ...others] = digits === '' ? [] : creditCardType(digits);
  if (!best || (others.length > 0 && digits.length < 4)) return null;
  const { code, gaps, lengths, niceType: name } = best;
  return { name, gaps, lengths, codeLength: code.size };
}

/** Digits in the groups in which the network prints them. */
export function grouped(digits: string): string {
  const gaps = networkOf(digits)?.gaps ?? [4, 8, 12, 16];
  return [...digits].map((digit, index) => (gaps.includes(index) ? ` ${digit}` : digit)).join('');
}

/** Whether the last digit is the Luhn check digit of the digits before it. */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return digits.length > 0 && sum % 10 === 0;
}

/** Whether a number is complete: a valid length for its network, and a correct check digit. */
export function isCardNumber(digits: string): boolean {
  const lengths = networkOf(digits)?.lengths ?? [];
  const fits = lengths.length > 0 ? lengths.includes(digits.length) : digits.length >= 12;
  return fits && passesLuhn(digits);
}

/** Whether a name is a card number or security code in the wrong field. */
export function isNoName(name: string): boolean {
  const text = withPlainDigits(name);
  if (/^\s*\d{3,4}\s*$/.test(text)) return true;
  const numbers = text.match(/\d(?:[\s\p{Pd}\p{Cf}]{0,3}\d){11,18}/gu) ?? [];
  return numbers.some((number) => isCardNumber(digitsOf(number)));
}
