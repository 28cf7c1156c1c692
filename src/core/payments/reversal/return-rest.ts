import { commitCall } from '../../connector-calls/commit-call.ts';
import type { EventOf } from '../../connector-calls/connector-reports.ts';
import { awaitedName, readKeptEvents } from '../../connector-calls/kept-events.ts';
import { NOT_AS_ASKED_CODE } from '../../connector-calls/not-as-asked.ts';
import type { Attempt } from '../../entities/attempt.ts';
import { ConnectorCall } from '../../entities/connector-call.ts';
import type { Payment } from '../../entities/payment.ts';
import type { Reversal } from '../../entities/values/payment-parts.ts';
import type { CallRecord } from '../../foundation/call-record.ts';
import type { WritingContext } from '../../foundation/context.ts';
import type { Outcome } from '../../foundation/ports/connector.ts';
import type { Money } from '../../foundation/ports/connector-requests.ts';
import { recordIn } from '../../model/read-input.ts';
import { announce, changeStatus, decryptField } from '../../writes/apply-changes.ts';

/** The reason that connectors are given of money that goes back. */
export const REVERSAL_MESSAGE = 'The payment could not take the money.';

/** The stored members of a reversal's call. Connectors get the amount; the capture is for the service. */
interface CommittedReversal {
  readonly amount?: number;
  readonly connectorCaptureIds?: readonly string[];
}

/** A refund of an attempt's money that the service did not ask for, as its connector reports it. */
type RefundElsewhere = Pick<EventOf<'refund_made'>, 'amount' | 'connectorRefundId' | 'currency'>;

/** The capture that a reversal's call refunds; null for money that was captured with its authorization, and for a void. */
export function captureOfCall(tx: WritingContext, call: CallRecord): string | null {
  return (decryptField(tx, call, 'request') as CommittedReversal).connectorCaptureIds?.[0] ?? null;
}

/** The amount that a reversal's call asks for. */
export const amountOfCall = (tx: WritingContext, call: CallRecord): number =>
  (decryptField(tx, call, 'request') as CommittedReversal).amount ?? 0;

/** Commits the call that refunds captured money which its payment cannot take. */
export function commitReturn(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  { amount, connectorCaptureId, currency }: Money & { readonly connectorCaptureId: string | null },
): Promise<CallRecord> {
  return commitCall(tx, payment.merchant_id, {
    flow: 'payment',
    operation: 'refund',
    objectId: payment.payment_id,
    partId: attempt.attempt_id,
    account: { merchant_connector_id: attempt.merchant_connector_id!, connector_name: attempt.connector! },
    request: {
      ...{ amount, currency, connectorTransactionId: attempt.connector_transaction_id },
      connectorCaptureIds: connectorCaptureId ? [connectorCaptureId] : [],
      ...{ reason: REVERSAL_MESSAGE, split: splitReversal(payment, attempt), mustArrive: true },
    },
  });
}

/** Of a split payment the transfer and the fee go back too, so that nobody keeps a part of money that was not taken. */
const splitReversal = ({ split_payments: split }: Payment, { connector }: Attempt) =>
  recordIn(split, `${connector}_split_payment`) ? { revert_transfer: true, revert_platform_fee: true } : null;

/** The reversals of an attempt's captured money. */
export const returnsOf = ({ reversals }: Payment, { attempt_id }: Pick<Attempt, 'attempt_id'>): Reversal[] =>
  (reversals ?? []).filter((one) => one.attempt_id === attempt_id && one.operation === 'refund');

/**
 * The part of captured money that its connector still has to return: without refunds by others there, which may have been
 * reported before the capture.
 */
export async function amountToReturn(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  { amount, currency }: Money,
): Promise<number> {
  const { elsewhere, left } = await returned(tx, payment, attempt, currency, null);
  if (elsewhere > 0 && payment.error_code === NOT_AS_ASKED_CODE) {
    // The refund that was shown as more than was received was of this money.
    payment.error_code = payment.error_message = null;
  }
  return Math.min(amount, Math.max(left + amount, 0));
}

/**
 * Returns the rest of money whose reversal the connector refused because others had refunded a part there. A reversal is
 * requested again only for less than before, so each reported refund leads to one more call at most.
 *
 * @param told A refund that is reported now.
 * @returns The call; null without one.
 */
