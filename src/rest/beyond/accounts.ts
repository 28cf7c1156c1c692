import { MerchantAccount } from '../../core/entities/merchant-account.ts';
import {
  deleteMerchantAccount,
  deletesMerchantAccount,
} from '../../core/merchant-accounts/delete-merchant-account.ts';
import {
  MerchantAccountUpdate,
  updateMerchantAccount,
} from '../../core/merchant-accounts/merchant-accounts.ts';
import {
  PublishableKeyRotation,
  rotatePublishableKey,
} from '../../core/merchant-accounts/publishable-keys.ts';
import {
  MerchantSuspension,
  resumeMerchantAccount,
  suspendMerchantAccount,
} from '../../core/merchant-accounts/suspend-merchant.ts';
import {
  advancesTestClock,
  advanceTestClock,
  readTestClock,
  showsTestClock,
  TestClock,
  TestClockAdvance,
} from '../../core/test-clock/test-clock.ts';
import { beyond, retrieve } from '../beyond.ts';
import { listOf } from '../lists.ts';
import { deleted, one } from '../response-shapes.ts';

export const accountsBeyond = [
  listOf(MerchantAccount, {
    id: 'listMerchantAccounts',
    summary: 'List merchant accounts',
    path: '/accounts',
    alsoAt: ['[] /accounts/list'],
    about:
      'Lists merchant accounts, oldest first: with an API key its own, and so its publishable key; with the admin API key all.',
  }),
  beyond({
    id: 'updateMerchantAccount',
    permission: 'settings:write',
    reach: 'merchant',
    summary: 'Update a merchant account',
    method: 'post',
    path: '/accounts/{account_id}',
    about: 'Updates a merchant account: its own with an API key, any with the admin API key.',
    body: MerchantAccountUpdate,
    example: { body: { merchant_name: 'Example Shop', metadata: { tier: 'gold' } } },
    response: one(MerchantAccount, 'full'),
    handle: async (ctx, { path, body }) => {
      await updateMerchantAccount(ctx, path.account_id, body);
      return retrieve(ctx, MerchantAccount, path.account_id);
    },
  }),
  beyond({
    id: 'rotatePublishableKey',
    permission: 'keys:write',
    reach: 'merchant',
    summary: 'Replace a publishable key',
    method: 'post',
    path: '/accounts/{account_id}/rotate_publishable_key',
    about:
      'Replaces the publishable key of a merchant account: its own with an API key, any with the admin API key. The key it had stays valid for a grace period; one that was replaced earlier ends at once.',
    body: PublishableKeyRotation,
    example: { body: {} },
    response: one(MerchantAccount, 'full'),
    handle: async (ctx, { path, body }) => {
      await rotatePublishableKey(ctx, path.account_id, body);
      return retrieve(ctx, MerchantAccount, path.account_id);
    },
  }),
  beyond({
    id: 'retrieveTestClock',
    permission: 'settings:read',
    reach: 'merchant',
    summary: 'Retrieve a test clock',
    method: 'get',
    path: '/accounts/{account_id}/test_clock',
    about: showsTestClock,
    ofMerchant: true,
    query: TestClockAdvance,
    problems: ['parameters_exclusive'],
    example: { query: { seconds: 86_400 } },
    response: one(TestClock),
    handle: (ctx, { query }) => readTestClock(ctx, query),
  }),
  beyond({
    id: 'advanceTestClock',
    permission: 'settings:write',
    reach: 'merchant',
    summary: 'Advance a test clock',
    method: 'post',
    path: '/accounts/{account_id}/test_clock/advance',
    about: advancesTestClock,
    ofMerchant: true,
    body: TestClockAdvance,
    problems: ['unexpected_state', 'parameters_exclusive'],
    example: { body: { seconds: 86_400 } },
    response: one(TestClock),
    handle: (ctx, { body }) => advanceTestClock(ctx, body),
  }),
  beyond({
    id: 'suspendMerchantAccount',
    permission: null,
    reach: 'installation',
    summary: 'Suspend a merchant account',
    method: 'post',
    path: '/accounts/{account_id}/suspend',
    about:
      'Suspends a merchant account, in effect for every request from then on: its keys can read, refund, cancel, answer disputes and delete. What is in flight goes on.',
    keys: ['admin_key'],
    body: MerchantSuspension,
    example: { body: { reason: 'Chargebacks above the limit of the card networks.' } },
    response: one(MerchantAccount, 'full'),
    handle: async (ctx, { path, body }) => {
      await suspendMerchantAccount(ctx, path.account_id, body);
      return retrieve(ctx, MerchantAccount, path.account_id);
    },
  }),
  beyond({
    id: 'deleteMerchantAccount',
    permission: null,
    reach: 'installation',
    evenIfSuspended: true,
    summary: 'Delete a merchant account',
    method: 'delete',
    path: '/accounts/{account_id}',
    about: deletesMerchantAccount,
    keys: ['admin_key'],
    problems: ['unexpected_state'],
    response: deleted(one(MerchantAccount, 'full'), 'deleted'),
    handle: async (ctx, { path }) => {
      await deleteMerchantAccount(ctx, path.account_id);
      return retrieve(ctx, MerchantAccount, path.account_id);
    },
  }),
  beyond({
    id: 'resumeMerchantAccount',
    permission: null,
    reach: 'installation',
    summary: 'Resume a merchant account',
    method: 'post',
    path: '/accounts/{account_id}/resume',
    about: 'Ends the suspension of a merchant account.',
    keys: ['admin_key'],
    response: one(MerchantAccount, 'full'),
    handle: async (ctx, { path }) => {
      await resumeMerchantAccount(ctx, path.account_id);
      return retrieve(ctx, MerchantAccount, path.account_id);
    },
  }),
];
