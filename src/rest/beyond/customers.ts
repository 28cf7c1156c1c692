import { Customer } from '../../core/entities/customer.ts';
import { deleteCustomer } from '../../core/payment-methods/delete-customer.ts';
import { beyond, retrieve } from '../beyond.ts';
import { listOf } from '../lists.ts';
import { one } from '../response-shapes.ts';

export const customersBeyond = [
  listOf(Customer, {
    id: 'listCustomers',
    summary: 'List customers',
    path: '/customers',
    alsoAt: ['/customers/list'],
    about: 'Lists customers, newest first.',
  }),
  beyond({
    id: 'retrieveCustomer',
    permission: 'customers:read',
    reach: 'shared',
    summary: 'Retrieve a customer',
    method: 'get',
    path: '/customers/{customer_id}',
    about: 'Retrieves a customer. Of a deleted one only the identifier and times are left.',
    response: one(Customer, 'full'),
    handle: (ctx, { path }) => retrieve(ctx, Customer, path.customer_id),
  }),
  beyond({
    id: 'deleteCustomer',
    permission: 'customers:write',
    reach: 'merchant',
    evenIfSuspended: true,
    summary: 'Delete a customer',
    method: 'delete',
    path: '/customers/{customer_id}',
    about:
      'Deletes a customer for good: erases its personal data, also in its payments, payouts and stored events, and ends its saved payment methods. Payments and payouts keep their sums.',
    response: one(Customer, 'full'),
    handle: async (ctx, { path }) => {
      await deleteCustomer(ctx, path.customer_id);
      return retrieve(ctx, Customer, path.customer_id);
    },
  }),
];
