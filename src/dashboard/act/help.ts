import { asWords } from '../data/words.ts';
import type { DescribedField } from './described.ts';

/** The help of fields whose description in the schema is for those who call the API. */
const said: Readonly<Record<string, string>> = {
  authenticationType:
    'Whether the customer confirms the payment with their bank. No 3-D Secure unless you choose it.',
  captureMethod:
    'When the money is taken: at once (automatic; sequential automatic does so in two steps), or when you capture it on ' +
    'the page of the payment, in one part (manual) or several. Automatic unless you choose another.',
  statementDescriptorSuffix: 'The text after the shop’s name on the customer’s bank statement.',
  payoutMethodData: 'Where the money goes: a card, a bank account or a wallet.',
  payoutLink: 'A page on which the recipient enters the destination and confirms it.',
  enabledPaymentMethods:
    'Payment methods to offer: cards, and debits and transfers of banks (ACH, BACS, BECS, SEPA); without types all of a ' +
    'kind. Unless given, cards and the bank debits that connector accounts take.',
  columns: 'Columns by their names in exports, separated by commas; empty for the usual ones.',
  profileId: 'Business profile whose webhook endpoints receive an event for each report; empty for none.',
  redirectToMerchantWithHttpPost:
    'Whether the customer returns by a posted form in place of an address with parameters.',
  isClearPanRetriesEnabled:
    'Whether a charge of a saved card by the connector’s token that fails is tried again at the same account with the ' +
    'card’s number, once, when the mapping of its error says so. It counts as no automatic retry, and needs none.',
};

/** The API's values of an empty field and of a box that is not ticked. */
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
 * The schema's description of a field for the people who fill in a form: values and other fields have the form's names, and
 * nothing is said of requests. JSON keeps the API's names.
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
