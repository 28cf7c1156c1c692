import { maskedText } from '../foundation/mask-text.ts';

/**
 * The names of secrets in free-form objects, in any case and with or without spaces, hyphens and underscores between
 * their words. `*` stands for any prefix. A value under such a name, at any depth, is always masked.
 */
export const SECRET_NAMES: readonly string[] = [
  '*password',
  '*passwd',
  '*passphrase',
  '*secret',
  '*secrets',
  '*api_key',
  '*secret_key',
  '*private_key',
  '*signing_key',
  '*encryption_key',
  '*shared_key',
  '*hmac_key',
  '*hash_key',
  '*access_key',
  '*auth_key',
  '*account_key',
  '*webhook_key',
  '*certificate_key',
  '*certificate_keys',
  '*access_token',
  '*auth_token',
  '*bearer_token',
  '*refresh_token',
  'certificate',
  'payment_processing_certificate',
  'merchant_certificate',
  'authorization',
  'proxy_authorization',
  'cookie',
  'credentials',
  'token',
];

/**
 * The names of non-secret values in objects of credentials, compared likewise: the scheme, the account, public keys,
 * and content headers.
 */
export const PLAIN_NAMES: readonly string[] = [
  'auth_type',
  'account',
  'merchant_account',
  'publishable_key',
  'accept',
  'accept_language',
];

/** Matches names of a list; between their words there may be spaces, hyphens and underscores, or nothing. */
const matching = (names: readonly string[]) =>
  new RegExp(
    `^(?:${names.map((name) => name.replace('*', '.*').replaceAll('_', '[\\s_-]*')).join('|')})$`,
    'is',
  );

/** Matches the names of secrets: see {@link SECRET_NAMES}. */
export const SECRET_NAME = matching(SECRET_NAMES);
const PLAIN_NAME = matching(PLAIN_NAMES);

/** First two and last two characters, the rest as stars; all stars when there are four or fewer. */
export function maskText(text: string): string {
  const characters = [...text];
  if (characters.length <= 4) return '*'.repeat(characters.length);
  const stars = '*'.repeat(characters.length - 4);
  return characters.slice(0, 2).join('') + stars + characters.slice(-2).join('');
}

const SHOWN_MAX = 4;
const HIDDEN_MIN = 4;
const STARS_MAX = 12;

/** Stars and the last four characters, or fewer to keep at least four hidden. The length of long texts is concealed. */
export function maskToLastFour(text: string): string {
  const characters = [...text];
  const shown = Math.max(0, Math.min(SHOWN_MAX, characters.length - HIDDEN_MIN));
  const stars = Math.min(characters.length - shown, STARS_MAX);
  return '*'.repeat(stars) + characters.slice(characters.length - shown).join('');
}

const isComposite = (value: unknown): value is object => value !== null && typeof value === 'object';

/** A copy of an object or a list with each member changed. */
function mapMembers<T extends object>(value: T, change: (member: unknown, name: string) => unknown): T {
  if (Array.isArray(value)) return value.map((entry) => change(entry, '')) as unknown as T;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member, name)])) as T;
}

/** Masks every string and number; null and booleans disclose nothing. */
function maskWhole(value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'number') return maskText(String(value));
  return isComposite(value) ? mapMembers(value, maskWhole) : value;
}

/**
 * Masks every string of credentials in free-form JSON, except under {@link PLAIN_NAMES}, and numbers with the name of
 * a secret. Names, booleans and other numbers stay.
 */
export function maskStrings(value: unknown): unknown {
  if (typeof value === 'string') return maskText(value);
  if (!isComposite(value)) return value;
  return mapMembers(value, (member, name) => {
    if (SECRET_NAME.test(name)) return maskWhole(member);
    return PLAIN_NAME.test(name) && typeof member === 'string' ? member : maskStrings(member);
  });
}

/** A free-form value with all values masked whose name is a secret's. Idempotent. */
export const maskNamed = (value: unknown): unknown =>
  isComposite(value)
    ? mapMembers(value, (member, name) => (SECRET_NAME.test(name) ? maskWhole(member) : maskNamed(member)))
    : value;

/** Settings of connectors, likewise; texts in the form of a key or card number are also masked. */
export function maskSettings(value: unknown): unknown {
  if (typeof value === 'string') return maskedText(value) === value ? value : maskText(value);
  if (!isComposite(value)) return value;
  return mapMembers(value, (member, name) =>
    SECRET_NAME.test(name) ? maskWhole(member) : maskSettings(member),
  );
}

/** Replaces each text that equals the masked form of the stored value at its path by the stored value. */
export function withStored(stored: unknown, given: unknown): unknown {
  if (typeof given === 'string') {
    const isKept = typeof stored === 'string' || typeof stored === 'number';
    return isKept && given === maskText(String(stored)) ? stored : given;
  }
  if (!isComposite(given) || !isComposite(stored)) return given;
  if (Array.isArray(given)) return given.map((entry, i) => withStored((stored as unknown[])[i], entry));
  return mapMembers(given, (member, name) =>
    Object.hasOwn(stored, name) ? withStored((stored as Record<string, unknown>)[name], member) : member,
  );
}

/**
 * A change of a free-form value with masked secrets replaced by the stored secrets: clients only see masked secrets
 * and send them back with their changes.
 */
export function withStoredSecrets(stored: unknown, given: unknown): unknown {
  if (!isComposite(given) || !isComposite(stored)) return given;
  if (Array.isArray(given))
    return given.map((entry, i) => withStoredSecrets((stored as unknown[])[i], entry));
  return mapMembers(given, (member, name) => {
    if (!Object.hasOwn(stored, name)) return member;
    const before = (stored as Record<string, unknown>)[name];
    return SECRET_NAME.test(name) ? withStored(before, member) : withStoredSecrets(before, member);
  });
}

/** Whether a change of credentials repeats the masked form of a stored secret. */
export function repeatsMask(stored: unknown, given: unknown): boolean {
  const kept = withStored(stored, given);
  return kept !== given && JSON.stringify(kept) !== JSON.stringify(given);
}
