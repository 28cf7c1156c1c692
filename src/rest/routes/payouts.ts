import { Payout } from '../../core/entities/payout.ts';
import { invalidParameter } from '../../core/foundation/errors.ts';
import { fulfillPayout } from '../../core/payouts/fulfill-payout.ts';
import { PayoutFulfillment, PayoutUpdate } from '../../core/payouts/payout-inputs.ts';
import { updatePayout } from '../../core/payouts/update-payout.ts';
import { readWhole } from '../../core/reads/index.ts';
import { operation } from '../operation.ts';
import { one } from '../response-shapes.ts';

export const payoutOperations = [
  operation({
    number: 5,
    id: 'updatePayout',
    permission: 'payouts:write',
    reach: 'profile',
    summary: 'Update a payout',
    tag: 'Payouts',
    method: 'post',
    path: '/payouts/{payout_id}',
    alsoAt: ['PUT /payouts/{payout_id}'],
    about: 'Updates an unconfirmed payout, and confirms it if `confirm` is true.',
    keys: ['api_key'],
    body: PayoutUpdate,
    problems: [
      'parameters_exclusive',
      'client_secret_invalid',
      'unexpected_state',
      'no_connector_available',
      'connector_unavailable',
      'outgoing_calls_off',
    ],
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
    response: one(Payout, 'plain'),
    replay: (ctx, path) => readWhole(ctx, Payout, path.payout_id),
    handle: async (ctx, { path, body }) => {
      await updatePayout(ctx, path.payout_id, body);
      return readWhole(ctx, Payout, path.payout_id);
    },
  }),
  operation({
    number: 6,
    id: 'fulfillPayout',
    permission: 'payouts:write',
    reach: 'profile',
    summary: 'Fulfil a payout',
    tag: 'Payouts',
    method: 'post',
    path: '/payouts/{payout_id}/fulfill',
    about: 'Fulfills a confirmed payout: sends the money. It is never sent twice.',
    keys: ['api_key'],
    body: PayoutFulfillment,
    problems: ['unexpected_state', 'no_connector_available', 'connector_unavailable', 'outgoing_calls_off'],
    example: { body: {} },
    response: one(Payout, 'plain'),
    replay: (ctx, path) => readWhole(ctx, Payout, path.payout_id),
    handle: async (ctx, { path, body }) => {
      if (body.payout_id && body.payout_id !== path.payout_id) {
        throw invalidParameter('payout_id', 'payout_id must match the path, or be omitted.');
      }
      await fulfillPayout(ctx, path.payout_id);
      return readWhole(ctx, Payout, path.payout_id);
    },
  }),
];
