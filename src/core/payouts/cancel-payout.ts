import { Payout } from '../entities/payout.ts';
import { payoutStates } from '../entities/states/payout-states.ts';
import type { Context } from '../foundation/context.ts';
import { requireState } from '../foundation/state-machine.ts';
import { eraseMethodData } from '../payment-methods/sealed-data.ts';
import { changeStatus } from '../writes/apply-changes.ts';
import { inTransaction, lock } from '../writes/transactions.ts';

/**
 * Cancels a payout before it is sent to a connector.
 *
 * @throws {Problem} `resource_not_found`, `unexpected_state`.
 */
export function cancelPayout(ctx: Context, payoutId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const payout = await lock(tx, Payout, payoutId);
    requireState('payout', payoutStates, 'cancel', payout.status);
    eraseMethodData(payout);
    payout.updated = tx.now();
    changeStatus(tx, payout, 'cancelled', 'cancel');
  });
}
