import { stateMachine } from '../../foundation/state-machine.ts';
import type { ValueOf } from '../../model/index.ts';
import type { CaptureStatus } from '../payment-enumerations.ts';

/** Lifecycle of a capture, changed by the service only. Specification: States and transitions. */
export const captureStates = stateMachine<ValueOf<typeof CaptureStatus>>({
  of: 'capture',
  // An authorization may include the capture.
  initial: ['started', 'charged'],
  terminal: ['charged', 'failed'],
  // A connector may report later that the money was not received after all, or was received after all.
  reopened: ['charged', 'failed'],
  transitions: {
    // A synchronous result skips `pending`.
    started: ['pending', 'charged', 'failed'],
    pending: ['charged', 'failed'],
    charged: ['failed'],
    failed: ['charged'],
  },
  operations: {},
});
