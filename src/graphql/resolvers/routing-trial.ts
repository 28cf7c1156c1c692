import { Arg, Ctx, Field, ID, Int, ObjectType, Query, Resolver } from 'type-graphql';
import { RoutedTransaction } from '../../core/entities/routing-configuration.ts';
import { RoutingType, TypedRouting } from '../../core/entities/values/typed-routing.ts';
import { Problem } from '../../core/foundation/errors.ts';
import { requireAccess } from '../../core/foundation/permissions.ts';
import { inputTwinOf } from '../../core/model/graphql-types.ts';
import { enumName, type JsonRecord, JsonScalar, validate } from '../../core/model/index.ts';
import { routing } from '../../core/operations/routing.ts';
import { checkRouting, tryRouting } from '../../core/payments/authorize/try-routing.ts';
import { merchantArgument } from '../kit/arguments.ts';
import { type GraphqlContext, merchantContext } from '../kit/context.ts';
import { fromGraphql } from '../kit/mutation-input.ts';
import { carriesOut } from '../kit/root-fields.ts';
import { storedRouting } from '../kit/typed-routing.ts';

@ObjectType({ description: 'A connector account that routing considers.', simpleResolvers: true })
class RoutedAccount {
  @Field(() => ID, { description: 'Unique identifier of the connector account.' })
  merchantConnectorId!: string;
  @Field(() => String, { description: 'Name of the connector.' }) connectorName!: string;
  @Field(() => String, { nullable: true, description: 'Label that the merchant gave the account.' })
  connectorLabel!: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'The reason why the account would not be used; null for an account in `accounts`.',
  })
  reason!: string | null;
}

@ObjectType({ description: 'The result of trying a routing algorithm on a payment.', simpleResolvers: true })
class RoutingTrial {
  @Field(() => [RoutedAccount], {
    description: 'The accounts in the order of use. If the list is empty, the payment would be refused.',
  })
  accounts!: RoutedAccount[];
  @Field(() => [RoutedAccount], {
    description: 'The other connector accounts of the profile, each with its reason.',
  })
  leftOut!: RoutedAccount[];
  @Field(() => RoutingType.members, {
    nullable: true,
    description:
      'Type of the algorithm that decided; null without an algorithm, when the oldest account comes first.',
  })
  decidedBy!: string | null;
  @Field(() => Boolean, {
    description:
      "Whether the accounts are the profile's others, oldest first, because no account of the algorithm can process the payment.",
  })
  isFallback!: boolean;
  @Field(() => Int, {
    nullable: true,
    description: 'Index of the rule that decided, from 0; null if none matched, or the algorithm has none.',
  })
  ruleIndex!: number | null;
  @Field(() => String, { nullable: true, description: 'Name of the rule that decided, if it has one.' })
  ruleName!: string | null;
}

@ObjectType({
  description:
    'An account named by a routing algorithm that cannot process the payments or payouts routed to it.',
  simpleResolvers: true,
})
class UnableAccount extends RoutedAccount {
  @Field(() => Int, {
    nullable: true,
    description: 'Index of the rule that names the account, from 0; null outside of rules.',
  })
  ruleIndex!: number | null;
}

const shown = (
  account: { merchant_connector_id: string; connector_name: string; connector_label?: string | null },
  reason: string | null = null,
): RoutedAccount => ({
  merchantConnectorId: account.merchant_connector_id,
  connectorName: account.connector_name,
  connectorLabel: account.connector_label ?? null,
  reason,
});

/** @throws {Problem} `parameters_exclusive` for an algorithm in both ways; as {@link validate} for a typed one. */
function algorithmOf(routing: JsonRecord | null | undefined, typed: unknown): JsonRecord | null {
  if (typed === undefined || typed === null) return routing ?? null;
  if (routing !== undefined && routing !== null) {
    throw new Problem('parameters_exclusive', 'Give either routing or algorithm, not both.', {
      param: 'algorithm',
    });
  }
  return storedRouting(validate(TypedRouting, fromGraphql(TypedRouting, typed))) as JsonRecord;
}

@Resolver()
export class RoutingTrialQueries {
  @carriesOut(routing.tryRouting)
  @Query(() => RoutingTrial, { complexity: 10 })
  async tryRouting(
    @Arg('profileId', () => ID, { description: 'The business profile whose routing it would be.' })
    profileId: string,
    @Arg('paymentId', () => ID, { description: 'The payment to try it on.' }) paymentId: string,
    @Ctx() graphql: GraphqlContext,
    @Arg('routing', () => JsonScalar, {
      nullable: true,
      description: 'The algorithm, as in `routingAlgorithm` of a business profile; null for none.',
    })
    stored?: JsonRecord | null,
    @Arg('algorithm', () => inputTwinOf(TypedRouting), {
      nullable: true,
      description: 'The algorithm, as in `routing` of a business profile. Give this or `routing`.',
    })
    algorithm?: unknown,
    @merchantArgument('Merchant of the profile. Required with the admin API key.') merchantId?: string | null,
  ): Promise<RoutingTrial> {
    const [ctx] = merchantContext(graphql, merchantId);
    requireAccess(ctx, routing.tryRouting);
    const proposed = algorithmOf(stored, algorithm);
    const trial = await tryRouting(ctx, { profileId, paymentId, routing: proposed });
    const { ruleIndex, ruleName, type } = trial.decision;
    return {
      accounts: trial.accounts.map((account) => shown(account)),
      leftOut: trial.leftOut.map(({ account, reason }) => shown(account, reason)),
      decidedBy: type && enumName(type),
      isFallback: trial.isFallback,
      ruleIndex,
      ruleName,
    };
  }

  @carriesOut(routing.checkRouting)
  @Query(() => [UnableAccount], { complexity: 10 })
  async checkRouting(
    @Arg('profileId', () => ID, { description: 'The business profile whose routing it would be.' })
    profileId: string,
    @Ctx() graphql: GraphqlContext,
    @Arg('routing', () => JsonScalar, {
      nullable: true,
      description: 'The algorithm, as in `routingAlgorithm` of a business profile.',
    })
    stored?: JsonRecord | null,
    @Arg('algorithm', () => inputTwinOf(TypedRouting), {
      nullable: true,
      description: 'The algorithm, as in `routing` of a business profile. Give this or `routing`.',
    })
    algorithm?: unknown,
    @Arg('transactionType', () => RoutedTransaction.members, {
      nullable: true,
      description: 'The kind of transaction to route; `payment` by default.',
    })
    transaction?: keyof typeof RoutedTransaction.members | null,
    @merchantArgument('Merchant of the profile. Required with the admin API key.') merchantId?: string | null,
  ): Promise<UnableAccount[]> {
    const [ctx] = merchantContext(graphql, merchantId);
    requireAccess(ctx, routing.checkRouting);
    const routed = transaction === 'payout' ? 'payout' : 'payment';
    const unable = await checkRouting(ctx, {
      profileId,
      routing: algorithmOf(stored, algorithm),
      transaction: routed,
    });
    return unable.map(({ account, reason, ruleIndex }) => ({ ...shown(account, reason), ruleIndex }));
  }
}