export async function returnRest(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  told: RefundElsewhere | null = null,
): Promise<CallRecord | null> {
  const refused = returnsOf(payment, attempt).filter(({ status }) => status === 'failed');
  const [first] = refused;
  if (!first) return null;
  const { calls, ...sums } = await returned(tx, payment, attempt, first.currency!, told);
  let left = Math.max(sums.left, 0);
  for (const one of refused) {
    const connectorCaptureId = one.connector_capture_id ?? null;
    const amount = Math.min(one.amount!, left);
    const before = calls.findLast(({ captureId }) => captureId === connectorCaptureId)?.amount ?? one.amount!;
    if (amount === 0) {
      replace(tx, payment, attempt, one, 'succeeded');
      if (attempt.status === 'charged') changeStatus(tx, attempt, 'auto_refunded', 'connector');
      announce(tx, payment, 'payment_reversed');
    } else if (amount < before) {
      replace(tx, payment, attempt, one, 'pending');
      return commitReturn(tx, payment, attempt, { amount, connectorCaptureId, currency: one.currency! });
    }
    left -= amount;
  }
  return null;
}

/** Whether a reversal was asked for again, for less, after this call. */
export async function isSuperseded(tx: WritingContext, attempt: Attempt, call: CallRecord): Promise<boolean> {
  if (call.operation !== 'refund') return false;
  const captureId = captureOfCall(tx, call);
  const ofThis = (await returnCalls(tx, attempt)).filter((one) => one.captureId === captureId);
  return ofThis.at(-1)?.callId !== call.call_id;
}

function replace(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  replaced: Reversal,
  status: 'pending' | 'succeeded',
): void {
  const changes = { status, error_code: null, error_message: null };
  payment.reversals = payment.reversals.map((one) => (one === replaced ? { ...one, ...changes } : one));
  payment.updated = attempt.modified_at = tx.ports.now();
}

/**
 * The returns of an attempt's money: the calls, oldest first; the sum that others refunded at the connector; and the amount
 * still to return.
 */
async function returned(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  currency: string,
  told: RefundElsewhere | null,
) {
  await tx.transaction.em.flush();
  const calls = await returnCalls(tx, attempt);
  const ours = new Set(calls.map(({ refundId }) => refundId));
  const reported = [...(await keptRefunds(tx, attempt)), ...(told ? [told] : [])];
  // A refund may be reported several times.
  const others = new Map(
    reported
      .filter((one) => one.currency === currency && !ours.has(one.connectorRefundId))
      .map(({ amount, connectorRefundId }) => [connectorRefundId, amount]),
  );
  const elsewhere = [...others.values()].reduce((sum, amount) => sum + amount, 0);
  const asked = calls.reduce((sum, { amount, isRefused }) => (isRefused ? sum : sum + amount), 0);
  const whole = returnsOf(payment, attempt).reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  return { calls, elsewhere, left: whole - elsewhere - asked };
}

async function returnCalls(tx: WritingContext, { attempt_id, merchant_id, payment_id }: Attempt) {
  const calls = await tx.transaction.em.find(
    ConnectorCall,
    { merchant_id, object_id: payment_id, part_id: attempt_id, operation: 'refund' },
    { orderBy: { created_at: 'asc', call_id: 'asc' } },
  );
  return calls.map((call) => {
    const outcome = call.outcome as Outcome | null;
    return {
      amount: amountOfCall(tx, call),
      callId: call.call_id,
      captureId: captureOfCall(tx, call),
      isRefused: outcome?.kind === 'failed',
      refundId: outcome && 'connectorTransactionId' in outcome ? outcome.connectorTransactionId : null,
    };
  });
}

/** The refunds of an attempt's money that are kept, as more than the service knows to be received, and have not failed. */
async function keptRefunds(tx: WritingContext, attempt: Attempt): Promise<RefundElsewhere[]> {
  const { merchant_connector_id, merchant_id: merchantId } = attempt;
  const connectorTransactionId = attempt.connector_transaction_id;
  if (!connectorTransactionId) return [];
  const source = { merchantId, merchantConnectorId: merchant_connector_id! };
  const made = await readKeptEvents<RefundElsewhere>(tx, source, [
    awaitedName('money', { connectorTransactionId }),
  ]);
  const failed = await readKeptEvents<EventOf<'refund_failed'>>(
    tx,
    source,
    made.map((one) => awaitedName('refund', one)),
  );
  const idsFailed = new Set(failed.map(({ connectorRefundId }) => connectorRefundId));
  return made.filter(({ connectorRefundId }) => !idsFailed.has(connectorRefundId));
}
