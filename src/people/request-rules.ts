import { randomBytes } from 'node:crypto';
import type { GenericEndpointContext } from 'better-auth';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { Problem } from '../core/foundation/errors.ts';
import { networkOf } from '../http/requests/client-address.ts';
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

/** The members of a request to sign in with the provider. */
const socialMembers: ReadonlySet<string> = new Set(['provider', 'callbackURL', 'errorCallbackURL']);

const NAME_MAX = 255;

/** The person who gave the right password and must still give a code; undefined without one. */
export async function challengedPerson(ctx: GenericEndpointContext): Promise<string | undefined> {
  const { context } = ctx;
  const cookie = context.createAuthCookie(SECOND_FACTOR_COOKIE);
  const challenge = await ctx.getSignedCookie(cookie.name, context.secret);
  const found = challenge ? await context.internalAdapter.findVerificationValue(challenge) : null;
  return found?.value;
}

/**
 * The subject under which wrong passwords count: the person and their network, or the person and a browser in which they
 * signed in before. A stranger's guesses therefore lock nobody out of their own browser.
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

/** A request of better-auth, with the inputs of the rules. */
interface Judged {
  readonly ctx: GenericEndpointContext;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly limits: SignInLimits;
  readonly addressHeader: string;
  readonly formerPasswords: FormerPasswords;
  readonly now: () => Date;
}

/** The hashes of a person's passwords, the latest first. */
type FormerPasswords = (personId: string) => Promise<readonly string[]>;

/** Refuses a request, or returns replacements for members of its body. */
type Rule = (judged: Judged) => object | undefined | Promise<object | undefined>;

const textOf = ({ body }: Judged, name: string) => (typeof body[name] === 'string' ? body[name] : null);

const requireOperation: Rule = ({ path }) => {
  if (guarded.has(path) || unguarded.has(path)) return undefined;
  throw new APIError('NOT_FOUND', { code: 'NOT_FOUND', message: 'There is no operation at this path.' });
};

/** Signing in with the provider. A person who is signed in proves it again. */
const providerRule: Rule = async ({ body, ctx, path }) => {
  if (path !== '/sign-in/social') return undefined;
  if ('idToken' in body) {
    const message = 'An ID token is accepted from the provider only. Send the person to the address in url.';
    throw new APIError('BAD_REQUEST', { code: 'ID_TOKEN_NOT_SUPPORTED', message });
  }
  const unknown = Object.keys(body).find((member) => !socialMembers.has(member));
  if (unknown !== undefined) {
    const message = 'Send provider, callbackURL and errorCallbackURL only.';
    throw new APIError('BAD_REQUEST', { code: 'UNKNOWN_PARAMETER', message });
  }
  const session = await getSessionFromCtx(ctx);
  return session ? { additionalParams: { prompt: 'login', max_age: '0' } } : undefined;
};

/** Attempts to sign in, and requests for mail, are counted by e-mail address. */
const countAttempts: Rule = async (judged) => {
  const { addressHeader, ctx, limits, path } = judged;
  const email = textOf(judged, 'email');
  if (!email) return;
  if (path === '/sign-in/email') {
    const { isKnown, subject } = await guesserOf(ctx, emailKeyOf(email), addressHeader);
    await refusing(limits.signIns.take(...subject));
    if (!isKnown) await refusing(limits.signInsAnywhere.take(emailKeyOf(email)));
  }
  if (path === '/request-password-reset') await refusing(limits.passwordResets.take(emailKeyOf(email)));
};

const onlyTheName: Rule = (judged) => {
  if (judged.path !== '/update-user') return;
  const name = textOf(judged, 'name');
  if (Object.keys(judged.body).every((member) => member === 'name') && name && name.length <= NAME_MAX)
    return;
  const message = `Only the name can be changed, to a text of 1 to ${NAME_MAX} characters.`;
  throw new APIError('BAD_REQUEST', { code: 'INVALID_NAME', message });
};

