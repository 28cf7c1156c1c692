import { stateMachine } from '../../foundation/state-machine.ts';
import type { ValueOf } from '../../model/index.ts';
import type { PaymentMethodExportStatus } from '../payment-method-export.ts';

type Operation = 'approve' | 'stop';

/** Lifecycle of an export of payment methods. Stopping a complete export deletes its files. */
export const exportStates = stateMachine<ValueOf<typeof PaymentMethodExportStatus>, Operation>({
  of: 'payment method export',
  initial: ['awaiting_approval'],
  terminal: ['completed', 'expired', 'stopped'],
  reopened: ['completed'],
  transitions: {
    awaiting_approval: ['approved', 'expired', 'stopped'],
    approved: ['processing', 'stopped'],
    processing: ['completed', 'stopped'],
    completed: ['stopped'],
    expired: [],
    stopped: [],
  },
  operations: {
    approve: ['awaiting_approval'],
    stop: ['awaiting_approval', 'approved', 'processing', 'completed'],
  },
});
