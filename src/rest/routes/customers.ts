import { CustomerCreation, CustomerUpdate } from '../../core/customers/customer-input.ts';
import { createCustomer, updateCustomer } from '../../core/customers/customers.ts';
import { Customer } from '../../core/entities/customer.ts';
import {
  CustomerPaymentMethods,
  CustomerPaymentMethodsQuery,
} from '../../core/payment-methods/customer-payment-method.ts';
import { listCustomerPaymentMethods } from '../../core/payment-methods/customer-payment-methods.ts';
import { readWhole } from '../../core/reads/index.ts';
import { operation } from '../operation.ts';
import { one } from '../response-shapes.ts';

export const customerOperations = [
  operation({
    number: 8,
    id: 'createCustomer',
    permission: 'customers:write',
    reach: 'shared',
    summary: 'Create a customer',
    tag: 'Customers',
    method: 'post',
    path: '/customers',
    about: 'Creates a customer. The identifier is generated if omitted.',
    keys: ['api_key'],
    body: CustomerCreation,
    problems: ['resource_already_exists'],
    example: { body: { customer_id: 'alice', name: 'Alice Example', email: 'alice@example.com' } },
    response: one(Customer),
    handle: async (ctx, { body }) => {
      const customerId = await createCustomer(ctx, body);
      return readWhole(ctx, Customer, customerId, 'single');
    },
  }),
  operation({
    number: 9,
    id: 'updateCustomer',
    permission: 'customers:write',
    reach: 'shared',
    summary: 'Update a customer',
    tag: 'Customers',
    method: 'post',
    path: '/customers/{customer_id}',
    about: "Updates a customer's details or default payment method.",
    keys: ['api_key'],
    body: CustomerUpdate,
    problems: ['unexpected_state'],
    example: { body: { name: 'Alice Example', email: 'alice@example.com', metadata: { tier: 'gold' } } },
    response: one(Customer),
    handle: async (ctx, { path, body }) => {
      await updateCustomer(ctx, path.customer_id, body);
      return readWhole(ctx, Customer, path.customer_id, 'single');
    },
  }),
  operation({
    number: 10,
    id: 'listCustomerPaymentMethods',
    permission: 'customers:read',
    reach: 'shared',
    summary: "List a customer's payment methods",
    tag: 'Customers',
    method: 'get',
    path: '/customers/{customer_id}/payment_methods',
    about:
      "Lists a customer's saved payment methods that match the filters, most recently used first. An ephemeral key lists its own customer's.",
    keys: ['api_key', 'ephemeral_key'],
    query: CustomerPaymentMethodsQuery,
    example: {
      query: {
        accepted_currency: ['EUR', 'USD'],
        accepted_country: ['DE'],
        minimum_amount: 100,
        maximum_amount: 50_000,
        recurring_payment_enabled: false,
        installment_payment_enabled: false,
      },
    },
    response: one(CustomerPaymentMethods),
    handle: (ctx, { path, query }) => listCustomerPaymentMethods(ctx, path.customer_id, query),
  }),
];
