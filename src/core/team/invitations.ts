import { apiKeyHash } from '../access/authenticate.ts';
import { makerOf } from '../access/maker.ts';
import { Invitation } from '../entities/invitation.ts';
import { TeamMember } from '../entities/team-member.ts';
import { type ClientDetails, type Context, withinMerchant } from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import { randomBase62 } from '../foundation/ids.ts';
import type { Role } from '../foundation/permissions.ts';
import { fieldsFrom, Input } from '../model/index.ts';
import { insert, inTransaction, lock, requireMerchant } from '../writes/transactions.ts';
import { asPerson } from './person-events.ts';
import { createPerson, findPersonByEmail, type NewPerson, type Person } from './persons.ts';
import { addMember, requireOwner } from './team-members.ts';

const SECRET_LENGTH = 43;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Validity of an invitation. */
const OPEN_MS = 7 * DAY_MS;

@Input({ about: 'Parameters for inviting a person to a merchant account.' })
export class MemberInvitation extends fieldsFrom(Invitation, { requires: ['email', 'role'] }) {}

/** A new invitation. */
export interface SentInvitation {
  readonly invitationId: string;
  /**
   * The link to accept; null if it was sent to the person. Only the hash of its token is stored, so this is the only
   * chance to pass it on where no e-mail can be sent.
   */
  readonly link: string | null;
}

/**
 * Invites a person to join the context's merchant account, by e-mail. An open invitation of the same address is
 * revoked. A link that was sent is not returned: anyone who has it can accept as the person.
 *
 * @throws {Problem} `resource_already_exists` if the person is a member; `not_permitted` if anybody but an owner
 * invites an owner.
 */
export function inviteMember(ctx: Context, { email, role }: MemberInvitation): Promise<SentInvitation> {
  if (role === 'owner') requireOwner(ctx);
  const address = email.toLowerCase();
  return inTransaction(ctx, async (tx) => {
    const merchantId = requireMerchant(tx);
    const { em } = tx.transaction;
    const ofMerchant = { merchant_id: merchantId, email: address };
    if (await em.findOne(TeamMember, ofMerchant)) {
      throw new Problem('resource_already_exists', 'A person with this e-mail address is a member already.', {
        param: 'email',
      });
    }
    const open = await em.find(Invitation, { ...ofMerchant, accepted_at: null, revoked_at: null });
    for (const earlier of open) earlier.revoked_at = tx.ports.now();
    const token = `${randomBase62(SECRET_LENGTH, tx.ports.randomBytes)}.${merchantId}`;
    const invitation = new Invitation();
    invitation.merchant_id = merchantId;
    invitation.invitation_id = tx.ports.ids.make('inv');
    invitation.email = address;
    invitation.role = role;
    invitation.invited_by = makerOf(tx.caller);
    invitation.token_hash = apiKeyHash(token);
    invitation.created_at = tx.ports.now();
    invitation.expires_at = new Date(tx.ports.now().getTime() + OPEN_MS);
    await insert(tx, invitation, false);
    const link = `${tx.ports.publicUrl()}/accept-invitation?token=${token}`;
    tx.transaction.outbox.mails.push(invitationMessage(address, link));
    return {
      invitationId: invitation.invitation_id,
      link: tx.ports.mail && !tx.ports.mail.isLogged ? null : link,
    };
  });
}

/**
 * Revokes an invitation: its link opens nothing from then on. Idempotent; an accepted one stays accepted.
 *
 * @throws {Problem} `resource_not_found`.
 */
export function revokeInvitation(ctx: Context, invitationId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const invitation = await lock(tx, Invitation, invitationId);
    if (!invitation.accepted_at) invitation.revoked_at ??= tx.ports.now();
  });
}

/** An invitation, as shown to the holder of its link. */
export interface InvitationSeen {
  readonly invitationId: string;
  readonly merchantId: string;
  readonly merchantName: string | null;
  readonly email: string;
  readonly role: Role;
  /** Whether the person has an account, and accepts by signing in. */
  readonly hasAccount: boolean;
}

/** The merchant that a token names behind its secret, so that its invitation is looked for in one place. */
const merchantOf = (token: string): string | null => token.split('.')[1] ?? null;

