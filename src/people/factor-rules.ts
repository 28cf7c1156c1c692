import type { GenericEndpointContext } from 'better-auth';
import { APIError, type getSessionFromCtx } from 'better-auth/api';
import { passwordChecks } from './password-checks.ts';
import type { SessionProofs } from './session-proofs.ts';

/** How recently a session has to have shown who uses it before a factor is touched. */
export const PROOF_MS = 5 * 60_000;

/**
 * Endpoints that add, show, renew, rename or remove a factor. Each takes a factor that the person has, else the password, else a
 * fresh sign-in at the OpenID Connect provider: see {@link requireProof}. An endpoint of better-auth that is neither here nor in
 * {@link unguarded} is not served.
 */
export const guarded: ReadonlySet<string> = new Set([
  '/change-password',
  '/passkey/delete-passkey',
  '/passkey/generate-register-options',
  '/passkey/update-passkey',
  '/passkey/verify-registration',
  '/two-factor/disable',
  '/two-factor/enable',
  '/two-factor/generate-backup-codes',
  '/two-factor/get-totp-uri',
]);

/** Endpoints that touch no factor, or that check one. */
export const unguarded: ReadonlySet<string> = new Set([
  '/callback/:id',
  '/get-session',
  '/list-accounts',
  '/list-sessions',
  '/ok',
  '/passkey/generate-authenticate-options',
  '/passkey/list-user-passkeys',
  '/passkey/verify-authentication',
  '/request-password-reset',
  '/reset-password',
  '/reset-password/:token',
  '/revoke-other-sessions',
  '/revoke-session',
  '/revoke-sessions',
  '/sign-in/email',
  '/sign-in/social',
  '/sign-out',
  '/two-factor/verify-backup-code',
  // Completes an authenticator app that is being added: then it is guarded.
  '/two-factor/verify-totp',
  '/update-user',
  '/verify-password',
]);

/** Endpoints of better-auth that are not served: nothing of the service needs them. */
export const notOffered: ReadonlySet<string> = new Set([
  '/account-info',
  '/change-email',
  '/delete-user',
  '/delete-user/callback',
  // better-auth's own page, which lacks protective headers.
  '/error',
  '/get-access-token',
  '/link-social',
  '/refresh-token',
  '/send-verification-email',
  '/sign-up/email',
  '/two-factor/send-otp',
  '/two-factor/verify-otp',
  '/unlink-account',
  '/update-session',
  '/verify-email',
]);

/** Endpoints after whose success the person's other sessions end, and the person gets an e-mail. */
export const changing: Readonly<Record<string, string>> = {
  '/change-password': 'Your password was changed.',
  '/passkey/delete-passkey': 'A passkey was removed from your account.',
  '/passkey/verify-registration': 'A passkey was added to your account.',
  '/two-factor/disable': 'The authenticator app was removed from your account.',
  '/two-factor/generate-backup-codes': 'The backup codes of your account were renewed.',
  '/two-factor/get-totp-uri': 'The key of your authenticator app was shown.',
  '/two-factor/verify-totp': 'An authenticator app was added to your account.',
};

type Session = NonNullable<Awaited<ReturnType<typeof getSessionFromCtx>>>;

/** Whether a session's request completes an authenticator app that is being added. */
export const isEnrolling = (path: string, session: Pick<Session, 'user'> | null | undefined): boolean =>
  path === '/two-factor/verify-totp' && !!session && session.user.twoFactorEnabled !== true;

/** Whether a person has an authenticator app or a passkey. */
export async function hasFactor(ctx: GenericEndpointContext, user: Session['user']): Promise<boolean> {
  if (user.twoFactorEnabled === true) return true;
  const where = [{ field: 'userId', value: user.id }];
  return (await ctx.context.adapter.count({ model: 'passkey', where })) > 0;
}

/** Whether a person has a password. */
export async function hasPassword({ context }: GenericEndpointContext, personId: string): Promise<boolean> {
  const account = await context.internalAdapter.findCredentialAccount(personId);
  return Boolean(account?.password);
}

/**
 * Checks that the session has lately shown who uses it, before a factor is touched: by a factor if the person has one, else by
 * the password, which the request may have itself, else by a sign-in at the provider.
 *
 * @throws {APIError} 403 `SECOND_FACTOR_REQUIRED`, `PASSWORD_REQUIRED` or `SIGN_IN_REQUIRED`, saying how to give it.
 */
export async function requireProof(ctx: GenericEndpointContext, session: Session, now: Date): Promise<void> {
  const isRecent = (at: Date | string | null | undefined): boolean =>
    at !== null && at !== undefined && new Date(at).getTime() > now.getTime() - PROOF_MS;
  const { passwordAt, providerAt, secondFactorAt } = session.session as unknown as SessionProofs;
  if (await hasFactor(ctx, session.user)) {
    if (isRecent(secondFactorAt)) return;
    throw refusal(
      'SECOND_FACTOR_REQUIRED',
      'Give your second factor first: a code of your authenticator app to POST /auth/two-factor/verify-totp, a backup code to POST /auth/two-factor/verify-backup-code, or a passkey to POST /auth/passkey/verify-authentication. It counts for five minutes.',
    );
  }
  if (await hasPassword(ctx, session.user.id)) {
    const member = passwordChecks[ctx.path ?? ''];
    // better-auth checks it.
    const isGiven = member !== undefined && typeof ctx.body?.[member] === 'string';
    if (isGiven || isRecent(passwordAt)) return;
    throw refusal(
      'PASSWORD_REQUIRED',
      'Give your password first, to POST /auth/verify-password. It counts for five minutes.',
    );
  }
  if (isRecent(providerAt)) return;
  throw refusal(
    'SIGN_IN_REQUIRED',
    'Sign in at the provider again first, by POST /auth/sign-in/social. It counts for five minutes, if the provider says when you signed in; if it does not, choose a password by POST /auth/request-password-reset.',
  );
}

const refusal = (code: string, message: string) => new APIError('FORBIDDEN', { code, message });
