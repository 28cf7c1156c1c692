import { isNotAsAsked } from '../connector-calls/run-calls.ts';
import { Attempt } from '../entities/attempt.ts';
import { Capture } from '../entities/capture.ts';
import { ConnectorCall } from '../entities/connector-call.ts';
import { Payment } from '../entities/payment.ts';
import { Payout } from '../entities/payout.ts';
import { PayoutAttempt } from '../entities/payout-attempt.ts';
import { Refund } from '../entities/refund.ts';
import { clearFailure, type FailureFields } from '../error-mappings/map-error.ts';
import type {
  CallOperation,
  CallRecord,
  OutcomeHandler,
  OutcomeHandlers,
} from '../foundation/call-record.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import type { Outcome } from '../foundation/ports/connector.ts';
import type { Money } from '../foundation/ports/connector-requests.ts';
import { applyScreening } from '../fraud-checks/apply-screening.ts';
import type { DescribedClass } from '../model/index.ts';
import { applyAuthorization } from '../payments/apply-authorization.ts';
import { applyCapture } from '../payments/capture-payment.ts';
import { applyIncrement } from '../payments/increment-authorization.ts';
import { applyVoid } from '../payments/void-authorization.ts';
import { applyPayout } from '../payouts/fulfill-payout.ts';
import { applyRecall } from '../payouts/recall-payout.ts';
import { applyRefund } from '../refunds/create-refund.ts';
import { decryptField } from '../writes/apply-changes.ts';
import { type EntityClass, lock, lockTogether } from '../writes/transactions.ts';

/** The error code of money that a connector moved differently from the request. */
export const NOT_AS_ASKED_CODE = 'not_as_asked';

const handlers: Readonly<Record<CallOperation, OutcomeHandler>> = {
  screen: applyScreening,
  authorize: applyAuthorization,
  increment: applyIncrement,
  capture: applyCapture,
  void: applyVoid,
  refund: applyRefund,
  fulfill: applyPayout,
  recall: applyRecall,
};

const classes = { payment: Payment, refund: Refund, payout: Payout } as const;

/** The row behind an operation's call, for operations with their own table. */
const partClasses: Partial<Record<CallOperation, DescribedClass>> = {
  screen: Attempt,
  authorize: Attempt,
  void: Attempt,
  capture: Capture,
  fulfill: PayoutAttempt,
};

/** Dispatches the outcome of a connector call to the resource it concerns. */
export const outcomeHandlers: OutcomeHandlers = {
  lockObjects: async (tx, call) => {
    const object = classes[call.flow];
    const part = partClasses[call.operation];
    await lockTogether(
      tx,
      [object, call.object_id],
      ...(part && call.part_id ? [[part, call.part_id] as const] : []),
      [ConnectorCall, call.call_id],
    );
    await lock<object>(tx, object, call.object_id);
  },
  apply: async (tx, call, outcome) => {
    noteMismatch(tx, call, outcome, await objectsOf(tx, call));
    return handlers[call.operation](tx, call, outcome);
  },
};

/** The locked objects that a call is about: its payment, refund or payout, and its part. */
async function objectsOf(tx: WritingContext, { flow, object_id, operation, part_id }: CallRecord) {
  const part = partClasses[operation];
  return [
    await lock<FailureFields & object>(tx, classes[flow] as EntityClass<FailureFields & object>, object_id),
    ...(part && part_id ? [await lock(tx, part as EntityClass<FailureFields & object>, part_id)] : []),
  ];
}

/**
 * Marks the objects of a call whose connector moved other money than requested with an error code, so that the operator
 * finds and counts them. The next consistent response clears it.
 */
function noteMismatch(
  ctx: Context,
  call: CallRecord,
  outcome: Outcome,
  targets: readonly FailureFields[],
): void {
  if (outcome.kind === 'unknown' && isNotAsAsked(outcome)) {
    const asked = decryptField(ctx, call, 'request') as Partial<Money>;
    const told = outcome.told ? `${outcome.told.amount} ${outcome.told.currency}` : 'something else';
    const message = `The connector says that it moved ${told} where it was asked for ${asked.amount} ${asked.currency}, in minor units. Nothing is recorded as moved: compare it with the connector's dashboard.`;
    for (const target of targets) {
      target.error_code = NOT_AS_ASKED_CODE;
      target.error_message = message;
    }
    return;
  }
  clearFailure(...targets.filter(({ error_code }) => error_code === NOT_AS_ASKED_CODE));
}
