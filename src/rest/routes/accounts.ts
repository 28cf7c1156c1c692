import { MerchantAccount } from '../../core/entities/merchant-account.ts';
import {
  createMerchantAccount,
  MerchantAccountCreation,
  retrieveMerchantAccount,
} from '../../core/merchant-accounts/merchant-accounts.ts';
import { operation } from '../operation.ts';
import { one } from '../response-shapes.ts';

export const accountOperations = [
  operation({
    number: 13,
    id: 'createMerchantAccount',
    permission: null,
    reach: 'organization',
    summary: 'Create a merchant account',
    tag: 'Merchant accounts',
    method: 'post',
    path: '/accounts',
    about: 'Creates a merchant account with a publishable key and its business profiles.',
    keys: ['admin_key'],
    body: MerchantAccountCreation,
    problems: ['resource_already_exists', 'resource_not_found'],
    example: {
      body: {
        merchant_id: 'example-shop',
        merchant_name: 'Example Shop',
        primary_business_details: [{ country: 'US', business: 'clothing' }],
        webhook_details: { webhook_url: 'https://shop.example.com/webhooks' },
      },
    },
    response: one(MerchantAccount),
    handle: async (ctx, { body }) => {
      await createMerchantAccount(ctx, body);
      return retrieveMerchantAccount(ctx, body.merchant_id);
    },
  }),
  operation({
    number: 14,
    id: 'retrieveMerchantAccount',
    permission: null,
    reach: 'merchant',
    summary: 'Retrieve a merchant account',
    tag: 'Merchant accounts',
    method: 'get',
    path: '/accounts/{account_id}',
    about: 'Retrieves a merchant account.',
    keys: ['admin_key'],
    response: one(MerchantAccount),
    handle: (ctx, { path }) => retrieveMerchantAccount(ctx, path.account_id),
  }),
];
