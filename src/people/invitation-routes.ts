import { type Request, type RequestHandler, Router } from 'express';
import type { ClientDetails, Context, RequestRecord } from '../core/foundation/context.ts';
import { invalidParameter, Problem } from '../core/foundation/errors.ts';
import { TEXT_MAX } from '../core/model/fields.ts';
import { acceptInvitation, findInvitation } from '../core/team/invitations.ts';
import { recordOf, requestIdOf } from '../http/requests/request-log.ts';
import { sendJson } from '../http/requests/responses.ts';
import { weaknessOf } from './passwords.ts';

export interface InvitationRoutesParts {
  /** The service's own context. */
  readonly contextFor: (requestId: string, record: RequestRecord) => Context;
  readonly clientOf: (req: Request) => ClientDetails;
  readonly hashPassword: (password: string) => Promise<string>;
  /** The signed-in person; null without a session. */
  readonly signedIn: (req: Request) => Promise<{ personId: string; sessionId: string; email: string } | null>;
  /** Responds as signing in with e-mail and password does. */
  readonly signIn: (req: Request, email: string, password: string) => Promise<readonly string[]>;
}

/**
 * The routes of the invitation page: `GET /invitation` shows the invitation, and `POST /accept-invitation` accepts it,
 * by the signed-in person, or with the name and password of an account to create.
 */
export function invitationRoutes(parts: InvitationRoutesParts): Router {
  const { clientOf, contextFor, hashPassword, signIn, signedIn } = parts;
  const router = Router({ caseSensitive: true, strict: true });

  const show: RequestHandler = async (req, res) => {
    const ctx = contextFor(requestIdOf(res), recordOf(res));
    const { email, hasAccount, merchantName, role } = await findInvitation(ctx, textOf(req.query, 'token'));
    sendJson(res, 200, { email, hasAccount, merchantName, role });
  };

  const accept: RequestHandler = async (req, res) => {
    const ctx = contextFor(requestIdOf(res), recordOf(res));
    const token = textOf(req.body, 'token');
    const person = await signedIn(req);
    const seen = await findInvitation(ctx, token);
    // A link that was sent makes the account theirs, whose password they choose.
    if (person && (seen.hasAccount || person.email !== seen.email)) {
      const { merchantId } = await acceptInvitation(ctx, token, person, clientOf(req));
      return sendJson(res, 200, { merchantId });
    }
    // Checked before the slow hash, which nobody without a link should be able to cause.
    const { email: invited } = seen;
    const [password, name] = [textOf(req.body, 'password'), textOf(req.body, 'name')];
    const weakness = await weaknessOf(password, { email: invited, name });
    if (weakness) throw invalidParameter('password', weakness);
    const acceptance = { name, passwordHash: await hashPassword(password) };
    const { email, merchantId } = await acceptInvitation(ctx, token, acceptance, clientOf(req));
    res.setHeader('set-cookie', await signIn(req, email, password));
    sendJson(res, 200, { merchantId });
  };

  router.get('/invitation', show);
  router.post('/accept-invitation', accept);
  return router;
}

function textOf(values: unknown, name: string): string {
  const value = (values as Record<string, unknown> | null | undefined)?.[name];
  if (value === undefined || value === null || value === '') {
    throw new Problem('missing_parameter', `${name} is required.`, { param: name });
  }
  // PostgreSQL stores no NUL.
  if (typeof value === 'string' && value.length <= TEXT_MAX && !value.includes('\0')) return value;
  throw invalidParameter(name, `${name} must be a string of at most ${TEXT_MAX} characters.`);
}
