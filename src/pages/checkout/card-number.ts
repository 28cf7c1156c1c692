import creditCardType from 'credit-card-type';

/** A card network as far as a typed number tells it. */
export interface TypedNetwork {
  /** As connectors are configured: `Visa`. */
  readonly name: string;
  readonly gaps: readonly number[];
  readonly lengths: readonly number[];
  readonly codeLength: number;
}

const DIGITS_MAX = 19;

export const digitsOf = (text: string): string => text.replace(/\D/g, '').slice(0, DIGITS_MAX);

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
 * An expiry date while it is typed: `12 / 30`. A first digit above 1 is the month itself; pasted years of four digits
 * become two.
 */
export function typedExpiry(text: string, before: string): string {
  const isErasing = text.length < before.length;
  let digits = text.replace(/\D/g, '');
  if (/^[2-9]/.test(digits)) digits = `0${digits}`;
  if (/^\d{2}20\d{2}/.test(digits)) digits = digits.slice(0, 2) + digits.slice(4);
  const [month, year] = [digits.slice(0, 2), digits.slice(2, 4)];
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
