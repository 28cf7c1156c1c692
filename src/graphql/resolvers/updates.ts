import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Field, ID, ObjectType, Query, Resolver, Root, Subscription } from 'type-graphql';
import { Dispute } from '../../core/entities/dispute.ts';
import { Payment } from '../../core/entities/payment.ts';
import { Payout } from '../../core/entities/payout.ts';
import { Refund } from '../../core/entities/refund.ts';
import { WebhookDelivery } from '../../core/entities/webhook-delivery.ts';
import { DateTimeScalar, type DescribedClass, resourceOf } from '../../core/model/index.ts';
import { decodeUpdatesCursor } from '../../core/writes/change-feed.ts';
import type { LiveObjectType } from '../../core/writes/outbox/write-outbox.ts';
import type { SubscriptionContext } from '../feeds/feeds.ts';
import { followObjects, type ObjectUpdate } from '../feeds/follow-objects.ts';
import { merchantArgument } from '../kit/arguments.ts';
import { type GraphqlContext, merchantContext } from '../kit/context.ts';
import { objectCost } from '../kit/limits.ts';
import { columnsOf, selectionAt, selectionOf } from '../kit/selection.ts';

const followedMerchant = merchantArgument(
  'Merchant to follow. Required with the admin API key; an API key follows its own.',
);

/** The arguments of a subscription, by name. */
type Arguments = Readonly<Record<string, string | null | undefined>>;

/** Describes a subscription: its message type and arguments are derived from this. */
interface SubscriptionDescription {
  readonly target: DescribedClass;
  readonly type: LiveObjectType;
  readonly name: string;
  /** The message type, and its field that holds the object. */
  readonly payload: string;
  readonly payloadField: string;
  readonly description: string;
  /** The argument that filters by a column. */
  readonly filter: { readonly argument: string; readonly column: string; readonly description: string };
}

/** The resolver of a subscription to one resource, with its message type. */
function subscriptionTo(described: SubscriptionDescription): new () => object {
  const { target, type, name, payload, payloadField, description, filter } = described;
  const resource = resourceOf(target);

  @ObjectType(payload, { description: `${description} Contains the current state.`, simpleResolvers: true })
  class Updated {
    @Field(() => String, {
      description:
        'Position in the change feed. For 24 hours, a subscription `after` it resumes without missing a change.',
    })
    cursor!: string;
    @Field(() => DateTimeScalar, { description: 'When the object changed.' }) updatedAt!: Date;
  }
  Field(() => target, { description: 'The object.' })(Updated.prototype, payloadField);

  const follow = async (graphql: SubscriptionContext, args: Arguments, info: GraphQLResolveInfo) => {
    const [ctx, merchantId] = merchantContext(graphql, args.merchantId);
    const value = args[filter.argument] ?? null;
    const after = typeof args.after === 'string' ? decodeUpdatesCursor(args.after, 'after') : null;
    const isById = filter.column === resource.id;
    return followObjects(ctx, graphql.feeds, {
      target,
      type,
      merchantId,
      after,
      id: isById ? value : null,
      where: {
        ...(value === null || isById ? {} : { [filter.column]: value }),
        ...(typeof args.profileId === 'string' ? { profile_id: args.profileId } : {}),
      },
      columns: columnsOf(resource, ...selectionAt(selectionOf(info), [payloadField])),
    });
  };

  @Resolver()
  class Subscriptions {
    @Subscription(() => Updated, {
      name,
      description: `${description} Changes in quick succession are coalesced. Starts now unless \`after\` is set.`,
      complexity: objectCost,
      subscribe: ({ args, context, info }) =>
        follow(context as SubscriptionContext, args as Arguments, info) as never,
    })
    updated(
      @Root() { cursor, updatedAt, row }: ObjectUpdate,
      @Arg(filter.argument, () => ID, { nullable: true, description: filter.description }) _id?:
        | string
        | null,
      @Arg('profileId', () => ID, { nullable: true, description: 'Only objects of this business profile.' })
      _profileId?: string | null,
      @Arg('after', () => String, {
        nullable: true,
        description: 'Cursor to resume after: of an update, or an `updatesCursor`. Default: now.',
      })
      _after?: string | null,
      @followedMerchant _merchantId?: string | null,
    ): object {
      return { cursor, updatedAt, [payloadField]: row };
    }
  }
  return Subscriptions;
}

@Resolver()
class UpdatesQueries {
  @Query(() => String, {
    description:
      'Current end of the change feed, read before any other field of the document. Query it together with the data to show, or before: a subscription `after` it then misses no change.',
    complexity: 1,
  })
  async updatesCursor(
    @Ctx() graphql: GraphqlContext,
    @followedMerchant merchantId?: string | null,
  ): Promise<string> {
    const [, followed] = merchantContext(graphql, merchantId);
    return graphql.updatesCursors!.get(followed)!;
  }
}

export const updatesResolvers = [
  UpdatesQueries,
  subscriptionTo({
    target: Payment,
    type: 'payment',
    name: 'paymentUpdated',
    payload: 'PaymentUpdated',
    payloadField: 'payment',
    description: 'A payment, or one of its attempts, captures, refunds or disputes, was created or changed.',
    filter: { argument: 'paymentId', column: 'payment_id', description: 'Only this payment.' },
  }),
  subscriptionTo({
    target: Refund,
    type: 'refund',
    name: 'refundUpdated',
    payload: 'RefundUpdated',
    payloadField: 'refund',
    description: 'A refund was created or changed.',
    filter: { argument: 'paymentId', column: 'payment_id', description: 'Only refunds of this payment.' },
  }),
  subscriptionTo({
    target: Dispute,
    type: 'dispute',
    name: 'disputeUpdated',
    payload: 'DisputeUpdated',
    payloadField: 'dispute',
    description: 'A dispute was opened or changed, or evidence was sent for it.',
    filter: { argument: 'paymentId', column: 'payment_id', description: 'Only disputes of this payment.' },
  }),
  subscriptionTo({
    target: Payout,
    type: 'payout',
    name: 'payoutUpdated',
    payload: 'PayoutUpdated',
    payloadField: 'payout',
    description: 'A payout, or one of its attempts, was created or changed.',
    filter: { argument: 'payoutId', column: 'payout_id', description: 'Only this payout.' },
  }),
  subscriptionTo({
    target: WebhookDelivery,
    type: 'webhook_delivery',
    name: 'webhookDelivered',
    payload: 'WebhookDelivered',
    payloadField: 'webhookDelivery',
    description: 'A webhook delivery was queued, attempted, delivered or abandoned.',
    filter: { argument: 'eventId', column: 'event_id', description: 'Only deliveries of this event.' },
  }),
];
