import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { Customer } from '../../core/entities/customer.ts';
import { customers } from '../../core/operations/customers.ts';
import type { Row } from '../../core/reads/index.ts';
import type { GraphqlContext } from '../kit/context.ts';
import { mutationOf } from '../kit/mutations.ts';
import { queriesFor } from '../kit/queries.ts';

@Resolver(() => Customer)
class CustomerFields {
  @FieldResolver()
  payments(@Root() customer: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.customerPayments(customer, info);
  }

  @FieldResolver({ name: 'paymentMethods' })
  payment_methods(
    @Root() customer: Row,
    @Ctx() { loaders }: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ) {
    return loaders.paymentMethods(customer, info);
  }

  @FieldResolver()
  mandates(@Root() customer: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.mandates(customer, info);
  }
}

export const customerResolvers = [
  ...queriesFor(customers.retrieveCustomer, customers.listCustomers),
  CustomerFields,
  mutationOf(customers.createCustomer),
  mutationOf(customers.updateCustomer),
  mutationOf(customers.createEphemeralKey, { payloadField: 'ephemeralKey' }),
  mutationOf(customers.deleteEphemeralKey, { payloadField: 'ephemeralKey' }),
  mutationOf(customers.deleteCustomer),
];
