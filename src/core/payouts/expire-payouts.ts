import { CARD_KEPT_MAX_MS } from '../connector-calls/forget-cards.ts';
import { Payout } from '../entities/payout.ts';
import { type Context, type WritingContext, withinMerchant } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { eraseMethodData } from '../payment-methods/sealed-data.ts';
import { changeStatus } from '../writes/apply-changes.ts';
import { inTransaction, lock } from '../writes/transactions.ts';

/** The most payouts that one run expires; the next run takes the rest. */
const BATCH_MAX = 500;

const EXPIRING = [
  'requires_payout_method_data',
  'requires_confirmation',
  'requires_creation',
  'requires_vendor_account_creation',
  'requires_fulfillment',
] as const satisfies readonly Payout['status'][];

/**
 * Checks that a payout has not run out of time. The job that expires payouts may not have come to it yet.
 *
 * @throws {Problem} `unexpected_state`.
 */
export function requireSession(tx: WritingContext, payout: Payout, toBe: 'confirmed' | 'fulfilled'): void {
  if (payout.expires_on > tx.now()) return;
  throw new Problem(
    'unexpected_state',
    `The payout expired at expires_on and can no longer be ${toBe}. Create another one.`,
  );
}

/**
 * Expires the payouts that were not confirmed, or once confirmed not fulfilled, in time, each in its own transaction.
 * Several processes may run this at the same time.
 *
 * @returns How many were expired.
 */
export async function expirePayouts(ctx: Context): Promise<number> {
  // Literals, not parameters, so that the planner can use the partial index on these statuses.
  const statuses = EXPIRING.map((status) => `'${status}'`).join(', ');
  const text = `select merchant_id, payout_id from payouts
                where status in (${statuses}) and expires_on <= $1::timestamptz
                order by expires_on limit ${BATCH_MAX}`;
  type PayoutKey = Pick<Payout, 'merchant_id' | 'payout_id'>;
  const due = await ctx.rows.query<PayoutKey>({ text, values: [ctx.now().toISOString()] }, null);
  let expired = 0;
  const errors: unknown[] = [];
  for (const { merchant_id, payout_id } of due) {
    try {
      if (await expirePayout(withinMerchant(ctx, merchant_id), payout_id)) expired += 1;
    } catch (error) {
      // One payout that cannot be expired must not hold up the others.
      errors.push(error);
    }
  }
  await eraseDestinations(ctx);
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} payouts could not be expired.`);
  return expired;
}

/** A payout whose outcome a connector still owes keeps its destination for the next account, but not for ever. */
async function eraseDestinations(ctx: Context): Promise<void> {
  const text = `update payouts set card_number = null, method_data = null
                where (card_number is not null or method_data is not null) and expires_on <= $1::timestamptz`;
  const before = new Date(ctx.now().getTime() - CARD_KEPT_MAX_MS).toISOString();
  await ctx.rows.query({ text, values: [before] }, null);
}

function expirePayout(ctx: Context, payoutId: string): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const payout = await lock(tx, Payout, payoutId);
    const isOpen = (EXPIRING as readonly string[]).includes(payout.status);
    if (!isOpen || payout.expires_on > tx.now()) return false;
    eraseMethodData(payout);
    payout.payout_token = null;
    payout.updated = tx.now();
    changeStatus(tx, payout, 'expired', 'expiry');
    return true;
  });
}
