/** Minimum number of different characters of a secret: `openssl rand -hex 16` has about 14. */
const DIFFERENT_MIN = 8;

/** Whether a chosen secret is too weak: short, or a few characters repeated. */
export function isWeakSecret(secret: string, lengthMin: number): boolean {
  return secret.length < lengthMin || new Set(secret).size < DIFFERENT_MIN;
}

/** The required strength of a secret, for messages. */
export const strengthRule = (lengthMin: number): string =>
  `at least ${lengthMin} characters, ${DIFFERENT_MIN} of them different`;
