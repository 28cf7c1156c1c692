import { createHash } from 'node:crypto';
import type { KeyedEncryption } from '../core/foundation/cryptography.ts';

/** A secret of better-auth. Ciphertexts name its version, so that a former secret still decrypts them. */
export interface AuthSecret {
  readonly version: number;
  readonly value: string;
}

const PURPOSE = 'switchyard sign-in';

/**
 * The secrets that sign cookies and encrypt TOTP secrets, the current one first: one derived from each data key, so
 * that there is nothing else to configure and keep. A version belongs to its key permanently. Another key-encrypting key
 * changes none of them.
 */
export function authSecrets(encryption: Pick<KeyedEncryption, 'derived'>): AuthSecret[] {
  return encryption.derived(PURPOSE).map((secret) => {
    const value = secret.toString('base64url');
    // A positive int4, as better-auth requires.
    const version = createHash('sha256').update(value).digest().readUInt32BE() >>> 1;
    return { version, value };
  });
}
