import { FieldResolver, Resolver, Root } from 'type-graphql';
import { MerchantAccount } from '../../core/entities/merchant-account.ts';
import { TypedRouting } from '../../core/entities/values/typed-routing.ts';
import { merchantAccounts } from '../../core/operations/merchant-accounts.ts';
import type { Row } from '../../core/reads/index.ts';
import { mutationOf } from '../kit/mutations.ts';
import { queriesFor } from '../kit/queries.ts';
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
  ...queriesFor(merchantAccounts.retrieveMerchantAccount, merchantAccounts.listMerchantAccounts),
  MerchantAccountFields,
  mutationOf(merchantAccounts.createMerchantAccount),
  mutationOf(merchantAccounts.suspendMerchantAccount),
  mutationOf(merchantAccounts.deleteMerchantAccount),
  mutationOf(merchantAccounts.resumeMerchantAccount),
  mutationOf(merchantAccounts.rotatePublishableKey),
  mutationOf(merchantAccounts.updateMerchantAccount),
];
