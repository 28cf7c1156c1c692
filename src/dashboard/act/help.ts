import { asWords } from '../data/words.ts';
import type { DescribedField } from './described.ts';

/** The help of fields whose schema description addresses API clients. */
const said: Readonly<Record<string, string>> = {
  authenticationType:
    'Whether the customer confirms the payment with their bank. Without 3-D Secure by default.',
  captureMethod:
    'When the money is collected: at once (automatic, or sequential automatic in two steps), or when you capture it on ' +
    'the payment’s page, once (manual) or in several parts. Automatic by default.',
  statementDescriptorSuffix: 'The text after the shop’s name on the customer’s bank statement.',
  payoutMethodData: 'Where the money goes: a card, a bank account or a wallet.',
  payoutLink: 'A page where the recipient enters and confirms the destination.',
  enabledPaymentMethods:
    'Payment methods to offer: cards, bank debits and bank transfers (ACH, BACS, BECS, SEPA); without types, all types of ' +
    'a method. By default, cards and the bank debits of the connector accounts.',
  columns: 'Column names as in exports, separated by commas; empty for the default columns.',
  profileId:
    'Business profile whose webhook endpoints receive an event for each report; empty for no events.',
  redirectToMerchantWithHttpPost: 'Whether the customer returns with a form POST instead of URL parameters.',
  isClearPanRetriesEnabled:
    'Whether a failed charge of a connector’s token is retried once at the same account with the saved card’s number, ' +
    'if its error mapping says so. It needs no automatic retries and does not count as one.',
};

/** The form's words for the API's null and booleans. */
const otherwise: readonly (readonly [named: RegExp, said: string])[] = [
  [/\bnull counts as true\b/g, 'yes unless it is switched off'],
  [/\b(if )(?:set to )?null\b/g, '$1empty'],
  [/\bNull\b/g, 'Empty'],
  [/\bnull\b/g, 'empty'],
  [/\btrue\b/g, 'yes'],
  [/\bfalse\b/g, 'no'],
];

const sentences = /(?<=\.)\s+(?=[A-Z])/;

/**
 * A field's schema description for people who fill in a form: with the form's names for values and fields, and without
 * sentences about requests. JSON keeps the API's names.
 */
export function helpOf({ about, kind, name, options = [] }: DescribedField): string {
  const wording = said[name];
  if (wording) return wording;
  if (kind === 'json') return about.replaceAll('`', '');
  const plain = about
    .split(sentences)
    .filter((sentence) => !/\bREST\b/.test(sentence))
    .join(' ')
    .replace(/`([^`]+)`/g, (_, code: string) => {
      if (options.includes(code)) return `“${asWords(code)}”`;
      return /^[a-z]+(_[a-z]+)+$/.test(code)
        ? asWords(code).replace(/^[A-Z](?=[a-z])/, (one) => one.toLowerCase())
        : code;
    });
  return otherwise.reduce((text, [named, instead]) => text.replace(named, instead), plain);
}
