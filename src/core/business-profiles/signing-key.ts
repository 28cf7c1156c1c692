import type { Context } from '../foundation/context.ts';
import { invalidParameter } from '../foundation/errors.ts';
import { randomBase62 } from '../foundation/ids.ts';

const CHARACTERS = 64;

/** Makes the secret that redirects and webhooks are signed with. */
export const makeSigningKey = (ctx: Context): string => randomBase62(CHARACTERS, ctx.randomBytes);

/**
 * Checks a secret that redirects and webhooks are to be signed with: with none at all, anybody could sign.
 *
 * @throws {Problem} `invalid_parameter`.
 */
export function requireSigningKey(given: unknown): void {
  if (given !== null && given !== '') return;
  throw invalidParameter('payment_response_hash_key', 'payment_response_hash_key must not be empty.');
}
