import type { PaymentMethodExport } from '../entities/payment-method-export.ts';
import type { WritingContext } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { type Role, rolesWith } from '../foundation/permissions.ts';
import { readMakers } from './makers.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The roles that approve exports. */
const approving: readonly Role[] = rolesWith(['vault:export']);

/**
 * Checks that a person may approve an export, so that no single caller gets the cards. They must have had `vault:export`
 * for long enough, must not be the requester, must not be in the team through the requester or the other approver, and
 * must not share a maker with the other approver.
 *
 * @throws {Problem} `not_permitted`, with the missing condition.
 */
export async function requireApprover(
  tx: WritingContext,
  asked: PaymentMethodExport,
  personId: string,
): Promise<void> {
  const { approvals, merchant_id, requested_by } = asked;
  await requireTime(tx, merchant_id, personId);
  const others = approvals.map(({ person_id }) => person_id);
  const makers = await readMakers(tx, merchant_id, [requested_by, personId, ...others]);
  const asking = makers.behind(requested_by);
  if (asking.has(personId))
    throw refusal('You requested this export, in person or with a key that you created.');
  const above = makers.above(personId);
  if ([...asking].some((one) => above.has(one)))
    throw refusal(
      'You were invited, or given your role, by the requester of this export, directly or through others.',
    );
  for (const other of others) {
    if (above.has(other) || makers.above(other).has(personId))
      throw refusal(
        'One of the two approvers was invited, or given their role, by the other, directly or through others.',
      );
    const shared = makers.aboveBelowOwners(personId);
    if ([...makers.aboveBelowOwners(other)].some((one) => shared.has(one)))
      throw refusal(
        'You and the other approver were both invited, or given your roles, by the same caller, who is not an owner.',
      );
  }
}

/** Members from before this was recorded have had the permission since their last change of roles, or since they joined. */
async function requireTime(tx: WritingContext, merchantId: string, personId: string): Promise<void> {
  const { approverMs } = tx.ports.exportRules;
  const text = `select coalesce(m.vault_export_since, (select max(a.created_at) from audit_log a
      where a.merchant_id = $1 and a.object_id = m.person_id and a.action = 'changeMemberRole'), m.joined_at) as since
    from team_members m where m.merchant_id = $1 and m.person_id = $2 and m.role = any($3)`;
  const [member] = await tx.rows.query<{ since: Date | string }>(
    { text, values: [merchantId, personId, approving], touches: { reads: ['team_members', 'audit_log'] } },
    merchantId,
  );
  const since = member ? new Date(member.since).getTime() : Number.POSITIVE_INFINITY;
  if (since + approverMs <= tx.ports.now().getTime()) return;
  const from = member ? `: it will have from ${new Date(since + approverMs).toISOString()} on` : '';
  throw refusal(
    `Your role must have had the permission vault:export for ${approverMs / DAY_MS} days${from}.`,
  );
}

/** The number of approvers who may still approve. */
export async function countApproving(
  tx: WritingContext,
  { approvals, merchant_id }: PaymentMethodExport,
): Promise<number> {
  const text = `select count(*)::int as count from team_members
    where merchant_id = $1 and person_id = any($2) and role = any($3)`;
  const values = [merchant_id, approvals.map(({ person_id }) => person_id), approving];
  const [row] = await tx.rows.query<{ count: number }>(
    { text, values, touches: { reads: ['team_members'] } },
    merchant_id,
  );
  return row!.count;
}

const refusal = (why: string) =>
  new Problem(
    'not_permitted',
    `${why} A card export needs two approvers who are independent of each other and of its requester: another owner or admin must approve it.`,
  );
