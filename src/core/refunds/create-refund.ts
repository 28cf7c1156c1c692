import { intend } from '../connector-calls/intend.ts';
import { runCalls } from '../connector-calls/record-outcome.ts';
import type { Attempt } from '../entities/attempt.ts';
import { Payment } from '../entities/payment.ts';
import { Refund } from '../entities/refund.ts';
import { paymentStates } from '../entities/states/payment-states.ts';
import type { Context } from '../foundation/context.ts';
import { invalidParameter, Problem } from '../foundation/errors.ts';
import { requireState } from '../foundation/state-machine.ts';
import { activeAttempt } from '../payments/attempts.ts';
import { applyChanges } from '../writes/apply-changes.ts';
import { beginHistory } from '../writes/change-status.ts';
import { insert, inTransaction, lock } from '../writes/transactions.ts';
import type { RefundCreation } from './refund-creation.ts';

/**
 * Gives money back on a payment: all that is left, or a part. Refunds that did not fail never exceed what was
 * received, however many are asked for at once, because each is decided on with the payment locked.
 *
 * Locks are taken in one order: the payment, then what is new. Recording what became of a refund locks the
 * refund and then, in the trigger that keeps the payment's sum, the payment. The two do not cross: a refund is
 * locked here only by being made, and nobody else can wait for it before it is committed.
 *
 * @returns The refund's identifier; its status is what the connector answered, or `pending`.
 * @throws {Problem} `resource_not_found`, `unexpected_state`, `invalid_parameter` for an amount of zero,
 * `amount_exceeds_available`, `resource_already_exists`.
 */
export async function createRefund(ctx: Context, given: RefundCreation): Promise<string> {
  const call = await inTransaction(ctx, async (tx) => {
    const payment = await lock(tx, Payment, given.payment_id);
    requireState('payment', paymentStates, 'refund', payment.status);
    const amount = amountToRefund(payment, given.amount ?? null);
    const { account, transactionId } = soughtFrom(
      payment.attempt_count > 0 ? await activeAttempt(tx, payment) : null,
    );

    const { reason = null, metadata = null, split_refunds = null } = given;
    const refund = new Refund();
    refund.merchant_id = payment.merchant_id;
    refund.refund_id = given.refund_id ?? tx.ids.make('ref');
    refund.payment_id = payment.payment_id;
    refund.amount = amount;
    refund.currency = payment.currency;
    refund.status = 'pending';
    refund.connector = account.connector_name;
    refund.merchant_connector_id = account.merchant_connector_id;
    refund.profile_id = payment.profile_id ?? null;
    refund.created_at = refund.updated_at = tx.now();
    applyChanges(tx, refund, { reason, metadata, split_refunds });
    await insert(tx, refund);
    beginHistory(tx, refund);
    await ctx.idempotency?.refersTo(tx, refund.refund_id);
    return intend(tx, payment.merchant_id, {
      flow: 'refund',
      operation: 'refund',
      objectId: refund.refund_id,
      account,
      request: {
        amount,
        currency: payment.currency,
        // Captured money goes back on the authorization's own transaction too, however it was captured.
        connectorTransactionId: transactionId,
        reason,
      },
    });
  });
  await runCalls(ctx, call);
  return call.object_id;
}

function amountToRefund(payment: Payment, asked: number | null): number {
  if (asked === 0) throw invalidParameter('amount', 'amount must be at least 1.');
  const left = payment.amount_received - payment.amount_refunded;
  const amount = asked ?? left;
  if (left === 0 || amount > left) {
    throw new Problem('amount_exceeds_available', `Of what was received, ${left} is left to be refunded.`, {
      param: 'amount',
    });
  }
  return amount;
}

/** The account that has the money, and its transaction there. A payment recorded without one has nothing to seek. */
function soughtFrom(attempt: Attempt | null) {
  const { merchant_connector_id, connector, connector_transaction_id: transactionId } = attempt ?? {};
  if (!merchant_connector_id || !connector || !transactionId) {
    throw new Problem(
      'unexpected_state',
      'The payment has no transaction at a connector to give money back on.',
    );
  }
  return { account: { merchant_connector_id, connector_name: connector }, transactionId };
}
