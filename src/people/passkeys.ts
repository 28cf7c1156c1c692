import { passkey } from '@better-auth/passkey';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { isLoopback } from '../http/front-door/caller.ts';

/** Maximum number of passkeys per person. */
const PASSKEYS_MAX = 20;
const NAME_LENGTH_MAX = 100;

/**
 * better-auth's passkeys. Each verifies the person by finger, face or PIN on every use, so that it is two factors by
 * itself; one without that is refused.
 *
 * @param origin The service's public origin. Passkeys are bound to its host.
 * @param origins All equivalent origins.
 */
export function passkeys(origin: string, origins: readonly string[]) {
  const plugin = passkey({
    rpName: 'Switchyard',
    // Browsers do not accept an IP address as a name.
    rpID: isLoopback(origin) ? 'localhost' : new URL(origin).hostname,
    origin: [...origins],
    schema: { passkey: { modelName: 'passkeys', fields: { credentialID: 'credentialId' } } },
    advanced: { webAuthnChallengeCookie: 'passkey_challenge' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: async ({ ctx, user, verification }) => {
        requireUserVerified(verification.registrationInfo?.userVerified);
        const where = [{ field: 'userId', value: user.id }];
        if ((await ctx.context.adapter.count({ model: 'passkey', where })) < PASSKEYS_MAX) return;
        throw refusal('TOO_MANY_PASSKEYS', `You have ${PASSKEYS_MAX} passkeys. Remove one first.`);
      },
    },
    authentication: {
      afterVerification: async ({ verification }) =>
        requireUserVerified(verification.authenticationInfo.userVerified),
    },
  });
  const before = [
    {
      matcher: ({ path }: { path?: string }) => path?.startsWith('/passkey/') === true,
      handler: createAuthMiddleware(async ({ body }) => {
        if (typeof body?.name !== 'string' || body.name.length <= NAME_LENGTH_MAX) return;
        throw refusal('NAME_TOO_LONG', `A passkey's name has at most ${NAME_LENGTH_MAX} characters.`);
      }),
    },
  ];
  return { ...plugin, hooks: { before } };
}

function requireUserVerified(isVerified: boolean | undefined): void {
  if (isVerified) return;
  throw refusal('AUTHENTICATION_FAILED', 'The device did not check that it is you.');
}

const refusal = (code: string, message: string) => new APIError('BAD_REQUEST', { code, message });
