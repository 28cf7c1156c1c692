import { Payout } from '../../core/entities/payout.ts';
import { invalidParameter } from '../../core/foundation/errors.ts';
import { fulfillPayout } from '../../core/payouts/fulfill-payout.ts';
import { PayoutFulfillment, PayoutUpdate } from '../../core/payouts/payout-inputs.ts';
import { updatePayout } from '../../core/payouts/update-payout.ts';
import { readWhole } from '../../core/reads/index.ts';
import { one } from '../operation/answer.ts';
import { operation } from '../operation/operation.ts';

export const payoutOperations = [
  operation({
    number: 5,
    method: 'post',
    path: '/payouts/{payout_id}',
    about: 'Updates a payout that was not confirmed yet, and confirms it when asked to.',
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
    spans: (ctx, path) => readWhole(ctx, Payout, path.payout_id),
    handle: async (ctx, { path, body }) => {
      await updatePayout(ctx, path.payout_id, body);
      return readWhole(ctx, Payout, path.payout_id);
    },
  }),
  operation({
    number: 6,
    method: 'post',
    path: '/payouts/{payout_id}/fulfill',
    about: "Sends a confirmed payout's money.",
    keys: ['api_key'],
    body: PayoutFulfillment,
    problems: ['unexpected_state', 'no_connector_available'],
    example: { body: {} },
    answer: one(Payout, 'plain'),
    spans: (ctx, path) => readWhole(ctx, Payout, path.payout_id),
    handle: async (ctx, { path, body }) => {
      if (body.payout_id && body.payout_id !== path.payout_id) {
        throw invalidParameter('payout_id', 'payout_id must be the one in the path, or left out.');
      }
      await fulfillPayout(ctx, path.payout_id);
      return readWhole(ctx, Payout, path.payout_id);
    },
  }),
];
