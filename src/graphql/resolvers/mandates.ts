import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { Mandate } from '../../core/entities/mandate.ts';
import { mandates } from '../../core/operations/mandates.ts';
import type { Row } from '../../core/reads/index.ts';
import type { GraphqlContext } from '../kit/context.ts';
import { mutationOf } from '../kit/mutations.ts';
import { queriesFor } from '../kit/queries.ts';
import { NextStates, nextStates, Timeline, timelineEntries } from '../kit/status-history.ts';

@Resolver(() => Mandate)
class MandateFields {
  @FieldResolver()
  customer(@Root() mandate: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.customer(mandate, info);
  }

  @FieldResolver({ name: 'paymentMethod' })
  payment_method(@Root() mandate: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.paymentMethod(mandate, info);
  }

  @FieldResolver()
  payment(@Root() mandate: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.payment(mandate, info);
  }

  @Timeline()
  timeline(@Root() mandate: Row, @Ctx() { loaders }: GraphqlContext) {
    return timelineEntries(loaders.timeline(Mandate, mandate));
  }

  @NextStates(Mandate)
  nextStates(@Root() mandate: Row) {
    return nextStates(Mandate, mandate);
  }
}

export const mandateResolvers = [
  ...queriesFor(mandates.retrieveMandate, mandates.listMandates),
  MandateFields,
  mutationOf(mandates.revokeMandate),
];
