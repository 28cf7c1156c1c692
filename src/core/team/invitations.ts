import { apiKeyHash } from '../access/authenticate.ts';
import { makerOf } from '../access/maker.ts';
import { type Delivery, Invitation } from '../entities/invitation.ts';
import { TeamMember } from '../entities/team-member.ts';
import {
  type ClientDetails,
  type Context,
  organizationOf,
  type WritingContext,
  withinMerchant,
} from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import { randomBase62 } from '../foundation/ids.ts';
import { mailText } from '../foundation/mail-text.ts';
import { requireMailServer } from '../foundation/outgoing-calls.ts';
import { type Role, roles, rolesWith } from '../foundation/permissions.ts';
import { urlPath } from '../foundation/url-path.ts';
import { fieldsFrom, Input } from '../model/index.ts';
import { requireHeld } from '../writes/held-rights.ts';
import { notifyOwners } from '../writes/outbox/owner-notices.ts';
import { insert, inTransaction, lock, requireMerchant } from '../writes/transactions.ts';
import { asPerson } from './person-events.ts';
import { createPerson, findPersonByEmail, type NewPerson, type Person, takeOverPerson } from './persons.ts';
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
   * The acceptance link, for an operator who passes it on; null otherwise. Only the hash of its token is stored, so the
   * link is shown only once.
   */
  readonly link: string | null;
}

interface InvitationOptions {
  /** Returns the link to the operator instead of mailing it. */
  readonly handsOver?: boolean;
}

/**
 * Chooses the delivery of an invitation's link. Anyone with the link can accept as the person, so merchants never see it:
 * only an operator does, if no e-mail can be sent.
 *
 * @throws {Problem} `unexpected_state` without a mail server, and `outgoing_calls_off` while it may not be called, for
 *   callers other than operators.
 */
function deliveryOf({ caller, ports }: Context, handsOver: boolean): Delivery {
  const { mail, outgoing } = ports;
  if (mail && !mail.isLogged && !handsOver && outgoing.off === null) return 'email';
  if (caller.kind === 'admin_key' && organizationOf(caller) === null) return 'link';
  if (mail) {
    requireMailServer(ports);
    return 'log';
  }
  throw new Problem(
    'unexpected_state',
    'The service has no mail server (SMTP_URL), so it cannot send the link. An operator can invite the person with `switchyard person` or the admin key, and pass the link on.',
  );
}

/**
 * Invites a person to join the context's merchant account, by e-mail. An open invitation for the same address is revoked.
 *
 * @throws {Problem} `resource_already_exists` if the person is a member; `not_permitted` if a caller other than an owner
 *   invites an owner, or for a role with more permissions than the caller; `unexpected_state` if the link cannot be
 *   delivered.
 */
