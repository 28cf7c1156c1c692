import type { ListedFact, ListKind } from '../data/schema-types.ts';
import { asWords } from '../data/words.ts';

/** How a person writes the values of each kind of list. */
export const listKinds: Readonly<Record<ListKind, string>> = {
  card: 'The first 6 or 8 digits of card numbers, or fingerprints of cards, as payments show them',
  bin: 'The first 6 to 8 digits of card numbers, such as 42424242',
  card_fingerprint: 'Fingerprints of cards, as payments show them',
  email: 'Email addresses',
  email_domain: 'Domains, such as example.com',
  ip_address: 'IP addresses, version 4 or 6',
  country: 'Two-letter codes, such as DE',
  customer: 'Identifiers of customers',
  phone: 'Phone numbers without the calling code',
};

/** The identifier of the built-in list. */
export const BLOCKLIST = 'blocklist';

/** A kind of list, as people read it. */
export const listKindName = (kind: string): string => (kind === 'bin' ? 'BIN' : asWords(kind));

const fact = (value: ListedFact, label: string) => ({ value, label });

/** The facts of a payment that lists of each kind may have, the usual one first. */
export const listedFacts: Readonly<
  Record<ListKind, readonly { readonly value: ListedFact; readonly label: string }[]>
> = {
  card: [fact('card_fingerprint', 'Card'), fact('card_isin', 'BIN')],
  bin: [fact('card_isin', 'BIN')],
  card_fingerprint: [fact('card_fingerprint', 'Card')],
  email: [fact('email', 'Email')],
  email_domain: [fact('email_domain', 'Email domain')],
  ip_address: [fact('ip_address', 'IP address')],
  country: [
    fact('country', 'Billing country'),
    fact('shipping_country', 'Shipping country'),
    fact('card_issuing_country', 'Issuer country'),
    fact('ip_country', 'Country of the IP address'),
  ],
  customer: [fact('customer_id', 'Customer')],
  phone: [fact('phone', 'Phone number')],
};

/** Whether a list of a kind has values of a kind. */
export const fitsKind = (listKind: ListKind, kind: ListKind): boolean =>
  listKind === kind || (listKind === 'card' && (kind === 'bin' || kind === 'card_fingerprint'));

/** Lifetimes of list entries to choose from, in seconds; the empty value is for ever. */
export const entryLifetimes: readonly { readonly value: string; readonly label: string }[] = [
  { value: '', label: 'Never' },
  ...[1, 7, 30, 90, 365].map((days) => ({
    value: String(days * 86_400),
    label: days === 1 ? 'In 1 day' : `In ${days} days`,
  })),
];
