import { requireClientSecret } from '../access/client-secrets.ts';
import { runCalls } from '../connector-calls/run-calls.ts';
import { Payout } from '../entities/payout.ts';
import { payoutStates } from '../entities/states/payout-states.ts';
import type { Context } from '../foundation/context.ts';
import { requireState } from '../foundation/state-machine.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import { beginPayoutConfirmation } from './confirm-payout.ts';
import { requirePayoutSession } from './expire-payouts.ts';
import type { PayoutUpdate } from './payout-inputs.ts';
import { preparePayout } from './prepare-payout.ts';

/**
 * Updates a payout before it is confirmed. With `confirm: true` it is confirmed in the same transaction; if that
 * fails, nothing changes. A client secret is checked if the request has one. Specification: endpoint 5.
 *
 * @throws {Problem} `resource_not_found` for the payout, profile, customer or saved method; `client_secret_invalid`;
 *   `unexpected_state`; `invalid_parameter` and `parameters_exclusive` for conflicting values; and, with `confirm: true`,
 *   the problems of `confirmPayout`.
 */
export async function updatePayout(ctx: Context, payoutId: string, changes: PayoutUpdate): Promise<void> {
  const call = await inTransaction(ctx, async (tx) => {
    const payout = await lock(tx, Payout, payoutId);
    if (typeof changes.client_secret === 'string') {
      const { client_secret: secret, created: createdAt } = payout;
      // No expiry check: the request's API key may update the payout anyway.
      requireClientSecret(tx, changes.client_secret, { secret, createdAt, lifetimeS: null });
    }
    requireState('payout', payoutStates, 'update', payout.status);
    requirePayoutSession(tx, payout, changes.confirm === true ? 'confirmed' : 'updated');
    // A request with the admin key may name no merchant: scope it to the payout's.
    const own = { ...tx, merchantId: payout.merchant_id };
    await preparePayout(own, payout, changes, 'update');
    payout.updated = tx.ports.now();
    return changes.confirm === true ? beginPayoutConfirmation(own, payout) : null;
  });
  await runCalls(ctx, call);
}
