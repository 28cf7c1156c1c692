import { Arg, Ctx, Int, Query, Resolver } from 'type-graphql';
import { requireAccess } from '../../core/foundation/permissions.ts';
import { DateTimeScalar, validate } from '../../core/model/index.ts';
import { merchantAccounts } from '../../core/operations/merchant-accounts.ts';
import { readTestClock, TestClock, TestClockAdvance } from '../../core/test-clock/test-clock.ts';
import { merchantArgument } from '../kit/arguments.ts';
import { type GraphqlContext, merchantContext } from '../kit/context.ts';
import { mutationOf } from '../kit/mutations.ts';
import { carriesOut } from '../kit/root-fields.ts';

@Resolver()
class TestClockQueries {
  @carriesOut(merchantAccounts.retrieveTestClock)
  @Query(() => TestClock, { complexity: 100 })
  testClock(
    @Ctx() graphql: GraphqlContext,
    @Arg('seconds', () => Int, {
      nullable: true,
      description: 'The advance: by how many seconds, up to 366 days. Give this or `to`.',
    })
    seconds?: number | null,
    @Arg('to', () => DateTimeScalar, {
      nullable: true,
      description: 'The advance: up to which time, as the test clock shows it.',
    })
    to?: string | null,
    @merchantArgument('Merchant of the test clock. Required with the admin API key.')
    merchantId?: string | null,
  ): Promise<TestClock> {
    const [ctx] = merchantContext(graphql, merchantId);
    const advance = validate(TestClockAdvance, { seconds, to });
    requireAccess(ctx, merchantAccounts.retrieveTestClock);
    return readTestClock(ctx, advance);
  }
}

export const testClockResolvers = [TestClockQueries, mutationOf(merchantAccounts.advanceTestClock)];
