import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import { BalanceDay, BalanceDaysRequest } from '../../core/balance/balance-days.ts';
import { AccountBalance, BalancesRequest } from '../../core/balance/balances.ts';
import { requireAccess } from '../../core/foundation/permissions.ts';
import { DateTimeScalar, validate } from '../../core/model/index.ts';
import { balance } from '../../core/operations/balance.ts';
import { merchantArgument } from '../kit/arguments.ts';
import { type GraphqlContext, merchantContext, readingContext } from '../kit/context.ts';
import { mutationOf } from '../kit/mutations.ts';
import { queriesFor } from '../kit/queries.ts';
import { carriesOut } from '../kit/root-fields.ts';

@Resolver()
class BalanceQueries {
  @carriesOut(balance.listBalances)
  @Query(() => [AccountBalance], { complexity: 100 })
  async balances(
    @Ctx() graphql: GraphqlContext,
    @Arg('at', () => DateTimeScalar, {
      nullable: true,
      description: 'Time of the balances; now if omitted.',
    })
    at?: string | null,
    @merchantArgument('Merchant of the balances. Required with the admin API key.')
    merchantId?: string | null,
  ): Promise<AccountBalance[]> {
    requireAccess(readingContext(graphql, merchantId), balance.listBalances);
    const [ctx] = merchantContext(graphql, merchantId);
    const request = validate(BalancesRequest, { at });
    return (await balance.listBalances.find(ctx, [], request)) ?? [];
  }

  @carriesOut(balance.listBalanceDays)
  @Query(() => [BalanceDay], { complexity: 400 })
  async balanceDays(
    @Ctx() graphql: GraphqlContext,
    @Arg('from', () => DateTimeScalar, {
      nullable: true,
      description: 'Start of the period; 31 days before its end if omitted.',
    })
    from?: string | null,
    @Arg('until', () => DateTimeScalar, {
      nullable: true,
      description: 'End of the period, excluded, at most 366 days after its start; now if omitted.',
    })
    until?: string | null,
    @merchantArgument('Merchant of the entries. Required with the admin API key.')
    merchantId?: string | null,
  ): Promise<BalanceDay[]> {
    requireAccess(readingContext(graphql, merchantId), balance.listBalanceDays);
    const [ctx] = merchantContext(graphql, merchantId);
    const request = validate(BalanceDaysRequest, { from, until });
    return (await balance.listBalanceDays.find(ctx, [], request)) ?? [];
  }
}

export const balanceResolvers = [
  ...queriesFor(balance.retrieveBalanceEntry, balance.listBalanceEntries),
  BalanceQueries,
  mutationOf(balance.backfillBalanceEntries, { payloadField: 'result' }),
];
