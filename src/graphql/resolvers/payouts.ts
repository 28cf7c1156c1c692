import { Payout } from '../../core/entities/payout.ts';
import { cancelPayout } from '../../core/payouts/cancel-payout.ts';
import { confirmPayout } from '../../core/payouts/confirm-payout.ts';
import { createPayout } from '../../core/payouts/create-payout.ts';
import { fulfillPayout } from '../../core/payouts/fulfill-payout.ts';
import { PayoutConfirmation, PayoutCreation, PayoutUpdate } from '../../core/payouts/payout-inputs.ts';
import { updatePayout } from '../../core/payouts/update-payout.ts';
import { mutation } from '../kit/mutations.ts';
import { queriesOf } from '../kit/queries.ts';

const answersPayout = { payload: Payout, payloadField: 'payout' } as const;

export const payoutResolvers = [
  queriesOf(Payout),
  mutation({
    ...answersPayout,
    name: 'createPayout',
    about: 'Creates a payout, and confirms it when asked to.',
    input: PayoutCreation,
    creates: true,
    callsConnector: true,
    run: async (ctx, given) => ({ id: await createPayout(ctx, given) }),
  }),
  mutation({
    ...answersPayout,
    name: 'updatePayout',
    about: 'Changes a payout that was not confirmed yet, and confirms it when asked to.',
    input: PayoutUpdate,
    ids: ['payout_id'],
    callsConnector: true,
    run: async (ctx, changes, { payout_id }) => {
      await updatePayout(ctx, payout_id!, changes);
      return { id: payout_id! };
    },
  }),
  mutation({
    ...answersPayout,
    name: 'confirmPayout',
    about:
      'Chooses who sends a payout. With `autoFulfill` it is sent at once; else it waits to be fulfilled.',
    input: PayoutConfirmation,
    ids: ['payout_id'],
    callsConnector: true,
    run: async (ctx, changes, { payout_id }) => {
      await confirmPayout(ctx, payout_id!, changes);
      return { id: payout_id! };
    },
  }),
  mutation({
    ...answersPayout,
    name: 'fulfillPayout',
    about: "Sends a confirmed payout's money, once.",
    ids: ['payout_id'],
    callsConnector: true,
    run: async (ctx, _given, { payout_id }) => {
      await fulfillPayout(ctx, payout_id!);
      return { id: payout_id! };
    },
  }),
  mutation({
    ...answersPayout,
    name: 'cancelPayout',
    about: 'Cancels a payout that no connector was asked to send.',
    ids: ['payout_id'],
    run: async (ctx, _given, { payout_id }) => {
      await cancelPayout(ctx, payout_id!);
      return { id: payout_id! };
    },
  }),
];
