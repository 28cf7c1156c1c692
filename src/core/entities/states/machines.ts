import type { AnyStateMachine } from '../../foundation/state-machine.ts';
import type { DescribedClass } from '../../model/index.ts';
import { Attempt } from '../attempt.ts';
import { Capture } from '../capture.ts';
import { Dispute } from '../dispute.ts';
import { Payment } from '../payment.ts';
import { Payout } from '../payout.ts';
import { Refund } from '../refund.ts';
import { attemptStates } from './attempt-states.ts';
import { captureStates } from './capture-states.ts';
import { disputeStates } from './dispute-states.ts';
import { paymentStates } from './payment-states.ts';
import { payoutStates } from './payout-states.ts';
import { refundStates } from './refund-states.ts';

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
