import { disputeStages, disputeStates } from './disputes/dispute-states.ts';
import { attemptStates } from './payments/attempt-states.ts';
import { captureStates } from './payments/capture-states.ts';
import { paymentStates } from './payments/payment-states.ts';
import { payoutStates } from './payouts/payout-states.ts';
import { refundStates } from './refunds/refund-states.ts';
import type { AnyStateMachine } from './state-machine.ts';

/** Every table of states: what is checked when the process starts. */
export const stateMachines: readonly AnyStateMachine[] = [
  paymentStates,
  attemptStates,
  captureStates,
  refundStates,
  disputeStages,
  disputeStates,
  payoutStates,
];
