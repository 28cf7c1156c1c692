import type { AnyStateMachine } from '../../foundation/state-machine.ts';
import type { DescribedClass } from '../../model/index.ts';
import { Attempt } from '../attempt.ts';
import { Capture } from '../capture.ts';
import { Dispute } from '../dispute.ts';
import { Mandate } from '../mandate.ts';
import { Payment } from '../payment.ts';
import { PaymentMethodExport } from '../payment-method-export.ts';
import { Payout } from '../payout.ts';
import { Refund } from '../refund.ts';
import { Report } from '../report.ts';
import { attemptStates } from './attempt-states.ts';
import { captureStates } from './capture-states.ts';
import { disputeStates } from './dispute-states.ts';
import { exportStates } from './export-states.ts';
import { mandateStates } from './mandate-states.ts';
import { paymentStates } from './payment-states.ts';
import { payoutStates } from './payout-states.ts';
import { refundStates } from './refund-states.ts';
import { reportStates } from './report-states.ts';

interface Lifecycle {
  readonly machine: AnyStateMachine;
  readonly field: string;
  /**
   * Whether GraphQL shows the object's `timeline`. The status history of other objects, such as attempts and captures,
   * begins with their first change, whose `from_status` is the initial one.
   */
  readonly hasTimeline: boolean;
}

const lifecycle = (machine: unknown, field = 'status'): Lifecycle => ({
  machine: machine as AnyStateMachine,
  field,
  hasTimeline: true,
});
const withoutTimeline = (machine: unknown): Lifecycle => ({ ...lifecycle(machine), hasTimeline: false });

const machines = new Map<DescribedClass, Lifecycle>([
  [Payment, lifecycle(paymentStates)],
  [Attempt, withoutTimeline(attemptStates)],
  [Capture, withoutTimeline(captureStates)],
  [Refund, lifecycle(refundStates)],
  [Dispute, lifecycle(disputeStates, 'dispute_status')],
  [Payout, lifecycle(payoutStates)],
  [Mandate, lifecycle(mandateStates)],
  [Report, withoutTimeline(reportStates)],
  [PaymentMethodExport, withoutTimeline(exportStates)],
]);

/**
 * The state machine of a resource and the field that holds its status.
 *
 * @throws {Error} If the resource has no lifecycle.
 */
export function machineOf(target: DescribedClass): Lifecycle {
  const found = machines.get(target);
  if (!found) throw new Error(`${target.name} has no state machine.`);
  return found;
}

/** The resources whose `timeline` GraphQL shows. */
export const withTimeline: ReadonlySet<DescribedClass> = new Set(
  [...machines].flatMap(([target, { hasTimeline }]) => (hasTimeline ? [target] : [])),
);

/** All state machines, to be checked at startup. */
export const allMachines: readonly AnyStateMachine[] = [...machines.values()].map(({ machine }) => machine);
