import type { Context } from '../foundation/context.ts';
import { isSameSecret } from '../foundation/cryptography.ts';
import { Problem } from '../foundation/errors.ts';
import { randomBase62 } from '../foundation/ids.ts';
import { clientSecretFor } from '../foundation/permissions.ts';

const RANDOM_LENGTH = 20;

/**
 * Generates `<object id>_secret_…`, which lets a browser or app act on that one object, or `<object id>_secret_masked_…`
 * for a caller without `personal_data:read`.
 */
export function makeClientSecret(ctx: Context, id: string): string {
  return clientSecretFor(ctx, `${id}_secret`, randomBase62(RANDOM_LENGTH, ctx.ports.randomBytes));
}

/** An object's client secret. A `lifetimeS` of null never expires. */
export interface ClientSecret {
  readonly secret: string | null | undefined;
  readonly createdAt: Date;
  readonly lifetimeS: number | null;
}

/** The problem of a client secret that is not the object's, and of one for an object that does not exist. */
export const wrongSecret = (): Problem =>
  new Problem('client_secret_invalid', 'The client secret does not match the object.', {
    param: 'client_secret',
  });

/**
 * Checks a presented client secret against an object's own. Specification: Authentication. Wrong ones are counted per
 * object; after too many, none is compared for a while.
 *
 * @throws {Problem} `rate_limited`; `client_secret_invalid`, also when the object has none; then
 * `client_secret_expired`.
 */
export function requireClientSecret(ctx: Context, presented: string, expected: ClientSecret): void {
  const { secret, createdAt, lifetimeS } = expected;
  const { clientSecrets } = ctx.ports.attemptLimits;
  // Attempts are counted by the secret, in place of its object. Only a keyed digest of it is stored.
  if (secret) clientSecrets.requireLeft(secret);
  if (!secret || !isSameSecret(presented, secret)) {
    if (secret) clientSecrets.count(secret);
    throw wrongSecret();
  }
  if (lifetimeS !== null && ctx.ports.now().getTime() > createdAt.getTime() + lifetimeS * 1000) {
    throw new Problem('client_secret_expired', 'The client secret has expired.', { param: 'client_secret' });
  }
}
