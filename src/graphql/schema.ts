import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { buildSchemaSync, type NonEmptyArray } from 'type-graphql';
import { bindFields } from './bind-fields.ts';
import { ApiKeyQueries } from './resolvers/api-keys.ts';
import { BusinessProfileQueries } from './resolvers/business-profiles.ts';
import { ConnectorAccountQueries } from './resolvers/connector-accounts.ts';
import { CustomerQueries } from './resolvers/customers.ts';
import { DisputeQueries } from './resolvers/disputes.ts';
import { ErrorMappingQueries } from './resolvers/error-mappings.ts';
import { MerchantAccountQueries } from './resolvers/merchant-accounts.ts';
import { NodeQueries } from './resolvers/node.ts';
import { PaymentMethodQueries } from './resolvers/payment-methods.ts';
import { PaymentQueries } from './resolvers/payments.ts';
import { PayoutQueries } from './resolvers/payouts.ts';
import { RefundQueries } from './resolvers/refunds.ts';
import { StatsQueries } from './resolvers/stats.ts';
import { ViewerQueries } from './resolvers/viewer.ts';

// biome-ignore lint/complexity/noBannedTypes: type-graphql takes resolvers as their classes.
const resolvers: NonEmptyArray<Function> = [
  ViewerQueries,
  NodeQueries,
  PaymentQueries,
  RefundQueries,
  DisputeQueries,
  PayoutQueries,
  CustomerQueries,
  PaymentMethodQueries,
  MerchantAccountQueries,
  BusinessProfileQueries,
  ConnectorAccountQueries,
  ErrorMappingQueries,
  ApiKeyQueries,
  ...StatsQueries,
];

/** Builds the schema: type-graphql's types with our own field resolvers. Both faces validate input themselves. */
export function buildGraphqlSchema(): GraphQLSchema {
  const schema = buildSchemaSync({ resolvers, validate: false });
  bindFields(schema);
  return schema;
}

/** The schema as text, sorted so that moving code about does not change it. */
export function printGraphqlSchema(schema: GraphQLSchema): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}
