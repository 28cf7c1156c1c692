import { runCalls } from '../connector-calls/record-outcome.ts';
import { Payout } from '../entities/payout.ts';
import { payoutStates } from '../entities/states/payout-states.ts';
import type { Context } from '../foundation/context.ts';
import { requireState } from '../foundation/state-machine.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import { beginPayout } from './intend-payout.ts';
import type { PayoutUpdate } from './payout-inputs.ts';
import { preparePayout } from './prepare-payout.ts';

/**
 * Confirms a payout: from then on only its fulfilment is missing, and with `auto_fulfill` that follows by
 * itself.
 *
 * @throws {Problem} `resource_not_found`; `unexpected_state`; `missing_parameter` without a payout method;
 * `no_connector_available`; and what updating throws for the changes given along.
 */
export async function confirmPayout(ctx: Context, payoutId: string, changes: PayoutUpdate): Promise<void> {
  const call = await inTransaction(ctx, async (tx) => {
    const payout = await lock(tx, Payout, payoutId);
    requireState('payout', payoutStates, 'confirm', payout.status);
    const own = { ...tx, merchantId: payout.merchant_id };
    await preparePayout(own, payout, changes, 'confirm');
    return beginPayout(own, payout);
  });
  await runCalls(ctx, call);
}
