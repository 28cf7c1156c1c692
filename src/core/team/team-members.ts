import { makerOf } from '../access/maker.ts';
import { TeamMember } from '../entities/team-member.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { isInactive, type Role, rolesWith } from '../foundation/permissions.ts';
import { fieldsFrom, Input } from '../model/index.ts';
import type { Row } from '../reads/index.ts';
import { notifyOwners } from '../writes/outbox/owner-notices.ts';
import { insert, inTransaction, lock, requireMerchant } from '../writes/transactions.ts';
import { createPerson, findPersonByEmail, type NewPerson, type Person, requireProved } from './persons.ts';

@Input({ about: 'Parameters for changing the role of a member.' })
export class MemberRoleChange extends fieldsFrom(TeamMember, { requires: ['role'] }) {}

/**
 * Makes a person a member of the context's merchant account.
 *
 * @param by The giver of the role: see {@link makerOf}. Null if unknown, for an invitation from before it was recorded.
 */
export async function addMember(
  tx: WritingContext,
  person: Person,
  role: Role,
  by: string | null,
): Promise<void> {
  const member = new TeamMember();
  member.merchant_id = requireMerchant(tx);
  member.person_id = person.personId;
  member.email = person.email;
  member.name = person.name;
  member.role = role;
  member.role_given_by = by;
  member.joined_at = tx.ports.now();
  member.vault_export_since = isApprover(role) ? member.joined_at : null;
  await insert(tx, member);
  await noticeApprover(tx, member, null);
}

/**
 * Notifies a merchant's owners of a member who can now approve exports of card and account numbers.
 *
 * @param before The former role; null without one.
 */
async function noticeApprover(
  tx: WritingContext,
  { merchant_id: merchantId, person_id: personId, role }: TeamMember,
  before: Role | null,
): Promise<void> {
  if (!isApprover(role) || (before !== null && isApprover(before))) return;
  await notifyOwners(tx, {
    merchantId,
    kind: 'approver_made',
    objectId: personId,
    message: `The member ${personId} of the team has the role ${role}, and can approve exports of card and account numbers.`,
  });
}

const isApprover = (role: Role) => rolesWith(['vault:export']).includes(role);

/**
 * Makes a person a member of the context's merchant account without an invitation, for the operator. Creates the
 * person's account if there is none.
 *
 * @throws {Problem} `resource_already_exists` if they are a member; `resource_not_found` for an unknown merchant;
 *   `unexpected_state` for an account with an unproved address.
 */
export function appointMember(ctx: Context, appointed: NewPerson & { readonly role: Role }): Promise<Person> {
  return inTransaction(ctx, async (tx) => {
    const known = await findPersonByEmail(tx, appointed.email);
    if (known) requireProved(known);
    const person = known ?? (await createPerson(tx, appointed));
    await addMember(tx, person, appointed.role, makerOf(tx.caller));
    return person;
  });
}

/**
 * Changes a member's role, effective from the next request. A member inactive after 90 days without a visit becomes
 * active again, even with the same role: that counts as giving the role anew.
 *
 * @throws {Problem} `resource_not_found`; `not_permitted` if a caller other than an owner appoints or demotes an owner,
 *   or if the former or the new role has more permissions than the caller; `unexpected_state` for the last owner.
 */
export function changeMemberRole(ctx: Context, personId: string, { role }: MemberRoleChange): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { member, owners } = await lockMember(tx, personId);
    const wasInactive = isInactive(member.last_seen_at ?? member.joined_at, tx.ports.now());
    if (member.role === role && !wasInactive) return;
    if (role === 'owner') requireOwner(tx);
    if (member.role !== role && member.role === 'owner') requireAnotherOwner(tx, member, owners);
    if (wasInactive) member.last_seen_at = tx.ports.now();
    const before = wasInactive ? null : member.role;
    if (!isApprover(role)) member.vault_export_since = null;
    else if (!before || !isApprover(before)) member.vault_export_since = tx.ports.now();
    member.role = role;
    member.role_given_by = makerOf(tx.caller);
    await noticeApprover(tx, member, before);
  });
}

/**
 * Removes a member, whose requests and connections end at once. Their own account stays, without this merchant account.
 *
 * @returns The member's last state.
 * @throws {Problem} As {@link changeMemberRole}.
 */
export function removeMember(ctx: Context, personId: string): Promise<Row> {
  return inTransaction(ctx, async (tx) => {
    const { member, owners } = await lockMember(tx, personId);
    if (member.role === 'owner') requireAnotherOwner(tx, member, owners);
    const last = { ...member };
    tx.transaction.em.remove(member);
    return last;
  });
}

/**
 * Checks that the caller may appoint and remove owners: only an owner or the operator. Keys may not: otherwise anyone who
 * creates keys could become an owner.
 *
 * @throws {Problem} `not_permitted`.
 */
export function requireOwner({ caller }: Context): void {
  if (caller.kind === 'admin_key' || (caller.kind === 'person' && caller.role === 'owner')) return;
  throw new Problem('not_permitted', 'Only an owner can appoint or remove owners.');
}

/**
 * Locks the owners in the order of their identifiers, then reads the member for update. If two owners remove each other,
 * the second waits for the first, and then finds no other owner. For an operator who names no merchant, the member is
 * locked first.
 *
 * @throws {Problem} As `lock`.
 */
async function lockMember(
  tx: WritingContext,
  personId: string,
): Promise<{ readonly member: TeamMember; readonly owners: readonly string[] }> {
  const owners = tx.merchantId === null ? null : await lockOwners(tx, tx.merchantId);
  const member = await lock(tx, TeamMember, personId);
  return { member, owners: owners ?? (await lockOwners(tx, member.merchant_id)) };
}

async function lockOwners(tx: WritingContext, merchantId: string): Promise<string[]> {
  const text = `select person_id from team_members where merchant_id = $1 and role = 'owner'
                order by person_id for update`;
  const owners = await tx.rows.query<{ person_id: string }>(
    { text, values: [merchantId], touches: { reads: ['team_members'] } },
    merchantId,
  );
  return owners.map(({ person_id }) => person_id);
}

/** @throws {Problem} `not_permitted`; `unexpected_state` if a member is the last owner. */
function requireAnotherOwner(tx: WritingContext, { person_id }: TeamMember, owners: readonly string[]): void {
  requireOwner(tx);
  if (owners.some((owner) => owner !== person_id)) return;
  throw new Problem(
    'unexpected_state',
    'This is the last owner of the merchant account. Appoint another owner first.',
    { param: 'person_id' },
  );
}
