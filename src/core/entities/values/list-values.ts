import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import type { ColumnEncryption } from '../../foundation/cryptography.ts';
import { isIdentifier } from '../../foundation/ids.ts';
import { formats } from '../../model/formats.ts';
import type { ValueOf } from '../../model/index.ts';
import type { ListKind } from '../value-list.ts';

/** The identifier and the name of the built-in list with the entries of the blocklist. */
export const BLOCKLIST = 'blocklist';

export type ListKindName = ValueOf<typeof ListKind>;

/** How the values of a kind are read. */
interface ValueKind {
  /** Completes the sentence "… must be". */
  readonly hint: string;
  /** The form in which values are compared; null for an invalid value. */
  readonly normalize: (text: string) => string | null;
  /** Whether its values are personal data, which lists show as a masked hint. */
  readonly personal?: true;
  /** For a kind that combines others: the kind of a value. */
  readonly each?: (value: string) => ListKindName;
}

const matched = (pattern: RegExp) => (text: string) => (pattern.test(text) ? text : null);

/** An IP address in its canonical form; an IPv4 address within an IPv6 address is the IPv4 address. */
export function canonicalAddress(text: string): string | null {
  const version = isIP(text);
  if (version === 4) return text;
  if (version !== 6 || text.includes('%')) return null;
  const address = new URL(`http://[${text}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(address);
  if (!mapped) return address;
  const [high, low] = [Number.parseInt(mapped[1]!, 16), Number.parseInt(mapped[2]!, 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function canonicalDomain(text: string): string | null {
  const name = domainToASCII(text.replace(/^@/, '').replace(/\.$/, '').toLowerCase());
  return name.length <= 253 && /^([a-z\d_-]{1,63}\.)+[a-z\d-]{2,63}$/.test(name) ? name : null;
}

/** The fingerprint of a card, which a card number never is. */
const fingerprint = (text: string) => (/^[\w-]{8,64}$/.test(text) && /[^\d-]/.test(text) ? text : null);

/** The kinds of values. A new kind says how its values are compared. */
export const listKinds: { readonly [K in ListKindName]: ValueKind } = {
  card: {
    hint: 'the first 6 or 8 digits of card numbers, or the fingerprint of a card, as payments show it',
    normalize: (text) => (/^(\d{6}|\d{8})$/.test(text) ? text : fingerprint(text)),
    each: (value) => (/^\d+$/.test(value) ? 'bin' : 'card_fingerprint'),
  },
  bin: { hint: 'the first 6 to 8 digits of card numbers', normalize: matched(/^\d{6,8}$/) },
  card_fingerprint: {
    hint: 'the fingerprint of a card, as payments show it',
    normalize: fingerprint,
    personal: true,
  },
  email: {
    hint: formats.email.hint,
    normalize: (text) => (formats.email.check(text) ? text.toLowerCase() : null),
    personal: true,
  },
  email_domain: { hint: 'a domain, such as example.com', normalize: canonicalDomain },
  ip_address: { hint: 'an IP address', normalize: canonicalAddress, personal: true },
  country: {
    hint: formats.country.hint,
    normalize: (text) => (formats.country.check(text.toUpperCase()) ? text.toUpperCase() : null),
  },
  customer: {
    hint: 'the identifier of a customer',
    normalize: (text) => (isIdentifier(text) ? text : null),
    personal: true,
  },
  phone: {
    hint: 'a phone number of 4 to 15 digits, without the calling code',
    normalize: (text) => {
      const digits = text.replace(/[\s()./-]/g, '');
      return /^\d{4,15}$/.test(digits) ? digits : null;
    },
    personal: true,
  },
};

/** The kind of a value in a list of a kind: another than the list's if that combines several. */
export const kindOfValue = (listKind: ListKindName, value: string): ListKindName =>
  listKinds[listKind].each?.(value) ?? listKind;

/** The kinds of values that a list of a kind has. */
const combined: { readonly [K in ListKindName]?: readonly ListKindName[] } = {
  card: ['bin', 'card_fingerprint'],
};

/** Whether a list of a kind has values of a kind. */
export const fitsList = (listKind: ListKindName, kind: ListKindName | undefined): boolean =>
  kind !== undefined && (combined[listKind] ?? [listKind]).includes(kind);

/** The keyed digests of a normalized value, by the current encryption key, then by the keys that are rotated out. */
export const listDigests = (
  encryption: Pick<ColumnEncryption, 'digests'>,
  merchantId: string,
  kind: ListKindName,
  value: string,
): readonly string[] =>
  encryption.digests(JSON.stringify(['list', merchantId, kindOfValue(kind, value), value]));

/** The digests of a text as a value of every kind that it may be: it is found however it is written, in lists of any kind. */
export const digestsOfAnyKind = (
  encryption: Pick<ColumnEncryption, 'digests'>,
  merchantId: string,
  text: string,
): readonly string[] =>
  (Object.keys(listKinds) as ListKindName[]).flatMap((kind) => {
    const value = listKinds[kind].normalize(text.trim());
    return value === null ? [] : listDigests(encryption, merchantId, kind, value);
  });
