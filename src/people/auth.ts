import { type BetterAuthOptions, betterAuth, type GenericEndpointContext } from 'better-auth';
import { APIError } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins';
import { CamelCasePlugin, type Dialect, Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { Problem } from '../core/foundation/errors.ts';
import type { IdMaker } from '../core/foundation/ids.ts';
import { mailText, ownWords } from '../core/foundation/mail-text.ts';
import type { Mail } from '../core/foundation/ports/mail.ts';
import { urlPath } from '../core/foundation/url-path.ts';
import { AUTH_SCHEMA } from '../database/orm-options.ts';
import { isLoopback } from '../http/front-door/caller.ts';
import { accountEvents, emailKeyOf, type RecordEvent } from './account-events.ts';
import type { AuthSecret } from './auth-secrets.ts';
import { passkeys } from './passkeys.ts';
import { passwordChecks } from './password-checks.ts';
import { hashPassword, verifyPassword } from './password-hashes.ts';
import { passwordLength } from './passwords.ts';
import { noteSignIn, type OidcSettings, openIdConnect } from './provider.ts';
import { knowBrowser, requestRules } from './request-rules.ts';
import { cookieOptions } from './session-cookie.ts';
import { proofFields, provenBy, sessionChanges, type TellPerson } from './session-proofs.ts';

const HOUR_S = 60 * 60;
const SESSION_S = 12 * HOUR_S;

/** The limits on attempts to sign in. */
export interface SignInLimits {
  /** Wrong passwords of a person from one network, from one known browser, or from their own sessions. */
  readonly signIns: PersonLimit;
  /** Attempts to sign in as a person from browsers that are not known, wherever they are. */
  readonly signInsAnywhere: PersonLimit;
  /** Uses of a code of an authenticator app. */
  readonly codes: PersonLimit;
  /** Messages with a link to reset the password of a person. */
  readonly passwordResets: PersonLimit;
  /** Requests to sign in from an address per minute; 0 for any number. */
  readonly perAddress: number;
}

/** A limit counted by a subject, such as an e-mail address as entered, whether or not it has an account. */
export interface PersonLimit {
  /** @throws {Problem} `rate_limited`. */
  take(...subject: readonly string[]): Promise<void>;
  forget(...subject: readonly string[]): Promise<void>;
}

export interface AuthParts {
  /** The path of its endpoints. */
  readonly path: string;
  /** The header of a request that has the client's address. */
  readonly addressHeader: string;
  /** Where people reach the service. */
  readonly publicUrl: string;
  readonly secrets: readonly AuthSecret[];
  readonly ids: IdMaker;
  readonly limits: SignInLimits;
  readonly oidc: OidcSettings | null;
  /** Whether an address has an open invitation, and so may get an account by the provider. */
  readonly isInvited: (email: string) => Promise<boolean>;
  /** Null if no e-mail can be sent. */
  readonly mail: Mail | null;
  readonly now: () => Date;
  readonly logger: Logger;
  readonly record: RecordEvent;
  /** The hashes of a person's passwords, the latest first. */
  readonly passwordsOf: (personId: string) => Promise<readonly string[]>;
  /**
   * Ends the former sign-in of an account whose address nobody had proved, for the person who has now. Resolves with false if it was
   * proved before.
   */
  readonly takeOver: (personId: string) => Promise<boolean>;
  /** Likewise, but keeps the password, which was just chosen by a link that was sent to the address. */
  readonly proveByReset: (personId: string) => Promise<void>;
  /** Called once sessions have ended. */
  readonly onSessionsEnded: () => void;
}

/** Prefixes of identifiers by model. */
const prefixes: Readonly<Record<string, string>> = {
  user: 'per',
  session: 'ses',
  account: 'acc',
  passkey: 'pky',
};

/**
 * better-auth, for identity only: people and their sessions. Their permissions are in `team_members`, which is under
 * row-level security and changes in the service's own transactions.
 */
export const openAuth = (pool: Pool, parts: AuthParts) =>
  betterAuth(authOptions(new PostgresDialect({ pool }), parts));

export type Auth = ReturnType<typeof openAuth>;

/** The options of better-auth, from which its tables are generated too. */
export function authOptions(dialect: Dialect, parts: AuthParts): BetterAuthOptions {
  const { ids, limits, logger, mail, onSessionsEnded, publicUrl, record, secrets } = parts;
  const { origin } = new URL(publicUrl);
  return {
    appName: 'Switchyard',
    baseURL: origin,
    basePath: parts.path,
    secrets: secrets.map((secret) => ({ ...secret })),
    trustedOrigins: trustedOrigins(origin),
    database: {
      db: new Kysely({ dialect, plugins: [new CamelCasePlugin()] }),
      type: 'postgres',
      schemaName: AUTH_SCHEMA,
      transaction: true,
    },
    user: {
      modelName: 'persons',
      validateUserInfo: async ({ source, user }, ctx) => {
        // better-auth links an account at the provider only if that has verified the address.
        if (source.action === 'link-account') await takeOver(parts, user, ctx?.headers);
        if (source.action !== 'create-user') return;
        const isOwnAddress = user.emailVerified === true && typeof user.email === 'string';
        if (!isOwnAddress || !(await parts.isInvited(emailKeyOf(user.email!))))
          return { error: 'not_invited' };
      },
    },
    // After that people sign in again, however active they are; before, once a session is idle.
    session: {
      modelName: 'sessions',
      expiresIn: SESSION_S,
      disableSessionRefresh: true,
      additionalFields: proofFields,
    },
    // A provider's account belongs to the person of its e-mail address, if the provider has verified that.
    account: {
      modelName: 'accounts',
      // A person whose address nobody has proved is taken over first: see `takeOver`.
      accountLinking: { enabled: true, trustedProviders: [], requireLocalEmailVerified: false },
    },
    verification: { modelName: 'verifications', storeIdentifier: 'hashed' },
    rateLimit: rateLimit(limits.perAddress),
    emailAndPassword: {
      enabled: true,
      password: {
        hash: (password) => refusing(hashPassword(password)),
        verify: ({ hash, password }) => refusing(verifyPassword(password, hash)),
      },
      // People come by invitation.
      disableSignUp: true,
      minPasswordLength: passwordLength.least,
      maxPasswordLength: passwordLength.most,
      resetPasswordTokenExpiresIn: HOUR_S,
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: async ({ user }, request) => {
        await record(user.id, 'resetPassword', request?.headers);
        if (!user.emailVerified) await parts.proveByReset(user.id);
        tellOf(parts)?.(user.email, 'Your password was reset by a link to this address.', request?.headers);
      },
      sendResetPassword: async ({ token, user }) => {
        if (mail) mail.post(resetMessage(user.email, publicUrl + urlPath`/reset-password?token=${token}`));
        else logger.error('A password cannot be reset: SMTP_URL is not set.');
      },
    },
    plugins: [
      twoFactor({ issuer: 'Switchyard', twoFactorTable: 'twoFactors', allowPasswordless: true }),
      passkeys(origin, trustedOrigins(origin)),
      ...(parts.oidc ? [openIdConnect(parts.oidc)] : []),
      sessionChanges(tellOf(parts), parts.now),
      accountEvents({
        logger,
        record,
        onSignedIn: (ctx, email) => knowBrowser(ctx, limits, email, parts.addressHeader),
        onProof: (personId) => limits.signIns.forget('session', personId),
      }),
    ],
    hooks: { before: requestRules(limits, parts.addressHeader, parts.passwordsOf, parts.now) },
    databaseHooks: {
      session: {
        create: {
          before: async (session, context) => ({
            data: { ...session, ...provenBy(session, context, parts.now) },
          }),
        },
        delete: {
          after: async ({ userId }, context) => {
            onSessionsEnded();
            if (context?.path === '/sign-out') await record(userId, 'signOut', context.headers);
          },
        },
      },
      // The provider is not called later, so its tokens are not stored.
      account: {
        create: { before: withoutTokens },
        update: { before: withoutTokens },
      },
    },
    advanced: {
      ...cookieOptions(origin),
      database: { generateId: ({ model }) => ids.make(prefixes[model] ?? 'aut') },
      ipAddress: { ipAddressHeaders: [parts.addressHeader] },
      // Switched off by better-auth itself where it believes that tests run.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    // Errors without a response of better-auth's get the service's error format.
    onAPIError: { throw: true, errorURL: publicUrl },
    logger: { log: (level, message, ...details) => log(logger, level, message, details) },
    telemetry: { enabled: false },
  };
}

const noTokens = { accessToken: null, refreshToken: null, idToken: null };

const withoutTokens = async (
  { idToken }: { readonly idToken?: string | null | undefined },
  context: GenericEndpointContext | null,
) => {
  noteSignIn(context, idToken);
  return { data: noTokens };
};

/** On the machine itself the service has more than one name. */
function trustedOrigins(origin: string): string[] {
  if (!isLoopback(origin)) return [origin];
  const { port } = new URL(origin);
  return ['localhost', '127.0.0.1'].map((host) => `http://${host}${port && `:${port}`}`);
}

/** Requests of an address, counted in the database. */
function rateLimit(perMinute: number) {
  const rule = { window: 60, max: perMinute };
  return {
    enabled: perMinute > 0,
    storage: 'database',
    modelName: 'rateLimits',
    window: 60,
    max: 20 * perMinute,
    customRules: {
      '/sign-in/*': rule,
      '/two-factor/*': rule,
      '/passkey/*': rule,
      '/request-password-reset': rule,
      '/reset-password': rule,
      ...Object.fromEntries(Object.keys(passwordChecks).map((path) => [path, rule])),
    },
  } as const;
}

/** The responses of better-auth in place of a problem. */
const refusals = {
  rate_limited: ['TOO_MANY_REQUESTS', 'TOO_MANY_ATTEMPTS'],
  overloaded: ['SERVICE_UNAVAILABLE', 'OVERLOADED'],
} as const;

/** Answers 429 if a limit is used up, and 503 if the service is too busy. */
export async function refusing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Problem) || !(error.code in refusals)) throw error;
    const { message, retryAfterS } = error;
    const [status, code] = refusals[error.code as keyof typeof refusals];
    throw new APIError(status, { code, message }, { 'Retry-After': String(retryAfterS) });
  }
}

