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
}

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
  const text = `select id as "personId", email, name, coalesce(two_factor_enabled, false) as "twoFactorEnabled"
                from auth.persons where id = $1`;
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
  const text = `select id as "personId", email, name, coalesce(two_factor_enabled, false) as "twoFactorEnabled"
                from auth.persons where email = $1`;
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
}

/**
 * Creates the account of a person, whose e-mail address has been proved or is vouched for by the operator.
 *
 * @throws {Problem} `resource_already_exists`.
 */
export async function createPerson(
  tx: WritingContext,
  { email, name, passwordHash, personId = tx.ports.ids.make('per') }: NewPerson,
): Promise<Person> {
  const text = `
    with created as (
      insert into auth.persons (id, name, email, email_verified, created_at, updated_at)
      values ($1, $2, $3, true, $5::timestamptz, $5::timestamptz) on conflict (email) do nothing returning id)
    insert into auth.accounts (id, account_id, provider_id, user_id, password, created_at, updated_at)
    select $6, id, 'credential', id, $4, $5::timestamptz, $5::timestamptz from created returning user_id`;
  const values = [
    personId,
    name,
    email.toLowerCase(),
    passwordHash,
    tx.ports.now().toISOString(),
    tx.ports.ids.make('acc'),
  ];
  const created = await tx.rows.query(
    { text, values, touches: { writes: ['auth.persons', 'auth.accounts'] } },
    null,
  );
  if (created.length === 0) {
    throw new Problem('resource_already_exists', 'A person with this e-mail address exists already.', {
      param: 'email',
    });
  }
  return { personId, email: email.toLowerCase(), name, twoFactorEnabled: false };
}
