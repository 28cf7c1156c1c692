import { Arg, Ctx, Int, Query, Resolver } from 'type-graphql';
import { describeRequirement, permitted } from '../../core/foundation/permissions.ts';
import { DateTimeScalar, validate } from '../../core/model/index.ts';
import {
  advancesTestClock,
  advanceTestClock,
  readTestClock,
  showsTestClock,
  TestClock,
  TestClockAdvance,
} from '../../core/test-clock/test-clock.ts';
import { merchantArgument } from '../kit/arguments.ts';
import { type GraphqlContext, merchantContext } from '../kit/context.ts';
import { mutation } from '../kit/mutations.ts';

const shows = { permission: 'settings:read', reach: 'merchant' } as const;

@Resolver()
class TestClockQueries {
  @Query(() => TestClock, {
    description: `${showsTestClock}${describeRequirement(shows)}`,
    complexity: 100,
  })
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
    return readTestClock(permitted(ctx, shows), validate(TestClockAdvance, { seconds, to }));
  }
}

export const testClockResolvers = [
  TestClockQueries,
  mutation({
    name: 'advanceTestClock',
    permission: 'settings:write',
    reach: 'merchant',
    about: advancesTestClock,
    input: TestClockAdvance,
    creates: true,
    payload: TestClock,
    payloadField: 'testClock',
    run: async (ctx, input) => ({ id: '', snapshot: { ...(await advanceTestClock(ctx, input)) } }),
  }),
];
