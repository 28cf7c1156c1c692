import { Refund } from '../../core/entities/refund.ts';
import { createRefund, RefundCreation } from '../../core/refunds/create-refund.ts';
import { beyond, RetrievalQuery, retrieve, retrieveSynced } from '../beyond.ts';
import { listOf } from '../lists.ts';
import { one } from '../response-shapes.ts';

export const refundsBeyond = [
  beyond({
    id: 'createRefund',
    permission: 'refunds:write',
    reach: 'profile',
    evenIfSuspended: true,
    summary: 'Create a refund',
    method: 'post',
    path: '/refunds',
    about: 'Refunds a payment: all that is left to refund, or a part of it.',
    body: RefundCreation,
    problems: [
      'resource_already_exists',
      'unexpected_state',
      'amount_exceeds_available',
      'outgoing_calls_off',
    ],
    example: {
      body: {
        payment_id: 'pay_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
        amount: 500,
        reason: 'The customer sent it back.',
      },
    },
    response: one(Refund, 'full'),
    replay: (ctx, _path, objectId) => retrieve(ctx, Refund, objectId!),
    handle: async (ctx, { body }) => retrieve(ctx, Refund, await createRefund(ctx, body)),
  }),
  listOf(Refund, {
    id: 'listRefunds',
    summary: 'List refunds',
    path: '/refunds',
    about: 'Lists refunds, newest first.',
  }),
  beyond({
    id: 'retrieveRefund',
    permission: 'refunds:read',
    reach: 'profile',
    summary: 'Retrieve a refund',
    method: 'get',
    path: '/refunds/{refund_id}',
    about: 'Retrieves a refund.',
    query: RetrievalQuery,
    response: one(Refund, 'full'),
    handle: (ctx, { path, query }) => retrieveSynced(ctx, Refund, path.refund_id, query),
  }),
];
