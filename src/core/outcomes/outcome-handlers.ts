import { movedOtherwise, NOT_AS_ASKED_CODE, recordNotAsAsked } from '../connector-calls/not-as-asked.ts';
import { type Decided, isNewer, isNotAsAsked, noteDecision } from '../connector-calls/run-calls.ts';
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
  Contradiction,
  OutcomeHandler,
  OutcomeHandlers,
} from '../foundation/call-record.ts';
import type { WritingContext } from '../foundation/context.ts';
import type { Outcome } from '../foundation/ports/connector.ts';
import type { Money } from '../foundation/ports/connector-requests.ts';
import { applyScreening } from '../fraud-checks/apply-screening.ts';
import type { DescribedClass } from '../model/index.ts';
import { applyAuthorization } from '../payments/authorize/apply-authorization.ts';
import { applyIncrement, contradictIncrement } from '../payments/authorize/increment-authorization.ts';
import { applyCapture } from '../payments/capture/capture-payment.ts';
import { contradictAuthorization } from '../payments/reports/contradict-authorization.ts';
import { contradictCapture } from '../payments/reports/contradict-capture.ts';
import { contradictVoid } from '../payments/reports/contradict-void.ts';
import { applyReversal, isReversal } from '../payments/reversal/reverse-payment.ts';
import { applyVoid } from '../payments/void/void-authorization.ts';
import { contradictPayout, contradictRecall } from '../payouts/contradict-payout.ts';
import { applyPayout } from '../payouts/fulfill-payout.ts';
import { applyRecall } from '../payouts/recall-payout.ts';
import { applyRefund } from '../refunds/create-refund.ts';
import { contradictRefund } from '../refunds/decide-refund.ts';
import { decryptField } from '../writes/apply-changes.ts';
import { type EntityClass, lock, lockTogether } from '../writes/transactions.ts';

const handlers: Readonly<Record<CallOperation, OutcomeHandler>> = {
  screen: applyScreening,
  authorize: applyAuthorization,
  increment: applyIncrement,
  capture: applyCapture,
  void: applyVoid,
  // Of a refund, or of money that its payment cannot take.
  refund: (tx, call, outcome) => (isReversal(tx, call) ? applyReversal : applyRefund)(tx, call, outcome),
  fulfill: applyPayout,
  recall: applyRecall,
};

/** The effect of an outcome that contradicts a complete call's outcome. */
const contradictions: Readonly<Record<CallOperation, Contradiction>> = {
  // A fraud check has decided; the payment went on.
  screen: async () => null,
  authorize: contradictAuthorization,
  increment: contradictIncrement,
  capture: contradictCapture,
  void: contradictVoid,
  refund: contradictRefund,
  fulfill: contradictPayout,
  recall: contradictRecall,
};

const classes = { payment: Payment, refund: Refund, payout: Payout } as const;

/** The row behind an operation's call, for operations with their own table. */
const partClasses: Partial<Record<CallOperation, DescribedClass>> = {
  screen: Attempt,
  authorize: Attempt,
  void: Attempt,
  // For automatic reversals only: a merchant's refund is a separate object, without parts.
  refund: Attempt,
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
  apply: async (tx, call, outcome, at) => {
    const objects = await objectsOf(tx, call);
    noteMismatch(tx, call, outcome, objects);
    if (decides(call, outcome)) noteDecision(tx, objects.at(-1)!, at);
    return handlers[call.operation](tx, call, outcome);
  },
  contradict: async (tx, call, outcome, at) => {
    const known = (await lock(tx, ConnectorCall, call.call_id)).outcome as Outcome;
    if (isNotAsAsked(outcome)) {
      // An authorization that had succeeded may have been increased since.
      const isNews = call.operation !== 'authorize' || known.kind === 'failed';
      if (isNews) noteMismatch(tx, call, outcome, await objectsOf(tx, call));
      return null;
    }
    // A capture, refund or payout may have been contradicted since by reports other than the outcome of its call.
    if (known.kind !== outcome.kind || !saidByOutcome.has(call.operation))
      return contradictions[call.operation](tx, call, outcome, at);
    const part = (await objectsOf(tx, call)).at(-1)!;
    if (decides(call, outcome) && isNewer(part, at)) noteDecision(tx, part, at);
    return null;
  },
};

/** Operations whose result nothing but the outcome of their call contradicts. */
const saidByOutcome: ReadonlySet<CallOperation> = new Set(['authorize', 'void', 'recall']);

/** Whether an outcome is a decision about the part of its call, or about its refund, with which later reports are compared. */
function decides({ operation }: CallRecord, { kind }: Outcome): boolean {
  switch (operation) {
    case 'authorize':
    case 'capture':
    case 'fulfill':
    case 'refund':
      return kind === 'succeeded' || kind === 'failed';
    case 'void':
      return kind === 'succeeded';
    default:
      return false;
  }
}

/** The object of a call: it shows the call's failure, and the outcome may decide about it. */
type Concerned = FailureFields & Decided & object;

/** The locked objects that a call is about: its payment, refund or payout, and its part. */
async function objectsOf(tx: WritingContext, { flow, object_id, operation, part_id }: CallRecord) {
  const part = partClasses[operation];
  return [
    await lock<Concerned>(tx, classes[flow] as EntityClass<Concerned>, object_id),
    ...(part && part_id ? [await lock(tx, part as EntityClass<Concerned>, part_id)] : []),
  ];
}

/**
 * Marks the objects of a call whose connector moved other money than requested with an error code, so that the operator
 * finds and counts them, and reports it once. The next consistent response clears it.
 */
function noteMismatch(
  tx: WritingContext,
  call: CallRecord,
  outcome: Outcome,
  [object, ...parts]: Awaited<ReturnType<typeof objectsOf>>,
): void {
  if (outcome.kind === 'unknown' && isNotAsAsked(outcome)) {
    const asked = decryptField(tx, call, 'request') as Partial<Money>;
    const what = movedOtherwise(asked, outcome.told ?? null);
    recordNotAsAsked(tx, `${call.flow}_not_as_asked`, what, object!, ...parts);
    return;
  }
  const shown = [object!, ...parts].filter(({ error_code }) => error_code === NOT_AS_ASKED_CODE);
  if (shown.length > 0) clearFailure(...shown);
}
