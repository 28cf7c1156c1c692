import { commitCall } from '../../connector-calls/commit-call.ts';
import { recordNotAsAsked } from '../../connector-calls/not-as-asked.ts';
import { runCalls } from '../../connector-calls/run-calls.ts';
import type { ConnectorCall } from '../../entities/connector-call.ts';
import { Payment } from '../../entities/payment.ts';
import { paymentStates } from '../../entities/states/payment-states.ts';
import type { IncrementalAuthorization } from '../../entities/values/payment-parts.ts';
import { clearFailure, type FailureFields, recordFailure } from '../../error-mappings/map-error.ts';
import type { Contradiction, OutcomeHandler } from '../../foundation/call-record.ts';
import type { Context, WritingContext } from '../../foundation/context.ts';
import { moneyText } from '../../foundation/currencies.ts';
import { invalidParameter, Problem } from '../../foundation/errors.ts';
import { requireState } from '../../foundation/state-machine.ts';
import { requireWithinMandate } from '../../mandates/charge-under-mandate.ts';
import { decryptField } from '../../writes/apply-changes.ts';
import { inTransaction, lock } from '../../writes/transactions.ts';
import { activeAttempt, transitionAttempt } from '../attempt/attempts.ts';
import type { AuthorizationIncrement } from '../payment-inputs.ts';
import { netAmount } from '../prepare-payment.ts';

/** The most increases of one payment. Card networks expect a handful, for example one for each night of a stay. */
const INCREMENTS_MAX = 50;

/**
 * The records committed with the call: the connector is asked for the net amount, and the payment also stores the
 * gross.
 */
interface CommittedIncrement {
  readonly amount: number;
  readonly paymentAmount: number;
}

/**
 * Increases the authorized amount of a payment that is not captured yet, at the connector that authorized it. A
 * declined increase throws nothing: the authorization does not change, and the last of the payment's
 * `incremental_authorizations` has the reason.
 *
 * @throws {Problem} `resource_not_found`; `unexpected_state`, also if the connector did not allow increases;
 * `invalid_parameter` for an amount that does not exceed the present one; `mandate_exceeded`.
 */
export async function incrementAuthorization(
  ctx: Context,
  paymentId: string,
  input: AuthorizationIncrement,
): Promise<void> {
  const call = await inTransaction(ctx, async (tx) => {
    const payment = await lock(tx, Payment, paymentId);
    requireState('payment', paymentStates, 'increment', payment.status);
    requireAllowed(payment);
    if (input.amount <= payment.amount) {
      throw invalidParameter(
        'amount',
        `amount must be above ${moneyText(payment.amount, payment.currency)}, the payment's amount.`,
      );
    }
    return startIncrement(tx, payment, input);
  });
  await runCalls(ctx, call);
}

function requireAllowed(payment: Payment): void {
  if (payment.incremental_authorization_allowed !== true) {
    throw new Problem(
      'unexpected_state',
      'The connector does not allow increases of this authorization. Request them when confirming, with request_incremental_authorization and a capture_method of manual or manual_multiple.',
    );
  }
  if (payment.incremental_authorizations.length >= INCREMENTS_MAX) {
    throw new Problem(
      'unexpected_state',
      `An authorization can be increased at most ${INCREMENTS_MAX} times.`,
    );
  }
}

/** Records an increase as processing and commits its connector call. */
async function startIncrement(
  tx: WritingContext,
  payment: Payment,
  { amount: paymentAmount, reason = null }: AuthorizationIncrement,
): Promise<ConnectorCall> {
  const attempt = await activeAttempt(tx, payment);
  const amount = netAmount({ ...payment, amount: paymentAmount });
  await requireWithinMandate(tx, payment, amount);
  const previousAmount = payment.net_amount;
  const id = tx.ports.ids.make('inc');
  payment.authorization_count = (payment.authorization_count ?? 0) + 1;
  payment.incremental_authorizations = [
    ...payment.incremental_authorizations,
    { authorization_id: id, amount, status: 'processing', previously_authorized_amount: previousAmount },
  ];
  clearFailure(attempt, payment);
  transitionAttempt(tx, payment, attempt, 'authorizing', 'increment');
  const request = {
    amount,
    previousAmount,
    paymentAmount,
    currency: payment.currency,
    connectorTransactionId: attempt.connector_transaction_id,
    reason,
  };
  return commitCall(tx, payment.merchant_id, {
    flow: 'payment',
    operation: 'increment',
    objectId: payment.payment_id,
    partId: id,
    account: { merchant_connector_id: attempt.merchant_connector_id!, connector_name: attempt.connector! },
    request,
  });
}

/** Applies the outcome of an increase to the payment, its attempt and its authorization. */
export const applyIncrement: OutcomeHandler = async (tx, call, outcome) => {
  const payment = await lock(tx, Payment, call.object_id);
  const attempt = await activeAttempt(tx, payment);
  if (outcome.kind === 'succeeded') {
    const { amount, paymentAmount } = decryptField(tx, call, 'request') as CommittedIncrement;
    payment.amount = paymentAmount;
    // A part that was captured and taken back stays taken.
    payment.amount_capturable += amount - payment.net_amount;
    payment.net_amount = attempt.amount = amount;
    if (outcome.captureBefore) payment.capture_before = new Date(outcome.captureBefore);
    settle(payment, call.part_id, { status: 'success' });
    transitionAttempt(tx, payment, attempt, 'authorized', 'connector', 'payment_authorization_increased');
  } else if (outcome.kind === 'failed') {
    const failure: FailureFields = {};
    await recordFailure(tx, call, outcome, failure);
    const { error_code = null, error_message = null } = failure;
    settle(payment, call.part_id, { status: 'failure', error_code, error_message });
    const event = 'payment_authorization_increase_failed';
    transitionAttempt(tx, payment, attempt, 'authorized', 'connector', event);
  }
  // Otherwise the payment stays `processing` until the outcome is known.
  return null;
};

/** Changes one of the increases. The list is replaced, so that the change is seen. */
function settle(
  payment: Payment,
  id: string | null | undefined,
  changes: Partial<IncrementalAuthorization>,
): void {
  payment.incremental_authorizations = payment.incremental_authorizations.map((increase) =>
    increase.authorization_id === id ? { ...increase, ...changes } : increase,
  );
}

/**
 * Shows on the payment that an increase ended differently than recorded. The authorization may have been captured or
 * released since, so its amount is left to the merchant.
 */
export const contradictIncrement: Contradiction = async (tx, call, outcome) => {
  if (outcome.kind !== 'succeeded' && outcome.kind !== 'failed') return null;
  const payment = await lock(tx, Payment, call.object_id);
  const { amount } = decryptField(tx, call, 'request') as CommittedIncrement;
  const known = payment.incremental_authorizations.find((one) => one.authorization_id === call.part_id);
  if ((known?.status === 'success') === (outcome.kind === 'succeeded')) return null;
  const what = `that the increase of the authorization to ${moneyText(amount, payment.currency)} ${outcome.kind} after all`;
  recordNotAsAsked(tx, 'payment_not_as_asked', what, payment);
  payment.updated = tx.ports.now();
  return null;
};
