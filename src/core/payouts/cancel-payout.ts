import type { Context } from '../context.ts';
import { changeStatus } from '../history/change-status.ts';
import { requireState } from '../state-machine.ts';
import { inTransaction, lock } from '../transactions.ts';
import { Payout } from './payout.ts';
import { payoutStates } from './payout-states.ts';

/**
 * Cancels a payout that no connector was asked to send.
 *
 * @throws {Problem} `resource_not_found`, `unexpected_state`.
 */
export function cancelPayout(ctx: Context, payoutId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const payout = await lock(tx, Payout, payoutId);
    requireState('payout', payoutStates, 'cancel', payout.status);
    payout.card_number = null;
    payout.updated = tx.now();
    changeStatus(tx, payout, 'cancelled', 'cancel');
  });
}
