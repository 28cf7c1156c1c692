import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { Attempt } from '../../core/entities/attempt.ts';
import { payments } from '../../core/operations/payments.ts';
import type { Row } from '../../core/reads/index.ts';
import type { GraphqlContext } from '../kit/context.ts';
import { queriesFor } from '../kit/queries.ts';

/**
 * The filters of attempts, in their list and in their statistics. Few have an index, which every payment would have to
 * write: the list is read in the order of time, so that a range of times bounds it.
 */
export const attemptFilters = [
  ...['created_at', 'payment_id', 'status', 'connector', 'currency', 'profile_id', 'error_code'],
  ...['issuer_error_code', 'unified_code', 'payment_method', 'payment_method_type', 'card_network'],
  ...['billing_country', 'authentication_type', 'connector_decision', 'card_issuer'],
  'merchant_connector_id',
];

@Resolver(() => Attempt)
class AttemptFields {
  @FieldResolver()
  payment(@Root() attempt: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.payment(attempt, info);
  }
}

export const attemptResolvers = [
  ...queriesFor(payments.retrieveAttempt, payments.listAttempts, { filters: attemptFilters }),
  AttemptFields,
];
