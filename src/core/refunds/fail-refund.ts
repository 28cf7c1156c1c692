import {
  type EventOf,
  type EventSource,
  type Reported,
  recorded,
} from '../connector-calls/connector-reports.ts';
import { recordOutcome } from '../connector-calls/run-calls.ts';
import { ConnectorCall } from '../entities/connector-call.ts';
import { Refund } from '../entities/refund.ts';
import type { WritingContext } from '../foundation/context.ts';
import { nameOfRefund } from '../payments/capture/capture-payment.ts';
import { reversalOfRefund } from '../payments/void/reverse-payment.ts';
import { lock } from '../writes/transactions.ts';
import { decideRefund } from './decide-refund.ts';
import { findRefund } from './record-refund.ts';

/**
 * Records that a refund failed at its connector, also after it had succeeded there. It no longer counts: the payment
 * can be refunded again. The failure of a refund that is not known yet is kept until it is.
 */
export async function recordRefundFailure(
  tx: WritingContext,
  source: EventSource,
  event: EventOf<'refund_failed'>,
): Promise<Reported> {
  const { em } = tx.transaction;
  const { at, code, connectorRefundId, message } = event;
  const outcome = { kind: 'failed', code, message, connectorTransactionId: connectorRefundId } as const;
  const found = await findRefund(tx, source, event);
  if (!found) {
    const reversal = await reversalOfRefund(tx, source, event);
    return reversal
      ? { isKnown: true, next: await recordOutcome(tx, reversal, outcome, null, at) }
      : { isKnown: false, next: null, awaits: nameOfRefund(event) };
  }
  const refund = await lock(tx, Refund, found.refund_id);
  const call = await em.findOne(ConnectorCall, {
    merchant_id: source.merchantId,
    object_id: refund.refund_id,
  });
  if (call?.status === 'intended') {
    return { isKnown: true, next: await recordOutcome(tx, call, outcome, null, at) };
  }
  await decideRefund(tx, refund, outcome, at);
  return recorded;
}
