import { maskedText } from '../foundation/mask-text.ts';

/** Stands for a value that may be secret or personal. */
export const CONCEALED = '•••';

/** Words with a run of digits that may be the number of a card or an account. */
const longNumbers = /\w*\d{11,}\w*/g;
const addresses = /[^\s@"'<>]+@[^\s@"'<>]+/g;
const NUMBER_MAX = 99_999_999_999;
/** The longest text that is kept, in characters. */
export const LOGGED_TEXT_MAX = 500;

/** A text without keys, secrets, and numbers of cards and accounts. */
export const withoutSecrets = (text: string): string => maskedText(text.replaceAll(longNumbers, CONCEALED));

/** A text with the names that a client chose in it, such as variables of a document: one with several digits may be a secret. */
export const withPlainNames = (text: string): string =>
  withoutSecrets(text.replaceAll(/\w+/g, (name) => (/(\d\D*){4}/.test(name) ? CONCEALED : name)));

/** An identifier or a word of a set: nothing that has spaces, and no number of a card or an account. */
export const figure = (value: string | number | boolean): string => {
  const text = String(value);
  return /^[\w.:+[\]-]{0,64}$/.test(text) ? withoutSecrets(text) : CONCEALED;
};

/** An amount or another number that is too small for one of a card or an account, also as a text. */
export function number(value: string | number | boolean): unknown {
  const isNumber = typeof value === 'number' || /^-?\d+$/.test(String(value));
  return isNumber && Math.abs(Number(value)) <= NUMBER_MAX ? value : CONCEALED;
}

/** A message of the service's or a vendor's, masked: it says why something failed. */
export const message = (value: string | number | boolean): string =>
  withoutSecrets(String(value).replaceAll(addresses, CONCEALED)).slice(0, LOGGED_TEXT_MAX);
