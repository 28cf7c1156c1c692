import { randomBytes } from 'node:crypto';
import type { GenericEndpointContext } from 'better-auth';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { Problem } from '../core/foundation/errors.ts';
import { networkOf } from '../http/front-door/client-address.ts';
import { emailKeyOf } from './account-events.ts';
import { refusing, type SignInLimits } from './auth.ts';
import { guarded, isEnrolling, requireProof, unguarded } from './factor-rules.ts';
import { passwordChecks } from './password-checks.ts';
import { requireNewPassword } from './passwords.ts';
import { secondFactorChecks } from './session-proofs.ts';

/** The cookie of a browser in which a person has signed in, and for how long it is known. */
const KNOWN_BROWSER = 'known_browser';
const KNOWN_S = 365 * 24 * 60 * 60;

/** better-auth's cookie between password and second factor. */
const SECOND_FACTOR_COOKIE = 'two_factor';

/** What a request to sign in with the provider may say. */
const socialMembers: ReadonlySet<string> = new Set(['provider', 'callbackURL', 'errorCallbackURL']);

const NAME_MAX = 255;

/** The person whose password was right, and whose code is asked for; undefined if there is none. */
export async function challengedPerson(ctx: GenericEndpointContext): Promise<string | undefined> {
  const { context } = ctx;
  const cookie = context.createAuthCookie(SECOND_FACTOR_COOKIE);
  const challenge = await ctx.getSignedCookie(cookie.name, context.secret);
  const found = challenge ? await context.internalAdapter.findVerificationValue(challenge) : null;
  return found?.value;
}

/**
 * Whose wrong passwords count together: those of a person from one network, or from a browser in which the person has
 * signed in before, so that a stranger's guesses keep nobody out of their own browser.
 */
async function guesserOf(ctx: GenericEndpointContext, email: string, addressHeader: string) {
  const cookie = ctx.context.createAuthCookie(KNOWN_BROWSER, { maxAge: KNOWN_S });
  const known = await ctx.getSignedCookie(cookie.name, ctx.context.secret);
  const [browser, person] = typeof known === 'string' ? known.split(' ') : [];
  if (browser && person === email) return { isKnown: true, subject: ['browser', browser, email] };
  const address = networkOf(ctx.headers?.get(addressHeader) ?? '');
  return { isKnown: false, subject: ['address', address, email] };
}

/** Forgets the guesses before a sign-in, and knows the browser from then on. */
export async function knowBrowser(
  ctx: GenericEndpointContext,
  { signIns }: SignInLimits,
  email: string,
  addressHeader: string,
): Promise<void> {
  const person = emailKeyOf(email);
  const { subject } = await guesserOf(ctx, person, addressHeader);
  await signIns.forget(...subject);
  const { attributes, name } = ctx.context.createAuthCookie(KNOWN_BROWSER, { maxAge: KNOWN_S });
  const browser = randomBytes(16).toString('base64url');
  await ctx.setSignedCookie(name, `${browser} ${person}`, ctx.context.secret, attributes);
}

/** Whether a person's code was not given before. */
async function isFirstUse({ codes }: SignInLimits, person: string, code: string): Promise<boolean> {
  try {
    await codes.take(person, code);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === 'rate_limited') return false;
    throw error;
  }
}

/**
 * The rules of the service for requests of better-auth, checked before it answers.
 *
 * @param formerPasswords The hashes of a person's passwords, the latest first.
 */
