import { setTimeout as sleep } from 'node:timers/promises';
import { type Request, type RequestHandler, Router } from 'express';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Context } from '../core/foundation/context.ts';
import type { KeyedEncryption } from '../core/foundation/cryptography.ts';
import type { IdMaker } from '../core/foundation/ids.ts';
import type { AttemptLimit } from '../core/foundation/ports/attempt-limit.ts';
import type { Mail } from '../core/foundation/ports/mail.ts';
import type { RowSource } from '../core/reads/index.ts';
import { isInvited } from '../core/team/invitations.ts';
import { recordPersonEvent } from '../core/team/person-events.ts';
import { readPasswords, takeOverPerson } from '../core/team/persons.ts';
import { credentialsReader, type ReadCredentials } from '../http/front-door/caller.ts';
import type { ClientAddress } from '../http/requests/client-address.ts';
import { jsonBody } from '../http/requests/request-body.ts';
import { nameRoute, requestIdOf } from '../http/requests/request-log.ts';
import { sendJson } from '../http/requests/responses.ts';
import type { Auth, AuthParts, PersonLimit } from './auth.ts';
import { type AuthSecret, authSecrets } from './auth-secrets.ts';
import { headersOf, serveFetch } from './fetch-handler.ts';
import { invitationRoutes } from './invitation-routes.ts';
import { hashPassword } from './password-hashes.ts';
import type { OidcSettings } from './provider.ts';
import { tokenIn } from './session-cookie.ts';

/** The base path of better-auth's routes. */
const AUTH_PATH = '/auth';
/** The header that carries the client's address; a client's own value is replaced. */
const ADDRESS_HEADER = 'x-switchyard-client-address';
/** The header that passes on the request's identifier, likewise. */
const REQUEST_HEADER = 'x-switchyard-request-id';

export interface PeopleParts {
  /** Connections of better-auth's own. */
  readonly pool: Pool;
  readonly rows: RowSource;
  readonly encryption: KeyedEncryption;
  /** Where people reach the service, known once it listens. */
  readonly publicUrl: () => string;
  readonly ids: IdMaker;
  readonly limits: {
    readonly signIns: AttemptLimit;
    readonly signInsAnywhere: AttemptLimit;
    readonly codes: AttemptLimit;
    readonly passwordResets: AttemptLimit;
    readonly perAddress: number;
  };
  /** Null unless people may sign in with an OpenID Connect provider. */
  readonly oidc: OidcSettings | null;
  /** Null if no e-mail can be sent. */
  readonly mail: Mail | null;
  readonly now: () => Date;
  /** How long a session lasts that is not used. */
  readonly sessionIdleMs: number;
  readonly logger: Logger;
  readonly clientAddress: ClientAddress;
  /** The service's own context, for a request. */
  readonly contextFor: (requestId: string) => Context;
  /** Called in this process once sessions have ended; the database notifies the others. */
  readonly onSessionsEnded: () => void;
}

/** How people sign in, and how their requests are known. */
export interface People {
  /** Serves `/auth`. */
  readonly routes: RequestHandler;
  readonly credentialsOf: ReadCredentials;
}

/** Signs people in. The core decides their permissions. */
export function openPeople(parts: PeopleParts): People {
  const { clientAddress, publicUrl, rows } = parts;
  const origin = () => new URL(publicUrl()).origin;
  const secrets = currentSecrets(parts.encryption);
  const auth = openedAuth(parts, secrets);
  // All clients whose address is not known count together.
  const addressOf = (req: Request) => ({
    [ADDRESS_HEADER]: clientAddress(req) || '0.0.0.0',
    [REQUEST_HEADER]: req.res ? requestIdOf(req.res) : '',
  });
  const credentialsOf = credentialsReader({
    origin,
    tokenIn: (cookies) => tokenIn(cookies, origin(), secrets()[0]!.value),
  });

  const router = Router({ caseSensitive: true, strict: true });
  router.use(AUTH_PATH, nameRoute(AUTH_PATH), bodyIfPosted);
  router.get(`${AUTH_PATH}/methods`, (_req, res) => sendJson(res, 200, { oidc: parts.oidc !== null }));
  // better-auth knows nothing of idle sessions.
  router.use(AUTH_PATH, async (req, _res, next) => {
    // The provider redirects a person here with the session of before. The state names the request.
    if (req.method === 'GET' && req.path.startsWith('/callback/')) return next();
    const { session } = credentialsOf(req);
    if (session) await endIfIdle(rows, session.token, new Date(parts.now().getTime() - parts.sessionIdleMs));
    next();
  });
  router.use(`${AUTH_PATH}/request-password-reset`, inConstantTime);
  router.use(AUTH_PATH, invitations(parts, auth, credentialsOf, addressOf));
  router.use(
    AUTH_PATH,
    serveFetch(async (request) => (await auth()).handler(request), origin, addressOf),
  );
  return { routes: router, credentialsOf };
}

