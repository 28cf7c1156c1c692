import { Payment } from '../entities/payment.ts';
import { Payout } from '../entities/payout.ts';
import { Refund } from '../entities/refund.ts';
import type { CallOperation, OutcomeHandler, OutcomeHandlers } from '../foundation/call-record.ts';
import { applyAuthorization } from '../payments/apply-authorization.ts';
import { applyCapture } from '../payments/apply-capture.ts';
import { applyVoid } from '../payments/apply-void.ts';
import { applyPayout } from '../payouts/apply-payout.ts';
import { applyRefund } from '../refunds/apply-refund.ts';
import { lock } from '../writes/transactions.ts';

const handlers: Readonly<Record<CallOperation, OutcomeHandler>> = {
  authorize: applyAuthorization,
  capture: applyCapture,
  void: applyVoid,
  refund: applyRefund,
  fulfill: applyPayout,
};

const classes = { payment: Payment, refund: Refund, payout: Payout } as const;

/** Which resource handles the outcome of which connector call. */
export const outcomeHandlers: OutcomeHandlers = {
  lockObject: async (tx, call) => {
    await lock<object>(tx, classes[call.flow], call.object_id);
  },
  apply: (tx, call, outcome) => handlers[call.operation](tx, call, outcome),
};
