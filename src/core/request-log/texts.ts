import { maskedText } from '../foundation/mask-text.ts';

/** Stands for a value that may be secret or personal. */
export const CONCEALED = '•••';

/** Words with enough digits for a card or account number. */
const longNumbers = /\w*\d{11,}\w*/g;
const addresses = /[^\s@"'<>]+@[^\s@"'<>]+/g;
const NUMBER_MAX = 99_999_999_999;
/** Maximum length of a stored text, in characters. */
export const LOGGED_TEXT_MAX = 500;

/** A text without keys, secrets, and numbers of cards and accounts. */
export const withoutSecrets = (text: string): string => maskedText(text.replaceAll(longNumbers, CONCEALED));

/** A text with names that a client chose, such as a document's variables: a name with several digits may be a secret. */
export const withPlainNames = (text: string): string =>
  withoutSecrets(text.replaceAll(/\w+/g, (name) => (/(\d\D*){4}/.test(name) ? CONCEALED : name)));

/** An identifier or an enumeration value: without spaces, and not a card or account number. */
export const figure = (value: string | number | boolean): string => {
  const text = String(value);
  return /^[\w.:+[\]-]{0,64}$/.test(text) ? withoutSecrets(text) : CONCEALED;
};

/** An amount or another number too short for a card or account number, also as a text. */
export function number(value: string | number | boolean): unknown {
  const isNumber = typeof value === 'number' || /^-?\d+$/.test(String(value));
  return isNumber && Math.abs(Number(value)) <= NUMBER_MAX ? value : CONCEALED;
}

/** A failure message of the service or a vendor, masked. */
export const message = (value: string | number | boolean): string =>
  withoutSecrets(String(value).replaceAll(addresses, CONCEALED)).slice(0, LOGGED_TEXT_MAX);
