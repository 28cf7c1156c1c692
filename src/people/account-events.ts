import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { PersonEvent } from '../core/team/person-events.ts';
import { isEnrolling } from './factor-rules.ts';
import { passwordChecks } from './password-checks.ts';
import { challengedPerson } from './request-rules.ts';
import { secondFactorChecks } from './session-proofs.ts';

/**
 * Records a person's change of their own account in the audit log, with the origin from the headers.
 *
 * @param passkeyId The passkey that was added, renamed or removed.
 */
export type RecordEvent = (
  personId: string,
  event: PersonEvent,
  headers: Headers | undefined,
  passkeyId?: string,
) => Promise<void>;

interface AccountEventsParts {
  readonly record: RecordEvent;
  /** Called once a person has signed in completely, second factor included. */
  readonly onSignedIn: (ctx: GenericEndpointContext, email: string) => Promise<void>;
  /** Called once a person who is signed in has given their password or second factor again. */
  readonly onProof: (personId: string) => Promise<void>;
  readonly logger: Logger;
}

/** A process records a person's failures to sign in at most once in this time, so that nobody can flood the log. */
const FAILURE_RECORDED_MS = 60_000;

/** Audit log entries of requests by people who are already signed in, by path. */
const eventsOfSignedIn: Readonly<Record<string, PersonEvent>> = {
  '/two-factor/verify-totp': 'verifySecondFactor',
  '/two-factor/verify-backup-code': 'verifySecondFactor',
  '/passkey/verify-authentication': 'verifySecondFactor',
  '/two-factor/disable': 'disableTwoFactor',
  '/passkey/verify-registration': 'addPasskey',
  '/passkey/update-passkey': 'renamePasskey',
  '/passkey/delete-passkey': 'removePasskey',
  '/two-factor/generate-backup-codes': 'renewBackupCodes',
  '/two-factor/get-totp-uri': 'showSecondFactor',
  '/update-user': 'changeName',
  '/change-password': 'changePassword',
  '/revoke-session': 'revokeSession',
  '/revoke-sessions': 'revokeSession',
  '/revoke-other-sessions': 'revokeSession',
};

/** The codes of better-auth's errors that refuse a person, by path. */
const refusals: Readonly<Record<string, readonly string[]>> = {
  '/sign-in/email': ['INVALID_EMAIL_OR_PASSWORD'],
  '/two-factor/verify-totp': ['INVALID_CODE'],
  '/two-factor/verify-backup-code': ['INVALID_BACKUP_CODE'],
  '/passkey/verify-authentication': ['AUTHENTICATION_FAILED'],
};

/**
 * Records people's changes of their accounts. Must be the last plugin: by then, the second factor's has withdrawn the
 * session of a person who needs more than a password.
 */
export function accountEvents({ logger, onProof, onSignedIn, record }: AccountEventsParts) {
  const failures = new LRUCache<string, true>({ max: 10_000, ttl: FAILURE_RECORDED_MS });
  const isFirst = (event: PersonEvent, subject: string) => {
    const key = `${event} ${subject}`;
    if (failures.has(key)) return false;
    failures.set(key, true);
    return true;
  };

  const handler = createAuthMiddleware(async (ctx) => {
    const { body, context, headers, path } = ctx;
    const { newSession, returned, session } = context;
    if (!(returned instanceof APIError)) {
      // With another person's passkey, or after signing in again, the session is of that person.
      const isSignIn =
        newSession && (newSession.user.id !== session?.user.id || path.startsWith('/sign-in/'));
      if (isSignIn) await onSignedIn(ctx, newSession.user.email);
      if (session && (passwordChecks[path] || secondFactorChecks.has(path))) await onProof(session.user.id);
      const signedIn = path === '/passkey/verify-authentication' ? 'signInWithPasskey' : 'signIn';
      const ofSignedIn = isEnrolling(path, session) ? 'enableTwoFactor' : eventsOfSignedIn[path];
      const event = isSignIn ? signedIn : session ? ofSignedIn : undefined;
      const person = isSignIn ? newSession.user : session?.user;
      if (event && person) await record(person.id, event, headers, passkeyOf(path, body, returned));
      return;
    }
    const code = String(returned.body?.code);
    const { adapter, internalAdapter } = context;
    const refused = (event: PersonEvent, personId: string | undefined) =>
      personId && isFirst(event, personId) ? record(personId, event, headers) : undefined;

    // A session whose person does not know the password may be a stolen one.
    if (passwordChecks[path] && code === 'INVALID_PASSWORD') await refused('failPassword', session?.user.id);
    if (!refusals[path]?.includes(code)) return;
    if (path.startsWith('/two-factor/')) {
      await refused('failSecondFactor', session?.user.id ?? (await challengedPerson(ctx)));
      return;
    }
    if (path === '/passkey/verify-authentication') {
      const where = [{ field: 'credentialID', value: String(body.response.id) }];
      await refused(
        'failSignIn',
        (await adapter.findOne<{ userId: string }>({ model: 'passkey', where }))?.userId,
      );
      return;
    }
    const email = emailKeyOf(String(body.email));
    if (!isFirst('failSignIn', email)) return;
    // In the background: the response time must not reveal who exists.
    void internalAdapter
      .findUserByEmail(email)
      .then((found) => found && record(found.user.id, 'failSignIn', headers))
      .catch((error: unknown) => logger.error({ err: error }, 'could not record a failure to sign in'));
  });
  return {
    id: 'account-events',
    hooks: { after: [{ matcher: () => true, handler }] },
  } satisfies BetterAuthPlugin;
}

/** The normalized address, for counting. */
export const emailKeyOf = (email: string): string => email.trim().toLowerCase();

/** The passkey that a request was about. */
function passkeyOf(path: string, body: unknown, returned: unknown): string | undefined {
  if (!path.startsWith('/passkey/')) return undefined;
  const source = path === '/passkey/verify-registration' ? returned : body;
  const { id } = (source ?? {}) as { id?: unknown };
  return typeof id === 'string' ? id : undefined;
}