export function requestRules(
  limits: SignInLimits,
  addressHeader: string,
  formerPasswords: (personId: string) => Promise<readonly string[]>,
  now: () => Date,
) {
  return createAuthMiddleware(async (ctx) => {
    const { path } = ctx;
    const body = (ctx.body ?? {}) as Readonly<Record<string, unknown>>;
    const textIn = (name: string) => (typeof body[name] === 'string' ? body[name] : null);
    const email = textIn('email');
    const changes: object[] = [];

    const isGuarded = guarded.has(path);
    if (!isGuarded && !unguarded.has(path)) {
      throw new APIError('NOT_FOUND', { code: 'NOT_FOUND', message: 'There is no operation at this path.' });
    }
    if (path === '/sign-in/social') {
      if ('idToken' in body) {
        const message =
          'An ID token is taken from the provider alone. Send the person to the address in url.';
        throw new APIError('BAD_REQUEST', { code: 'ID_TOKEN_NOT_SUPPORTED', message });
      }
      const unknown = Object.keys(body).find((member) => !socialMembers.has(member));
      if (unknown !== undefined) {
        const message = 'Send provider, callbackURL and errorCallbackURL only.';
        throw new APIError('BAD_REQUEST', { code: 'UNKNOWN_PARAMETER', message });
      }
      // Whoever has signed in proves it again.
      const session = await getSessionFromCtx(ctx);
      if (session) changes.push({ additionalParams: { prompt: 'login', max_age: '0' } });
    }
    if (path === '/sign-in/email' && email) {
      const { isKnown, subject } = await guesserOf(ctx, emailKeyOf(email), addressHeader);
      await refusing(limits.signIns.take(...subject));
      if (!isKnown) await refusing(limits.signInsAnywhere.take(emailKeyOf(email)));
    }
    if (path === '/request-password-reset' && email) {
      await refusing(limits.passwordResets.take(emailKeyOf(email)));
    }
    if (path === '/update-user') {
      const name = textIn('name');
      if (Object.keys(body).some((member) => member !== 'name') || !name || name.length > NAME_MAX) {
        const message = `Only the name can be changed, to a text of 1 to ${NAME_MAX} characters.`;
        throw new APIError('BAD_REQUEST', { code: 'INVALID_NAME', message });
      }
    }
    if (passwordChecks[path] && textIn(passwordChecks[path])) {
      const session = await getSessionFromCtx(ctx);
      if (session) await refusing(limits.signIns.take('session', session.user.id));
      const chosen = textIn('newPassword');
      if (session && path === '/change-password' && chosen) {
        const { id } = session.user;
        await refusing(requireNewPassword(chosen, session.user, await formerPasswords(id)));
      }
    }
    if (path === '/reset-password' && textIn('token') && textIn('newPassword')) {
      const { internalAdapter } = ctx.context;
      const found = await internalAdapter.findVerificationValue(`reset-password:${textIn('token')}`);
      // By the clock that better-auth goes by: what it takes is checked here.
      const person =
        found && found.expiresAt > new Date() ? await internalAdapter.findUserById(found.value) : null;
      // better-auth refuses a token that there is not.
      if (person)
        await refusing(requireNewPassword(textIn('newPassword')!, person, await formerPasswords(person.id)));
    }
    if (secondFactorChecks.has(path)) {
      const session = await getSessionFromCtx(ctx);
      // better-auth counts the wrong codes of those who sign in alone.
      if (session) await refusing(limits.signIns.take('session', session.user.id));
    }
    if (path === '/two-factor/verify-totp') {
      const session = await getSessionFromCtx(ctx);
      const person = session?.user.id ?? (await challengedPerson(ctx));
      // Before it is checked, so that of two requests with one code at once one gets in. A used one is checked as a wrong
      // one: it counts, and is recorded.
      if (person && textIn('code') && !(await isFirstUse(limits, person, textIn('code')!)))
        changes.push({ code: '' });
    }
    const session = isGuarded || path === '/two-factor/verify-totp' ? await getSessionFromCtx(ctx) : null;
    if (session && (isGuarded || isEnrolling(path, session))) await requireProof(ctx, session, now());
    if (path === '/change-password') changes.push({ revokeOtherSessions: true });
    // A session of its own would come without a second factor.
    if (body.createSession) changes.push({ createSession: false });
    // No browser does without a second factor.
    if (body.trustDevice) changes.push({ trustDevice: false });
    return changes.length > 0 ? { context: { body: Object.assign({}, body, ...changes) } } : undefined;
  });
}
