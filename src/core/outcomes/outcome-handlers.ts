import { Payment } from '../entities/payment.ts';
import { Payout } from '../entities/payout.ts';
import { Refund } from '../entities/refund.ts';
import type { CallOperation, OutcomeHandler, OutcomeHandlers } from '../foundation/call-record.ts';
import { applyScreening } from '../fraud-checks/apply-screening.ts';
import { applyAuthorization } from '../payments/authorize-payment.ts';
import { applyCapture } from '../payments/capture-payment.ts';
import { applyIncrement } from '../payments/increment-authorization.ts';
import { applyVoid } from '../payments/void-authorization.ts';
import { applyPayout } from '../payouts/fulfill-payout.ts';
import { applyRecall } from '../payouts/recall-payout.ts';
import { applyRefund } from '../refunds/create-refund.ts';
import { lock } from '../writes/transactions.ts';

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

/** Dispatches the outcome of a connector call to the resource it concerns. */
export const outcomeHandlers: OutcomeHandlers = {
  lockObject: async (tx, call) => {
    await lock<object>(tx, classes[call.flow], call.object_id);
  },
  apply: (tx, call, outcome) => handlers[call.operation](tx, call, outcome),
};
