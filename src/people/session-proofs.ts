import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';

/** When a session last showed each proof of who uses it; null if it never did. */
export interface SessionProofs {
  /** A code of an authenticator app, a backup code or a passkey. */
  readonly secondFactorAt: Date | null;
  readonly passwordAt: Date | null;
  /** A sign-in at the OpenID Connect provider, by the provider's clock. */
  readonly providerAt: Date | null;
}

/** The columns of better-auth's sessions for {@link SessionProofs}. `secondFactor` is read by the release before. */
export const proofFields = {
  secondFactor: { type: 'boolean', required: true, defaultValue: false, input: false },
  secondFactorAt: { type: 'date', required: false, input: false },
  passwordAt: { type: 'date', required: false, input: false },
  providerAt: { type: 'date', required: false, input: false },
} as const;

/** Endpoints that check a second factor, of a person who signs in or has signed in. */
export const secondFactorChecks: ReadonlySet<string> = new Set([
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/passkey/verify-authentication',
]);

/** Endpoints whose new session goes on from that of the request. */
const goingOn: ReadonlySet<string> = new Set([
  ...secondFactorChecks,
  '/change-password',
  '/two-factor/disable',
]);

interface NewSession {
  readonly userId: string;
  readonly expiresAt: Date;
}

type Former = SessionProofs & NewSession;

/** The former session of a request that goes on from one; null for a sign-in. */
function formerOf(ctx: GenericEndpointContext | null | undefined, userId: string): Former | null {
  const former = ctx?.context.session?.session as unknown as Former | undefined;
  return former?.userId === userId && goingOn.has(ctx?.path ?? '') ? former : null;
}

/**
 * The fields of a new session for what its request has proved. A session that goes on from another keeps the other's proofs,
 * and ends when the other would have, unless its person has used a passkey, which signs in by itself.
 */
export function provenBy(
  session: NewSession,
  context: GenericEndpointContext | null | undefined,
): SessionProofs & { readonly secondFactor: boolean; readonly expiresAt: Date } {
  const path = context?.path ?? '';
  const now = new Date();
  const former = formerOf(context, session.userId);
  const isChecked = secondFactorChecks.has(path);
  const isPasskey = path === '/passkey/verify-authentication';
  // The code of a sign-in comes after the password.
  const isPassword =
    path === '/sign-in/email' || path === '/change-password' || (isChecked && !isPasskey && !former);
  const kept = path === '/two-factor/disable' ? null : (former?.secondFactorAt ?? null);
  const secondFactorAt = isChecked ? now : kept;
  return {
    secondFactor: secondFactorAt !== null,
    secondFactorAt,
    passwordAt: isPassword ? now : (former?.passwordAt ?? null),
    providerAt: former?.providerAt ?? null,
    expiresAt: former && !isPasskey ? former.expiresAt : session.expiresAt,
  };
}

/**
 * Begins a new session for a person who has signed in and gives a second factor again, and ends the former one: better-auth
 * goes on with the former after a code, and keeps it beside the new one after a passkey.
 */
export function stepUp() {
  const handler = createAuthMiddleware(async (ctx) => {
    const { internalAdapter, newSession, returned, session } = ctx.context;
    if (!session || returned instanceof APIError) return;
    if (!newSession) {
      const next = await internalAdapter.createSession(session.user.id, false, session.session);
      await setSessionCookie(ctx, { session: next, user: session.user });
    }
    await internalAdapter.deleteSession(session.session.token);
  });
  return {
    id: 'step-up',
    hooks: { after: [{ matcher: ({ path = '' }) => secondFactorChecks.has(path), handler }] },
  } satisfies BetterAuthPlugin;
}
