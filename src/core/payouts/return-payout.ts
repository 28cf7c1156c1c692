import {
  type EventOf,
  type EventSource,
  type Reported,
  recorded,
  TooEarlyError,
  unknownObject,
} from '../connector-calls/connector-reports.ts';
import { isLater, noteDecision, recordOutcome } from '../connector-calls/run-calls.ts';
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

/** Records that a payout was returned by its destination, which may take days. */
export async function recordPayoutReturn(
  tx: WritingContext,
  { merchantConnectorId: merchant_connector_id, merchantId: merchant_id }: EventSource,
  { at, code, connectorTransactionId, message }: EventOf<'payout_returned'>,
): Promise<Reported> {
  const { em } = tx.transaction;
  const key = { merchant_id, merchant_connector_id, connector_transaction_id: connectorTransactionId };
  const found = await em.findOne(PayoutAttempt, key);
  if (!found) return unknownObject;
  const payout = await lock(tx, Payout, found.payout_id);
  const attempt = await lock(tx, PayoutAttempt, found.attempt_id);
  const { attempt_id: part_id, payout_id: object_id } = attempt;
  const call = await em.findOne(ConnectorCall, { merchant_id, object_id, part_id, operation: 'fulfill' });
  if (call?.status === 'intended') {
    const outcome = { kind: 'failed', code, message } as const;
    return { isKnown: true, next: await recordOutcome(tx, call, outcome, null, at) };
  }
  await returnPayout(tx, payout, attempt, { code, message }, at);
  return recorded;
}

/** Records that the money of a locked payout came back, or did not arrive after all. */
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
