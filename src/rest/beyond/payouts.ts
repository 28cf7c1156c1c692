import { Payout } from '../../core/entities/payout.ts';
import { LinkMail } from '../../core/payment-links/mail-link.ts';
import { cancelPayout } from '../../core/payouts/cancel-payout.ts';
import { confirmPayout } from '../../core/payouts/confirm-payout.ts';
import { createPayout } from '../../core/payouts/create-payout.ts';
import { mailPayoutLink, mailsPayoutLink } from '../../core/payouts/mail-payout-link.ts';
import { PayoutCancellation, PayoutConfirmation, PayoutCreation } from '../../core/payouts/payout-inputs.ts';
import { beyond, RetrievalQuery, retrieve, retrieveSynced } from '../beyond.ts';
import { listOf } from '../lists.ts';
import { one } from '../response-shapes.ts';

const ofConfirmation = [
  'parameters_exclusive',
  'unexpected_state',
  'no_connector_available',
  'connector_unavailable',
  'outgoing_calls_off',
] as const;
const payout_method_data = {
  card: { card_number: '4242424242424242', expiry_month: '12', expiry_year: '2030' },
};

export const payoutsBeyond = [
  beyond({
    id: 'createPayout',
    permission: 'payouts:write',
    reach: 'profile',
    summary: 'Create a payout',
    method: 'post',
    path: '/payouts',
    alsoAt: ['/payouts/create'],
    about: 'Creates a payout, and confirms it if `confirm` is true.',
    body: PayoutCreation,
    problems: ['resource_already_exists', 'client_secret_invalid', ...ofConfirmation],
    example: { body: { amount: 6540, currency: 'USD', customer_id: 'alice', payout_method_data } },
    response: one(Payout, 'full'),
    replay: (ctx, _path, objectId) => retrieve(ctx, Payout, objectId!),
    handle: async (ctx, { body }) => retrieve(ctx, Payout, await createPayout(ctx, body)),
  }),
  listOf(Payout, {
    id: 'listPayouts',
    summary: 'List payouts',
    path: '/payouts',
    alsoAt: ['/payouts/list'],
    about: 'Lists payouts, newest first, with their attempts.',
  }),
  beyond({
    id: 'retrievePayout',
    permission: 'payouts:read',
    reach: 'profile',
    summary: 'Retrieve a payout',
    method: 'get',
    path: '/payouts/{payout_id}',
    about: 'Retrieves a payout with its attempts.',
    query: RetrievalQuery,
    response: one(Payout, 'full'),
    handle: (ctx, { path, query }) => retrieveSynced(ctx, Payout, path.payout_id, query),
  }),
  beyond({
    id: 'confirmPayout',
    permission: 'payouts:write',
    reach: 'profile',
    summary: 'Confirm a payout',
    method: 'post',
    path: '/payouts/{payout_id}/confirm',
    about:
      'Confirms a payout and routes it to a connector. It is sent at once if `auto_fulfill` is true; otherwise when it is fulfilled.',
    body: PayoutConfirmation,
    problems: ['client_secret_invalid', ...ofConfirmation],
    example: { body: { payout_method_data } },
    response: one(Payout, 'full'),
    replay: (ctx, path) => retrieve(ctx, Payout, path.payout_id),
    handle: async (ctx, { path, body }) => {
      await confirmPayout(ctx, path.payout_id, body);
      return retrieve(ctx, Payout, path.payout_id);
    },
  }),
  beyond({
    id: 'cancelPayout',
    permission: 'payouts:write',
    reach: 'profile',
    evenIfSuspended: true,
    summary: 'Cancel a payout',
    method: 'post',
    path: '/payouts/{payout_id}/cancel',
    about:
      'Cancels a payout that has not been sent to a connector, or is pending at one that can cancel payouts.',
    body: PayoutCancellation,
    problems: ['unexpected_state', 'outgoing_calls_off'],
    example: { body: { cancellation_reason: 'requested_by_recipient' } },
    response: one(Payout, 'full'),
    replay: (ctx, path) => retrieve(ctx, Payout, path.payout_id!),
    handle: async (ctx, { path, body }) => {
      await cancelPayout(ctx, path.payout_id, body.cancellation_reason ?? null);
      return retrieve(ctx, Payout, path.payout_id);
    },
  }),
  beyond({
    id: 'mailPayoutLink',
    permission: 'payouts:write',
    reach: 'profile',
    summary: 'Send the link of a payout by e-mail',
    method: 'post',
    path: '/payouts/{payout_id}/mail_link',
    about: mailsPayoutLink,
    body: LinkMail,
    problems: [
      'unexpected_state',
      'not_permitted',
      'missing_parameter',
      'rate_limited',
      'outgoing_calls_off',
    ],
    example: { body: { email: 'ada@example.com', locale: 'de' } },
    response: one(Payout, 'full'),
    handle: async (ctx, { path, body }) => {
      await mailPayoutLink(ctx, path.payout_id, body);
      return retrieve(ctx, Payout, path.payout_id);
    },
  }),
];
