import { enumeration } from '../model/index.ts';

export const PayoutStatus = enumeration(
  'PayoutStatus',
  'Lifecycle status of a payout.',
  {
    requires_payout_method_data: 'No destination is attached.',
    requires_confirmation: 'A destination is attached; the payout must be confirmed.',
    requires_creation: 'The payout must be created at the connector.',
    requires_vendor_account_creation: 'The recipient must be onboarded at the connector.',
    requires_fulfillment: 'Confirmed; the payout must be fulfilled.',
    initiated: 'Sent to the connector; the result is not known yet.',
    pending: 'Pending at the connector, or the outcome of the call is unknown.',
    success: 'Paid out. It can still be reversed.',
    failed: 'Failed. Final.',
    cancelled: 'Cancelled before it was sent. Final.',
    ineligible: 'The destination cannot receive the payout. Final.',
    expired: 'Not confirmed, or confirmed but not fulfilled, before `expires_on`. Final.',
    reversed: 'The funds were returned. Final.',
  },
  ['requires_creation', 'requires_vendor_account_creation', 'ineligible'],
);
