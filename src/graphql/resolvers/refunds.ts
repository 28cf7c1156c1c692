import { Refund } from '../../core/entities/refund.ts';
import { createRefund, RefundCreation } from '../../core/refunds/create-refund.ts';
import { RefundUpdate, updateRefund } from '../../core/refunds/update-refund.ts';
import { mutation } from '../kit/mutations.ts';
import { queriesOf } from '../kit/queries.ts';

export const refundResolvers = [
  queriesOf(Refund),
  mutation({
    name: 'createRefund',
    about: 'Gives money back on a payment: all that is left, or a part.',
    input: RefundCreation,
    creates: true,
    callsConnector: true,
    payload: Refund,
    payloadField: 'refund',
    run: async (ctx, given) => ({ id: await createRefund(ctx, given) }),
  }),
  mutation({
    name: 'updateRefund',
    about: 'Changes the reason or metadata of a refund, in any state.',
    input: RefundUpdate,
    ids: ['refund_id'],
    payload: Refund,
    payloadField: 'refund',
    run: async (ctx, changes, { refund_id }) => {
      await updateRefund(ctx, refund_id!, changes);
      return { id: refund_id! };
    },
  }),
];
