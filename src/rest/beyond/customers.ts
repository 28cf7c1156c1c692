import { Customer } from '../../core/entities/customer.ts';
import * as f from '../../core/model/fields.ts';
import { customers } from '../../core/operations/customers.ts';
import { LIST_PAGE_MAX, readCountedList } from '../../core/reads/index.ts';
import { aliasListParameters } from '../dialects/hyperswitch/list-names.ts';
import { handleAt } from '../places/handle-at.ts';
import { listAt } from '../places/list-at.ts';
import { listQuery, OFFSET_MAX, type Query, queryConditions } from '../places/list-query.ts';
import { readAt } from '../places/read-at.ts';
import { retrieveAt } from '../places/retrieve-at.ts';
import { writeAt } from '../places/write-at.ts';
import { countedPage, deleted, one } from '../response-shapes.ts';

/** A page by number. */
class NumberedPage {
  @f.Integer(`Maximum number of entries to return, 1 to ${LIST_PAGE_MAX}; 20 by default.`, {
    min: 1,
    maximum: LIST_PAGE_MAX,
  })
  limit?: number | null;
  @f.Integer(`How many of the newest entries to pass over, up to ${OFFSET_MAX}; 0 by default.`, {
    min: 0,
    maximum: OFFSET_MAX,
  })
  offset?: number | null;
  @f.Id('Filter by exact `customer_id`.')
  customer_id?: string | null;
}

const countedQuery = listQuery(Customer, NumberedPage);
aliasListParameters(countedQuery, Customer);

export const customersBeyond = [
  writeAt(customers.createEphemeralKey, {
    method: 'post',
    path: '/ephemeral_keys',
    example: { body: { customer_id: 'alice' } },
  }),
  writeAt(customers.deleteEphemeralKey, { method: 'delete', path: '/ephemeral_keys/{ephemeral_key_id}' }),
  listAt(customers.listCustomers, '/customers', { alsoAt: ['[] /customers/list'] }),
  handleAt(customers.listCustomersWithCount, {
    method: 'get',
    path: '/customers/list_with_count',
    query: countedQuery,
    example: { query: { limit: 20, offset: 40 } },
    response: countedPage(Customer),
    handle: (ctx, { query }) => {
      const { customer_id: id, ...page } = query as NumberedPage;
      const ofCustomer = id ? [{ field: 'customer_id', op: 'eq', value: id } as const] : [];
      const conditions = [...ofCustomer, ...queryConditions(Customer, query as Query)];
      return readCountedList(ctx, Customer, 'full', conditions, page);
    },
  }),
  retrieveAt(customers.retrieveCustomer, '/customers/{customer_id}'),
  readAt(customers.listCustomerMandates, { path: '/customers/{customer_id}/mandates' }),
  writeAt(customers.setDefaultPaymentMethod, {
    method: 'post',
    path: '/customers/{customer_id}/payment_methods/{method_id}/default',
  }),
  writeAt(customers.deleteCustomer, {
    method: 'delete',
    path: '/customers/{customer_id}',
    response: deleted(
      one(Customer, 'full'),
      'customer_deleted',
      'address_deleted',
      'payment_methods_deleted',
    ),
  }),
];
