import { MerchantAccount } from '../../core/entities/merchant-account.ts';
import {
  MerchantAccountUpdate,
  updateMerchantAccount,
} from '../../core/merchant-accounts/merchant-accounts.ts';
import { beyond, retrieve } from '../beyond.ts';
import { listOf } from '../lists.ts';
import { one } from '../response-shapes.ts';

export const accountsBeyond = [
  listOf(MerchantAccount, {
    id: 'listMerchantAccounts',
    summary: 'List merchant accounts',
    path: '/accounts',
    alsoAt: ['/accounts/list'],
    about: 'Lists merchant accounts, oldest first: with an API key its own, with the admin API key all.',
  }),
  beyond({
    id: 'updateMerchantAccount',
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
];
