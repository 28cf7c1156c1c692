import type { GraphqlContext } from '../kit/context.ts';
import type { Feeds } from './feeds.ts';

/** What resolvers of subscriptions get besides. */
export interface SubscriptionContext extends GraphqlContext {
  readonly feeds: Feeds;
}
