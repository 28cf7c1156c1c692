import { TooEarlyError } from '../connector-calls/connector-reports.ts';
import { reportRecorder } from '../connector-calls/record-report.ts';
import { isLater, noteDecision } from '../connector-calls/run-calls.ts';
import { ConnectorCall } from '../entities/connector-call.ts';
import { Payout } from '../entities/payout.ts';
import { PayoutAttempt } from '../entities/payout-attempt.ts';
import { reportsOnPayouts } from '../entities/states/later-reports.ts';
import { lives } from '../entities/states/lives.ts';
import { recordFailure } from '../error-mappings/map-error.ts';
import type { WritingContext } from '../foundation/context.ts';
import type { ConnectorFailure } from '../foundation/ports/connector.ts';
import { changeStatus } from '../writes/apply-changes.ts';
import { lock } from '../writes/transactions.ts';

/** A payout and its attempt, both locked. */
interface SentPayout {
  readonly payout: Payout;
  readonly attempt: PayoutAttempt;
}

/** Records that a payout was returned by its destination, which may take days. */
export const recordPayoutReturn = reportRecorder<'payout_returned', SentPayout>({
  find: async (
    tx,
    { merchantConnectorId: merchant_connector_id, merchantId: merchant_id },
    { connectorTransactionId: connector_transaction_id },
  ) => {
    const key = { merchant_id, merchant_connector_id, connector_transaction_id };
    const found = await tx.transaction.em.findOne(PayoutAttempt, key);
    if (!found) return null;
    const payout = await lock(tx, Payout, found.payout_id);
    return { payout, attempt: await lock(tx, PayoutAttempt, found.attempt_id) };
  },
  openCall: (tx, { attempt: { attempt_id: part_id, merchant_id, payout_id: object_id } }) => {
    const key = { merchant_id, object_id, part_id, operation: 'fulfill', status: 'intended' } as const;
    return tx.transaction.em.findOne(ConnectorCall, key);
  },
  outcome: ({ code, message }) => ({ kind: 'failed', code, message }),
  decide: async (tx, { attempt, payout }, event) => {
    await returnPayout(tx, payout, attempt, event, event.at);
  },
});

/** Records that the money of a locked payout came back, or failed to arrive after all. */
export async function returnPayout(
  tx: WritingContext,
  payout: Payout,
  attempt: PayoutAttempt,
  failure: Pick<ConnectorFailure, 'code' | 'message'>,
  at: Date,
): Promise<void> {
  if (!isLater(lives.payout, attempt, 'returned', at)) return;
  const effect = attempt.status === 'success' ? reportsOnPayouts.returned[payout.status] : 'agrees';
  if (effect === 'waits') throw new TooEarlyError('The payout is being sent.');
  noteDecision(tx, attempt, at);
  if (effect === 'agrees') return;
  const failed = { connector: attempt.connector!, flow: 'payout', operation: 'fulfill' } as const;
  await recordFailure(tx, failed, failure, payout, attempt);
  changeStatus(tx, payout, 'reversed', 'connector');
  attempt.status = 'reversed';
  attempt.modified_at = payout.updated = tx.ports.now();
}
