import type { Apply } from '../connector-calls/apply.ts';
import type { CallOperation, ConnectorCall } from '../entities/connector-call.ts';
import { Payment } from '../entities/payment.ts';
import { Payout } from '../entities/payout.ts';
import { Refund } from '../entities/refund.ts';
import type { WritingContext } from '../foundation/context.ts';
import { applyAuthorization } from '../payments/apply-authorization.ts';
import { applyCapture } from '../payments/apply-capture.ts';
import { applyVoid } from '../payments/apply-void.ts';
import { applyPayout } from '../payouts/apply-payout.ts';
import { applyRefund } from '../refunds/apply-refund.ts';
import { lock } from '../writes/transactions.ts';

const applyByOperation: Readonly<Record<CallOperation, Apply>> = {
  authorize: applyAuthorization,
  capture: applyCapture,
  void: applyVoid,
  refund: applyRefund,
  fulfill: applyPayout,
};

/** Locks the object that a call is for. */
export async function lockObject(
  tx: WritingContext,
  call: Pick<ConnectorCall, 'flow' | 'object_id'>,
): Promise<void> {
  if (call.flow === 'payment') await lock(tx, Payment, call.object_id);
  else if (call.flow === 'refund') await lock(tx, Refund, call.object_id);
  else await lock(tx, Payout, call.object_id);
}

/** Applies an outcome by what was asked. */
export const applyOutcome: Apply = (tx, call, outcome) => applyByOperation[call.operation](tx, call, outcome);
