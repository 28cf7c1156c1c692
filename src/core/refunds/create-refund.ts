import { commitCall } from '../connector-calls/commit-call.ts';
import { runCalls } from '../connector-calls/run-calls.ts';
import { amountDisputed } from '../disputes/amount-disputed.ts';
import type { ConnectorCall } from '../entities/connector-call.ts';
import { Payment } from '../entities/payment.ts';
import { Refund } from '../entities/refund.ts';
import { paymentStates } from '../entities/states/payment-states.ts';
import { recordFailure, recordIssuerFailure } from '../error-mappings/map-error.ts';
import type { OutcomeHandler } from '../foundation/call-record.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { moneyText } from '../foundation/currencies.ts';
import { invalidParameter, Problem } from '../foundation/errors.ts';
import type { Charges } from '../foundation/ports/connector.ts';
import { requireState } from '../foundation/state-machine.ts';
import { fieldsFrom, Input } from '../model/index.ts';
import { recordIn } from '../model/read-input.ts';
import { memberPath } from '../model/validation-errors.ts';
import { storeCharges } from '../payments/attempt/store-response.ts';
import { uncountTakenBack } from '../payments/reports/fail-capture.ts';
import { applyChanges, beginHistory, changeStatus } from '../writes/apply-changes.ts';
import { insert, inTransaction, lock } from '../writes/transactions.ts';
import { refundedSurcharge } from './refund-surcharge.ts';

@Input({
  about: 'Parameters for creating a refund. Without an amount, the full refundable amount is refunded.',
})
export class RefundCreation extends fieldsFrom(Refund, {
  requires: ['payment_id'],
  takes: ['refund_id', 'amount', 'reason', 'metadata', 'split_refunds'],
}) {}

/**
 * Refunds a payment, in full or in part. Concurrent refunds never exceed the amount received: each is checked
 * with the payment locked, and counts unless it has failed. Money that a chargeback has taken is not refunded.
 *
 * Lock order: the payment, then the new refund. Recording an outcome locks the refund first and then, in the
 * trigger that maintains `amount_refunded`, the payment. This cannot deadlock: here a refund is only inserted, and
 * no other transaction can wait for it before the commit.
 *
 * @returns The refund's identifier. Its status is the connector's, or `pending`.
 * @throws {Problem} `resource_not_found`, `unexpected_state`, `invalid_parameter` for an amount of zero,
 * `amount_exceeds_available`, `resource_already_exists`.
 */
export async function createRefund(ctx: Context, input: RefundCreation): Promise<string> {
  const call = await inTransaction(ctx, async (tx) => {
    const payment = await lock(tx, Payment, input.payment_id, 'payment_id');
    const call = await startRefund(tx, payment, input);
    ctx.idempotency?.refersTo(call.object_id);
    return call;
  });
  await runCalls(ctx, call);
  return call.object_id;
}

/** Records a refund of a locked payment and commits its connector call, whose `object_id` is the refund's. */
export async function startRefund(
  tx: WritingContext,
  payment: Payment,
  input: RefundCreation,
): Promise<ConnectorCall> {
  requireState('payment', paymentStates, 'refund', payment.status);
  const amount = amountToRefund(payment, await amountDisputed(tx, payment), input.amount ?? null);
  const { account, transactionId } = capturedAt(payment);

  const { amount: _asked, payment_id: _of, refund_id: id, ...described } = input;
  requireOwnSplit(payment, account.connector_name, described.split_refunds ?? null);
  const refund = new Refund();
  refund.merchant_id = payment.merchant_id;
  refund.refund_id = id ?? tx.ports.ids.make('ref');
  refund.payment_id = payment.payment_id;
  refund.customer_id = payment.customer_id ?? null;
  refund.amount = amount;
  refund.surcharge_amount = await refundedSurcharge(tx, payment, amount);
  refund.currency = payment.currency;
  refund.status = 'pending';
  refund.connector = account.connector_name;
  refund.merchant_connector_id = account.merchant_connector_id;
  refund.payment_method = payment.payment_method ?? null;
  refund.profile_id = payment.profile_id ?? null;
  refund.created_at = refund.updated_at = tx.ports.now();
  applyChanges(tx, refund, described);
  await insert(tx, refund, Boolean(id));
  beginHistory(tx, refund);
  return commitCall(tx, payment.merchant_id, {
    flow: 'refund',
    operation: 'refund',
    objectId: refund.refund_id,
    account,
    request: {
      amount,
      currency: payment.currency,
      // Refunds refer to the authorization's transaction, also if the money was captured in parts.
      connectorTransactionId: transactionId,
      reason: described.reason ?? null,
      split: recordIn(described.split_refunds, `${account.connector_name}_split_refund`),
    },
  });
}

