import { runCalls } from '../connector-calls/run-calls.ts';
import { Payout } from '../entities/payout.ts';
import { payoutStates } from '../entities/states/payout-states.ts';
import type { Context } from '../foundation/context.ts';
import { requireState } from '../foundation/state-machine.ts';
import { eraseMethodData } from '../payment-methods/sealed-data.ts';
import { changeStatus } from '../writes/apply-changes.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import { requirePayoutSession } from './expire-payouts.ts';
import { startRecall } from './recall-payout.ts';

/**
 * Cancels a payout before it is sent to a connector, or at a connector that can stop a payout in transit.
 *
 * @throws {Problem} `resource_not_found`; `unexpected_state`, also once it has expired.
 */
export async function cancelPayout(ctx: Context, payoutId: string, reason: string | null): Promise<void> {
  const call = await inTransaction(ctx, async (tx) => {
    const payout = await lock(tx, Payout, payoutId);
    requireState('payout', payoutStates, 'cancel', payout.status);
    requirePayoutSession(tx, payout, 'cancelled');
    payout.cancellation_reason = reason;
    if (payout.status === 'pending') return startRecall(tx, payout, reason);
    eraseMethodData(payout);
    payout.updated = tx.ports.now();
    changeStatus(tx, payout, 'cancelled', 'cancel');
    return null;
  });
  await runCalls(ctx, call);
}
