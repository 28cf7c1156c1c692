import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { deflateJson, inflateJson } from './packed-text.ts';
import { urlPath } from './url-path.ts';

/** The location of an encrypted value. It is authenticated, so ciphertext copied elsewhere fails to decrypt. */
export interface ColumnAad {
  table: string;
  column: string;
  /** The row's primary key in order. */
  key: readonly string[];
}

/** Encrypts values as JSON for storage in a column. */
export interface ColumnEncryption {
  /** Identifiers of the data keys, the current key first. Each ciphertext carries its key's identifier. */
  readonly keyIds: readonly string[];
  encrypt(value: unknown, aad: ColumnAad): Buffer;
  /** @throws {Error} if the ciphertext is malformed, its key is not known, or it belongs elsewhere. */
  decrypt(ciphertext: Uint8Array, aad: ColumnAad): unknown;
  /**
   * Keyed digests of a text, one per key, the current key's first. They allow comparing texts for equality without
   * revealing even easily guessed ones.
   */
  digests(text: string): readonly string[];
}

/** The same, with access to the keys from which other secrets are derived. */
export interface KeyedEncryption extends ColumnEncryption {
  /**
   * Secrets of 32 bytes for another purpose, one per key in their order. A purpose's secret reveals nothing about the
   * key.
   */
  derived(purpose: string): Buffer[];
  /** Replaces the keys, the current key first. Work under way continues with the old or new keys. */
  replaceKeys(keys: readonly Buffer[]): void;
}

/** The first byte of a stored value: whether its plaintext is JSON, or deflated JSON. */
const [PLAIN, DEFLATED] = [1, 2];
/** Range of JSON lengths that are deflated: shorter JSON hardly shrinks, and longer JSON would block the process. */
const [DEFLATED_FROM, DEFLATED_TO] = [256, 65_536];
const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + KEY_ID_BYTES;

const aadBytes = (aad: ColumnAad) => Buffer.from(JSON.stringify([aad.table, aad.column, ...aad.key]));

/** The length of a key. */
export const DATA_KEY_BYTES = 32;

/** Identifies the key within each ciphertext, which makes key rotation possible: 4 bytes in hexadecimal. */
export const keyId = (key: Buffer): string =>
  createHash('sha256').update('switchyard key id').update(key).digest().toString('hex', 0, KEY_ID_BYTES);

/** Keys in the forms used, the current key first. */
interface PreparedKeys {
  readonly byId: ReadonlyMap<string, KeyObject>;
  readonly ids: readonly string[];
  /** The current key's identifier. */
  readonly keyIdBytes: Buffer;
  readonly digestKeys: readonly KeyObject[];
}

function prepare(keys: readonly Buffer[]): PreparedKeys {
  if (keys.length === 0) throw new Error('An encryption key is required.');
  if (keys.some((key) => key.length !== DATA_KEY_BYTES))
    throw new Error(`An encryption key must have ${DATA_KEY_BYTES} bytes.`);
  const byId = new Map(keys.map((key) => [keyId(key), createSecretKey(key)]));
  // With bytes, the key object would be created again for each digest.
  const digestKeys = keys.map((key) =>
    createSecretKey(createHmac('sha256', key).update('switchyard digest key').digest()),
  );
  return { byId, ids: [...byId.keys()], keyIdBytes: Buffer.from(keyId(keys[0]!), 'hex'), digestKeys };
}

/**
 * AES-256-GCM. A stored value is `version (1) · key id (4) · nonce (12) · ciphertext · tag (16)`, in bytes. The
 * version tells whether its JSON was deflated before encryption.
 *
 * The first key encrypts; the others only decrypt. Nonces are random: at 96 bits, a key is safe for 2^32 values.
 */
export function aesColumnEncryption(keys: readonly Buffer[]): KeyedEncryption {
  let known = prepare(keys);
  return {
    get keyIds() {
      return known.ids;
    },
    digests: (text) =>
      known.digestKeys.map((key) => createHmac('sha256', key).update(text).digest('base64url')),
    derived: (purpose) =>
      [...known.byId.values()].map((key) =>
        Buffer.from(hkdfSync('sha256', key, '', purpose, DATA_KEY_BYTES)),
      ),
    replaceKeys: (others) => {
      known = prepare(others);
    },

    encrypt(value, aad) {
      const { byId, ids, keyIdBytes } = known;
      const json = JSON.stringify(value);
      const isDeflated = json.length >= DEFLATED_FROM && json.length <= DEFLATED_TO;
      const plaintext = isDeflated ? deflateJson(json) : Buffer.from(json);
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', byId.get(ids[0]!)!, nonce);
      cipher.setAAD(aadBytes(aad));
      const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
      const version = Buffer.from([isDeflated ? DEFLATED : PLAIN]);
      return Buffer.concat([version, keyIdBytes, nonce, ciphertext, cipher.getAuthTag()]);
    },

    decrypt(stored, aad) {
      const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
      const isKnown = bytes[0] === PLAIN || bytes[0] === DEFLATED;
      if (!isKnown || bytes.length < HEADER_BYTES + NONCE_BYTES + TAG_BYTES) {
        throw new Error(`${aad.table}.${aad.column} does not hold an encrypted value.`);
      }
      const key = known.byId.get(bytes.toString('hex', 1, HEADER_BYTES));
      if (!key) throw new Error(`${aad.table}.${aad.column} is encrypted with an unknown key.`);
      const nonceEnd = HEADER_BYTES + NONCE_BYTES;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(HEADER_BYTES, nonceEnd));
      decipher.setAAD(aadBytes(aad));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      const plaintext = Buffer.concat([
        decipher.update(bytes.subarray(nonceEnd, -TAG_BYTES)),
        decipher.final(),
      ]);
      return JSON.parse(bytes[0] === DEFLATED ? inflateJson(plaintext) : plaintext.toString('utf8'));
    },
  };
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares secrets in constant time. Hashing first gives both the same length. */
export function isSameSecret(presented: string, expected: string): boolean {
  return timingSafeEqual(digest(presented), digest(expected));
}

/** The ports needed to build the addresses of pages. */
interface AddressPorts {
  readonly encryption: Pick<ColumnEncryption, 'digests'>;
  readonly pagesUrl: () => string;
}

/** The token under each encryption key, the current key's first: an address stays valid after a key rotation. */
const tokensOf = (
  { encryption }: Pick<AddressPorts, 'encryption'>,
  page: string,
  merchantId: string,
  objectId: string,
): readonly string[] => encryption.digests(JSON.stringify([page, merchantId, objectId]));

/**
 * The unguessable address of a page about a merchant's object: it ends with a token derived from the page, the
 * merchant and the object.
 */
export function tokenAddress(
  ports: AddressPorts,
  page: string,
  merchantId: string,
  objectId: string,
): string {
  const [token] = tokensOf(ports, page, merchantId, objectId);
  return ports.pagesUrl() + urlPath`/${page}/${merchantId}/${objectId}/${token!}`;
}

/** Whether a token belongs to an address built by {@link tokenAddress}. */
export const isAddressToken = (
  ports: Pick<AddressPorts, 'encryption'>,
  page: string,
  merchantId: string,
  objectId: string,
  presented: string,
): boolean => tokensOf(ports, page, merchantId, objectId).some((token) => isSameSecret(presented, token));
