import { secondsFromNow } from '../access/choose-profile.ts';
import { runCalls } from '../connector-calls/run-calls.ts';
import { SESSION_MAX_S } from '../entities/business-profile.ts';
import type { ConnectorCall } from '../entities/connector-call.ts';
import { Payout } from '../entities/payout.ts';
import { payoutStates } from '../entities/states/payout-states.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { changedMeanwhile, Problem } from '../foundation/errors.ts';
import { requireState } from '../foundation/state-machine.ts';
import { choosePayoutAccounts } from '../routing/choose-payout-accounts.ts';
import { changeStatus } from '../writes/apply-changes.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import { requirePayoutMethodData } from './destination.ts';
import { requirePayoutSession } from './expire-payouts.ts';
import { commitFulfillment } from './fulfill-payout.ts';
import type { PayoutConfirmation } from './payout-inputs.ts';
import { preparePayout } from './prepare-payout.ts';
import { requireRecipient } from './save-destination.ts';

/**
 * Confirms a payout, which then waits for its fulfilment. With `auto_fulfill` it is sent at once. `amount` and `currency`
 * change nothing: they state what the caller has seen, in case the payout has changed meanwhile.
 *
 * @throws {Problem} `resource_not_found`; `unexpected_state`, with a `param` if the payout has another amount or
 *   currency; `missing_parameter` without a payout method, also if the saved one was deleted; `missing_parameter` for a
 *   recurring payout without a customer; `no_connector_available`; and the problems of `updatePayout`.
 */
export async function confirmPayout(
  ctx: Context,
  payoutId: string,
  { amount, currency, ...changes }: PayoutConfirmation,
): Promise<void> {
  const call = await inTransaction(ctx, async (tx) => {
    const payout = await lock(tx, Payout, payoutId);
    requireState('payout', payoutStates, 'confirm', payout.status);
    requirePayoutSession(tx, payout, 'confirmed');
    requireSum(payout, { amount, currency });
    const own = { ...tx, merchantId: payout.merchant_id };
    await preparePayout(own, payout, changes, 'confirm');
    return beginPayoutConfirmation(own, payout);
  });
  await runCalls(ctx, call);
}

/**
 * Checks that a locked payout has the amount and currency that its confirmation names, if it names them.
 *
 * @throws {Problem} `unexpected_state`, whose `param` is the first difference.
 */
export function requireSum(
  payout: Payout,
  {
    amount,
    currency,
  }: { readonly amount: number | null | undefined; readonly currency: string | null | undefined },
): void {
  if (currency && currency !== payout.currency) throw changedMeanwhile('payout', 'currency');
  if (typeof amount === 'number' && amount !== payout.amount) throw changedMeanwhile('payout', 'amount');
}

/**
 * Chooses the account that sends a payout, for a payout that is locked and prepared.
 *
 * @returns The committed call, or null if the payout waits to be fulfilled.
 */
export async function beginPayoutConfirmation(
  tx: WritingContext,
  payout: Payout,
): Promise<ConnectorCall | null> {
  if (payout.status === 'requires_payout_method_data') {
    const ofType = payout.payout_type && payout.payout_type !== 'card' ? `.${payout.payout_type}` : '';
    const param = `payout_method_data${ofType}`;
    const message = `${param} is required to confirm: the payout has no payout method.`;
    throw new Problem('missing_parameter', message, { param });
  }
  requireRecipient(payout);
  await requirePayoutMethodData(tx, payout);
  const [account] = await choosePayoutAccounts(tx, payout, 'keep decision');
  payout.connector = account!.connector_name;
  payout.merchant_connector_id = account!.merchant_connector_id;
  // The approval of a payout may take much longer than its entry.
  payout.expires_on = secondsFromNow(tx, SESSION_MAX_S);
  changeStatus(tx, payout, 'requires_fulfillment', 'confirm');
  payout.updated = tx.ports.now();
  return payout.auto_fulfill ? commitFulfillment(tx, payout, account!, 'confirm') : null;
}
