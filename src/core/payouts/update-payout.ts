import { requireClientSecret } from '../access/client-secret.ts';
import { chooseProfile } from '../business-profiles/choose-profile.ts';
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
 * Changes a payout that was not confirmed yet: its amount, recipient, destination, or any other field that the
 * merchant decides. With `confirm: true` it is confirmed too, or else not changed either. A client secret is
 * checked when it is given. Specification: endpoint 5.
 *
 * @throws {Problem} `resource_not_found` for the payout, a profile, a customer or a saved method;
 * `client_secret_invalid`; `unexpected_state`; `invalid_parameter` and `parameters_exclusive` for values that do
 * not go together; and what confirming throws when it is to be confirmed.
 */
export async function updatePayout(ctx: Context, payoutId: string, changes: PayoutUpdate): Promise<void> {
  const call = await inTransaction(ctx, async (tx) => {
    const payout = await lock(tx, Payout, payoutId);
    if (typeof changes.client_secret === 'string') {
      const { client_secret: secret, created: createdAt } = payout;
      // The caller has an API key and may change the payout anyway: an old secret opens nothing more.
      requireClientSecret(tx, changes.client_secret, { secret, createdAt, lifetimeS: null });
    }
    requireState('payout', payoutStates, 'update', payout.status);
    // The admin key need not name the merchant; the payout does.
    const within = { ...tx, merchantId: payout.merchant_id };
    if (changes.profile_id) await chooseProfile(within, changes.profile_id);
    await preparePayout(within, payout, changes, 'update');
    payout.updated = tx.now();
    return changes.confirm === true ? beginPayout(within, payout) : null;
  });
  await runCalls(ctx, call);
}
