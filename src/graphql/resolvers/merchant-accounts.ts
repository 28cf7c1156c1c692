import { MerchantAccount } from '../../core/merchant-accounts/merchant-account.ts';
import { queriesOf } from './queries.ts';

export const merchantAccountResolvers = [queriesOf(MerchantAccount)];
