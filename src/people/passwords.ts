import { APIError } from 'better-auth/api';
import { verifyPassword } from './password-hashes.ts';

/** Shortest and longest password, in characters. NIST SP 800-63B-4, 3.1.1.2: at least 15 where it may be the only factor. */
export const passwordLength = Object.freeze({ least: 15, most: 128 });

/** The passwords of a person that a new one must differ from: the present one and those before it. */
export const FORMER_PASSWORDS = 4;

/** The rated beginning of a password. Rating takes longer with length, and a strong beginning is enough. */
const RATED_MAX = 64;
/** Of 0 to 4: more than 10^8 guesses for an attacker who knows the usual words and patterns, and the person's data. */
const SCORE_MIN = 3;

let rating: Promise<(password: string, own: string[]) => number> | undefined;

/** Loaded when the first password is chosen: the lists take 20 MB. */
const loadRating = async () => {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const rater = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return (password: string, own: string[]) => rater.check(password.slice(0, RATED_MAX), own).score;
};

/** Whose password it is going to be. */
export interface PasswordOwner {
  readonly email: string;
  readonly name: string;
}

/**
 * Why a password cannot be chosen; null if it can. Common passwords, repetitions, sequences, walks over the keyboard and
 * variations of the person's own name and address are refused (NIST SP 800-63B-4, 3.1.1.2); no kind of character is asked
 * for.
 */
export async function weaknessOf(password: string, { email, name }: PasswordOwner): Promise<string | null> {
  const { least, most } = passwordLength;
  if (password.length < least || password.length > most)
    return `A password must have ${least} to ${most} characters.`;
  rating ??= loadRating();
  const own = ['switchyard', email, ...email.split(/[@.+_-]/), name, ...name.split(' ')].filter(Boolean);
  if ((await rating)(password, own) >= SCORE_MIN) return null;
  return 'This password is easy to guess: it is common, or made of repetitions, sequences, or your name or address.';
}

/**
 * Checks a password that a person chooses in place of another.
 *
 * @param hashes The hashes of the present and former passwords.
 * @throws {APIError} `WEAK_PASSWORD`, `PASSWORD_USED_BEFORE`.
 */
export async function requireNewPassword(
  password: string,
  owner: PasswordOwner,
  hashes: readonly string[],
): Promise<void> {
  const message = await weaknessOf(password, owner);
  if (message) throw new APIError('BAD_REQUEST', { code: 'WEAK_PASSWORD', message });
  for (const hash of hashes.slice(0, FORMER_PASSWORDS)) {
    if (!(await verifyPassword(password, hash))) continue;
    const used = `Choose a password that is not among your last ${FORMER_PASSWORDS}.`;
    throw new APIError('BAD_REQUEST', { code: 'PASSWORD_USED_BEFORE', message: used });
  }
}
