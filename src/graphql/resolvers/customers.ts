import { CustomerCreation, CustomerUpdate } from '../../core/customers/customer-input.ts';
import { createCustomer, updateCustomer } from '../../core/customers/customers.ts';
import { Customer } from '../../core/entities/customer.ts';
import { mutation } from '../kit/mutations.ts';
import { queriesOf } from '../kit/queries.ts';

export const customerResolvers = [
  queriesOf(Customer),
  mutation({
    name: 'createCustomer',
    about: 'Creates a customer, under an identifier of your own or one that is made.',
    input: CustomerCreation,
    creates: true,
    payload: Customer,
    payloadField: 'customer',
    run: async (ctx, given) => ({ id: await createCustomer(ctx, given) }),
  }),
  mutation({
    name: 'updateCustomer',
    about: "Changes a customer's details or default payment method.",
    input: CustomerUpdate,
    ids: ['customer_id'],
    payload: Customer,
    payloadField: 'customer',
    run: async (ctx, changes, { customer_id }) => {
      await updateCustomer(ctx, customer_id!, changes);
      return { id: customer_id! };
    },
  }),
];
