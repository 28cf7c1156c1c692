import { runCalls } from '../connector-calls/record-outcome.ts';
import { ConnectorAccount } from '../entities/connector-account.ts';
import { Payout } from '../entities/payout.ts';
import { payoutStates } from '../entities/states/payout-states.ts';
import type { Context } from '../foundation/context.ts';
import { requireState } from '../foundation/state-machine.ts';
import { choosePayoutAccounts } from '../routing/choose-accounts.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import { intendPayout } from './intend-payout.ts';

/**
 * Sends a confirmed payout's money: once, however many ask at once, because whoever locks it first moves it on.
 * Specification: endpoint 6.
 *
 * @throws {Problem} `resource_not_found`, `unexpected_state`, `no_connector_available`.
 */
export async function fulfillPayout(ctx: Context, payoutId: string): Promise<void> {
  const call = await inTransaction(ctx, async (tx) => {
    const payout = await lock(tx, Payout, payoutId);
    requireState('payout', payoutStates, 'fulfill', payout.status);
    const chosen = await tx.transaction.em.findOne(ConnectorAccount, {
      merchant_id: payout.merchant_id,
      merchant_connector_id: payout.merchant_connector_id ?? '',
    });
    // One that was recorded as confirmed without an account is given one now.
    const account = chosen ?? (await choosePayoutAccounts(tx, payout))[0]!;
    return intendPayout(tx, payout, account, 'fulfill');
  });
  await runCalls(ctx, call);
}
