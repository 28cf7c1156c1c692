import { makeClientSecret } from '../access/client-secret.ts';
import { chooseProfile } from '../business-profiles/choose-profile.ts';
import { runCalls } from '../connector-calls/record-outcome.ts';
import { Payout } from '../entities/payout.ts';
import type { Context } from '../foundation/context.ts';
import { beginHistory } from '../writes/change-status.ts';
import { insert, inTransaction, requireMerchant } from '../writes/transactions.ts';
import { beginPayout } from './intend-payout.ts';
import type { PayoutCreation } from './payout-inputs.ts';
import { preparePayout } from './prepare-payout.ts';

/**
 * Creates a payout of the context's merchant and answers its identifier. With `confirm: true` it is confirmed
 * too, or else not made. Specification: Payout.
 *
 * @throws {Problem} `resource_already_exists`; `missing_parameter` when there is no default profile;
 * `resource_not_found` for a profile, customer or saved method that there is not; `invalid_parameter` and
 * `parameters_exclusive` for values that do not go together; and what confirming throws when it is to be
 * confirmed.
 */
export async function createPayout(ctx: Context, given: PayoutCreation): Promise<string> {
  const { payoutId, call } = await inTransaction(ctx, async (tx) => {
    const { payout_id: chosen, profile_id: named, ...decided } = given;
    const payout = new Payout();
    payout.merchant_id = requireMerchant(tx);
    payout.payout_id = chosen ?? tx.ids.make('po');
    payout.profile_id = (await chooseProfile(tx, named)).profileId;
    payout.status = 'requires_payout_method_data';
    payout.client_secret = makeClientSecret(tx, payout.payout_id);
    payout.created = payout.updated = tx.now();
    await preparePayout(tx, payout, decided, 'create');
    await insert(tx, payout);
    beginHistory(tx, payout);
    await ctx.idempotency?.refersTo(tx, payout.payout_id);
    const call = given.confirm === true ? await beginPayout(tx, payout) : null;
    return { payoutId: payout.payout_id, call };
  });
  await runCalls(ctx, call);
  return payoutId;
}
