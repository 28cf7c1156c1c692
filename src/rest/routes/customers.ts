import {
  CustomerPaymentMethods,
  listCustomerPaymentMethods,
} from '../../core/payment-methods/customer-payment-methods.ts';
import { CustomerPaymentMethodsQuery } from '../../core/payment-methods/customer-payment-methods-query.ts';
import { one } from '../answer.ts';
import { operation } from '../operation.ts';

export const customerOperations = [
  operation({
    number: 10,
    method: 'get',
    path: '/customers/{customer_id}/payment_methods',
    about: "Lists a customer's saved payment methods that are good for what is asked, last used first.",
    keys: ['api_key'],
    query: CustomerPaymentMethodsQuery,
    answer: one(CustomerPaymentMethods),
    handle: (ctx, { path, query }) => listCustomerPaymentMethods(ctx, path.customer_id, query),
  }),
];
