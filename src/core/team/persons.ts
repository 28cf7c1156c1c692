import type { Context, WritingContext } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import type { Role } from '../foundation/permissions.ts';
import type { RowSource } from '../reads/index.ts';

/** A person as they see themselves. */
export interface Person {
  readonly personId: string;
  readonly email: string;
  readonly name: string;
  /** Whether signing in with a password also requires a code of an authenticator app. */
  readonly twoFactorEnabled: boolean;
  /**
   * Whether the person has shown that the e-mail address is theirs: by a link that was sent there, or by the word of the OpenID
   * Connect provider. Somebody else may have made the account otherwise.
   */
  readonly isProved: boolean;
}

const personColumns = `id as "personId", email, name, coalesce(two_factor_enabled, false) as "twoFactorEnabled",
                  email_verified as "isProved"`;

/** A merchant account that a person belongs to. */
export interface Membership {
  readonly merchantId: string;
  /** The merchant's name, if it has one. */
  readonly name: string | null;
  readonly role: Role;
  /** How far its test clock was advanced, in seconds. */
  readonly testClockAdvancedBy: number;
}

/** Reads a person by their identifier; null if there is none. */
export async function readPerson({ rows }: Context, personId: string): Promise<Person | null> {
  const text = `select ${personColumns} from auth.persons where id = $1`;
  const [person] = await rows.query<Person>(
    { text, values: [personId], touches: { reads: ['auth.persons'] } },
    null,
  );
  return person ?? null;
}

/** A person's merchant accounts, in the order in which they joined. */
export function readMemberships({ rows }: Context, personId: string): Promise<Membership[]> {
  const text = `select m.merchant_id as "merchantId", m.merchant_name as "name", t.role,
                  m.test_clock_advanced_by as "testClockAdvancedBy"
                from team_members t join merchant_accounts m on m.merchant_id = t.merchant_id
                where t.person_id = $1 order by t.joined_at, t.merchant_id`;
  // A person's own memberships, whichever merchant account the request is about.
  return rows.query<Membership>(
    { text, values: [personId], touches: { reads: ['team_members', 'merchant_accounts'] } },
    null,
  );
}

/** Finds the person with an e-mail address; null if there is none. */
export async function findPersonByEmail({ rows }: Context, email: string): Promise<Person | null> {
  const text = `select ${personColumns} from auth.persons where email = $1`;
  const [person] = await rows.query<Person>(
    { text, values: [email.toLowerCase()], touches: { reads: ['auth.persons'] } },
    null,
  );
  return person ?? null;
}

/** The hashes of a person's passwords, the latest first; empty without a password. */
export async function readPasswords(rows: RowSource, personId: string): Promise<readonly string[]> {
  const text = `select password, former_passwords from auth.accounts
                where user_id = $1 and provider_id = 'credential' and password is not null`;
  const values = [personId];
  const found = await rows.query<{ password: string; former_passwords: string[] | null }>(
    { text, values, touches: { reads: ['auth.accounts'] } },
    null,
  );
  return found.flatMap(({ former_passwords: former, password }) => [password, ...(former ?? [])]);
}

/** A person to create. */
export interface NewPerson {
  readonly email: string;
  readonly name: string;
  /** The identifier to use; generated unless given. */
  readonly personId?: string;
  /** The password as better-auth hashes it. */
  readonly passwordHash: string;
  /** Whether the e-mail address is the person's: see {@link Person}. True unless given, as the operator vouches for it. */
  readonly isProved?: boolean;
}

/**
 * Creates the account of a person.
 *
 * @throws {Problem} `resource_already_exists`.
 */
export async function createPerson(
  tx: WritingContext,
  { email, isProved = true, name, passwordHash, personId = tx.ports.ids.make('per') }: NewPerson,
): Promise<Person> {
  const text = `
    with created as (
      insert into auth.persons (id, name, email, email_verified, created_at, updated_at)
      values ($1, $2, $3, $7, $5::timestamptz, $5::timestamptz) on conflict (email) do nothing returning id)
    insert into auth.accounts (id, account_id, provider_id, user_id, password, created_at, updated_at)
    select $6, id, 'credential', id, $4, $5::timestamptz, $5::timestamptz from created returning user_id`;
  const values = [
    personId,
    name,
    email.toLowerCase(),
    passwordHash,
    tx.ports.now().toISOString(),
    tx.ports.ids.make('acc'),
    isProved,
  ];
  const created = await tx.rows.query(
    { text, values, touches: { writes: ['auth.persons', 'auth.accounts'] } },
    null,
  );
  if (created.length === 0) {
    throw new Problem('resource_already_exists', 'A person with this e-mail address already exists.', {
      param: 'email',
    });
  }
  return { personId, email: email.toLowerCase(), name, twoFactorEnabled: false, isProved };
}

/**
 * What the person signs in with from then on: a name and password, the password that they have just chosen, or, with null, only
 * what the OpenID Connect provider says.
 */
export type NewSignIn = Pick<NewPerson, 'name' | 'passwordHash'> | 'present password' | null;

/**
 * Gives an account whose address was not proved to the person who has just proved it: the former sessions, password, factors and
 * accounts at providers end, whoever made them. Its memberships stay: those who invited named the address.
 *
 * @returns Whether it was taken over; not if the address was proved already.
 */
export async function takeOverPerson(
  { ports, rows }: Pick<Context, 'ports' | 'rows'>,
  personId: string,
  given: NewSignIn,
): Promise<boolean> {
  const text = `
    with taken as (
      update auth.persons set email_verified = true, two_factor_enabled = false, name = coalesce($3, name),
        updated_at = $2::timestamptz where id = $1 and not email_verified returning id),
    sessions as (delete from auth.sessions s using taken t where s.user_id = t.id),
    passkeys as (delete from auth.passkeys p using taken t where p.user_id = t.id),
    apps as (delete from auth.two_factors f using taken t where f.user_id = t.id),
    accounts as (delete from auth.accounts a using taken t
      where a.user_id = t.id and not ($4::boolean and a.provider_id = 'credential'))
    select id from taken`;
  const chosen = given === 'present password' ? null : given;
  const now = ports.now().toISOString();
  const values = [personId, now, chosen?.name ?? null, given === 'present password'];
  const writes = ['persons', 'sessions', 'passkeys', 'two_factors', 'accounts'].map(
    (table) => `auth.${table}`,
  );
  const taken = await rows.query({ text, values, touches: { writes } }, null);
  if (taken.length === 0 || !chosen) return taken.length > 0;
  const account = `
    insert into auth.accounts (id, account_id, provider_id, user_id, password, created_at, updated_at)
    values ($1, $2, 'credential', $2, $3, $4::timestamptz, $4::timestamptz)`;
  const made = [ports.ids.make('acc'), personId, chosen.passwordHash, now];
  await rows.query({ text: account, values: made, touches: { writes: ['auth.accounts'] } }, null);
  return true;
}

/**
 * Checks that a person has proved their address, before they get what is theirs by it alone.
 *
 * @throws {Problem} `unexpected_state`, saying how to prove it.
 */
export function requireProved({ isProved }: Person): void {
  if (isProved) return;
  throw new Problem(
    'unexpected_state',
    'The e-mail address of this account is not proved: someone else may have created it. The person can prove it with a password reset link, an invitation by e-mail, or by signing in with the OpenID Connect provider.',
    { param: 'email' },
  );
}
