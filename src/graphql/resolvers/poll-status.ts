import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { requireAccess, withClientSecret } from '../../core/foundation/permissions.ts';
import { checkout } from '../../core/operations/checkout.ts';
import { PollStatus, readPollStatus } from '../../core/payments/customer/poll-status.ts';
import { merchantArgument } from '../kit/arguments.ts';
import { type GraphqlContext, readingContext } from '../kit/context.ts';
import { carriesOut } from '../kit/root-fields.ts';

@Resolver()
export class PollStatusQueries {
  @carriesOut(checkout.retrievePollStatus)
  @Query(() => PollStatus)
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
    const reading = readingContext(graphql, merchantId, checkout.retrievePollStatus.keys);
    const ctx = withClientSecret(reading, clientSecret);
    requireAccess(ctx, checkout.retrievePollStatus);
    return readPollStatus(ctx, pollId, clientSecret);
  }
}
