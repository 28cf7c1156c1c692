import creditCardType from 'credit-card-type';

/** The card network of a typed number, as far as it is known. */
export interface TypedNetwork {
  /** As connectors are configured: `Visa`. */
  readonly name: string;
  readonly gaps: readonly number[];
  readonly lengths: readonly number[];
  readonly codeLength: number;
}

const DIGITS_MAX = 19;

/** The zeros of the digits that keyboards for Arabic, Persian, Hindi and Japanese write, each with nine after it. */
const zeros = ['٠', '۰', '०', '０'].map((zero) => zero.charCodeAt(0));

/** The digits of a text, as banks write them, whatever the keyboard that they were typed on. */
export const plainDigits = (text: string): string =>
  text
    .replace(/[٠-٩۰-۹०-९０-９]/g, (digit) => {
      const code = digit.charCodeAt(0);
      return String(code - zeros.filter((zero) => zero <= code).pop()!);
    })
    .replace(/\D/g, '');

/** The digits of a card number in a text. */
export const digitsOf = (text: string): string => plainDigits(text).slice(0, DIGITS_MAX);

/** The network of the digits typed so far; null while there are several, or none. */
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

/** Whether the last digit is the Luhn check digit of those before it. */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return digits.length > 0 && sum % 10 === 0;
}

/** Whether a number is complete: of a length that its network has, with a correct check digit. */
export function isCardNumber(digits: string): boolean {
  const lengths = networkOf(digits)?.lengths ?? [];
  const fits = lengths.length > 0 ? lengths.includes(digits.length) : digits.length >= 12;
  return fits && passesLuhn(digits);
}

/**
 * An expiry date while it is typed: `12 / 30`. A month of one digit is known by what follows it, `1/` or `13`, or by its
 * being above 1; years of four digits become two.
 */
export function typedExpiry(text: string, before: string): string {
  const isErasing = text.length < before.length;
  let digits = plainDigits(text);
  if (/^(?:[2-9]|1[3-9])/.test(digits) || /^\s*[1١۱१１][^\p{Nd}]/u.test(text)) digits = `0${digits}`;
  if (/^\d{2}20\d{2}/.test(digits)) digits = digits.slice(0, 2) + digits.slice(4);
  // Nobody pays with a card of 2020: more follows.
  const length = /^\d{2}20\d$/.test(digits) ? 5 : 4;
  const [month, year] = [digits.slice(0, 2), digits.slice(2, length)];
  if (isErasing && digits.length <= 2) return month;
  return digits.length < 2 ? month : `${month} / ${year}`;
}

/** The month and year of a typed expiry date; null unless it is complete. */
export function expiryOf(text: string): { readonly month: string; readonly year: string } | null {
  const [, month = '', year = ''] = /^(0[1-9]|1[0-2]) \/ (\d{2})$/.exec(text) ?? [];
  return year === '' ? null : { month, year: `20${year}` };
}

/** Whether a card of an expiry date can no longer be used. Cards are valid to the end of their month, in UTC. */
export const isPast = ({ month, year }: { month: string; year: string }, now: Date): boolean =>
  now.getTime() >= Date.UTC(Number(year), Number(month), 1);
