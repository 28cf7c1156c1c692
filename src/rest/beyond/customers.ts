import { Customer } from '../../core/entities/customer.ts';
import { Mandate } from '../../core/entities/mandate.ts';
import { listMandatesOf } from '../../core/mandates/list-mandates.ts';
import * as f from '../../core/model/fields.ts';
import {
  CustomersKey,
  createEphemeralKey,
  createsEphemeralKey,
  deleteEphemeralKey,
  deletesEphemeralKey,
  EphemeralKeyCreation,
} from '../../core/payment-methods/customers-keys.ts';
import { deleteCustomer } from '../../core/payment-methods/delete-customer.ts';
import { setDefaultMethod } from '../../core/payment-methods/set-default-method.ts';
import { LIST_PAGE_MAX, readCountedList } from '../../core/reads/index.ts';
import { beyond, retrieve } from '../beyond.ts';
import { aliasListParameters } from '../dialects/hyperswitch/list-names.ts';
import { listOf, listQuery, OFFSET_MAX, type Query, queryConditions } from '../lists.ts';
import { countedPage, deleted, list, one, oneWithSecret } from '../response-shapes.ts';

const changesKeys = { permission: 'customers:write', reach: 'shared', ofMerchant: true } as const;

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
  beyond({
    ...changesKeys,
    id: 'createEphemeralKey',
    summary: 'Create an ephemeral key',
    method: 'post',
    path: '/ephemeral_keys',
    about: createsEphemeralKey,
    body: EphemeralKeyCreation,
    problems: ['resource_not_found', 'unexpected_state'],
    example: { body: { customer_id: 'alice' } },
    response: oneWithSecret(
      CustomersKey,
      'secret',
      'The key, `epk_…`. Null in the replay of an idempotent request.',
    ),
    handle: (ctx, { body }) => createEphemeralKey(ctx, body),
  }),
  beyond({
    ...changesKeys,
    id: 'deleteEphemeralKey',
    summary: 'End an ephemeral key',
    method: 'delete',
    path: '/ephemeral_keys/{ephemeral_key_id}',
    about: deletesEphemeralKey,
    problems: ['resource_not_found'],
    response: one(CustomersKey),
    handle: (ctx, { path }) => deleteEphemeralKey(ctx, path.ephemeral_key_id),
  }),
  listOf(Customer, {
    id: 'listCustomers',
    summary: 'List customers',
    path: '/customers',
    alsoAt: ['[] /customers/list'],
    about: 'Lists customers, newest first.',
  }),
  beyond({
    id: 'listCustomersWithCount',
    permission: 'customers:read',
    reach: 'shared',
    summary: 'List customers by number',
    method: 'get',
    path: '/customers/list_with_count',
    about:
      'Lists customers by number, newest first, with the count of all, as clients of Hyperswitch page. A customer created meanwhile moves the others on by one: `GET /customers` goes on from an entry.',
    query: countedQuery,
    example: { query: { limit: 20, offset: 40 } },
    response: countedPage(Customer),
    handle: (ctx, { query }) => {
      const { customer_id: id } = query as NumberedPage;
      const ofCustomer = id ? [{ field: 'customer_id', op: 'eq', value: id } as const] : [];
      const conditions = [...ofCustomer, ...queryConditions(Customer, query as Query)];
      return readCountedList(ctx, Customer, 'full', conditions, query);
    },
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
    id: 'listCustomerMandates',
    permission: 'customers:read',
    reach: 'shared',
    summary: "List a customer's mandates",
    method: 'get',
    path: '/customers/{customer_id}/mandates',
    about: "Lists a customer's mandates, newest first.",
    response: list(Mandate),
    handle: (ctx, { path }) => listMandatesOf(ctx, path.customer_id),
  }),
  beyond({
    id: 'setDefaultPaymentMethod',
    permission: 'customers:write',
    reach: 'shared',
    summary: "Set a customer's default payment method",
    method: 'post',
    path: '/customers/{customer_id}/payment_methods/{method_id}/default',
    about: "Makes a saved payment method its customer's default.",
    response: one(Customer, 'full'),
    handle: async (ctx, { path }) => {
      await setDefaultMethod(ctx, path.customer_id, path.method_id);
      return retrieve(ctx, Customer, path.customer_id);
    },
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
    response: deleted(
      one(Customer, 'full'),
      'customer_deleted',
      'address_deleted',
      'payment_methods_deleted',
    ),
    handle: async (ctx, { path }) => {
      await deleteCustomer(ctx, path.customer_id);
      return retrieve(ctx, Customer, path.customer_id);
    },
  }),
];
