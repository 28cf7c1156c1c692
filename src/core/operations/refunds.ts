import { Refund } from '../entities/refund.ts';
import { createRefund, RefundCreation } from '../refunds/create-refund.ts';
import { RefundUpdate, updateRefund } from '../refunds/update-refund.ts';
import { listOperation, operationsByName, retrieveOperation, writeOperation } from './operation.ts';

const writesRefund = {
  permission: 'refunds:write',
  reach: 'profile',
  evenIfSuspended: true,
  target: Refund,
} as const;

export const refunds = operationsByName({
  createRefund: writeOperation({
    ...writesRefund,
    summary: 'Create a refund',
    about: 'Refunds a payment: the full refundable amount, or a part of it.',
    input: RefundCreation,
    creates: true,
    callsConnector: true,
    problems: [
      'resource_already_exists',
      'unexpected_state',
      'amount_exceeds_available',
      'outgoing_calls_off',
    ],
    run: createRefund,
  }),
  listRefunds: listOperation(Refund),
  retrieveRefund: retrieveOperation(Refund),
  updateRefund: writeOperation({
    ...writesRefund,
    summary: 'Update a refund',
    about: "Updates a refund's reason or metadata, in any status.",
    ids: ['refund_id'],
    input: RefundUpdate,
    run: updateRefund,
  }),
});
