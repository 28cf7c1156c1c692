import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { withClientSecret } from '../../core/foundation/permissions.ts';
import { PollStatus, readPollStatus, readsPollStatus } from '../../core/payments/customer/poll-status.ts';
import { merchantArgument } from '../kit/arguments.ts';
import { type GraphqlContext, readingContext } from '../kit/context.ts';

@Resolver()
export class PollStatusQueries {
  @Query(() => PollStatus, { description: readsPollStatus })
  pollStatus(
    @Arg('pollId', () => ID, { description: 'The payment to ask about.' }) pollId: string,
    @Ctx() graphql: GraphqlContext,
    @Arg('clientSecret', () => String, {
      nullable: true,
      description: "The payment's client secret; required with a publishable key.",
    })
    clientSecret?: string | null,
    @merchantArgument('Merchant of the payment, with the admin API key.') merchantId?: string | null,
  ): Promise<PollStatus> {
    const ctx = readingContext(graphql, merchantId, [
      'api_key',
      'admin_key',
      'publishable_key',
      'ephemeral_key',
    ]);
    return readPollStatus(withClientSecret(ctx, clientSecret), pollId, clientSecret);
  }
}
