import { enumeration } from '../model/index.ts';

export const RefundStatus = enumeration(
  'RefundStatus',
  'Lifecycle status of a refund.',
  {
    pending: 'Requested; the outcome is not known yet.',
    succeeded: 'Refunded. Final, unless the connector reports later that it failed.',
    failed: 'Failed. Final.',
    review: 'Under review at the connector.',
  },
  ['review'],
);
