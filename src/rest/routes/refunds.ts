import { Refund } from '../../core/entities/refund.ts';
import { readWhole } from '../../core/reads/index.ts';
import { RefundUpdate, updateRefund } from '../../core/refunds/update-refund.ts';
import { operation } from '../operation.ts';
import { one } from '../response-shapes.ts';

export const refundOperations = [
  operation({
    number: 7,
    id: 'updateRefund',
    permission: 'refunds:write',
    reach: 'profile',
    summary: 'Update a refund',
    tag: 'Refunds',
    method: 'post',
    path: '/refunds/{refund_id}',
    about: "Updates a refund's reason or metadata, in any status.",
    keys: ['api_key'],
    evenIfSuspended: true,
    body: RefundUpdate,
    example: { body: { reason: 'The customer sent it back.', metadata: { ticket: '4711' } } },
    response: one(Refund, 'plain'),
    handle: async (ctx, { path, body }) => {
      await updateRefund(ctx, path.refund_id, body);
      return readWhole(ctx, Refund, path.refund_id);
    },
  }),
];
