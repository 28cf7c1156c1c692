import { MerchantAccount } from '../../core/entities/merchant-account.ts';
import {
  createMerchantAccount,
  MerchantAccountCreation,
  MerchantAccountUpdate,
  updateMerchantAccount,
} from '../../core/merchant-accounts/merchant-accounts.ts';
import { mutation } from '../kit/mutations.ts';
import { queriesOf } from '../kit/queries.ts';

export const merchantAccountResolvers = [
  queriesOf(MerchantAccount),
  mutation({
    name: 'createMerchantAccount',
    about: 'Creates a merchant account with its publishable key and profiles. Requires the admin API key.',
    keys: ['admin_key'],
    input: MerchantAccountCreation,
    payload: MerchantAccount,
    payloadField: 'merchantAccount',
    run: async (ctx, input) => {
      await createMerchantAccount(ctx, input);
      return { id: input.merchant_id };
    },
  }),
  mutation({
    name: 'updateMerchantAccount',
    about: 'Updates a merchant account: its own with an API key, any with the admin API key.',
    input: MerchantAccountUpdate,
    ids: ['merchant_id'],
    payload: MerchantAccount,
    payloadField: 'merchantAccount',
    run: async (ctx, changes, { merchant_id }) => {
      await updateMerchantAccount(ctx, merchant_id!, changes);
      return { id: merchant_id! };
    },
  }),
];
