import { commitCall } from '../connector-calls/commit-call.ts';
import { completeCall } from '../connector-calls/run-calls.ts';
import { ConnectorCall } from '../entities/connector-call.ts';
import { Payout } from '../entities/payout.ts';
import { PayoutAttempt } from '../entities/payout-attempt.ts';
import { recordFailure } from '../error-mappings/map-error.ts';
import type { OutcomeHandler } from '../foundation/call-record.ts';
import type { WritingContext } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { eraseMethodData } from '../payment-methods/sealed-data.ts';
import { changeStatus } from '../writes/apply-changes.ts';
import { lock } from '../writes/transactions.ts';

/**
 * Commits the call that requests a connector to stop a payout in transit. The payout stays pending until the response.
 *
 * @throws {Problem} `unexpected_state` if the connector cannot stop payouts, or has not responded to this one yet.
 */
export async function startRecall(
  tx: WritingContext,
  payout: Payout,
  reason: string | null,
): Promise<ConnectorCall> {
  const { connector, connector_transaction_id, merchant_id, payout_id } = payout;
  const canRecall = tx.ports.connectors.find(connector ?? '')?.cancelPayout !== undefined;
  if (!canRecall || !connector_transaction_id) {
    const message = canRecall
      ? 'The connector has not answered for the payout yet. Try again shortly.'
      : 'The payout was sent, and its connector cannot cancel payouts.';
    throw new Problem('unexpected_state', message);
  }
  if (await isBeingRecalled(tx, payout))
    throw new Problem('unexpected_state', 'The payout is being cancelled.');
  const attempts = await tx.transaction.em.count(PayoutAttempt, { merchant_id, payout_id });
  const attempt = await lock(tx, PayoutAttempt, `${payout_id}_${attempts}`);
  attempt.cancellation_reason = reason;
  payout.updated = attempt.modified_at = tx.ports.now();
  return commitCall(tx, merchant_id, {
    flow: 'payout',
    operation: 'recall',
    objectId: payout_id,
    partId: attempt.attempt_id,
    account: { merchant_connector_id: payout.merchant_connector_id!, connector_name: connector! },
    request: { connectorTransactionId: connector_transaction_id },
  });
}

/** Whether a payout's cancellation was requested and its outcome is unknown. */
export async function isBeingRecalled(
  tx: WritingContext,
  { merchant_id, payout_id: object_id }: Payout,
): Promise<boolean> {
  const open = { merchant_id, object_id, operation: 'recall', status: 'intended' } as const;
  return (await tx.transaction.em.findOne(ConnectorCall, open)) !== null;
}

/** Ends a sent payout that its connector stopped. */
export function endRecalled(tx: WritingContext, payout: Payout, attempt: PayoutAttempt): void {
  eraseMethodData(payout);
  changeStatus(tx, payout, 'cancelled', 'cancel');
  attempt.status = 'cancelled';
  attempt.modified_at = payout.updated = tx.ports.now();
}

/** Applies the outcome of a recall. A refusal adds its reason and changes nothing else. */
export const applyRecall: OutcomeHandler = async (tx, call, outcome) => {
  const payout = await lock(tx, Payout, call.object_id);
  const attempt = await lock(tx, PayoutAttempt, call.part_id!);
  if (payout.status !== 'pending' && payout.status !== 'initiated') return null;
  if (outcome.kind === 'failed') {
    payout.cancellation_reason = attempt.cancellation_reason = null;
    await recordFailure(tx, call, outcome, payout, attempt);
  }
  if (outcome.kind !== 'succeeded') return null;
  const { merchant_id, object_id } = call;
  const key = { merchant_id, object_id, operation: 'fulfill', status: 'intended' } as const;
  const sent = await tx.transaction.em.findOne(ConnectorCall, key);
  // The payout will get no other outcome.
  if (sent) completeCall(tx, sent, { kind: 'failed', code: 'cancelled', message: 'It was cancelled.' });
  endRecalled(tx, payout, attempt);
  return null;
};
