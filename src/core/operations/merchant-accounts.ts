import { MerchantAccount } from '../entities/merchant-account.ts';
import { deleteMerchantAccount } from '../merchant-accounts/delete-merchant-account.ts';
import {
  createMerchantAccount,
  MerchantAccountCreation,
  MerchantAccountUpdate,
  updateMerchantAccount,
} from '../merchant-accounts/merchant-accounts.ts';
import { PublishableKeyRotation, rotatePublishableKey } from '../merchant-accounts/publishable-keys.ts';
import {
  MerchantSuspension,
  resumeMerchantAccount,
  suspendMerchantAccount,
} from '../merchant-accounts/suspend-merchant.ts';
import { advanceTestClock, readTestClock, TestClock, TestClockAdvance } from '../test-clock/test-clock.ts';
import {
  listOperation,
  operationsByName,
  readOperation,
  retrieveOperation,
  writeOperation,
} from './operation.ts';

const writesAccount = { reach: 'merchant', target: MerchantAccount, ids: ['merchant_id'] } as const;
const byAdministrators = {
  ...writesAccount,
  permission: null,
  reach: 'installation',
  keys: ['admin_key'],
} as const;
const ofTestClock = {
  reach: 'merchant',
  input: TestClockAdvance,
  target: TestClock,
  ofMerchant: true,
} as const;

export const merchantAccounts = operationsByName({
  createMerchantAccount: writeOperation({
    permission: null,
    reach: 'organization',
    keys: ['admin_key'],
    target: MerchantAccount,
    summary: 'Create a merchant account',
    about: 'Creates a merchant account with a publishable key and its business profiles.',
    input: MerchantAccountCreation,
    problems: ['resource_already_exists', 'resource_not_found'],
    run: createMerchantAccount,
    shows: (_, _id, { merchant_id: id }) => ({ id }),
  }),
  listMerchantAccounts: listOperation(MerchantAccount, {
    about:
      'Lists merchant accounts, oldest first: with an API key its own, which has the publishable key; with the admin API key all.',
  }),
  retrieveMerchantAccount: retrieveOperation(MerchantAccount),
  updateMerchantAccount: writeOperation({
    ...writesAccount,
    permission: 'settings:write',
    summary: 'Update a merchant account',
    about: 'Updates a merchant account: its own with an API key, any with the admin API key.',
    input: MerchantAccountUpdate,
    run: updateMerchantAccount,
  }),
  deleteMerchantAccount: writeOperation({
    ...byAdministrators,
    summary: 'Delete a merchant account',
    about:
      'Closes a merchant account: revokes its API keys, ends the access of its people and suspends it. Its payments, payouts and customers stay on record, and the account can be resumed. Refused with the reason while money is under way.',
    problems: ['unexpected_state'],
    evenIfSuspended: true,
    run: deleteMerchantAccount,
  }),
  suspendMerchantAccount: writeOperation({
    ...byAdministrators,
    summary: 'Suspend a merchant account',
    about:
      'Suspends a merchant account, in effect for every request from then on: its keys can only read, refund, cancel, answer disputes and delete. What is in flight goes on.',
    input: MerchantSuspension,
    run: suspendMerchantAccount,
  }),
  resumeMerchantAccount: writeOperation({
    ...byAdministrators,
    summary: 'Resume a merchant account',
    about: 'Ends the suspension of a merchant account.',
    run: resumeMerchantAccount,
  }),
  rotatePublishableKey: writeOperation({
    ...writesAccount,
    permission: 'keys:write',
    summary: 'Replace a publishable key',
    about:
      'Replaces the publishable key of a merchant account: its own with an API key, any with the admin API key. The former key stays valid for a grace period; a key that was replaced earlier ends at once.',
    input: PublishableKeyRotation,
    run: rotatePublishableKey,
  }),
  retrieveTestClock: readOperation({
    ...ofTestClock,
    permission: 'settings:read',
    summary: 'Retrieve a test clock',
    about:
      'Retrieves the test clock of a merchant account. With `seconds` or `to` it also counts what an advance would make due, by kind, and changes nothing.',
    problems: ['parameters_exclusive'],
    run: readTestClock,
  }),
  advanceTestClock: writeOperation({
    ...ofTestClock,
    permission: 'settings:write',
    summary: 'Advance a test clock',
    about:
      "Advances the test clock of a merchant account, in the test environment and if none of its connector accounts is live: what is to come gets closer by that much, and what is due then is done at once, by the ordinary background tasks. Payments' sessions, authorizations and scheduled captures, payouts, mandates, deadlines of disputes, settlements, links, tokens, webhook deliveries and the sandbox follow; API keys, invitations, reports and what was recorded do not. It does not move the present: what is created after it begins at the real time. A clock never goes back.",
    problems: ['unexpected_state', 'parameters_exclusive'],
    run: advanceTestClock,
    shows: 'result',
  }),
});
