import { named, recordNotAsAsked } from '../connector-calls/not-as-asked.ts';
import { compareReport } from '../connector-calls/record-report.ts';
import { completeCall, isLater, noteDecision } from '../connector-calls/run-calls.ts';
import { Attempt } from '../entities/attempt.ts';
import { ConnectorCall } from '../entities/connector-call.ts';
import { Payment } from '../entities/payment.ts';
import { Refund } from '../entities/refund.ts';
import { lives } from '../entities/states/lives.ts';
import { clearFailure, recordFailure } from '../error-mappings/map-error.ts';
import type { Contradiction } from '../foundation/call-record.ts';
import type { WritingContext } from '../foundation/context.ts';
import type { Charges, ConnectorFailure } from '../foundation/ports/connector.ts';
import { uncountTakenBack } from '../payments/reports/fail-capture.ts';
import { applyReversal, isReversal, reversalOf } from '../payments/reversal/reverse-payment.ts';
import { changeStatus } from '../writes/apply-changes.ts';
import { lock } from '../writes/transactions.ts';
import { chargeRefund } from './create-refund.ts';
import { refundedSurcharge } from './refund-surcharge.ts';

/** A connector's decision about a refund. */
export type RefundDecision =
  | ({ readonly kind: 'succeeded' } & Charges)
  | Pick<ConnectorFailure, 'kind' | 'code' | 'message'>;

/**
 * Applies a decision about a locked refund without an open call. A refund that succeeded after all counts again, unless
 * it exceeds the remaining received amount: then it is shown as not as asked. The charges of a successful refund may be
 * reported later.
 */
export async function decideRefund(
  tx: WritingContext,
  refund: Refund,
  decision: RefundDecision,
  at: Date,
): Promise<void> {
  const effect = compareReport(tx, lives.refund, refund, decision.kind, at);
  if (effect !== 'follows') {
    if (effect && decision.kind === 'succeeded') await chargeRefund(tx, refund, decision);
    return;
  }
  refund.updated_at = tx.ports.now();
  if (decision.kind === 'failed') {
    const failed = { connector: refund.connector!, flow: 'refund', operation: 'refund' } as const;
    await recordFailure(tx, failed, decision, refund);
    changeStatus(tx, refund, 'failed', 'connector');
    await uncountTakenBack(tx, refund);
    return;
  }
  if (refund.status === 'failed') {
    const payment = await lock(tx, Payment, refund.payment_id);
    const { amount_received, amount_refunded, currency } = payment;
    const left = amount_received - amount_refunded;
    if (refund.amount > left) {
      const what = `that the refund of ${named(refund)} succeeded after all, where ${named({ amount: left, currency })} of the received amount are left`;
      recordNotAsAsked(tx, 'refund_not_as_asked', what, refund);
      return;
    }
    clearFailure(refund);
    // Others may have taken its part of the surcharge meanwhile.
    refund.surcharge_amount = await refundedSurcharge(tx, payment, refund.amount);
  }
  changeStatus(tx, refund, 'succeeded', 'connector');
  await chargeRefund(tx, refund, decision);
}

/**
 * Applies an outcome that contradicts the recorded outcome of a refund, or of the return of money that its payment could
 * not accept.
 */
export const contradictRefund: Contradiction = async (tx, call, outcome, at) => {
  if (outcome.kind !== 'succeeded' && outcome.kind !== 'failed') return null;
  if (isReversal(tx, call)) {
    const attempt = await lock(tx, Attempt, call.part_id!);
    const { connector_updated_at } = attempt;
    const status = (await reversalOf(tx, call)).status!;
    if (!isLater(lives.refund, { connector_updated_at, status }, outcome.kind, at)) return null;
    noteDecision(tx, attempt, at);
    completeCall(tx, await lock(tx, ConnectorCall, call.call_id), outcome);
    return applyReversal(tx, call, outcome);
  }
  await decideRefund(tx, await lock(tx, Refund, call.object_id), outcome, at);
  return null;
};
