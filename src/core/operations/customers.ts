import { CustomerCreation, CustomerUpdate } from '../customers/customer-input.ts';
import { createCustomer, updateCustomer } from '../customers/customers.ts';
import { Customer } from '../entities/customer.ts';
import { Mandate } from '../entities/mandate.ts';
import { listMandatesOf } from '../mandates/list-mandates.ts';
import {
  CustomersKey,
  createEphemeralKey,
  deleteEphemeralKey,
  EphemeralKeyCreation,
} from '../payment-methods/customers-keys.ts';
import { deleteCustomer } from '../payment-methods/delete-customer.ts';
import { setDefaultMethod } from '../payment-methods/set-default-method.ts';
import {
  handledOperation,
  listOperation,
  operationsByName,
  readOperation,
  retrieveOperation,
  writeOperation,
} from './operation.ts';

const writesCustomer = { permission: 'customers:write', reach: 'shared', target: Customer } as const;
const writesKey = { ...writesCustomer, target: CustomersKey, ofMerchant: true } as const;

export const customers = operationsByName({
  createCustomer: writeOperation({
    ...writesCustomer,
    summary: 'Create a customer',
    about: 'Creates a customer. The identifier is generated if omitted.',
    input: CustomerCreation,
    creates: true,
    problems: ['resource_already_exists'],
    run: createCustomer,
  }),
  listCustomers: listOperation(Customer),
  listCustomersWithCount: handledOperation({
    permission: 'customers:read',
    reach: 'shared',
    target: Customer,
    summary: 'List customers by number',
    about:
      'Lists customers by number, newest first, with the count of all, as clients of Hyperswitch page. A customer created meanwhile moves the others on by one: `GET /customers` goes on from an entry.',
    only: { face: 'rest', because: 'GraphQL counts the rows of every list.' },
  }),
  retrieveCustomer: retrieveOperation(Customer, {
    about: 'Retrieves a customer. Of a deleted one only the identifier and times are left.',
  }),
  updateCustomer: writeOperation({
    ...writesCustomer,
    summary: 'Update a customer',
    about: "Updates a customer's details or default payment method.",
    ids: ['customer_id'],
    input: CustomerUpdate,
    problems: ['unexpected_state'],
    run: updateCustomer,
  }),
  deleteCustomer: writeOperation({
    ...writesCustomer,
    reach: 'merchant',
    summary: 'Delete a customer',
    about:
      'Deletes a customer for good: erases its personal data, also in its payments, payouts and stored events, and ends its saved payment methods. Payments and payouts keep their sums.',
    ids: ['customer_id'],
    evenIfSuspended: true,
    run: deleteCustomer,
  }),
  listCustomerMandates: readOperation({
    permission: 'customers:read',
    reach: 'shared',
    summary: "List a customer's mandates",
    about: "Lists a customer's mandates, newest first.",
    ids: ['customer_id'],
    target: Mandate,
    many: true,
    only: { face: 'rest', because: 'GraphQL nests the mandates in their customer.' },
    run: listMandatesOf,
  }),
  setDefaultPaymentMethod: writeOperation({
    ...writesCustomer,
    summary: "Set a customer's default payment method",
    about: "Makes a saved payment method its customer's default.",
    ids: ['customer_id', 'method_id'],
    only: { face: 'rest', because: 'The mutation `updateCustomer` sets it.' },
    run: setDefaultMethod,
  }),
  createEphemeralKey: writeOperation({
    ...writesKey,
    summary: 'Create an ephemeral key',
    about:
      "Creates an ephemeral key of a customer, with which a page lists, updates and deletes the customer's saved payment methods, for an hour. The key is returned only in this response. It opens no payment: the key that a payment is created with does.",
    input: EphemeralKeyCreation,
    problems: ['resource_not_found', 'unexpected_state'],
    oneTimeText: { name: 'secret', about: 'The key, `epk_…`.' },
    run: createEphemeralKey,
    shows: ({ secret, ...key }) => ({ id: key.id, snapshot: { ...key }, oneTimeTexts: { secret } }),
  }),
  deleteEphemeralKey: writeOperation({
    ...writesKey,
    summary: 'End an ephemeral key',
    about: 'Ends an ephemeral key of a customer early. It is refused within a second.',
    ids: ['ephemeral_key_id'],
    problems: ['resource_not_found'],
    run: deleteEphemeralKey,
    shows: 'result',
  }),
});
