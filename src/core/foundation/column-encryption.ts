import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  randomBytes,
} from 'node:crypto';

/** Where a sealed value lives. It is authenticated with the value: ciphertext moved elsewhere does not open. */
export interface ColumnAad {
  table: string;
  column: string;
  /** The row's primary key in order. */
  key: readonly string[];
}

/** Encrypts and decrypts the sealed columns. */
export interface ColumnEncryption {
  encrypt(value: unknown, place: ColumnAad): Buffer;
  decrypt(box: Uint8Array, place: ColumnAad): unknown;
  /**
   * Keyed digests of a text, one a key, the current one's first: they tell whether two texts are the same
   * and nothing else, even where the text could be guessed.
   */
  digests(text: string): readonly string[];
}

const VERSION = 1;
const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + KEY_ID_BYTES;

const aadBytes = (place: ColumnAad) => Buffer.from(JSON.stringify([place.table, place.column, ...place.key]));

/** A short name for a key, so that a box says which key seals it and keys can be exchanged one by one. */
const keyId = (key: Buffer) =>
  createHash('sha256').update('switchyard key id').update(key).digest().subarray(0, KEY_ID_BYTES);

/**
 * A encryption of AES-256-GCM. A box is `version (1) · key id (4) · nonce (12) · ciphertext · tag (16)`.
 *
 * The first key seals; the others only open what they once sealed. A nonce is random: with 96 bits, a key
 * may seal 2^32 values before a repeat is worth a thought.
 */
export function aesColumnEncryption(keys: readonly Buffer[]): ColumnEncryption {
  if (keys.length === 0) throw new Error('A encryption needs a key.');
  if (keys.some((key) => key.length !== 32)) throw new Error('An encryption key is 32 bytes.');
  const byId = new Map(keys.map((key) => [keyId(key).toString('hex'), createSecretKey(key)]));
  const current = createSecretKey(keys[0]!);
  const header = Buffer.concat([Buffer.from([VERSION]), keyId(keys[0]!)]);

  const digestKeys = keys.map((key) => createHmac('sha256', key).update('switchyard digest key').digest());

  return {
    digests: (text) => digestKeys.map((key) => createHmac('sha256', key).update(text).digest('base64url')),

    encrypt(value, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', current, nonce);
      cipher.setAAD(aadBytes(place));
      const sealed = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
      return Buffer.concat([header, nonce, sealed, cipher.getAuthTag()]);
    },

    decrypt(box, place) {
      const bytes = Buffer.from(box.buffer, box.byteOffset, box.byteLength);
      if (bytes[0] !== VERSION || bytes.length < HEADER_BYTES + NONCE_BYTES + TAG_BYTES) {
        throw new Error(`${place.table}.${place.column} does not hold a sealed value.`);
      }
      const key = byId.get(bytes.subarray(1, HEADER_BYTES).toString('hex'));
      if (!key)
        throw new Error(`${place.table}.${place.column} is sealed with a key that is not configured.`);
      const nonceEnd = HEADER_BYTES + NONCE_BYTES;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(HEADER_BYTES, nonceEnd));
      decipher.setAAD(aadBytes(place));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      const opened = Buffer.concat([decipher.update(bytes.subarray(nonceEnd, -TAG_BYTES)), decipher.final()]);
      return JSON.parse(opened.toString('utf8'));
    },
  };
}