export function inviteMember(
  ctx: Context,
  { email, role }: MemberInvitation,
  { handsOver = false }: InvitationOptions = {},
): Promise<SentInvitation> {
  if (role === 'owner') requireOwner(ctx);
  requireHeld(ctx, roles[role], `the role ${role}`);
  const delivery = deliveryOf(ctx, handsOver);
  const address = email.toLowerCase();
  return inTransaction(ctx, async (tx) => {
    const merchantId = requireMerchant(tx);
    const { em } = tx.transaction;
    const ofMerchant = { merchant_id: merchantId, email: address };
    if (await em.findOne(TeamMember, ofMerchant)) {
      throw new Problem('resource_already_exists', 'A person with this e-mail address is already a member.', {
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
    invitation.delivered_by = delivery;
    invitation.token_hash = apiKeyHash(token);
    invitation.created_at = tx.ports.now();
    invitation.expires_at = new Date(tx.ports.now().getTime() + OPEN_MS);
    await insert(tx, invitation, false);
    if (rolesWith(['vault:export']).includes(role)) {
      await notifyOwners(tx, {
        merchantId,
        kind: 'approver_made',
        objectId: invitation.invitation_id,
        message: `Somebody was invited as ${role} (${invitation.invitation_id}), and could approve exports of card and account numbers.`,
      });
    }
    const link = tx.ports.publicUrl() + urlPath`/accept-invitation?token=${token}`;
    if (delivery !== 'link') tx.transaction.outbox.mails.push(invitationMessage(address, link));
    return { invitationId: invitation.invitation_id, link: delivery === 'link' ? link : null };
  });
}

/**
 * Revokes an invitation: its link stops working. Idempotent; an accepted invitation stays accepted.
 *
 * @throws {Problem} `resource_not_found`.
 */
export function revokeInvitation(ctx: Context, invitationId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const invitation = await lock(tx, Invitation, invitationId);
    if (!invitation.accepted_at) invitation.revoked_at ??= tx.ports.now();
  });
}

/** An invitation, in the form shown to the holder of its link. */
export interface InvitationSeen {
  readonly invitationId: string;
  readonly merchantId: string;
  readonly merchantName: string | null;
  readonly email: string;
  readonly role: Role;
  /**
   * Whether the person accepts by signing in. Otherwise they create an account, or take over the account with this
   * address if the address is unproved and the link was mailed to it.
   */
  readonly hasAccount: boolean;
  /** Whether the link was sent by e-mail, so that accepting proves the address. */
  readonly isSent: boolean;
}

/** The merchant that a token names after its secret, so that the look-up goes to one place. */
const merchantOf = (token: string): string | null => token.split('.')[1] ?? null;

/**
 * Finds an open invitation by the token of its link. Links of release 0.2.0 name no merchant, so all merchants are
 * searched: they expire within seven days.
 *
 * @throws {Problem} `resource_not_found`, identical for unknown, accepted, revoked and expired invitations.
 */
export async function findInvitation(ctx: Context, token: string): Promise<InvitationSeen> {
  const merchantId = merchantOf(token);
  const text = `
    with found as materialized (
      select i.invitation_id as "invitationId", i.merchant_id as "merchantId", m.merchant_name as "merchantName",
        i.email, i.role, i.delivered_by is not distinct from 'email' as "isSent"
      from invitations i join merchant_accounts m on m.merchant_id = i.merchant_id
      where i.token_hash = $1 and i.accepted_at is null and i.revoked_at is null and i.expires_at > $2::timestamptz
        ${merchantId === null ? '' : 'and i.merchant_id = $3'})
    select f.*, exists (select from auth.persons p where p.email = f.email and (p.email_verified or not f."isSent"))
      as "hasAccount" from found f`;
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

/** The accepting person: signed in, or with an account to create. */
export type Acceptance =
  | { readonly personId: string; readonly sessionId: string; readonly email: string }
  | Pick<NewPerson, 'name' | 'passwordHash'>;

/**
 * Accepts an invitation: its person becomes a member. A mailed link proves the e-mail address, of a new account and of an
 * account that someone else may have created, whose former password, sessions and factors end. A link that an operator
 * passed on proves nothing, so an existing account must sign in.
 *
 * @param ctx The service's context, since the person is not a member yet; the change is recorded as theirs.
 * @param client The person's address and user agent, for the audit log.
 * @throws {Problem} `resource_not_found` as {@link findInvitation}; `not_permitted` if another person has signed in;
 *   `resource_already_exists` if the account exists, so that the person has to sign in first, or is a member already.
 */
export async function acceptInvitation(
  ctx: Context,
  token: string,
  acceptance: Acceptance,
  client: ClientDetails,
): Promise<{ readonly merchantId: string; readonly email: string }> {
  const { email, hasAccount, invitationId, isSent, merchantId, role } = await findInvitation(ctx, token);
  const isSignedIn = 'personId' in acceptance;
  if (isSignedIn && acceptance.email !== email) {
    throw new Problem(
      'not_permitted',
      'The invitation is for another e-mail address. Sign in with that address.',
    );
  }
  if (!isSignedIn && hasAccount) {
    throw new Problem('resource_already_exists', 'You already have an account. Sign in to accept.', {
      param: 'email',
    });
  }
  if (isSignedIn && !hasAccount) throw nameRequired();
  const unproved = isSignedIn || hasAccount ? null : await findPersonByEmail(ctx, email);
  const personId = isSignedIn ? acceptance.personId : (unproved?.personId ?? ctx.ports.ids.make('per'));
  const within = withinMerchant(asPerson(ctx, personId, 'acceptInvitation', client), merchantId);
  await inTransaction(within, async (tx) => {
    const invitation = await lock(tx, Invitation, invitationId);
    if (invitation.accepted_at || invitation.revoked_at) throw notOpen();
    invitation.accepted_at = tx.ports.now();
    const person = isSignedIn
      ? await findPersonByEmail(tx, email)
      : await personOf(tx, { ...acceptance, email, personId, isProved: isSent }, unproved);
    if (!person) throw notOpen();
    invitation.accepted_by = person.personId;
    await addMember(tx, person, role, invitation.invited_by ?? null);
  });
  return { merchantId, email };
}

/** The account of a person who accepts without signing in: a new account, or the account whose address they have proved. */
async function personOf(tx: WritingContext, person: NewPerson, unproved: Person | null): Promise<Person> {
  if (!unproved) return createPerson(tx, person);
  await takeOverPerson(tx, unproved.personId, person);
  return { ...unproved, name: person.name, twoFactorEnabled: false, isProved: true };
}

/** The problem of a person who is signed in to an account with an unproved address. */
const nameRequired = () =>
  new Problem(
    'missing_parameter',
    'The e-mail address of this account is not proved yet; this link proves it. Choose a new password: the former password and all sessions end.',
    { param: 'password' },
  );

const invitationMessage = (to: string, link: string) => ({
  to,
  subject: mailText`You are invited to Switchyard`,
  before: mailText`You are invited to work with a merchant account in Switchyard. Accept here:`,
  link,
  after: mailText`The link works once, for seven days. Didn’t expect this? Ignore it.`,
});

const notOpen = () => notFound('invitation', 'token');
