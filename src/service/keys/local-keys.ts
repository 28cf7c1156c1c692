import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { keyId } from '../../core/foundation/cryptography.ts';
import {
  contextBytes,
  type KeyContext,
  type KeyEncryptingKey,
  KeyError,
} from '../../core/foundation/ports/key-encrypting-key.ts';

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const PURPOSE = 'switchyard key-encrypting key';

/**
 * A key-encrypting key in this process, of 32 bytes. It wraps by AES-256-GCM under a key derived from it, so that a key
 * that once encrypted values serves as well. A wrapped key is Base64 of `version (1) · nonce (12) · ciphertext · tag (16)`,
 * in bytes.
 */
export function localKey(secret: Buffer): KeyEncryptingKey {
  const id = `local:${keyId(secret)}`;
  const key = Buffer.from(hkdfSync('sha256', secret, '', PURPOSE, KEY_BYTES));
  return {
    id,
    opens: (kek) => kek === id,
    wrap: async (plaintext, context) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      cipher.setAAD(contextBytes(context));
      const parts = [Buffer.from([VERSION]), nonce, cipher.update(plaintext), cipher.final()];
      return { wrapped: Buffer.concat([...parts, cipher.getAuthTag()]).toString('base64'), kek: id };
    },
    unwrap: async ({ kek, wrapped }, context) => {
      if (wrapped === null && kek === id) return secret;
      try {
        return decrypt(key, Buffer.from(wrapped ?? '', 'base64'), context);
      } catch {
        throw new KeyError(`${id} did not wrap it: the row of encryption_keys was changed.`);
      }
    },
  };
}

function decrypt(key: Buffer, bytes: Buffer, context: KeyContext): Buffer {
  if (bytes[0] !== VERSION || bytes.length <= 1 + NONCE_BYTES + TAG_BYTES) throw new Error('malformed');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + NONCE_BYTES));
  decipher.setAAD(contextBytes(context));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(1 + NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
}
