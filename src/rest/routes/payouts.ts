import { Payout } from '../../core/payouts/payout.ts';
import { PayoutUpdate } from '../../core/payouts/payout-inputs.ts';
import { updatePayout } from '../../core/payouts/update-payout.ts';
import { readWhole } from '../../core/reads/index.ts';
import { one } from '../answer.ts';
import { operation } from '../operation.ts';

export const payoutOperations = [
  operation({
    number: 5,
    method: 'post',
    path: '/payouts/{payout_id}',
    about: 'Updates a payout that was not confirmed yet.',
    keys: ['api_key'],
    body: PayoutUpdate,
    problems: ['parameters_exclusive', 'client_secret_invalid', 'unexpected_state', 'no_connector_available'],
    example: {
      body: {
        amount: 6540,
        customer_id: 'alice',
        connector: ['sandbox'],
        payout_method_data: {
          card: { card_number: '4242424242424242', expiry_month: '12', expiry_year: '2030' },
        },
        priority: 'regular',
      },
    },
    answer: one(Payout, 'plain'),
    handle: async (ctx, { path, body }) => {
      await updatePayout(ctx, path.payout_id, body);
      return readWhole(ctx, Payout, path.payout_id);
    },
  }),
];
