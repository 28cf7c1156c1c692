import { profileOf } from '../access/choose-profile.ts';
import { commitCall } from '../connector-calls/commit-call.ts';
import { runCalls } from '../connector-calls/run-calls.ts';
import { contactDetails, personOf } from '../customers/contact-details.ts';
import type { ConnectorAccount } from '../entities/connector-account.ts';
import type { ConnectorCall } from '../entities/connector-call.ts';
import { Payout } from '../entities/payout.ts';
import { PayoutAttempt } from '../entities/payout-attempt.ts';
import { payoutStates } from '../entities/states/payout-states.ts';
import { clearFailure, type MappedError, recordFailure } from '../error-mappings/map-error.ts';
import { firstTry, mayRetry, type Tries, triesAfter } from '../error-mappings/retry-rule.ts';
import type { CallRecord, OutcomeHandler } from '../foundation/call-record.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import type { PayoutContext } from '../foundation/payment-context.ts';
import type { ConnectorFailure } from '../foundation/ports/connector.ts';
import { requireState } from '../foundation/state-machine.ts';
import { eraseMethodData } from '../payment-methods/sealed-data.ts';
import { choosePayoutAccounts } from '../routing/choose-payout-accounts.ts';
import { orNone } from '../routing/no-account.ts';
import { payoutMethodType } from '../routing/routing-request.ts';
import { type Cause, changeStatus, decryptField } from '../writes/apply-changes.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import { destinationOf, requirePayoutMethodData } from './destination.ts';
import { requirePayoutSession } from './expire-payouts.ts';
import { endRecalled, isBeingRecalled } from './recall-payout.ts';
import { saveDestination } from './save-destination.ts';

/**
 * Sends a confirmed payout. It is sent once, even if several requests fulfil it at the same time: the first to lock it
 * changes its status. Specification: endpoint 6.
 *
 * @throws {Problem} `resource_not_found`, `unexpected_state`, `no_connector_available`; `missing_parameter` if its
 * saved method was deleted.
 */
export async function fulfillPayout(ctx: Context, payoutId: string): Promise<void> {
  const call = await inTransaction(ctx, async (tx) => {
    const payout = await lock(tx, Payout, payoutId);
    requireState('payout', payoutStates, 'fulfill', payout.status);
    requirePayoutSession(tx, payout, 'fulfilled');
    await requirePayoutMethodData(tx, payout);
    const accounts = await choosePayoutAccounts(tx, payout);
    // The account chosen at confirmation may have been disabled since.
    const chosen = accounts.find(({ merchant_connector_id: id }) => id === payout.merchant_connector_id);
    return commitFulfillment(tx, payout, chosen ?? accounts[0]!, 'fulfill');
  });
  await runCalls(ctx, call);
}

/** Records an attempt at a payout and commits the call that sends the money. */
export async function commitFulfillment(
  tx: WritingContext,
  payout: Payout,
  account: ConnectorAccount,
  cause: Cause,
  tries: Tries = firstTry,
): Promise<ConnectorCall> {
  const { merchant_id, payout_id, amount, currency } = payout;
  const earlier = await tx.transaction.em.count(PayoutAttempt, { merchant_id, payout_id });
  const attemptId = `${payout_id}_${earlier + 1}`;
  payout.connector = account.connector_name;
  payout.merchant_connector_id = account.merchant_connector_id;
  clearFailure(payout);
  payout.connector_transaction_id = null;
  payout.updated = tx.ports.now();
  // From now on the money counts as sent: this status refuses a second fulfilment.
  changeStatus(tx, payout, 'initiated', cause);
  const attempt = Object.assign(new PayoutAttempt(), {
    merchant_id,
    attempt_id: attemptId,
    payout_id,
    status: 'initiated',
    amount,
    currency,
    connector: account.connector_name,
    payment_method: payout.payout_type ?? null,
    payout_method_type: payoutMethodType(payout),
    merchant_connector_id: account.merchant_connector_id,
    created_at: tx.ports.now(),
    modified_at: tx.ports.now(),
  });
  tx.transaction.em.persist(attempt);
  return commitCall(tx, merchant_id, {
    flow: 'payout',
    operation: 'fulfill',
    objectId: payout_id,
    partId: attemptId,
    account,
    request: {
      amount,
      currency,
      destination: await destinationOf(tx, payout),
      context: payoutContext(payout),
      priority: payout.priority ?? null,
      entityType: payout.entity_type ?? null,
      recurring: payout.recurring,
      ...tries,
    },
  });
}

/** Applies the outcome of a fulfilment to the payout and its attempt. */
export const applyPayout: OutcomeHandler = async (tx, call, outcome) => {
  const payout = await lock(tx, Payout, call.object_id);
  const attempt = await lock(tx, PayoutAttempt, call.part_id!);
  const endAttempt = (status: Payout['status']) => {
    attempt.status = status;
    attempt.modified_at = payout.updated = tx.ports.now();
  };
  const transition = (status: Payout['status']) => {
    changeStatus(tx, payout, status, 'connector');
    endAttempt(status);
  };
  if ('connectorTransactionId' in outcome && outcome.connectorTransactionId) {
    payout.connector_transaction_id = attempt.connector_transaction_id = outcome.connectorTransactionId;
  }
  switch (outcome.kind) {
    case 'succeeded':
      await saveDestination(tx, payout);
      eraseMethodData(payout);
      transition('success');
      return null;
    case 'failed': {
      // The look-up was earlier than the recall's result: the payout failed because it was cancelled, and is not sent
      // elsewhere.
      if (await isBeingRecalled(tx, payout)) {
        endRecalled(tx, payout, attempt);
        return null;
      }
      const mapped = await recordFailure(tx, call, outcome, payout, attempt);
      // `failed` is final: a retried payout does not pass through it.
      const next = await retry(tx, payout, call, mapped, outcome);
      if (next) {
        endAttempt('failed');
        return next;
      }
      eraseMethodData(payout);
      transition('failed');
      return null;
    }
    default:
      transition('pending');
      return null;
  }
};

/** Sends the payout through the next account, if the error and the profile allow a retry. */
async function retry(
  tx: WritingContext,
  payout: Payout,
  call: CallRecord,
  mapped: MappedError,
  failure: ConnectorFailure,
): Promise<CallRecord | null> {
  const request = decryptField(tx, call, 'request') as Tries;
  if (!mayRetry(await profileOf(tx, payout), request, mapped, failure)) return null;
  const tries = triesAfter(request, failure, call.merchant_connector_id);
  const accounts = await orNone(choosePayoutAccounts(tx, payout));
  const next = accounts.find(({ merchant_connector_id: id }) => !tries.tried.includes(id));
  return next ? commitFulfillment(tx, payout, next, 'retry', tries) : null;
}

/** The details of a payout for its connector, without money and destination. */
export const payoutContext = (payout: Payout): PayoutContext => ({
  recipient: personOf(payout),
  billing: contactDetails(payout.billing),
  description: payout.description ?? null,
  metadata: payout.metadata ?? {},
});
