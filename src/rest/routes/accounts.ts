import { MerchantAccount } from '../../core/merchant-accounts/merchant-account.ts';
import { retrieveMerchantAccount } from '../../core/merchant-accounts/merchant-accounts.ts';
import { one } from '../answer.ts';
import { operation } from '../operation.ts';

export const accountOperations = [
  operation({
    number: 14,
    method: 'get',
    path: '/accounts/{account_id}',
    about: 'Retrieves a merchant account.',
    keys: ['admin_key'],
    answer: one(MerchantAccount),
    handle: (ctx, { path }) => retrieveMerchantAccount(ctx, path.account_id),
  }),
];
