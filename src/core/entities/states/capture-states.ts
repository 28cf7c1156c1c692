import { stateMachine } from '../../foundation/state-machine.ts';
import type { ValueOf } from '../../model/index.ts';
import type { CaptureStatus } from '../payment-enumerations.ts';

/** How a capture moves; nobody but the service moves one. Specification: States and transitions. */
export const captureStates = stateMachine<ValueOf<typeof CaptureStatus>>({
  of: 'capture',
  initial: ['started'],
  terminal: ['charged', 'failed'],
  transitions: {
    // A connector that answers at once leaves nothing pending.
    started: ['pending', 'charged', 'failed'],
    pending: ['charged', 'failed'],
    charged: [],
    failed: [],
  },
  operations: {},
});
