import type { AdminCaller, PersonCaller } from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import { INACTIVE_DAYS, type Role, roles } from '../foundation/permissions.ts';
import { ANYWHERE, type RowSource } from '../reads/index.ts';
import { isoTimestamp } from '../reads/statement.ts';

/**
 * The header that selects one of a person's merchant accounts, or the {@link INSTALLATION}. A WebSocket's first message
 * has `merchantId` instead.
 */
export const MERCHANT_HEADER = 'switchyard-merchant';

/** Selects the installation instead of a merchant account, for operators. No merchant can have this identifier. */
const INSTALLATION = '*';

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
  readonly lacks_second_factor: boolean | null;
  readonly second_factor_at: string | null;
}

const nobody = new Set<never>();
const permissionsOf = new Map<Role, PersonCaller['permissions']>(
  (Object.keys(roles) as Role[]).map((role) => [role, new Set(roles[role])]),
);

/**
 * Resolves a session to its person, with one statement. A session unused for `idleMs` has ended. A person with one
 * merchant account acts in it; a person with several who selects none, or with no account, gets a caller whose merchant
 * is `''`, which owns nothing. An operator who selects the installation acts as its administrator.
 *
 * @throws {Problem} `session_ended`, identical for an unknown, revoked and expired session; `resource_not_found` if the
 *   person does not belong to the selected merchant account, or is no operator; `second_factor_required` where it is.
 */
export async function authenticatePerson(
  rows: RowSource,
  { merchantId, token }: PresentedSession,
  now: Date,
  idleMs: number,
): Promise<PersonCaller | AdminCaller> {
  if (merchantId === INSTALLATION) return findOperator(rows, token, now, idleMs);
  // The merchant is not known yet, so the lookup runs outside tenant scoping.
  const statement = {
    text: `select session_id, person_id, merchant_id, role, suspended, lacks_second_factor,
             ${isoTimestamp('second_factor_at')} as second_factor_at
           from find_session_proved($1, $2, $3::timestamptz, $4::timestamptz)
           where session_id is not null`,
    values: [token, merchantId, now.toISOString(), new Date(now.getTime() - idleMs).toISOString()],
    touches: { reads: ['auth.sessions', 'team_members', 'merchant_accounts'] },
  };
  const [found] = await rows.query<Found>(statement, ANYWHERE);
  if (!found) throw sessionEnded();
  if (merchantId !== null && found.merchant_id === null) throw notFound('merchant account', MERCHANT_HEADER);
  if (found.lacks_second_factor) throw secondFactorMissing('A member of this merchant account');
  return {
    kind: 'person',
    personId: found.person_id,
    sessionId: found.session_id,
    merchantId: found.merchant_id ?? '',
    suspended: found.suspended ?? false,
    role: found.role,
    permissions: (found.role && permissionsOf.get(found.role)) ?? nobody,
    secondFactorAt: dateIn(found.second_factor_at),
  };
}

/** @throws {Problem} As {@link authenticatePerson}. */
async function findOperator(rows: RowSource, token: string, now: Date, idleMs: number): Promise<AdminCaller> {
  const statement = {
    text: `select s.id as session_id, s.user_id as person_id, s.second_factor, o.person_id is not null as is_operator,
             ${isoTimestamp('coalesce(s.second_factor_at, case when s.second_factor then s.created_at end)')}
               as second_factor_at
           from auth.sessions s left join operators o on o.person_id = s.user_id
             and coalesce(o.last_seen_at, o.appointed_at) > $2::timestamptz - interval '${INACTIVE_DAYS} days'
           where s.token = $1 and s.expires_at > $2::timestamptz and s.last_active_at > $3::timestamptz`,
    values: [token, now.toISOString(), new Date(now.getTime() - idleMs).toISOString()],
    touches: { reads: ['auth.sessions', 'operators'] },
  };
  type Session = Pick<Found, 'session_id' | 'person_id' | 'second_factor_at'> & {
    second_factor: boolean;
    is_operator: boolean;
  };
  const [found] = await rows.query<Session>(statement, ANYWHERE);
  if (!found) throw sessionEnded();
  if (!found.is_operator) throw notFound('merchant account', MERCHANT_HEADER);
  if (!found.second_factor) throw secondFactorMissing('An operator');
  const { person_id: id, session_id: sessionId } = found;
  const secondFactorAt = dateIn(found.second_factor_at);
  return { kind: 'admin_key', holder: { type: 'person', id, name: null, sessionId, secondFactorAt } };
}

const dateIn = (text: string | null) => (text === null ? null : new Date(text));

/** The problem of a session that began without a second factor. */
const secondFactorMissing = (who: string) =>
  new Problem(
    'second_factor_required',
    `${who} needs a second factor. Set up an authenticator app or a passkey under your account, then sign in with it.`,
  );

/** The problem of a request whose session is no longer valid. */
export const sessionEnded = () =>
  new Problem(
    'session_ended',
    'The session has ended. Sign in again, or send an API key in the header api-key.',
  );