/** Guesses of the present password count. A new password must differ from the former ones. */
const passwordRule: Rule = async (judged) => {
  const { ctx, formerPasswords, limits, path } = judged;
  if (!passwordChecks[path] || !textOf(judged, passwordChecks[path])) return;
  const session = await getSessionFromCtx(ctx);
  if (!session) return;
  await refusing(limits.signIns.take('session', session.user.id));
  const chosen = textOf(judged, 'newPassword');
  if (path === '/change-password' && chosen)
    await refusing(requireNewPassword(chosen, session.user, await formerPasswords(session.user.id)));
};

/** A reset sets none of the former passwords. better-auth itself refuses an unknown token. */
const resetRule: Rule = async (judged) => {
  const { ctx, formerPasswords, path } = judged;
  const [token, chosen] = [textOf(judged, 'token'), textOf(judged, 'newPassword')];
  if (path !== '/reset-password' || !token || !chosen) return;
  const { internalAdapter } = ctx.context;
  const found = await internalAdapter.findVerificationValue(`reset-password:${token}`);
  // By better-auth's own clock, since better-auth accepts or refuses the token by it.
  const person =
    found && found.expiresAt > new Date() ? await internalAdapter.findUserById(found.value) : null;
  if (person) await refusing(requireNewPassword(chosen, person, await formerPasswords(person.id)));
};

/** better-auth counts wrong codes only while a person signs in; in a session they count here. */
const countCodes: Rule = async ({ ctx, limits, path }) => {
  if (!secondFactorChecks.has(path)) return;
  const session = await getSessionFromCtx(ctx);
  if (session) await refusing(limits.signIns.take('session', session.user.id));
};

/**
 * A code works once. It is marked as used before it is checked, so that only one of two requests with the same code
 * succeeds. A used code counts as wrong, and is recorded.
 */
const useCodeOnce: Rule = async (judged) => {
  const { ctx, limits, path } = judged;
  if (path !== '/two-factor/verify-totp') return undefined;
  const session = await getSessionFromCtx(ctx);
  const person = session?.user.id ?? (await challengedPerson(ctx));
  const code = textOf(judged, 'code');
  return person && code && !(await isFirstUse(limits, person, code)) ? { code: '' } : undefined;
};

const proofRule: Rule = async ({ ctx, now, path }) => {
  const isGuarded = guarded.has(path);
  const session = isGuarded || path === '/two-factor/verify-totp' ? await getSessionFromCtx(ctx) : null;
  if (session && (isGuarded || isEnrolling(path, session))) await requireProof(ctx, session, now());
  return undefined;
};

const safeOptions: Rule = ({ body, path }) => ({
  ...(path === '/change-password' ? { revokeOtherSessions: true } : {}),
  // A session made here would come without a second factor.
  ...(body.createSession ? { createSession: false } : {}),
  // Each browser needs the second factor.
  ...(body.trustDevice ? { trustDevice: false } : {}),
});

/** In the order of their checks: the first that refuses decides the response. */
const rules: readonly Rule[] = [
  requireOperation,
  providerRule,
  countAttempts,
  onlyTheName,
  passwordRule,
  resetRule,
  countCodes,
  useCodeOnce,
  proofRule,
  safeOptions,
];

/** The service's rules for requests of better-auth, checked before it responds. */
export const requestRules = (
  limits: SignInLimits,
  addressHeader: string,
  formerPasswords: FormerPasswords,
  now: () => Date,
) =>
  createAuthMiddleware(async (ctx) => {
    const body = (ctx.body ?? {}) as Judged['body'];
    const judged = { ctx, path: ctx.path, body, limits, addressHeader, formerPasswords, now };
    const changes: object = {};
    for (const rule of rules) Object.assign(changes, await rule(judged));
    return Object.keys(changes).length > 0 ? { context: { body: { ...body, ...changes } } } : undefined;
  });