/**
 * Rejects split instructions that the connector of the refunded money would not receive.
 *
 * @throws {Problem} `invalid_parameter`.
 */
function requireOwnSplit(
  { split_payments: split }: Payment,
  connector: string,
  asked: RefundCreation['split_refunds'],
): void {
  if (!asked || Object.keys(asked).length === 0) return;
  const name = `${connector}_split_refund`;
  const other = Object.keys(asked).find((key) => key !== name || !recordIn(asked, key));
  if (other !== undefined) {
    const param = memberPath('split_refunds', other);
    throw invalidParameter(
      param,
      `${param} must be an object named ${name}: the connector of the refunded money is ${connector}.`,
    );
  }
  if (recordIn(split, `${connector}_split_payment`)) return;
  throw invalidParameter('split_refunds', 'split_refunds must be omitted: the payment was not split.');
}

function amountToRefund(payment: Payment, disputed: number, requested: number | null): number {
  if (requested === 0) throw invalidParameter('amount', 'amount must be at least 1.');
  const refundable = Math.max(payment.amount_received - payment.amount_refunded - disputed, 0);
  const amount = requested ?? refundable;
  if (refundable === 0 || amount > refundable) {
    const money = (one: number) => moneyText(one, payment.currency);
    // The cardholder already has the amount of a chargeback: refunding it would pay it twice.
    const why = disputed
      ? `: ${money(disputed)} of the received amount is in a dispute that is open or was not won.`
      : '.';
    const message =
      refundable === 0 && disputed
        ? `Nothing is left to refund${why}`
        : `amount must be at most ${money(refundable)}, the amount still refundable${why}`;
    throw new Problem('amount_exceeds_available', message, { param: 'amount' });
  }
  return amount;
}

/** The account and transaction that received the money: those of the active attempt, which the payment shows. */
function capturedAt({ connector, connector_transaction_id: transactionId, merchant_connector_id }: Payment) {
  if (!merchant_connector_id || !connector || !transactionId) {
    throw new Problem('unexpected_state', 'The payment has no transaction at a connector to refund.');
  }
  return { account: { merchant_connector_id, connector_name: connector }, transactionId };
}

/**
 * Applies the outcome of a refund to it. A trigger maintains the payment's `amount_refunded`: a failed refund no
 * longer counts.
 */
export const applyRefund: OutcomeHandler = async (tx, call, outcome) => {
  const refund = await lock(tx, Refund, call.object_id);
  if ('connectorTransactionId' in outcome)
    refund.connector_refund_id = outcome.connectorTransactionId ?? null;
  switch (outcome.kind) {
    case 'succeeded':
      changeStatus(tx, refund, 'succeeded', 'connector');
      await chargeRefund(tx, refund, outcome);
      break;
    case 'failed':
      await recordFailure(tx, call, outcome, refund);
      recordIssuerFailure(outcome, refund);
      changeStatus(tx, refund, 'failed', 'connector');
      await uncountTakenBack(tx, refund);
      break;
    default:
      // The refund stays `pending` until the outcome is known.
      return null;
  }
  refund.updated_at = tx.ports.now();
  return null;
};

/** Stores the charges of a locked refund. Most refunds are free, and then their payment is not locked. */
export async function chargeRefund(tx: WritingContext, refund: Refund, charges: Charges): Promise<void> {
  const changesSum = charges.fee !== undefined && charges.fee.amount !== (refund.fee ?? 0);
  const payment = changesSum ? await lock(tx, Payment, refund.payment_id) : null;
  await storeCharges(tx, payment, refund, charges);
}
