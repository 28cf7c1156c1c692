import { refunds } from '../../core/operations/refunds.ts';
import { retrieveAt, writeAt } from '../beyond.ts';
import { listAt } from '../lists.ts';

export const refundsBeyond = [
  writeAt(refunds.createRefund, {
    method: 'post',
    path: '/refunds',
    example: {
      body: {
        payment_id: 'pay_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
        amount: 500,
        reason: 'The customer sent it back.',
      },
    },
  }),
  listAt(refunds.listRefunds, '/refunds'),
  retrieveAt(refunds.retrieveRefund, '/refunds/{refund_id}', { isSynced: true }),
];
