import { type GraphQLFieldResolver, type GraphQLSchema, isObjectType } from 'graphql';
import { Field, Int, ObjectType } from 'type-graphql';
import { BusinessProfile } from '../../core/entities/business-profile.ts';
import { DateTimeScalar } from '../../core/model/index.ts';
import type { Row } from '../../core/reads/index.ts';
import type { GraphqlContext } from './context.ts';
import { objectCost } from './cost.ts';

@ObjectType({
  description: 'How the endpoint that webhooks of a business profile go to has been doing.',
  simpleResolvers: true,
})
class WebhookEndpoint {
  @Field(() => Int, { description: 'How many tries in a row had no answer at all.' }) failures!: number;
  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Until when nothing is sent to it: it did not answer several times, or asked for a rest.',
  })
  restingUntil?: string | null;
  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When it answered 410: nothing is sent to it until `webhook_details` are set again.',
  })
  stoppedAt?: string | null;
}

Field(() => WebhookEndpoint, { description: 'How its endpoint has been doing.' })(
  BusinessProfile.prototype,
  'webhookEndpoint',
);

const webhookEndpoint: GraphQLFieldResolver<Row, GraphqlContext> = async (row, _args, { loaders }) => {
  const key = { merchantId: row.merchant_id as string, profileId: row.profile_id as string };
  const { failures, resting_until: restingUntil, stopped_at: stoppedAt } = await loaders.endpoint(key);
  return { failures, restingUntil, stoppedAt };
};

/** Gives the field that tells of endpoints its resolver: a plain function, as all other fields have. */
export function bindEndpointFields(schema: GraphQLSchema): void {
  const type = schema.getType(BusinessProfile.name);
  if (!isObjectType(type)) return;
  const field = type.getFields().webhookEndpoint!;
  field.resolve = webhookEndpoint as GraphQLFieldResolver<unknown, unknown>;
  field.extensions = { ...field.extensions, complexity: objectCost };
}
