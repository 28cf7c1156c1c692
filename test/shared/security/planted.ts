/** Every planted number starts with these digits, every word with this word: the search looks for them. */
const DIGITS = '42429988';
const WORD = 'qzxsecret';
/** The card verification code. Too short for a prefix: the search looks for all of it. */
export const CVC = '9713';
/** A one-time BLIK code, likewise. */
export const BLIK_CODE = '917358';
/** The PIN of a gift card, likewise. */
export const GIFT_CARD_PIN = '91735826';

let count = 0;
const next = (length: number) => {
  count += 1;
  return String(count).padStart(length, '0').slice(-length);
};

function luhnDigit(number: string): number {
  const sum = [...number]
    .reverse()
    .map((digit, i) => (i % 2 === 0 ? Number(digit) * 2 : Number(digit)))
    .reduce((total, digit) => total + (digit > 9 ? digit - 9 : digit), 0);
  return (10 - (sum % 10)) % 10;
}

/** A card number of 16 digits that no other call returns. */
export function cardNumber(): string {
  const number = `${DIGITS}${next(7)}`;
  return `${number}${luhnDigit(number)}`;
}

/** A cryptogram of 3-D Secure: 20 bytes in base64. */
export const cavv = (): string => `${word().padEnd(27, 'A')}=`;

/** A German account number with a valid checksum. */
export function iban(): string {
  const account = `${DIGITS}${next(10)}`;
  return `DE${String(98n - (BigInt(`${account}131400`) % 97n)).padStart(2, '0')}${account}`;
}

export const accountNumber = (length: number): string =>
  `${DIGITS}${length > DIGITS.length ? next(length - DIGITS.length) : ''}`;

/** A CNPJ with valid check digits. */
export function taxNumber(): string {
  const digitAfter = (digits: string) => {
    const sum = [...digits].reverse().reduce((total, digit, i) => total + Number(digit) * (2 + (i % 8)), 0);
    return sum % 11 < 2 ? 0 : 11 - (sum % 11);
  };
  const base = `${DIGITS}${next(4)}`;
  const first = `${base}${digitAfter(base)}`;
  return `${first}${digitAfter(first)}`;
}

/** A text of letters and digits. */
export const word = (): string => `${WORD}${next(6)}`;

/** A key or secret in the format of such services, including this one. */
export function key(): string {
  const prefixes = ['sk_test_', 'sk_live_', 'pk_live_', 'epk_', 'whsec_', 'pay_1_secret_', 'tok_'];
  return `${prefixes[count % prefixes.length]}${word()}`;
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\%]/g, '\\$&');
const hex = (text: string) => Buffer.from(text).toString('hex');
/** The part of a text's base64 that does not depend on its continuation, at each of the three possible offsets. */
const base64 = (text: string) =>
  [0, 1, 2].map((offset) => {
    const encoded = Buffer.from('\0'.repeat(offset) + text).toString('base64');
    const whole = encoded.slice(0, Math.floor(((offset + text.length) * 8) / 6));
    return whole.slice(Math.ceil((offset * 8) / 6));
  });
const percent = (text: string) => [...text].map((one) => `%${hex(one)}`).join('');

/** Finds planted values: in clear, in groups of digits, in base64, in hexadecimal, or percent-encoded. */
const traces = new RegExp(
  [
    `${DIGITS.slice(0, 4)}[ \\-]?${DIGITS.slice(4)}[\\d \\-]*`,
    `${WORD}\\d*`,
    ...[DIGITS, WORD].flatMap((text) => [hex(text), percent(text), ...base64(text)].map(escaped)),
    `(?<![\\w.-])(?:${CVC}|${BLIK_CODE}|${GIFT_CARD_PIN})(?![\\w.-])`,
  ].join('|'),
  'gi',
);

/** The traces of planted values in a text. Numbers come without group separators. */
export const tracesIn = (text: string): string[] =>
  [...new Set(text.match(traces) ?? [])].map((found) =>
    /^[\d -]+$/.test(found) ? found.replaceAll(/[ -]/g, '') : found,
  );
