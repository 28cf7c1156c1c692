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
      'Lists merchant accounts, oldest first: with an API key only its account, including the publishable key; with the admin API key all.',
  }),
  retrieveMerchantAccount: retrieveOperation(MerchantAccount),
  updateMerchantAccount: writeOperation({
    ...writesAccount,
    permission: 'settings:write',
    summary: 'Update a merchant account',
    about: 'Updates a merchant account: with an API key its account, with the admin API key any account.',
    input: MerchantAccountUpdate,
    run: updateMerchantAccount,
  }),
  deleteMerchantAccount: writeOperation({
    ...byAdministrators,
    summary: 'Delete a merchant account',
    about:
      'Closes a merchant account: revokes its API keys, ends the access of its people and suspends it. Its payments, payouts and customers are retained, and the account can be resumed. Refused with the reason while money is under way.',
    problems: ['unexpected_state'],
    evenIfSuspended: true,
    run: deleteMerchantAccount,
  }),
  suspendMerchantAccount: writeOperation({
    ...byAdministrators,
    summary: 'Suspend a merchant account',
    about:
      'Suspends a merchant account, effective for all subsequent requests: its keys can only read, refund, cancel, respond to disputes and delete. Work in progress continues.',
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
      'Replaces the publishable key of a merchant account: with an API key its account, with the admin API key any account. The previous key remains valid for a grace period; a key replaced earlier becomes invalid immediately.',
    input: PublishableKeyRotation,
    run: rotatePublishableKey,
  }),
  retrieveTestClock: readOperation({
    ...ofTestClock,
    permission: 'settings:read',
    summary: 'Retrieve a test clock',
    about:
      'Retrieves the test clock of a merchant account. With `seconds` or `to` it also counts the times that an advance would make due, by kind, without changes.',
    problems: ['parameters_exclusive'],
    run: readTestClock,
  }),
  advanceTestClock: writeOperation({
    ...ofTestClock,
    permission: 'settings:write',
    summary: 'Advance a test clock',
    about:
      "Advances the test clock of a merchant account, in the test environment, if none of its connector accounts is live: due times move closer by the advance, and the usual background tasks immediately process everything then due. Payments' sessions, authorizations and scheduled captures, payouts, mandates, deadlines of disputes, settlements, links, tokens, webhook deliveries and the sandbox follow; API keys, invitations, reports and recorded times do not. The current time does not change: new objects start at the real time. A clock never goes back.",
    problems: ['unexpected_state', 'parameters_exclusive'],
    run: advanceTestClock,
    shows: 'result',
  }),
});
