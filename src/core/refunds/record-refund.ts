import {
  type EventOf,
  type EventSource,
  paymentOfTransaction,
  type Reported,
  recorded,
  TooEarlyError,
  unknownObject,
} from '../connector-calls/connector-reports.ts';
import { isSameMoney, movedOtherwise, named, recordNotAsAsked } from '../connector-calls/not-as-asked.ts';
import { readCharges, reportedSuccess } from '../connector-calls/read-outcome.ts';
import { isLater, noteDecision, recordOutcome } from '../connector-calls/run-calls.ts';
import { Attempt } from '../entities/attempt.ts';
import { ConnectorCall } from '../entities/connector-call.ts';
import type { Payment } from '../entities/payment.ts';
import { Refund } from '../entities/refund.ts';
import { lives } from '../entities/states/lives.ts';
import type { WritingContext } from '../foundation/context.ts';
import { TEXT_MAX } from '../model/index.ts';
import { activeAttemptId } from '../payments/authorize/attempts.ts';
import { storeCharges } from '../payments/authorize/store-response.ts';
import { nameOfMoney, nameOfRefund } from '../payments/capture/capture-payment.ts';
import { returnRest, returnsOf } from '../payments/void/return-rest.ts';
import { reversalOfRefund } from '../payments/void/reverse-payment.ts';
import { beginHistory, changeStatus } from '../writes/apply-changes.ts';
import { insert, lock } from '../writes/transactions.ts';
import { decideRefund } from './decide-refund.ts';

type RefundEvent = EventOf<'refund_made'>;

/**
 * Records a refund that an account reports. One that the service did not ask for, such as one made in the connector's
 * dashboard, becomes a refund of its payment: the money has left the merchant all the same.
 *
 * More money than is recorded as received is shown as not as asked. Its capture may be reported later: the refund is kept,
 * and recorded then. A refund of money that goes back, as its payment cannot take it, is kept too: that much less is left
 * to be given back.
 *
 * @throws {TooEarlyError} while it may be one of our own whose response is not recorded yet, and while the payment may
 * be receiving the money.
 */
export async function recordRefund(
  tx: WritingContext,
  source: EventSource,
  event: RefundEvent,
): Promise<Reported> {
  const known = await findRefund(tx, source, event);
  if (known) return recordKnown(tx, known, event);
  const reversal = await reversalOfRefund(tx, source, event);
  if (reversal) return recordReversal(tx, reversal, event);
  const found = await paymentOfTransaction(tx, source, event.connectorTransactionId);
  if (!found) return unknownObject;
  const { attemptId, payment } = found;
  if (attemptId !== activeAttemptId(payment) || returnsOf(payment, { attempt_id: attemptId }).length > 0) {
    // Money that goes back is in no sum of the payment, nor is its refund. Less is left to be given back.
    const next = await returnRest(tx, payment, await lock(tx, Attempt, attemptId), event);
    return { isKnown: true, next, awaits: nameOfMoney(event.connectorTransactionId) };
  }
  // Of two concurrent events the second waits for the payment, and then finds the refund.
  if (await findRefund(tx, source, event)) throw new TooEarlyError('The refund was recorded meanwhile.');
  const { merchant_id, payment_id } = payment;
  const ours = { merchant_id, payment_id, status: 'pending', connector_refund_id: null } as const;
  if ((await tx.transaction.em.count(Refund, ours)) > 0) {
    throw new TooEarlyError('The refund may be one whose response is not recorded yet.');
  }
  const refundable = payment.amount_received - payment.amount_refunded;
  if (event.currency !== payment.currency || event.amount < 1 || event.amount > refundable) {
    if (payment.status === 'processing') {
      throw new TooEarlyError('The money that was refunded may not be recorded as received yet.');
    }
    // The report of the capture that was refunded may be still to come.
    const isOfMore = event.currency === payment.currency && event.amount > refundable;
    const result = isOfMore ? { ...recorded, awaits: nameOfMoney(event.connectorTransactionId) } : recorded;
    const leftText = named({ amount: refundable, currency: payment.currency });
    const what = `a refund of ${named(event)} (${event.connectorRefundId}), where ${leftText} are left of what was received`;
    recordNotAsAsked(tx, 'payment_not_as_asked', what, payment);
    payment.updated = tx.ports.now();
    return result;
  }
  await addRefund(tx, payment, source, event);
  return { ...recorded, arrived: [nameOfRefund(event)] };
}

