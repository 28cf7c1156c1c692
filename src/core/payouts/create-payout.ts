import { chooseProfile, secondsFromNow } from '../access/choose-profile.ts';
import { makeClientSecret } from '../access/client-secrets.ts';
import { runCalls } from '../connector-calls/run-calls.ts';
import { Payout } from '../entities/payout.ts';
import type { Context } from '../foundation/context.ts';
import { invalidParameter } from '../foundation/errors.ts';
import { beginHistory } from '../writes/apply-changes.ts';
import { insert, inTransaction, requireMerchant } from '../writes/transactions.ts';
import { beginPayoutConfirmation } from './confirm-payout.ts';
import type { PayoutCreation } from './payout-inputs.ts';
import { preparePayout } from './prepare-payout.ts';

/** `/payouts/create` is the path of an operation, so no payout can have it. */
const RESERVED = 'create';

/**
 * Creates a payout and returns its identifier. With `confirm: true` it is confirmed in the same transaction; if
 * that fails, the payout is not created. Specification: Payout.
 *
 * @throws {Problem} `resource_already_exists`; `missing_parameter` if there is no default profile; `resource_not_found`
 *   if the profile, customer or saved method does not exist; `invalid_parameter` and `parameters_exclusive` for
 *   conflicting values; and, with `confirm: true`, the problems of `confirmPayout`.
 */
export async function createPayout(ctx: Context, input: PayoutCreation): Promise<string> {
  const now = ctx.ports.now();
  // One instant for all timestamps, so that `expires_on` is exactly the session's length after `created`.
  const { payoutId, call } = await inTransaction(
    { ...ctx, ports: { ...ctx.ports, now: () => now } },
    async (tx) => {
      const { payout_id: chosenId, profile_id: profileId, ...fields } = input;
      if (chosenId === RESERVED) throw invalidParameter('payout_id', `payout_id must not be ${RESERVED}.`);
      const profile = await chooseProfile(tx, profileId, fields);
      const payout = new Payout();
      payout.merchant_id = requireMerchant(tx);
      payout.payout_id = chosenId ?? tx.ports.ids.make('po');
      payout.profile_id = profile.profileId;
      payout.status = 'requires_payout_method_data';
      payout.client_secret = makeClientSecret(tx, payout.payout_id);
      payout.created = payout.updated = tx.ports.now();
      payout.expires_on = secondsFromNow(tx, profile.sessionExpiryS);
      await preparePayout(tx, payout, fields, 'create');
      await insert(tx, payout, Boolean(chosenId));
      beginHistory(tx, payout);
      ctx.idempotency?.refersTo(payout.payout_id);
      const call = input.confirm === true ? await beginPayoutConfirmation(tx, payout) : null;
      return { payoutId: payout.payout_id, call };
    },
  );
  await runCalls(ctx, call);
  return payoutId;
}
