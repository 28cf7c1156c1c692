import {
  type EventOf,
  type EventSource,
  type Reported,
  recorded,
  unknownObject,
} from '../connector-calls/connector-reports.ts';
import { recordOutcome } from '../connector-calls/run-calls.ts';
import { ConnectorCall } from '../entities/connector-call.ts';
import { Payout } from '../entities/payout.ts';
import { PayoutAttempt } from '../entities/payout-attempt.ts';
import { recordFailure } from '../error-mappings/map-error.ts';
import type { WritingContext } from '../foundation/context.ts';
import { changeStatus } from '../writes/apply-changes.ts';
import { lock } from '../writes/transactions.ts';

/** Records that a payout was returned by its destination, which may take days. */
export async function recordPayoutReturn(
  tx: WritingContext,
  { merchantConnectorId: merchant_connector_id, merchantId: merchant_id }: EventSource,
  { code, connectorTransactionId, message }: EventOf<'payout_returned'>,
): Promise<Reported> {
  const { em } = tx.transaction;
  const key = { merchant_id, merchant_connector_id, connector_transaction_id: connectorTransactionId };
  const found = await em.findOne(PayoutAttempt, key);
  if (!found) return unknownObject;
  const payout = await lock(tx, Payout, found.payout_id);
  const attempt = await lock(tx, PayoutAttempt, found.attempt_id);
  const { attempt_id: part_id, payout_id: object_id } = attempt;
  const call = await em.findOne(ConnectorCall, { merchant_id, object_id, part_id });
  if (call?.status === 'intended') {
    return { isKnown: true, next: await recordOutcome(tx, call, { kind: 'failed', code, message }) };
  }
  if (payout.status !== 'success' || attempt.status !== 'success') return recorded;
  const failed = { connector: attempt.connector!, flow: 'payout', operation: 'fulfill' } as const;
  await recordFailure(tx, failed, { code, message }, payout, attempt);
  changeStatus(tx, payout, 'reversed', 'connector');
  attempt.status = 'reversed';
  attempt.modified_at = payout.updated = tx.ports.now();
  return recorded;
}
