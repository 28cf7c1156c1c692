import type { ListKind } from '../data/schema-types.ts';
import { asWords } from '../data/words.ts';

/** How a person writes the values of each kind of list. */
export const listKinds: Readonly<Record<ListKind, string>> = {
  bin: 'The first 6 to 8 digits of card numbers, such as 42424242',
  card_fingerprint: 'Fingerprints of cards, as payments show them',
  email: 'Email addresses',
  email_domain: 'Domains, such as example.com',
  ip_address: 'IP addresses, version 4 or 6',
  country: 'Two-letter codes, such as DE',
  customer: 'Identifiers of customers',
  phone: 'Phone numbers without the calling code',
};

/** A kind of list, as people read it. */
export const listKindName = (kind: string): string => (kind === 'bin' ? 'BIN' : asWords(kind));

/** Lifetimes of list entries to choose from, in seconds; the empty value is for ever. */
export const entryLifetimes: readonly { readonly value: string; readonly label: string }[] = [
  { value: '', label: 'Never' },
  ...[1, 7, 30, 90, 365].map((days) => ({
    value: String(days * 86_400),
    label: days === 1 ? 'In 1 day' : `In ${days} days`,
  })),
];
