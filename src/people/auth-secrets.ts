import { createHash, hkdfSync } from 'node:crypto';

/** A secret of better-auth. Ciphertexts name its version, so that a former secret still decrypts them. */
export interface AuthSecret {
  readonly version: number;
  readonly value: string;
}

const LABEL = 'switchyard sign-in';
const BYTES = 32;

/**
 * The secrets that sign cookies and encrypt TOTP secrets, the current one first: one derived from each key of
 * `ENCRYPTION_KEY`, so that there is nothing else to configure and keep. A version belongs to its key permanently.
 */
export function authSecrets(encryptionKeys: readonly Buffer[]): AuthSecret[] {
  return encryptionKeys.map((key) => {
    const value = Buffer.from(hkdfSync('sha256', key, '', LABEL, BYTES)).toString('base64url');
    // A positive int4, as better-auth requires.
    const version = createHash('sha256').update(value).digest().readUInt32BE() >>> 1;
    return { version, value };
  });
}
