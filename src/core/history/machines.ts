import { Dispute } from '../disputes/dispute.ts';
import { disputeStates } from '../disputes/dispute-states.ts';
import type { DescribedClass } from '../model/index.ts';
import { Attempt } from '../payments/attempt.ts';
import { attemptStates } from '../payments/attempt-states.ts';
import { Capture } from '../payments/capture.ts';
import { captureStates } from '../payments/capture-states.ts';
import { Payment } from '../payments/payment.ts';
import { paymentStates } from '../payments/payment-states.ts';
import { Payout } from '../payouts/payout.ts';
import { payoutStates } from '../payouts/payout-states.ts';
import { Refund } from '../refunds/refund.ts';
import { refundStates } from '../refunds/refund-states.ts';
import type { AnyStateMachine } from '../state-machine.ts';

interface Moving {
  readonly machine: AnyStateMachine;
  /** The field that holds the status. */
  readonly field: string;
}

const moving = (machine: unknown, field = 'status'): Moving => ({
  machine: machine as AnyStateMachine,
  field,
});

const machines = new Map<DescribedClass, Moving>([
  [Payment, moving(paymentStates)],
  [Attempt, moving(attemptStates)],
  [Capture, moving(captureStates)],
  [Refund, moving(refundStates)],
  [Dispute, moving(disputeStates, 'dispute_status')],
  [Payout, moving(payoutStates)],
]);

/** How a resource moves between statuses; asking for one that does not move is a programming error. */
export function machineOf(target: DescribedClass): Moving {
  const found = machines.get(target);
  if (!found) throw new Error(`${target.name} has no table of states.`);
  return found;
}

/** Every table of states, for checking them at start. */
export const allMachines: readonly AnyStateMachine[] = [...machines.values()].map(({ machine }) => machine);
