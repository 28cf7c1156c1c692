import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Field, ID, ObjectType, Query, Resolver, Root, Subscription } from 'type-graphql';
import { Payment } from '../../core/entities/payment.ts';
import { Payout } from '../../core/entities/payout.ts';
import { WebhookDelivery } from '../../core/entities/webhook-delivery.ts';
import type { Context } from '../../core/foundation/context.ts';
import { Problem } from '../../core/foundation/errors.ts';
import { DateTimeScalar, type DescribedClass, resourceOf } from '../../core/model/index.ts';
import { decodeUpdatesCursor } from '../../core/writes/change-feed/cursor.ts';
import type { Followed } from '../../core/writes/outbox/changed-objects.ts';
import type { SubscriptionContext } from '../feeds/feeds.ts';
import { followObjects, type ObjectUpdate } from '../feeds/follow-objects.ts';
import { refuseNul } from '../kit/arguments.ts';
import { type GraphqlContext, readingContext } from '../kit/context.ts';
import { objectCost } from '../kit/limits.ts';
import { columnsOf, selectionAt, selectionOf } from '../kit/selection.ts';

/** The merchant whose updates are followed: an API key's own, or the one that the admin key names. */
function followedMerchant(graphql: GraphqlContext, merchantId?: string | null): [Context, string] {
  const ctx = readingContext(graphql, merchantId);
  if (ctx.merchantId === null) {
    throw new Problem('missing_parameter', 'With the admin API key, name the merchant in merchantId.', {
      param: 'merchantId',
    });
  }
  return [ctx, ctx.merchantId];
}

const merchantArgument = Arg('merchantId', () => ID, {
  nullable: true,
  description: 'The merchant to follow. The admin API key must name it; an API key follows its own.',
});

/** The arguments of a subscription by their names. */
type Arguments = Readonly<Record<string, string | null | undefined>>;

interface Subscribed {
  readonly target: DescribedClass;
  readonly type: Followed;
  readonly name: string;
  /** The type of what is sent, and the field of it that holds the object. */
  readonly updateType: string;
  readonly as: string;
  readonly about: string;
  /** The argument that narrows it down, and the column that it is about. */
  readonly by: { readonly argument: string; readonly column: string; readonly about: string };
}

/** A subscription to the objects of one kind, and the type of its messages. */
function subscriptionTo(subscribed: Subscribed): new () => object {
  const { target, type, name, updateType, as, about, by } = subscribed;
  const resource = resourceOf(target);

  @ObjectType(updateType, { description: `${about} It is shown as it is now.`, simpleResolvers: true })
  class Updated {
    @Field(() => String, {
      description: 'Where this lies among all updates. A subscription after it misses nothing for 24 hours.',
    })
    cursor!: string;
    @Field(() => DateTimeScalar, { description: 'When it changed.' }) updatedAt!: Date;
  }
  Field(() => target, { description: 'The object.' })(Updated.prototype, as);

  const follow = async (graphql: SubscriptionContext, given: Arguments, info: GraphQLResolveInfo) => {
    const [ctx, merchantId] = followedMerchant(graphql, given.merchantId);
    const narrowed = given[by.argument] ?? null;
    for (const [param, value] of Object.entries(given)) refuseNul(value, param);
    const after = typeof given.after === 'string' ? decodeUpdatesCursor(given.after, 'after') : null;
    const isById = by.column === resource.id;
    return followObjects(ctx, graphql.feeds, {
      target,
      type,
      merchantId,
      after,
      id: isById ? narrowed : null,
      where: {
        ...(narrowed === null || isById ? {} : { [by.column]: narrowed }),
        ...(typeof given.profileId === 'string' ? { profile_id: given.profileId } : {}),
      },
      columns: columnsOf(resource, ...selectionAt(selectionOf(info), [as])),
    });
  };

  @Resolver()
  class Subscriptions {
    @Subscription(() => Updated, {
      name,
      description: `${about} Changes that come close together are sent as one. Without \`after\` it begins now.`,
      complexity: objectCost,
      subscribe: ({ args, context, info }) =>
        follow(context as SubscriptionContext, args as Arguments, info) as never,
    })
    updated(
      @Root() { cursor, updatedAt, row }: ObjectUpdate,
      @Arg(by.argument, () => ID, { nullable: true, description: by.about }) _id?: string | null,
      @Arg('profileId', () => ID, { nullable: true, description: 'Only those of this business profile.' })
      _profileId?: string | null,
      @Arg('after', () => String, {
        nullable: true,
        description: 'Begin behind this cursor, of an update or an `updatesCursor`; now, when not given.',
      })
      _after?: string | null,
      @merchantArgument _merchantId?: string | null,
    ): object {
      return { cursor, updatedAt, [as]: row };
    }
  }
  return Subscriptions;
}

@Resolver()
class UpdatesQueries {
  @Query(() => String, {
    description:
      'Where the updates end, before anything else of the document is read. Ask for it with what is to be shown, or before: a subscription after it then misses nothing.',
    complexity: 1,
  })
  async updatesCursor(
    @Ctx() graphql: GraphqlContext,
    @merchantArgument merchantId?: string | null,
  ): Promise<string> {
    followedMerchant(graphql, merchantId);
    return graphql.updatesCursor!;
  }
}

export const updatesResolvers = [
  UpdatesQueries,
  subscriptionTo({
    target: Payment,
    type: 'payment',
    name: 'paymentUpdated',
    updateType: 'PaymentUpdated',
    as: 'payment',
    about: 'A payment was made or changed, or something of it: an attempt, a capture, a refund, a dispute.',
    by: { argument: 'paymentId', column: 'payment_id', about: 'Only this payment.' },
  }),
  subscriptionTo({
    target: Payout,
    type: 'payout',
    name: 'payoutUpdated',
    updateType: 'PayoutUpdated',
    as: 'payout',
    about: 'A payout was made or changed, or an attempt at it.',
    by: { argument: 'payoutId', column: 'payout_id', about: 'Only this payout.' },
  }),
  subscriptionTo({
    target: WebhookDelivery,
    type: 'webhook_delivery',
    name: 'webhookDelivered',
    updateType: 'WebhookDelivered',
    as: 'webhookDelivery',
    about: 'A webhook was queued, tried, delivered or given up.',
    by: { argument: 'eventId', column: 'event_id', about: 'Only deliveries of this event.' },
  }),
];