/**
 * Finds an open invitation by the token of its link. The links of release 0.2.0 name no merchant, and are looked for among
 * all: they expire within seven days.
 *
 * @throws {Problem} `resource_not_found`, the same for an unknown, accepted, revoked and expired one.
 */
export async function findInvitation(ctx: Context, token: string): Promise<InvitationSeen> {
  const merchantId = merchantOf(token);
  const text = `
    with found as materialized (
      select i.invitation_id as "invitationId", i.merchant_id as "merchantId", m.merchant_name as "merchantName",
        i.email, i.role
      from invitations i join merchant_accounts m on m.merchant_id = i.merchant_id
      where i.token_hash = $1 and i.accepted_at is null and i.revoked_at is null and i.expires_at > $2::timestamptz
        ${merchantId === null ? '' : 'and i.merchant_id = $3'})
    select f.*, exists (select from auth.persons p where p.email = f.email) as "hasAccount" from found f`;
  const sought = merchantId === null ? [] : [merchantId];
  const values = [apiKeyHash(token), ctx.ports.now().toISOString(), ...sought];
  const [found] = await ctx.rows.query<InvitationSeen>(
    { text, values, touches: { reads: ['invitations', 'merchant_accounts', 'auth.persons'] } },
    merchantId,
  );
  if (!found) throw notOpen();
  return found;
}

/** Whether an address has an open invitation, from any merchant. */
export async function isInvited({ rows, ports: { now } }: Context, email: string): Promise<boolean> {
  const text = `select 1 from invitations where email = $1 and accepted_at is null
                  and revoked_at is null and expires_at > $2::timestamptz limit 1`;
  const found = await rows.query(
    { text, values: [email, now().toISOString()], touches: { reads: ['invitations'] } },
    null,
  );
  return found.length > 0;
}

/** The person who accepts an invitation: signed in, or with an account to create. */
export type Acceptance =
  | { readonly personId: string; readonly sessionId: string; readonly email: string }
  | Pick<NewPerson, 'name' | 'passwordHash'>;

/**
 * Accepts an invitation: its person becomes a member. The link has proved the e-mail address of a new account.
 *
 * @param ctx The service's own, since the person is not a member yet; the change is recorded as theirs.
 * @param client The person's address and user agent, for the audit log.
 * @throws {Problem} `resource_not_found` as {@link findInvitation}; `not_permitted` if another person has signed in;
 * `resource_already_exists` if the account exists, so that the person has to sign in first, or is a member already.
 */
export async function acceptInvitation(
  ctx: Context,
  token: string,
  acceptance: Acceptance,
  client: ClientDetails,
): Promise<{ readonly merchantId: string; readonly email: string }> {
  const { email, hasAccount, invitationId, merchantId, role } = await findInvitation(ctx, token);
  const isSignedIn = 'personId' in acceptance;
  if (isSignedIn && acceptance.email !== email) {
    throw new Problem(
      'not_permitted',
      'The invitation is for another e-mail address. Sign in with that one.',
    );
  }
  if (!isSignedIn && hasAccount) {
    throw new Problem('resource_already_exists', 'You have an account already. Sign in to accept.', {
      param: 'email',
    });
  }
  const personId = isSignedIn ? acceptance.personId : ctx.ports.ids.make('per');
  const within = withinMerchant(asPerson(ctx, personId, 'acceptInvitation', client), merchantId);
  await inTransaction(within, async (tx) => {
    const invitation = await lock(tx, Invitation, invitationId);
    if (invitation.accepted_at || invitation.revoked_at) throw notOpen();
    invitation.accepted_at = tx.ports.now();
    invitation.accepted_by = personId;
    const known = isSignedIn ? await findPersonByEmail(tx, email) : null;
    const person: Person =
      known ??
      (await createPerson(tx, {
        ...(acceptance as NewPerson),
        email,
        personId,
      }));
    await addMember(tx, person, role, invitation.invited_by ?? null);
  });
  return { merchantId, email };
}

const invitationMessage = (to: string, link: string) => ({
  to,
  subject: 'You are invited to Switchyard',
  before: 'You are invited to work with a merchant account in Switchyard. Accept here:',
  link,
  after: 'The link works once, for seven days. If you expect no invitation, there is nothing to do.',
});

const notOpen = () => notFound('invitation', 'token');