async function recordReversal(
  tx: WritingContext,
  call: ConnectorCall,
  event: RefundEvent,
): Promise<Reported> {
  if (event.status === 'pending') return recorded;
  const outcome = reportedSuccess(event.connectorRefundId, event);
  return { isKnown: true, next: await recordOutcome(tx, call, outcome, null, event.at) };
}

/** The refund of an account that an event is about: by the connector's identifier, or by ours if the event has it. */
export async function findRefund(
  tx: WritingContext,
  { merchantConnectorId: merchant_connector_id, merchantId: merchant_id }: EventSource,
  { connectorRefundId, reference }: Pick<RefundEvent, 'connectorRefundId' | 'reference'>,
): Promise<Refund | null> {
  const { em } = tx.transaction;
  const own = { merchant_id, merchant_connector_id };
  const known = await em.findOne(Refund, { ...own, connector_refund_id: connectorRefundId });
  // Its call may have no response yet. One with a response has another identifier, and is another refund.
  return (
    known ??
    (reference ? em.findOne(Refund, { ...own, refund_id: reference, connector_refund_id: null }) : null)
  );
}

/** Concludes a refund that is pending, or that had failed. */
async function recordKnown(tx: WritingContext, found: Refund, event: RefundEvent): Promise<Reported> {
  if (event.status === 'pending') return recorded;
  const refund = await lock(tx, Refund, found.refund_id);
  const { merchant_id, refund_id: object_id } = refund;
  const call = await tx.transaction.em.findOne(ConnectorCall, { merchant_id, object_id });
  if (call?.status === 'intended') {
    const outcome = reportedSuccess(event.connectorRefundId, event);
    return { isKnown: true, next: await recordOutcome(tx, call, outcome, null, event.at) };
  }
  if (isLater(lives.refund, refund, event.status, event.at) && !isSameMoney(refund, event)) {
    recordNotAsAsked(tx, 'refund_not_as_asked', movedOtherwise(refund, event), refund);
    refund.updated_at = tx.ports.now();
    return recorded;
  }
  await decideRefund(tx, refund, { kind: 'succeeded', ...readCharges(event) }, event.at);
  return recorded;
}

async function addRefund(
  tx: WritingContext,
  payment: Payment,
  source: EventSource,
  event: RefundEvent,
): Promise<void> {
  const { amount, at, connectorRefundId, currency, reason, status } = event;
  const refund = Object.assign(new Refund(), {
    merchant_id: payment.merchant_id,
    refund_id: tx.ports.ids.make('ref'),
    payment_id: payment.payment_id,
    customer_id: payment.customer_id ?? null,
    amount,
    currency,
    status: 'pending',
    reason: reason?.slice(0, TEXT_MAX) ?? null,
    connector: payment.connector ?? null,
    connector_refund_id: connectorRefundId,
    merchant_connector_id: source.merchantConnectorId,
    payment_method: payment.payment_method ?? null,
    profile_id: payment.profile_id ?? null,
    created_at: tx.ports.now(),
    updated_at: tx.ports.now(),
  });
  await insert(tx, refund, false);
  beginHistory(tx, refund);
  noteDecision(tx, refund, at);
  if (status === 'succeeded') changeStatus(tx, refund, 'succeeded', 'connector');
  await storeCharges(tx, payment, refund, readCharges(event));
}
