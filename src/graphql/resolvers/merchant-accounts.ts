import { FieldResolver, Resolver, Root } from 'type-graphql';
import { MerchantAccount } from '../../core/entities/merchant-account.ts';
import { TypedRouting } from '../../core/entities/values/typed-routing.ts';
import {
  deleteMerchantAccount,
  deletesMerchantAccount,
} from '../../core/merchant-accounts/delete-merchant-account.ts';
import {
  createMerchantAccount,
  MerchantAccountCreation,
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
import type { Row } from '../../core/reads/index.ts';
import { mutation } from '../kit/mutations.ts';
import { queriesOf } from '../kit/queries.ts';
import { needsColumns } from '../kit/selection.ts';
import { typedRouting } from '../kit/typed-routing.ts';

@Resolver(() => MerchantAccount)
class MerchantAccountFields {
  @FieldResolver(() => TypedRouting, { nullable: true, description: '`frmRoutingAlgorithm`, typed.' })
  frmRouting(@Root() { frm_routing_algorithm: stored }: Row) {
    return typedRouting(stored);
  }

  @FieldResolver(() => TypedRouting, { nullable: true, description: '`payoutRoutingAlgorithm`, typed.' })
  payoutRouting(@Root() { payout_routing_algorithm: stored }: Row) {
    return typedRouting(stored);
  }
}

needsColumns(MerchantAccount, 'frmRouting', ['frm_routing_algorithm']);
needsColumns(MerchantAccount, 'payoutRouting', ['payout_routing_algorithm']);

export const merchantAccountResolvers = [
  queriesOf(MerchantAccount),
  MerchantAccountFields,
  mutation({
    name: 'createMerchantAccount',
    permission: null,
    reach: 'organization',
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
    name: 'suspendMerchantAccount',
    permission: null,
    reach: 'installation',
    about:
      'Suspends a merchant account, in effect for every request from then on: its keys can read, refund, cancel, answer disputes and delete. What is in flight goes on. Requires the admin API key.',
    keys: ['admin_key'],
    input: MerchantSuspension,
    ids: ['merchant_id'],
    payload: MerchantAccount,
    payloadField: 'merchantAccount',
    run: async (ctx, input, { merchant_id }) => {
      await suspendMerchantAccount(ctx, merchant_id!, input);
      return { id: merchant_id! };
    },
  }),
  mutation({
    name: 'deleteMerchantAccount',
    permission: null,
    reach: 'installation',
    evenIfSuspended: true,
    about: `${deletesMerchantAccount} Requires the admin API key.`,
    keys: ['admin_key'],
    ids: ['merchant_id'],
    payload: MerchantAccount,
    payloadField: 'merchantAccount',
    run: async (ctx, _input, { merchant_id }) => {
      await deleteMerchantAccount(ctx, merchant_id!);
      return { id: merchant_id! };
    },
  }),
  mutation({
    name: 'resumeMerchantAccount',
    permission: null,
    reach: 'installation',
    about: 'Ends the suspension of a merchant account. Requires the admin API key.',
    keys: ['admin_key'],
    ids: ['merchant_id'],
    payload: MerchantAccount,
    payloadField: 'merchantAccount',
    run: async (ctx, _input, { merchant_id }) => {
      await resumeMerchantAccount(ctx, merchant_id!);
      return { id: merchant_id! };
    },
  }),
  mutation({
    name: 'rotatePublishableKey',
    permission: 'keys:write',
    reach: 'merchant',
    about:
      'Replaces the publishable key of a merchant account: its own with an API key, any with the admin API key. The key it had stays valid for a grace period; one that was replaced earlier ends at once.',
    input: PublishableKeyRotation,
    ids: ['merchant_id'],
    payload: MerchantAccount,
    payloadField: 'merchantAccount',
    run: async (ctx, input, { merchant_id }) => {
      await rotatePublishableKey(ctx, merchant_id!, input);
      return { id: merchant_id! };
    },
  }),
  mutation({
    name: 'updateMerchantAccount',
    permission: 'settings:write',
    reach: 'merchant',
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