/**
 * better-auth with the present secrets. It loads when the first person signs in: most processes serve machines, and start
 * without it.
 */
function openedAuth(parts: PeopleParts, secrets: () => readonly AuthSecret[]): () => Promise<Auth> {
  let opened: { readonly auth: Promise<Auth>; readonly secrets: readonly AuthSecret[] } | undefined;
  const openWith = async (current: readonly AuthSecret[]) => {
    const { openAuth } = await import('./auth.ts');
    return openAuth(parts.pool, authParts(parts, current));
  };
  return () => {
    const current = secrets();
    if (opened?.secrets !== current) opened = { secrets: current, auth: openWith(current) };
    return opened.auth;
  };
}

function authParts(parts: PeopleParts, secrets: readonly AuthSecret[]): AuthParts {
  const { contextFor, ids, limits, rows } = parts;
  return {
    path: AUTH_PATH,
    addressHeader: ADDRESS_HEADER,
    publicUrl: parts.publicUrl(),
    secrets,
    ids,
    limits: {
      signIns: forPeople(limits.signIns, rows),
      signInsAnywhere: forPeople(limits.signInsAnywhere, rows),
      codes: forPeople(limits.codes, rows),
      passwordResets: forPeople(limits.passwordResets, rows),
      perAddress: limits.perAddress,
    },
    oidc: parts.oidc,
    passwordsOf: (personId) => readPasswords(rows, personId),
    isInvited: (email) => isInvited(contextFor('sign-in'), email),
    mail: parts.mail,
    now: parts.now,
    logger: parts.logger,
    onSessionsEnded: parts.onSessionsEnded,
    takeOver: (personId) => takeOverPerson(contextFor('sign-in'), personId, null),
    proveByReset: async (personId) => {
      await takeOverPerson(contextFor('sign-in'), personId, 'present password');
    },
    record: (personId, event, headers, passkeyId) => {
      const ctx = contextFor(headers?.get(REQUEST_HEADER) || ids.make('req'));
      const address = headers?.get(ADDRESS_HEADER) ?? '';
      const userAgent = headers?.get('user-agent') ?? null;
      return recordPersonEvent(ctx, personId, { event, passkeyId }, { address, userAgent });
    },
  };
}

const invitations = (
  { clientAddress, contextFor }: PeopleParts,
  auth: () => Promise<Auth>,
  credentialsOf: ReadCredentials,
  addressOf: (req: Request) => Record<string, string>,
) =>
  invitationRoutes({
    contextFor,
    clientOf: (req) => ({ address: clientAddress(req), userAgent: req.get('user-agent') ?? null }),
    hashPassword,
    signedIn: async (req) => {
      if (!credentialsOf(req).session) return null;
      const found = await (await auth()).api.getSession({ headers: headersOf(req, addressOf(req)) });
      if (!found) return null;
      return { personId: found.user.id, sessionId: found.session.id, email: found.user.email };
    },
    signIn: async (req, email, password) => {
      const headers = headersOf(req, addressOf(req));
      const { api } = await auth();
      const response = await api.signInEmail({ body: { email, password }, headers, asResponse: true });
      return response.headers.getSetCookie();
    },
  });

/** The secrets of the data keys there are, made again when those change. */
function currentSecrets(encryption: KeyedEncryption): () => readonly AuthSecret[] {
  let made: { readonly keyIds: readonly string[]; readonly secrets: readonly AuthSecret[] } | undefined;
  return () => {
    const { keyIds } = encryption;
    if (made?.keyIds !== keyIds) made = { keyIds, secrets: authSecrets(encryption) };
    return made.secrets;
  };
}

/** Ends a session that was not used since a time. */
async function endIfIdle(rows: RowSource, token: string, since: Date): Promise<void> {
  const text = 'delete from auth.sessions where token = $1 and last_active_at <= $2::timestamptz';
  const values = [token, since.toISOString()];
  await rows.query({ text, values, touches: { writes: ['auth.sessions'] } }, null);
}

const bodyIfPosted: RequestHandler = (req, res, next) =>
  req.method === 'POST' ? jsonBody(req, res, next) : next();

/** Longer than storing a token takes. */
const RESET_ANSWER_MS = 250;

/** Keeps response times from revealing whether a person exists, for whom a token would be stored. */
const inConstantTime: RequestHandler = (_req: Request, res, next) => {
  const due = sleep(RESET_ANSWER_MS);
  const end = res.end.bind(res) as (...args: unknown[]) => typeof res;
  res.end = ((...args: unknown[]) => {
    void due.then(() => end(...args));
    return res;
  }) as typeof res.end;
  next();
};

/** A limit that people's requests count by. */
function forPeople(limit: AttemptLimit, rows: RowSource): PersonLimit {
  const anywhere = { rows, merchantId: null };
  return {
    take: (...subject) => limit.take(anywhere, ...subject),
    forget: (...subject) => limit.forget(anywhere, ...subject),
  };
}
