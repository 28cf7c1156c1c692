import type { Context } from '../foundation/context.ts';
import { invalidParameter } from '../foundation/errors.ts';
import { randomBase62 } from '../foundation/ids.ts';

const LENGTH = 64;

/** Generates the secret that signs redirects and webhooks. */
export const makeSigningKey = (ctx: Context): string => randomBase62(LENGTH, ctx.randomBytes);

/**
 * Rejects an empty signing secret, with which anybody could sign.
 *
 * @throws {Problem} `invalid_parameter`.
 */
export function requireSigningKey(key: unknown): void {
  if (key !== null && key !== '') return;
  throw invalidParameter('payment_response_hash_key', 'payment_response_hash_key must not be empty.');
}
