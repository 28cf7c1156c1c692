import { refunds } from '../../core/operations/refunds.ts';
import { listAt } from '../places/list-at.ts';
import { retrieveAt } from '../places/retrieve-at.ts';
import { writeAt } from '../places/write-at.ts';

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
