import { stateMachine } from '../../foundation/state-machine.ts';
import type { ValueOf } from '../../model/index.ts';
import type { PayoutStatus } from '../payout.ts';

type State = ValueOf<typeof PayoutStatus>;

/** What a merchant may ask of a payout. */
export type PayoutOperation = 'update' | 'confirm' | 'fulfill' | 'cancel';

/** What a payout may come to without any money having moved. */
const unpaid = ['failed', 'ineligible', 'cancelled', 'expired'] as const satisfies readonly State[];
/** What a payout may come to once its connector was asked. */
const asked = ['initiated', 'pending', 'success'] as const satisfies readonly State[];

/** How a payout moves. Specification: States and transitions. */
export const payoutStates = stateMachine<State, PayoutOperation>({
  of: 'payout',
  initial: ['requires_payout_method_data', 'requires_confirmation'],
  terminal: ['success', 'failed', 'cancelled', 'ineligible', 'expired', 'reversed'],
  // Money that arrived may still come back.
  reopened: ['success'],
  transitions: {
    requires_payout_method_data: ['requires_confirmation', 'cancelled', 'expired'],
    requires_confirmation: [
      'requires_payout_method_data',
      'requires_creation',
      'requires_vendor_account_creation',
      'requires_fulfillment',
      ...asked,
      ...unpaid,
    ],
    requires_creation: [
      'requires_payout_method_data',
      'requires_vendor_account_creation',
      'requires_fulfillment',
      ...asked,
      ...unpaid,
    ],
    requires_vendor_account_creation: [
      'requires_payout_method_data',
      'requires_creation',
      'requires_fulfillment',
      ...asked,
      ...unpaid,
    ],
    requires_fulfillment: [...asked, ...unpaid],
    initiated: ['pending', 'success', 'failed', 'ineligible', 'cancelled', 'reversed'],
    pending: ['initiated', 'success', 'failed', 'ineligible', 'cancelled', 'reversed'],
    success: ['reversed'],
    failed: [],
    cancelled: [],
    ineligible: [],
    expired: [],
    reversed: [],
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
    ],
  },
});
