import { stateMachine } from '../../foundation/state-machine.ts';
import type { ValueOf } from '../../model/index.ts';
import type { RefundStatus } from '../refund-status.ts';

/** Lifecycle of a refund, updatable in any status. Specification: States and transitions, endpoint 7. */
export const refundStates = stateMachine<ValueOf<typeof RefundStatus>, 'update'>({
  of: 'refund',
  initial: ['pending'],
  terminal: ['succeeded', 'failed'],
  // The cardholder's bank may send a refund back days later, and the connector may then get it through after all.
  reopened: ['succeeded', 'failed'],
  transitions: {
    pending: ['succeeded', 'failed', 'review'],
    review: ['succeeded', 'failed', 'pending'],
    succeeded: ['failed'],
    failed: ['succeeded'],
  },
  operations: { update: ['pending', 'review', 'succeeded', 'failed'] },
});