/** Gives an account whose address nobody had proved to the person whom the provider vouches for. */
async function takeOver(
  parts: AuthParts,
  { email, id }: { readonly email?: string | null | undefined; readonly id?: string | undefined },
  headers: Headers | undefined,
): Promise<void> {
  if (!id || !email || !(await parts.takeOver(id))) return;
  await parts.record(id, 'takeOverAccount', headers);
  const what =
    'You signed in with your organization for the first time. Nobody had proved this address before, so the former password and factors of the account were removed.';
  tellOf(parts)?.(email, what, headers);
}

/** Emails people about changes to their sign-in; null without a mail server. */
const tellOf = ({ addressHeader, mail, now, publicUrl }: AuthParts): TellPerson =>
  mail &&
  ((to, what, headers) =>
    mail.post({
      to,
      subject: mailText`Your Switchyard sign-in has changed`,
      before: mailText`${ownWords(what)} Time: ${ownWords(now().toISOString())}. Address: ${ownWords(headers?.get(addressHeader) || 'unknown')}. You were signed out everywhere else. Review your sign-in methods here:`,
      link: `${publicUrl}/dashboard/settings`,
      after: mailText`Wasn’t you? Reset your password, remove unknown sign-in methods, and contact an owner of your merchant account.`,
    }));

const resetMessage = (to: string, link: string) => ({
  to,
  subject: mailText`Reset your Switchyard password`,
  before: mailText`We received a request to reset the password of this address. Choose a new one here:`,
  link,
  after: mailText`The link works once, for an hour. Didn’t request this? Ignore it.`,
});

/** Messages about people's input are of no use to the operator. */
function log(logger: Logger, level: string, message: string, details: readonly unknown[]): void {
  if (level !== 'error' && level !== 'warn') return;
  const error = details.find((detail) => detail instanceof Error);
  if (level === 'error' && error) logger.error({ err: error }, `sign-in: ${message}`);
  else logger.debug(`sign-in: ${message}`);
}
