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
    summary: 'List customers by offset',
    about:
      'Lists customers by offset, newest first, with the total count. A customer created meanwhile shifts the entries by one; `GET /customers` uses stable cursors instead.',
    only: { face: 'rest', because: 'GraphQL counts the rows of every list.' },
  }),
  retrieveCustomer: retrieveOperation(Customer, {
    about: 'Retrieves a customer. A deleted customer retains only its identifier and times.',
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
      'Permanently deletes a customer: erases its personal data, including in payments, payouts and stored events, and deactivates its saved payment methods. Payments and payouts keep their amounts.',
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
      "Creates an ephemeral key with which a page can list, update and delete a customer's saved payment methods for an hour. The key is returned only in this response. It gives no access to payments, unlike the key returned when a payment is created.",
    input: EphemeralKeyCreation,
    problems: ['resource_not_found', 'unexpected_state'],
    oneTimeText: { name: 'secret', about: 'The key, `epk_…`.' },
    run: createEphemeralKey,
    shows: ({ secret, ...key }) => ({ id: key.id, snapshot: { ...key }, oneTimeTexts: { secret } }),
  }),
  deleteEphemeralKey: writeOperation({
    ...writesKey,
    summary: 'Revoke an ephemeral key',
    about: 'Revokes an ephemeral key of a customer before its expiry, effective within a second.',
    ids: ['ephemeral_key_id'],
    problems: ['resource_not_found'],
    run: deleteEphemeralKey,
    shows: 'result',
  }),
});
