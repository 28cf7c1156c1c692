import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { changing, hasFactor, hasPassword, isEnrolling } from './factor-rules.ts';
import { passwordChecks } from './password-checks.ts';
import { signedInAt } from './provider.ts';

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

/** Endpoints whose new session continues the request's session. */
const goingOn: ReadonlySet<string> = new Set([
  ...secondFactorChecks,
  '/change-password',
  '/passkey/delete-passkey',
  '/two-factor/disable',
]);

interface SessionTimes {
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly expiresAt: Date;
}

interface NewSession extends SessionTimes {
  readonly userId: string;
}

type Former = SessionProofs & NewSession;

/** The former session of a request that goes on from one; null for a sign-in. */
function formerOf(ctx: GenericEndpointContext | null | undefined, userId: string): Former | null {
  const former = ctx?.context.session?.session as unknown as Former | undefined;
  return former?.userId === userId && goingOn.has(ctx?.path ?? '') ? former : null;
}

/**
 * The fields of a new session, by the proofs of its request. A session that continues another keeps its proofs and its end,
 * unless the person used a passkey, which is a full sign-in. Removing a factor takes the second factor from the session. Adding
 * an authenticator app gives it to a session with the password; a session with only the provider's proof must give a code
 * next, like any session without the second factor.
 */
export function provenBy(
  session: NewSession,
  context: GenericEndpointContext | null | undefined,
  now: () => Date,
): SessionProofs & { readonly secondFactor: boolean } & SessionTimes {
  const path = context?.path ?? '';
  // better-auth has taken them from the host's clock.
  const lifetimeMs = session.expiresAt.getTime() - session.createdAt.getTime();
  const began = now();
  const former = formerOf(context, session.userId);
  const isChecked = secondFactorChecks.has(path);
  const isPasskey = path === '/passkey/verify-authentication';
  // The code of a sign-in comes after the password.
  const isPassword =
    path === '/sign-in/email' || path === '/change-password' || (isChecked && !isPasskey && !former);
  const isOfProvider = former?.providerAt && !former.passwordAt && !former.secondFactorAt;
  const raises = isChecked && !(isOfProvider && isEnrolling(path, context?.context.session));
  const kept = goingOn.has(path) && !isRemoving(path) ? (former?.secondFactorAt ?? null) : null;
  const secondFactorAt = raises ? began : kept;
  return {
    secondFactor: secondFactorAt !== null,
    secondFactorAt,
    passwordAt: isPassword ? began : (former?.passwordAt ?? null),
    providerAt: former ? former.providerAt : signedInAt(context),
    createdAt: began,
    updatedAt: began,
    expiresAt: former && !isPasskey ? former.expiresAt : new Date(began.getTime() + lifetimeMs),
  };
}

const isRemoving = (path: string) => path === '/two-factor/disable' || path === '/passkey/delete-passkey';

/** Whom the service tells that a factor was changed; null if no e-mail can be sent. */
export type TellPerson = ((to: string, what: string, headers: Headers | undefined) => void) | null;

/**
 * Ends and replaces sessions. Giving a second factor within a session begins a new one, and so does removing the last factor:
 * better-auth would keep the former. A new session ends the browser's former one. A change of a factor ends the person's other
 * sessions, and notifies the person.
 */
export function sessionChanges(tell: TellPerson, now: () => Date) {
  const handler = createAuthMiddleware(async (ctx) => {
    const { context, headers, path } = ctx;
    const { internalAdapter, session } = context;
    if (context.returned instanceof APIError) return;
    if (session) {
      const isRenewed =
        secondFactorChecks.has(path) ||
        (path === '/passkey/delete-passkey' && !(await hasFactor(ctx, session.user)));
      if (isRenewed && !context.newSession) {
        const next = await internalAdapter.createSession(session.user.id, false, session.session);
        await setSessionCookie(ctx, { session: next, user: session.user });
      }
      // better-auth has checked it, of a person who has one.
      if (passwordChecks[path] && !context.newSession && (await hasPassword(ctx, session.user.id))) {
        await internalAdapter.updateSession(session.session.token, { passwordAt: now() });
      }
    }
    const { newSession } = context;
    const cookie = context.authCookies.sessionToken.name;
    const former = newSession && (await ctx.getSignedCookie(cookie, context.secret));
    if (former && former !== newSession.session.token) await internalAdapter.deleteSession(former);
    const what = changing[path];
    if (!session || !what || (path === '/two-factor/verify-totp' && !isEnrolling(path, session))) return;
    const { token } = newSession?.session ?? session.session;
    const all = await internalAdapter.listSessions(session.user.id);
    const others = all.map((each) => each.token).filter((other) => other !== token);
    if (others.length > 0) await internalAdapter.deleteSessions(others);
    tell?.(session.user.email, what, headers);
  });
  return {
    id: 'session-changes',
    hooks: { after: [{ matcher: () => true, handler }] },
  } satisfies BetterAuthPlugin;
}
