import type { Context } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { randomBase62 } from '../foundation/ids.ts';
import { isSameSecret } from '../foundation/same-secret.ts';

const RANDOM_LENGTH = 20;

/** Generates `<object id>_secret_…`, which lets a browser or app act on that one object. */
export function makeClientSecret(ctx: Context, id: string): string {
  return `${id}_secret_${randomBase62(RANDOM_LENGTH, ctx.randomBytes)}`;
}

/** An object's client secret. A `lifetimeS` of null never expires. */
export interface ClientSecret {
  readonly secret: string | null | undefined;
  readonly createdAt: Date;
  readonly lifetimeS: number | null;
}

/**
 * Checks a presented client secret against an object's own. Specification: Authentication.
 *
 * @throws {Problem} `client_secret_invalid`, also when the object has none; then `client_secret_expired`.
 */
export function requireClientSecret(ctx: Context, presented: string, expected: ClientSecret): void {
  const { secret, createdAt, lifetimeS } = expected;
  const param = 'client_secret';
  if (!secret || !isSameSecret(presented, secret)) {
    throw new Problem('client_secret_invalid', 'The client secret does not match the object.', { param });
  }
  if (lifetimeS !== null && ctx.now().getTime() > createdAt.getTime() + lifetimeS * 1000) {
    throw new Problem('client_secret_expired', 'The client secret has expired.', { param });
  }
}
