import type { PersonCaller } from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import { type Role, roles } from '../foundation/permissions.ts';
import { ANYWHERE, type RowSource } from '../reads/index.ts';

/**
 * The header that selects one of a person's merchant accounts. A WebSocket's first message has `merchantId` instead.
 */
export const MERCHANT_HEADER = 'switchyard-merchant';

/** A session as a request presents it. */
export interface PresentedSession {
  /** The token in the cookie, whose signature has been checked. */
  readonly token: string;
  /** The merchant account that the person wants to act in, if they named one. */
  readonly merchantId: string | null;
}

interface Found {
  readonly session_id: string;
  readonly person_id: string;
  readonly merchant_id: string | null;
  readonly role: Role | null;
  readonly suspended: boolean | null;
}

const nobody = new Set<never>();
const permissionsOf = new Map<Role, PersonCaller['permissions']>(
  (Object.keys(roles) as Role[]).map((role) => [role, new Set(roles[role])]),
);

/**
 * Resolves a session to its person, with one statement. A session that was not used for `idleMs` has ended. A person with
 * one merchant account acts in it; a person with more who selects none, or with none, gets a caller whose merchant is `''`,
 * which owns nothing.
 *
 * @throws {Problem} `session_ended`, identical for an unknown, revoked and expired session; `resource_not_found` if the
 * person does not belong to the selected merchant account.
 */
export async function authenticatePerson(
  rows: RowSource,
  { merchantId, token }: PresentedSession,
  now: Date,
  idleMs: number,
): Promise<PersonCaller> {
  // The merchant is not known yet, so the lookup runs outside tenant scoping.
  const statement = {
    text: `select session_id, person_id, merchant_id, role, suspended from find_session($1, $2, $3::timestamptz, $4::timestamptz)
           where session_id is not null`,
    values: [token, merchantId, now.toISOString(), new Date(now.getTime() - idleMs).toISOString()],
    touches: { reads: ['auth.sessions', 'team_members', 'merchant_accounts'] },
  };
  const [found] = await rows.query<Found>(statement, ANYWHERE);
  if (!found) throw sessionEnded();
  if (merchantId !== null && found.merchant_id === null) throw notFound('merchant account', MERCHANT_HEADER);
  return {
    kind: 'person',
    personId: found.person_id,
    sessionId: found.session_id,
    merchantId: found.merchant_id ?? '',
    suspended: found.suspended ?? false,
    role: found.role,
    permissions: (found.role && permissionsOf.get(found.role)) ?? nobody,
  };
}

/** The problem of a request whose session is not valid any more. */
export const sessionEnded = () =>
  new Problem(
    'session_ended',
    'The session has ended. Sign in again, or send an API key in the header api-key.',
  );
