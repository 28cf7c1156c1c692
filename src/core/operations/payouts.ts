import { Payout } from '../entities/payout.ts';
import { LinkMail } from '../payment-links/mail-link.ts';
import { cancelPayout } from '../payouts/cancel-payout.ts';
import { confirmPayout } from '../payouts/confirm-payout.ts';
import { createPayout } from '../payouts/create-payout.ts';
import { fulfillPayout } from '../payouts/fulfill-payout.ts';
import { mailPayoutLink } from '../payouts/mail-payout-link.ts';
import {
  PayoutCancellation,
  PayoutConfirmation,
  PayoutCreation,
  PayoutUpdate,
} from '../payouts/payout-inputs.ts';
import { updatePayout } from '../payouts/update-payout.ts';
import { listOperation, operationsByName, retrieveOperation, writeOperation } from './operation.ts';

const writesPayout = { permission: 'payouts:write', reach: 'profile', target: Payout } as const;
const connectorProblems = ['no_connector_available', 'connector_unavailable', 'outgoing_calls_off'] as const;
const updateProblems = [
  'parameters_exclusive',
  'client_secret_invalid',
  'unexpected_state',
  ...connectorProblems,
] as const;

export const payouts = operationsByName({
  createPayout: writeOperation({
    ...writesPayout,
    summary: 'Create a payout',
    about: 'Creates a payout, and confirms it if `confirm` is true.',
    input: PayoutCreation,
    creates: true,
    callsConnector: true,
    problems: ['resource_already_exists', ...updateProblems],
    run: createPayout,
  }),
  listPayouts: listOperation(Payout, { about: 'Lists payouts, newest first, with their attempts.' }),
  retrievePayout: retrieveOperation(Payout, { about: 'Retrieves a payout with its attempts.' }),
  updatePayout: writeOperation({
    ...writesPayout,
    summary: 'Update a payout',
    about: 'Updates an unconfirmed payout, and confirms it if `confirm` is true.',
    ids: ['payout_id'],
    input: PayoutUpdate,
    callsConnector: true,
    problems: updateProblems,
    run: updatePayout,
  }),
  confirmPayout: writeOperation({
    ...writesPayout,
    summary: 'Confirm a payout',
    about:
      'Confirms a payout and routes it to a connector. It is sent immediately if `auto_fulfill` is true; otherwise `fulfillPayout` sends it.',
    ids: ['payout_id'],
    input: PayoutConfirmation,
    callsConnector: true,
    problems: updateProblems,
    run: confirmPayout,
  }),
  fulfillPayout: writeOperation({
    ...writesPayout,
    summary: 'Fulfil a payout',
    about: 'Fulfills a confirmed payout: sends the money. It is never sent twice.',
    ids: ['payout_id'],
    callsConnector: true,
    problems: ['unexpected_state', ...connectorProblems],
    run: fulfillPayout,
  }),
  cancelPayout: writeOperation({
    ...writesPayout,
    summary: 'Cancel a payout',
    about:
      'Cancels a payout that has not been sent to a connector, or is pending at a connector that can cancel payouts.',
    ids: ['payout_id'],
    input: PayoutCancellation,
    evenIfSuspended: true,
    callsConnector: true,
    problems: ['unexpected_state', 'outgoing_calls_off'],
    run: (ctx, id, { cancellation_reason: reason }) => cancelPayout(ctx, id, reason ?? null),
  }),
  mailPayoutLink: writeOperation({
    ...writesPayout,
    summary: 'Send the link of a payout by e-mail',
    about:
      "Sends the payout's link to its recipient by e-mail, in the merchant's name, until the recipient has entered a destination. It counts towards the same limits as payment links.",
    ids: ['payout_id'],
    input: LinkMail,
    problems: [
      'unexpected_state',
      'not_permitted',
      'missing_parameter',
      'rate_limited',
      'outgoing_calls_off',
    ],
    run: mailPayoutLink,
  }),
});
