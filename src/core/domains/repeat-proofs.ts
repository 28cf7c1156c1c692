import { Domain } from '../entities/domain.ts';
import { type Context, type WritingContext, withinMerchant } from '../foundation/context.ts';
import { evenIfSuspended } from '../foundation/suspension.ts';
import { type DueObjects, endDueObjects, type MerchantShare } from '../writes/due-objects.ts';
import { notifyOwners } from '../writes/outbox/owner-notices.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import { type FoundProof, lookUpProof } from './look-up-proof.ts';

const HOUR_MS = 60 * 60_000;
const INTERVAL_MS = 7 * 24 * HOUR_MS;
/** The spread of repetitions, so that domains added together are not all looked up in one minute. */
const JITTER_MS = 12 * HOUR_MS;
/** Consecutive failures that end a proof. */
export const FAILURES_MAX = 3;
const AT_ONCE = 4;

/** The time of the next repetition: in a week and up to twelve hours more. */
export function nextCheckAfter({ ports }: Pick<Context, 'ports'>, now: Date): Date {
  const [high = 0, low = 0] = ports.randomBytes(2);
  return new Date(now.getTime() + INTERVAL_MS + Math.floor((JITTER_MS * (256 * high + low)) / 65_536));
}

/**
 * Repeats the proofs of a share of the merchants that are due. The third failure in a row ends a proof; the first, if
 * another merchant has shown control of the domain.
 *
 * @returns The number of repeated proofs.
 */
export function repeatDomainProofs(ctx: Context, share: MerchantShare): Promise<number> {
  const due: DueObjects = {
    table: 'domains',
    id: 'domain_id',
    dueAt: 'next_check_at',
    where: "status = 'verified'",
    atOnce: AT_ONCE,
    end: (merchantId, id) => repeatProof(evenIfSuspended(withinMerchant(ctx, merchantId)), id),
  };
  return endDueObjects(ctx, due, share);
}

const isDue = ({ next_check_at: at, status }: Domain, now: Date): boolean =>
  status === 'verified' && Boolean(at && at <= now);

async function repeatProof(ctx: Context, domainId: string): Promise<boolean> {
  const sought = await inTransaction(ctx, async (tx) => {
    const domain = await lock(tx, Domain, domainId);
    return isDue(domain, tx.ports.now()) ? { domain_name: domain.domain_name, token: domain.token } : null;
  });
  if (!sought) return false;
  const found = await lookUpProof(ctx.ports, sought);
  return inTransaction(ctx, async (tx) => {
    const domain = await lock(tx, Domain, domainId);
    // Another process, or the merchant, was faster.
    if (!isDue(domain, tx.ports.now())) return false;
    await noteRepetition(tx, domain, found);
    return true;
  });
}

async function noteRepetition(tx: WritingContext, domain: Domain, found: FoundProof): Promise<void> {
  const now = tx.ports.now();
  const { contested, merchant_id: merchantId, domain_id: objectId, domain_name: name } = domain;
  domain.checked_at = now;
  domain.modified_at = now;
  domain.contested = false;
  domain.next_check_at = nextCheckAfter(tx, now);
  if (found.proved) {
    domain.proved_by = found.proved;
    domain.failures = 0;
    domain.failure_reason = null;
    return;
  }
  domain.failures += 1;
  domain.failure_reason = found.reason;
  const ends = domain.failures >= FAILURES_MAX || (contested && found.isAbsent);
  if (ends) {
    domain.status = 'failed';
    domain.next_check_at = null;
    domain.verified_at = null;
    domain.acts_until = null;
    await notifyOwners(tx, {
      merchantId,
      kind: 'host_changed',
      objectId,
      message: `The proof of the domain ${name} has ended: settings that name it have no effect any more. ${found.reason}`,
    });
  } else if (domain.failures === 1) {
    await notifyOwners(tx, {
      merchantId,
      kind: 'domain_failed',
      objectId,
      message: `The proof of the domain ${name} could not be repeated, and ends with the third failure in a row. ${found.reason}`,
    });
  }
}
