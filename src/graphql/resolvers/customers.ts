import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { CustomerCreation, CustomerUpdate } from '../../core/customers/customer-input.ts';
import { createCustomer, updateCustomer } from '../../core/customers/customers.ts';
import { Customer } from '../../core/entities/customer.ts';
import {
  CustomersKey,
  createEphemeralKey,
  createsEphemeralKey,
  deleteEphemeralKey,
  deletesEphemeralKey,
  EphemeralKeyCreation,
} from '../../core/payment-methods/customers-keys.ts';
import { deleteCustomer } from '../../core/payment-methods/delete-customer.ts';
import type { Row } from '../../core/reads/index.ts';
import type { GraphqlContext } from '../kit/context.ts';
import { mutation } from '../kit/mutations.ts';
import { queriesOf } from '../kit/queries.ts';

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
  queriesOf(Customer),
  CustomerFields,
  mutation({
    name: 'createCustomer',
    permission: 'customers:write',
    reach: 'shared',
    about: 'Creates a customer, with your own identifier or a generated one.',
    input: CustomerCreation,
    creates: true,
    payload: Customer,
    payloadField: 'customer',
    run: async (ctx, input) => ({ id: await createCustomer(ctx, input) }),
  }),
  mutation({
    name: 'updateCustomer',
    permission: 'customers:write',
    reach: 'shared',
    about: "Updates a customer's details or default payment method.",
    input: CustomerUpdate,
    ids: ['customer_id'],
    payload: Customer,
    payloadField: 'customer',
    run: async (ctx, changes, { customer_id }) => {
      await updateCustomer(ctx, customer_id!, changes);
      return { id: customer_id! };
    },
  }),
  mutation({
    name: 'createEphemeralKey',
    permission: 'customers:write',
    reach: 'shared',
    about: createsEphemeralKey,
    input: EphemeralKeyCreation,
    creates: true,
    payload: CustomersKey,
    payloadField: 'ephemeralKey',
    oneTimeText: { name: 'secret', about: 'The key, `epk_…`. Null in the replay of an idempotent mutation.' },
    run: async (ctx, input) => {
      const { secret, ...key } = await createEphemeralKey(ctx, input);
      return { id: key.id, snapshot: { ...key }, oneTimeTexts: { secret } };
    },
  }),
  mutation({
    name: 'deleteEphemeralKey',
    permission: 'customers:write',
    reach: 'shared',
    about: deletesEphemeralKey,
    ids: ['ephemeral_key_id'],
    creates: true,
    payload: CustomersKey,
    payloadField: 'ephemeralKey',
    run: async (ctx, _input, { ephemeral_key_id: id }) => ({
      id: id!,
      snapshot: { ...(await deleteEphemeralKey(ctx, id!)) },
    }),
  }),
  mutation({
    name: 'deleteCustomer',
    permission: 'customers:write',
    reach: 'merchant',
    about:
      'Deletes a customer for good: erases its personal data, also in its payments, payouts and stored events, and ends its saved payment methods. Payments and payouts keep their sums.',
    evenIfSuspended: true,
    ids: ['customer_id'],
    payload: Customer,
    payloadField: 'customer',
    run: async (ctx, _input, { customer_id }) => {
      await deleteCustomer(ctx, customer_id!);
      return { id: customer_id! };
    },
  }),
];
