import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from '../context.ts';
import { Problem } from '../errors.ts';
import { randomBase62 } from '../ids.ts';

const SECRET_CHARACTERS = 20;

/** A secret that lets a browser or app act on one object alone: `<its identifier>_secret_…`. */
export function makeClientSecret(ctx: Context, id: string): string {
  return `${id}_secret_${randomBase62(SECRET_CHARACTERS, ctx.randomBytes)}`;
}

/**
 * Checks the client secret of an object. Digests are compared, which are of one length, so that the time taken
 * tells nothing of the secret. Specification: Authentication.
 *
 * @throws {Problem} `client_secret_invalid`, also when the object has none.
 */
export function requireClientSecret(expected: string | null | undefined, given: string): void {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  if (!expected || !timingSafeEqual(digest(given), digest(expected))) {
    throw new Problem('client_secret_invalid', 'This is not the client secret of the object.', {
      param: 'client_secret',
    });
  }
}
