import type { Context } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { isSameSecret } from '../foundation/same-secret.ts';

/** An object's client secret, when it was made, and for how long it is good; null for as long as the object. */
export interface ClientSecret {
  readonly secret: string | null | undefined;
  readonly madeAt: Date;
  readonly lifetimeS: number | null;
}

/**
 * Checks the client secret of one object. Specification: Authentication.
 *
 * @throws {Problem} `client_secret_invalid`, also when the object has none, before `client_secret_expired`.
 */
export function requireClientSecret(ctx: Context, presented: string, expected: ClientSecret): void {
  const { secret, madeAt, lifetimeS } = expected;
  if (!secret || !isSameSecret(presented, secret)) {
    throw new Problem('client_secret_invalid', 'This is not the client secret of the object.', {
      param: 'client_secret',
    });
  }
  if (lifetimeS !== null && ctx.now().getTime() > madeAt.getTime() + lifetimeS * 1000) {
    throw new Problem('client_secret_expired', 'The client secret is older than the session may be.', {
      param: 'client_secret',
    });
  }
}
