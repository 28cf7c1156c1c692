import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** The location of an encrypted value. It is authenticated, so ciphertext copied elsewhere fails to decrypt. */
export interface ColumnAad {
  table: string;
  column: string;
  /** The row's primary key in order. */
  key: readonly string[];
}

/** Encrypts values as JSON for storage in a column. */
export interface ColumnEncryption {
  /** Identifiers of the configured keys, the current key first. Each ciphertext carries its key's identifier. */
  readonly keyIds: readonly string[];
  encrypt(value: unknown, aad: ColumnAad): Buffer;
  /** @throws {Error} if the ciphertext is malformed, its key is not configured, or it belongs elsewhere. */
  decrypt(ciphertext: Uint8Array, aad: ColumnAad): unknown;
  /**
   * Keyed digests of a text, one per key, the current key's first. They allow comparing texts for equality without
   * revealing even easily guessed ones.
   */
  digests(text: string): readonly string[];
}

const VERSION = 1;
const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + KEY_ID_BYTES;

const aadBytes = (aad: ColumnAad) => Buffer.from(JSON.stringify([aad.table, aad.column, ...aad.key]));

/** Identifies the key within each ciphertext, which makes key rotation possible. */
const keyId = (key: Buffer) =>
  createHash('sha256').update('switchyard key id').update(key).digest().subarray(0, KEY_ID_BYTES);

/**
 * AES-256-GCM. A stored value is `version (1) · key id (4) · nonce (12) · ciphertext · tag (16)`, in bytes.
 *
 * The first key encrypts; the others only decrypt. Nonces are random: at 96 bits, a key is safe for 2^32 values.
 */
export function aesColumnEncryption(keys: readonly Buffer[]): ColumnEncryption {
  if (keys.length === 0) throw new Error('An encryption key is required.');
  if (keys.some((key) => key.length !== 32)) throw new Error('An encryption key must have 32 bytes.');
  const byId = new Map(keys.map((key) => [keyId(key).toString('hex'), createSecretKey(key)]));
  const current = createSecretKey(keys[0]!);
  const header = Buffer.concat([Buffer.from([VERSION]), keyId(keys[0]!)]);

  // Given as bytes, the key object would be created again for each digest.
  const digestKeys = keys.map((key) =>
    createSecretKey(createHmac('sha256', key).update('switchyard digest key').digest()),
  );

  return {
    keyIds: [...byId.keys()],
    digests: (text) => digestKeys.map((key) => createHmac('sha256', key).update(text).digest('base64url')),

    encrypt(value, aad) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', current, nonce);
      cipher.setAAD(aadBytes(aad));
      const ciphertext = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
      return Buffer.concat([header, nonce, ciphertext, cipher.getAuthTag()]);
    },

    decrypt(stored, aad) {
      const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
      if (bytes[0] !== VERSION || bytes.length < HEADER_BYTES + NONCE_BYTES + TAG_BYTES) {
        throw new Error(`${aad.table}.${aad.column} does not hold an encrypted value.`);
      }
      const key = byId.get(bytes.subarray(1, HEADER_BYTES).toString('hex'));
      if (!key) throw new Error(`${aad.table}.${aad.column} is encrypted with a key that is not configured.`);
      const nonceEnd = HEADER_BYTES + NONCE_BYTES;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(HEADER_BYTES, nonceEnd));
      decipher.setAAD(aadBytes(aad));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      const plaintext = Buffer.concat([
        decipher.update(bytes.subarray(nonceEnd, -TAG_BYTES)),
        decipher.final(),
      ]);
      return JSON.parse(plaintext.toString('utf8'));
    },
  };
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares secrets in constant time. Hashing first gives both the same length. */
export function isSameSecret(presented: string, expected: string): boolean {
  return timingSafeEqual(digest(presented), digest(expected));
}
