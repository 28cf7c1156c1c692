import {
  type EventOf,
  type EventSource,
  type Reported,
  recorded,
  unknownObject,
} from '../connector-calls/connector-reports.ts';
import { recordOutcome } from '../connector-calls/run-calls.ts';
import { ConnectorCall } from '../entities/connector-call.ts';
import { Refund } from '../entities/refund.ts';
import { recordFailure } from '../error-mappings/map-error.ts';
import type { WritingContext } from '../foundation/context.ts';
import { changeStatus } from '../writes/apply-changes.ts';
import { lock } from '../writes/transactions.ts';
import { findRefund } from './record-refund.ts';

/**
 * Records that a refund failed at its connector, also after it had succeeded there. It no longer counts: the payment
 * can be refunded again.
 */
export async function recordRefundFailure(
  tx: WritingContext,
  source: EventSource,
  event: EventOf<'refund_failed'>,
): Promise<Reported> {
  const { em } = tx.transaction;
  const { code, connectorRefundId, message } = event;
  const found = await findRefund(tx, source, event);
  if (!found) return unknownObject;
  const refund = await lock(tx, Refund, found.refund_id);
  const call = await em.findOne(ConnectorCall, {
    merchant_id: source.merchantId,
    object_id: refund.refund_id,
  });
  if (call?.status === 'intended') {
    const outcome = { kind: 'failed', code, message, connectorTransactionId: connectorRefundId } as const;
    return { isKnown: true, next: await recordOutcome(tx, call, outcome) };
  }
  // A refund made at the connector may be pending without a call of ours.
  const isCounted = refund.status === 'succeeded' || (refund.status === 'pending' && !call);
  if (!isCounted) return recorded;
  const failed = { connector: refund.connector!, flow: 'refund', operation: 'refund' } as const;
  await recordFailure(tx, failed, { code, message }, refund);
  changeStatus(tx, refund, 'failed', 'connector');
  refund.updated_at = tx.ports.now();
  return recorded;
}
