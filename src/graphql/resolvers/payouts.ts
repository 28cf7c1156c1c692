import { createPayout } from '../../core/payouts/create-payout.ts';
import { Payout } from '../../core/payouts/payout.ts';
import { PayoutCreation, PayoutUpdate } from '../../core/payouts/payout-inputs.ts';
import { updatePayout } from '../../core/payouts/update-payout.ts';
import { mutation } from '../mutations.ts';
import { queriesOf } from './queries.ts';

export const payoutResolvers = [
  queriesOf(Payout),
  mutation({
    name: 'createPayout',
    about: 'Creates a payout. It goes out when it is confirmed and fulfilled.',
    takes: PayoutCreation,
    creates: true,
    answers: Payout,
    as: 'payout',
    run: async (ctx, given) => ({ id: await createPayout(ctx, given) }),
  }),
  mutation({
    name: 'updatePayout',
    about: 'Changes a payout that was not confirmed yet.',
    takes: PayoutUpdate,
    ids: ['payout_id'],
    answers: Payout,
    as: 'payout',
    run: async (ctx, changes, { payout_id }) => {
      await updatePayout(ctx, payout_id!, changes);
      return { id: payout_id! };
    },
  }),
];
