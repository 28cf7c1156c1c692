import { stateMachine } from '../../foundation/state-machine.ts';
import type { ValueOf } from '../../model/index.ts';
import type { PayoutStatus } from '../payout-status.ts';

type State = ValueOf<typeof PayoutStatus>;

/** Operations a merchant may request on a payout. */
export type PayoutOperation = 'update' | 'confirm' | 'fulfill' | 'cancel';

/** Ends of a payout without any funds moved. */
const unpaid = ['failed', 'ineligible', 'cancelled', 'expired'] as const satisfies readonly State[];
/** Statuses of a payout sent to its connector. */
const sent = ['initiated', 'pending', 'success'] as const satisfies readonly State[];

/** Lifecycle of a payout. Specification: States and transitions. */
export const payoutStates = stateMachine<State, PayoutOperation>({
  of: 'payout',
  initial: ['requires_payout_method_data', 'requires_confirmation'],
  terminal: ['success', 'failed', 'cancelled', 'ineligible', 'expired', 'reversed'],
  // A bank may return funds after they arrived, and a connector may report later that they arrived after all.
  reopened: ['success', 'failed', 'cancelled', 'ineligible', 'reversed'],
  transitions: {
    requires_payout_method_data: ['requires_confirmation', 'cancelled', 'expired'],
    requires_confirmation: [
      'requires_payout_method_data',
      'requires_creation',
      'requires_vendor_account_creation',
      'requires_fulfillment',
      ...sent,
      ...unpaid,
    ],
    requires_creation: [
      'requires_payout_method_data',
      'requires_vendor_account_creation',
      'requires_fulfillment',
      ...sent,
      ...unpaid,
    ],
    requires_vendor_account_creation: [
      'requires_payout_method_data',
      'requires_creation',
      'requires_fulfillment',
      ...sent,
      ...unpaid,
    ],
    requires_fulfillment: [...sent, ...unpaid],
    initiated: ['pending', 'success', 'failed', 'ineligible', 'cancelled', 'reversed'],
    pending: ['initiated', 'success', 'failed', 'ineligible', 'cancelled', 'reversed'],
    success: ['reversed'],
    failed: ['success'],
    cancelled: ['success'],
    ineligible: ['success'],
    expired: [],
    reversed: ['success'],
  },
  operations: {
    update: [
      'requires_payout_method_data',
      'requires_confirmation',
      'requires_creation',
      'requires_vendor_account_creation',
    ],
    confirm: ['requires_payout_method_data', 'requires_confirmation'],
    fulfill: ['requires_fulfillment'],
    cancel: [
      'requires_payout_method_data',
      'requires_confirmation',
      'requires_creation',
      'requires_vendor_account_creation',
      'requires_fulfillment',
      // Only at a connector that can stop a payout.
      'pending',
    ],
  },
});
