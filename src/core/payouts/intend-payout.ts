import { intend } from '../connector-calls/intend.ts';
import type { ConnectorAccount } from '../entities/connector-account.ts';
import type { ConnectorCall } from '../entities/connector-call.ts';
import type { Payout } from '../entities/payout.ts';
import { PayoutAttempt } from '../entities/payout-attempt.ts';
import type { WritingContext } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { choosePayoutAccounts } from '../routing/choose-accounts.ts';
import { type Cause, changeStatus } from '../writes/change-status.ts';
import { cardOfPayout } from './prepare-payout.ts';

/**
 * Confirms a payout that is locked and prepared: chooses the account that will send it. With `auto_fulfill` it
 * goes on at once; else it waits to be fulfilled.
 *
 * @returns The call to make, or null where it waits.
 */
export async function beginPayout(tx: WritingContext, payout: Payout): Promise<ConnectorCall | null> {
  if (payout.status === 'requires_payout_method_data') {
    throw new Problem(
      'missing_parameter',
      'payout_method_data is required to confirm: the payout has no method.',
      {
        param: 'payout_method_data',
      },
    );
  }
  const [account] = await choosePayoutAccounts(tx, payout);
  payout.connector = account!.connector_name;
  payout.merchant_connector_id = account!.merchant_connector_id;
  changeStatus(tx, payout, 'requires_fulfillment', 'confirm');
  payout.updated = tx.now();
  return payout.auto_fulfill ? intendPayout(tx, payout, account!, 'confirm') : null;
}

/** Records an attempt at a payout and commits to asking the account's connector to send the money. */
export async function intendPayout(
  tx: WritingContext,
  payout: Payout,
  account: ConnectorAccount,
  cause: Cause,
): Promise<ConnectorCall> {
  const before = await tx.transaction.em.count(PayoutAttempt, {
    merchant_id: payout.merchant_id,
    payout_id: payout.payout_id,
  });
  const attemptId = `${payout.payout_id}_${before + 1}`;
  payout.connector = account.connector_name;
  payout.merchant_connector_id = account.merchant_connector_id;
  payout.error_code = null;
  payout.error_message = null;
  payout.updated = tx.now();
  // The money is on its way as far as anyone may ask: a second fulfilment finds this and stops.
  changeStatus(tx, payout, 'initiated', cause);
  const attempt = Object.assign(new PayoutAttempt(), {
    merchant_id: payout.merchant_id,
    attempt_id: attemptId,
    payout_id: payout.payout_id,
    status: 'initiated',
    amount: payout.amount,
    currency: payout.currency,
    connector: account.connector_name,
    payment_method: payout.payout_type ?? null,
    merchant_connector_id: account.merchant_connector_id,
    created_at: tx.now(),
    modified_at: tx.now(),
  });
  tx.transaction.em.persist(attempt);
  return intend(tx, payout.merchant_id, {
    flow: 'payout',
    operation: 'fulfill',
    objectId: payout.payout_id,
    partId: attemptId,
    account,
    request: {
      amount: payout.amount,
      currency: payout.currency,
      payoutType: payout.payout_type ?? 'card',
      card: await cardOfPayout(tx, payout),
    },
  });
}
