import { requireUnexpired } from '../access/choose-profile.ts';
import { CARD_KEPT_MAX_MS } from '../connector-calls/forget-cards.ts';
import { Payout } from '../entities/payout.ts';
import { type Context, type WritingContext, withinMerchant } from '../foundation/context.ts';
import { eraseMethodData } from '../payment-methods/sealed-data.ts';
import { changeStatus } from '../writes/apply-changes.ts';
import { type DueObjects, endDueObjects, eraseExpired, type MerchantShare } from '../writes/due-objects.ts';
import { inTransaction, lock } from '../writes/transactions.ts';

const EXPIRING = [
  'requires_payout_method_data',
  'requires_confirmation',
  'requires_creation',
  'requires_vendor_account_creation',
  'requires_fulfillment',
] as const satisfies readonly Payout['status'][];

/** Whether a payout can expire in its present status. */
const isExpiring = ({ status }: Payout): boolean => (EXPIRING as readonly string[]).includes(status);

/**
 * Checks that a payout has not expired, in the statuses in which it may.
 *
 * @throws {Problem} `unexpected_state`.
 */
export function requirePayoutSession(
  tx: WritingContext,
  payout: Payout,
  toBe: 'updated' | 'confirmed' | 'fulfilled' | 'cancelled' | 'answered',
): void {
  if (isExpiring(payout)) requireUnexpired(tx, 'payout', payout, toBe);
}

/**
 * Expires the payouts that were not confirmed or not fulfilled in time, each in its own transaction. Several processes
 * may run this at the same time.
 *
 * @returns The number of expired payouts.
 */
export async function expirePayouts(ctx: Context, share?: MerchantShare): Promise<number> {
  const due: DueObjects = {
    table: 'payouts',
    id: 'payout_id',
    dueAt: 'expires_on',
    where: `status in (${EXPIRING.map((status) => `'${status}'`).join(', ')})`,
    end: (merchantId, payoutId) => expirePayout(withinMerchant(ctx, merchantId), payoutId),
  };
  try {
    return await endDueObjects(ctx, due, share);
  } finally {
    await eraseDestinations(ctx, share);
  }
}

/** A payout with an unknown outcome keeps its destination for the next account, for a limited time. */
async function eraseDestinations(ctx: Context, share?: MerchantShare): Promise<void> {
  await eraseExpired(ctx, {
    table: 'payouts',
    id: 'payout_id',
    share,
    set: 'card_number = null, method_data = null',
    changes: null,
    where: '(card_number is not null or method_data is not null)',
    before: new Date(ctx.ports.now().getTime() - CARD_KEPT_MAX_MS),
  });
}

/** Expires a payout past its expiry; returns whether it was still due. */
export function expirePayout(ctx: Context, payoutId: string): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const payout = await lock(tx, Payout, payoutId);
    if (!isExpiring(payout) || payout.expires_on > tx.ports.now()) return false;
    eraseMethodData(payout);
    payout.payout_token = null;
    payout.updated = tx.ports.now();
    changeStatus(tx, payout, 'expired', 'expiry');
    return true;
  });
}
