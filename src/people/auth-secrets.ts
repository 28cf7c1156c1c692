import { createHash, hkdfSync } from 'node:crypto';

/** A secret of better-auth. Ciphertexts name its version, so that a former secret still decrypts them. */
export interface AuthSecret {
  readonly version: number;
  readonly value: string;
}

const LABEL = 'switchyard sign-in';
const BYTES = 32;

/**
 * The secrets that cookies are signed and TOTP secrets are encrypted with, the current one first: one from each key of
 * `ENCRYPTION_KEY`, so that there is nothing else to configure and keep. A version belongs to its key for good.
 */
export function authSecrets(encryptionKeys: readonly Buffer[]): AuthSecret[] {
  return encryptionKeys.map((key) => {
    const value = Buffer.from(hkdfSync('sha256', key, '', LABEL, BYTES)).toString('base64url');
    // A positive int4, as better-auth takes it.
    const version = createHash('sha256').update(value).digest().readUInt32BE() >>> 1;
    return { version, value };
  });
}
