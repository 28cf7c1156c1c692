import { Domain } from '../entities/domain.ts';
import { type Context, type WritingContext, withinMerchant } from '../foundation/context.ts';
import { evenIfSuspended } from '../foundation/suspension.ts';
import { type DueObjects, endDueObjects, type MerchantShare } from '../writes/due-objects.ts';
import { notifyOwners } from '../writes/outbox/owner-notices.ts';
import { inTransaction } from '../writes/transactions.ts';

/** Maximum number of names in a notice; the list of domains has the rest. */
const NAMED_MAX = 2;
const waiting = { status: { $ne: 'verified' }, acts_until: { $ne: null }, announced_at: null } as const;

/**
 * Notifies owners once of the domains in their settings that must be proved, and by when: those set before proofs were
 * required.
 *
 * @returns The number of merchants whose owners were notified.
 */
export function announceProofs(ctx: Context, share: MerchantShare): Promise<number> {
  const due: DueObjects = {
    table: 'domains',
    id: 'domain_id',
    dueAt: 'created_at',
    where: "status <> 'verified' and acts_until is not null and announced_at is null",
    end: (merchantId) =>
      inTransaction(evenIfSuspended(withinMerchant(ctx, merchantId)), (tx) => announce(tx, merchantId)),
  };
  return endDueObjects(ctx, due, share);
}

/** Reports all of a merchant's domains at once; the others of the merchant are then no longer due. */
async function announce(tx: WritingContext, merchantId: string): Promise<boolean> {
  const domains = await tx.transaction.em.find(
    Domain,
    { merchant_id: merchantId, ...waiting },
    { orderBy: { acts_until: 'asc', domain_name: 'asc' } },
  );
  const [first] = domains;
  if (!first) return false;
  const now = tx.ports.now();
  for (const domain of domains) domain.announced_at = now;
  const names = domains.slice(0, NAMED_MAX).map(({ domain_name: name }) => name);
  const further = domains.length - names.length;
  const named = further > 0 ? `${names.join(', ')} and ${further} more` : names.join(' and ');
  await notifyOwners(tx, {
    merchantId,
    kind: 'proof_needed',
    objectId: first.domain_id,
    message: `Prove ${named} by ${first.acts_until!.toISOString().slice(0, 10)}: from then on settings that name an unproved domain have no effect.`,
  });
  return true;
}

/** An unproved domain that still has effect. */
export interface UnprovedDomain {
  readonly merchant_id: string;
  readonly domain_name: string;
  readonly acts_until: string;
}

const text = (isOfSome: string) => `
  select merchant_id, domain_name, acts_until from domains
  where status <> 'verified' and acts_until > $1::timestamptz and ${isOfSome}
  order by acts_until, merchant_id, domain_name limit $2::int`;

/** Reads the unproved domains of all merchants that still have effect, earliest deadline first. */
export async function readUnprovedDomains(ctx: Context, most: number): Promise<UnprovedDomain[]> {
  const values = [ctx.ports.now().toISOString(), most];
  const statement = { text: text('true'), ofSome: text('merchant_id = any($3::text[])'), values };
  return ctx.rows.query<UnprovedDomain>({ ...statement, touches: { reads: ['domains'] } }, null);
}
