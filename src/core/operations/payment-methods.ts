import { Customer } from '../entities/customer.ts';
import { PaymentMethod } from '../entities/payment-method.ts';
import { LinkMail } from '../payment-links/mail-link.ts';
import {
  CollectLinkCreation,
  createCollectLink,
  PaymentMethodCollectLink,
} from '../payment-methods/collect-links.ts';
import {
  CustomerPaymentMethods,
  CustomerPaymentMethodsQuery,
  customersMethodFields,
} from '../payment-methods/customer-payment-method.ts';
import { listCustomerPaymentMethods } from '../payment-methods/customer-payment-methods.ts';
import { deletePaymentMethod } from '../payment-methods/delete-payment-method.ts';
import { mailCollectLink } from '../payment-methods/mail-collect-link.ts';
import { PaymentMethodCreation, PaymentMethodUpdate } from '../payment-methods/payment-method-input.ts';
import { updatePaymentMethod } from '../payment-methods/payment-methods.ts';
import { savePaymentMethod } from '../payment-methods/save-payment-method.ts';
import {
  listOperation,
  operationsByName,
  readOperation,
  retrieveOperation,
  writeOperation,
} from './operation.ts';

const writesMethod = { permission: 'customers:write', reach: 'shared', target: PaymentMethod } as const;
const byCustomers = {
  keys: ['api_key', 'admin_key', 'ephemeral_key'],
  customerFields: customersMethodFields,
} as const;

export const paymentMethods = operationsByName({
  savePaymentMethod: writeOperation({
    ...writesMethod,
    summary: 'Save a payment method',
    about: 'Saves a card or bank account for a customer. Saving the same card again updates the saved card.',
    input: PaymentMethodCreation,
    creates: true,
    problems: ['resource_already_exists', 'parameters_exclusive'],
    run: savePaymentMethod,
  }),
  listPaymentMethods: listOperation(PaymentMethod, {
    ...byCustomers,
    summary: 'List saved payment methods',
    about: 'Lists saved payment methods, newest first, including deleted methods.',
  }),
  listCustomerPaymentMethods: readOperation({
    permission: 'customers:read',
    reach: 'shared',
    summary: "List a customer's payment methods",
    about:
      "Lists a customer's saved payment methods that match the filters, most recently used first. An ephemeral key lists its own customer's.",
    keys: ['api_key', 'ephemeral_key'],
    ids: ['customer_id'],
    input: CustomerPaymentMethodsQuery,
    target: CustomerPaymentMethods,
    only: {
      face: 'rest',
      because: 'GraphQL nests them in their customer, and lists the payment methods of all customers.',
    },
    run: listCustomerPaymentMethods,
  }),
  retrievePaymentMethod: retrieveOperation(PaymentMethod, {
    ...byCustomers,
    about: 'Retrieves a saved payment method.',
  }),
  updatePaymentMethod: writeOperation({
    ...writesMethod,
    ...byCustomers,
    summary: 'Update a payment method',
    about:
      "Updates a saved card's expiry date, cardholder name or nickname. An ephemeral key updates its own customer's.",
    ids: ['payment_method_id'],
    input: PaymentMethodUpdate,
    problems: ['client_secret_invalid', 'client_secret_expired', 'unexpected_state'],
    run: updatePaymentMethod,
  }),
  deletePaymentMethod: writeOperation({
    ...writesMethod,
    ...byCustomers,
    summary: 'Delete a payment method',
    about:
      "Deletes a saved payment method: erases its number and makes it permanently inactive. An ephemeral key deletes its own customer's.",
    ids: ['payment_method_id'],
    evenIfSuspended: true,
    run: deletePaymentMethod,
  }),
  createCollectLink: writeOperation({
    ...writesMethod,
    summary: 'Create a link to save payment methods',
    about:
      'Creates an expiring link to a page on which a customer saves cards and bank accounts, with the effect of `savePaymentMethod`.',
    input: CollectLinkCreation,
    target: PaymentMethodCollectLink,
    ofMerchant: true,
    creates: true,
    problems: ['resource_not_found', 'unexpected_state'],
    run: createCollectLink,
    shows: (link) => ({ id: link.pm_collect_link_id, snapshot: { ...link } }),
  }),
  mailCollectLink: writeOperation({
    ...writesMethod,
    summary: 'Send a link to save payment methods by e-mail',
    about:
      "Sends an unexpired link for saving payment methods to its customer by e-mail, in the merchant's name. It counts towards the same limits as payment links.",
    ids: ['pm_collect_link_id'],
    input: LinkMail,
    target: Customer,
    problems: [
      'unexpected_state',
      'not_permitted',
      'missing_parameter',
      'rate_limited',
      'outgoing_calls_off',
    ],
    run: mailCollectLink,
  }),
});
