import {
  type EventOf,
  type EventSource,
  paymentOfTransaction,
  TooEarlyError,
} from '../connector-calls/connector-reports.ts';
import { named, recordNotAsAsked } from '../connector-calls/not-as-asked.ts';
import { type ReportDecision, reportRecorder } from '../connector-calls/record-report.ts';
import { noteDecision } from '../connector-calls/run-calls.ts';
import { Attempt } from '../entities/attempt.ts';
import { ConnectorCall } from '../entities/connector-call.ts';
import type { Payment } from '../entities/payment.ts';
import { Refund } from '../entities/refund.ts';
import { lives } from '../entities/states/lives.ts';
import type { WritingContext } from '../foundation/context.ts';
import type { ConnectorFailure } from '../foundation/ports/connector.ts';
import { TEXT_MAX } from '../model/index.ts';
import { activeAttemptId } from '../payments/attempt/attempts.ts';
import { storeCharges } from '../payments/attempt/store-response.ts';
import { returnRest, returnsOf } from '../payments/reversal/return-rest.ts';
import { reversalOfRefund } from '../payments/reversal/reverse-payment.ts';
import { beginHistory, changeStatus } from '../writes/apply-changes.ts';
import { insert, lock } from '../writes/transactions.ts';
import { decideRefund } from './decide-refund.ts';
import { refundedSurcharge } from './refund-surcharge.ts';

type RefundEvent = EventOf<'refund_made'>;

/** What the report of a refund is about: a refund of the account, or money that goes back by itself; neither if unknown. */
interface ReportedRefund {
  readonly refund: Refund | null;
  readonly reversal: ConnectorCall | null;
}

/** The refund or reversal of an event. */
async function refundOfEvent(
  tx: WritingContext,
  source: EventSource,
  event: RefundEvent | EventOf<'refund_failed'>,
): Promise<ReportedRefund> {
  const refund = await findRefund(tx, source, event);
  return { refund, reversal: refund ? null : await reversalOfRefund(tx, source, event) };
}

/** The call of a refund or reversal whose outcome a decision is. */
async function openRefundCall(
  tx: WritingContext,
  { refund, reversal }: ReportedRefund,
): Promise<ConnectorCall | null> {
  if (!refund) return reversal;
  const { merchant_id, refund_id: object_id } = await lock(tx, Refund, refund.refund_id);
  const call = await tx.transaction.em.findOne(ConnectorCall, { merchant_id, object_id });
  return call?.status === 'intended' ? call : null;
}

/**
 * Records a refund reported by an account. A refund that the service did not request, such as one made in the connector's
 * dashboard, becomes a refund of its payment, because the money has left the merchant.
 *
 * A refund of more than the received amount is shown as not as asked. Its capture may be reported later: the refund is
 * kept, and recorded then. A refund of money that is being returned is kept too: it reduces the amount still to return.
 *
 * @throws {TooEarlyError} while it may be our own refund whose response is not recorded yet, or while the payment may be
 *   receiving the money.
 */
export const recordRefund = reportRecorder<'refund_made', ReportedRefund>({
  find: refundOfEvent,
  openCall: async (tx, reported, { status }) => (status === 'pending' ? null : openRefundCall(tx, reported)),
  outcome: ({ amount, connectorRefundId, currency }) => ({
    ...{ connectorTransactionId: connectorRefundId, amount, currency },
  }),
  asked: async (_tx, { refund: object }, { status: report }) => {
    if (!object || report === 'pending') return null;
    const event = 'refund_not_as_asked';
    return { life: lives.refund, object, report, money: object, event, shownOn: [object] };
  },
  decide: async (tx, { refund, reversal }, event, source) => {
    if (!refund) return reversal ? {} : recordElsewhere(tx, source, event);
    if (event.status === 'succeeded')
      await decideRefund(tx, refund, { ...event, kind: 'succeeded' }, event.at);
    return {};
  },
});

/**
 * Records that a refund failed at its connector, even after it had succeeded. It no longer counts, so the payment can be
 * refunded again. The failure of an unknown refund is kept until the refund is recorded.
 */
export const recordRefundFailure = reportRecorder<'refund_failed', ReportedRefund>({
  find: refundOfEvent,
  openCall: openRefundCall,
  outcome: failureOf,
  decide: async (tx, { refund }, event) => {
    if (!refund) return { isKnown: false, awaits: 'refund' };
    await decideRefund(tx, refund, failureOf(event), event.at);
    return {};
  },
});

function failureOf({ code, connectorRefundId, message }: EventOf<'refund_failed'>): ConnectorFailure {
  return { kind: 'failed', code, message, connectorTransactionId: connectorRefundId };
}

/** Records a refund that the service did not ask for, and does not know yet. */
async function recordElsewhere(
  tx: WritingContext,
  source: EventSource,
  event: RefundEvent,
): Promise<ReportDecision> {
  const found = await paymentOfTransaction(tx, source, event);
  if (!found) return { isKnown: false };
  const { attemptId, payment } = found;
  if (attemptId !== activeAttemptId(payment) || returnsOf(payment, { attempt_id: attemptId }).length > 0) {
    // Neither money being returned nor its refund counts in the payment's sums. Less is left to return.
    const next = await returnRest(tx, payment, await lock(tx, Attempt, attemptId), event);
    return { next, awaits: 'money' };
  }
  // Of two concurrent events the second waits for the payment, and then finds the refund.
  if (await findRefund(tx, source, event)) throw new TooEarlyError('The refund was recorded meanwhile.');
  const { merchant_id, payment_id } = payment;
  const ours = { merchant_id, payment_id, status: 'pending', connector_refund_id: null } as const;
  if ((await tx.transaction.em.count(Refund, ours)) > 0) {
    throw new TooEarlyError('The response to the refund may not be recorded yet.');
  }
  const refundable = payment.amount_received - payment.amount_refunded;
  if (event.currency !== payment.currency || event.amount < 1 || event.amount > refundable) {
    if (payment.status === 'processing') {
      throw new TooEarlyError('The refunded money may not be recorded as received yet.');
    }
    // The report of the refunded capture may still arrive.
    const isOfMore = event.currency === payment.currency && event.amount > refundable;
    const leftText = named({ amount: refundable, currency: payment.currency });
    const what = `a refund of ${named(event)} (${event.connectorRefundId}), where ${leftText} of the received amount are left`;
    recordNotAsAsked(tx, 'payment_not_as_asked', what, payment);
    payment.updated = tx.ports.now();
    return isOfMore ? { awaits: 'money' } : {};
  }
  await addRefund(tx, payment, source, event);
  return { arrived: ['refund'] };
}

/** The refund of an account that an event is about: by the connector's identifier, or by ours if the event has it. */
async function findRefund(
  tx: WritingContext,
  { merchantConnectorId: merchant_connector_id, merchantId: merchant_id }: EventSource,
  { connectorRefundId, reference }: Pick<RefundEvent, 'connectorRefundId' | 'reference'>,
): Promise<Refund | null> {
  const { em } = tx.transaction;
  const own = { merchant_id, merchant_connector_id };
  const known = await em.findOne(Refund, { ...own, connector_refund_id: connectorRefundId });
  // Its call may have no response yet. A call with a response has another identifier, so it is another refund.
  return (
    known ??
    (reference ? em.findOne(Refund, { ...own, refund_id: reference, connector_refund_id: null }) : null)
  );
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
    surcharge_amount: await refundedSurcharge(tx, payment, amount),
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
  await storeCharges(tx, payment, refund, event);
}
