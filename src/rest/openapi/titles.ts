import type { Operation } from '../operation.ts';

/** Operation id, summary and tag in the OpenAPI document. */
export interface OperationTitle {
  readonly id: string;
  readonly summary: string;
  readonly tag: string;
}

/** Tag descriptions, in display order. */
export const tagDescriptions: Readonly<Record<string, string>> = Object.freeze({
  Payments: 'Amounts to collect from customers, with their attempts, captures, refunds and disputes.',
  Payouts: 'Funds sent to customers or vendors.',
  Refunds: 'Full or partial refunds of payments.',
  Customers: 'Payers and payout recipients of a merchant.',
  'Payment methods': 'Payment methods saved for customers.',
  'Merchant accounts':
    'Sellers or services that accept payments and send payouts; owners of all other objects.',
  'Business profiles': 'Settings per line of business: routing, retries, webhooks, card-testing guard.',
  'Connector accounts': "Merchants' accounts at connectors.",
  'Error mappings': 'Map connector errors to unified errors and retry decisions (gsm), for all merchants.',
  Webhooks: "Events the service sends to the merchant's endpoint.",
});

const title = (id: string, summary: string, tag: string): OperationTitle =>
  Object.freeze({ id, summary, tag });

/** By operation number. Operation ids are part of the contract: client method names are generated from them. */
const titles: Readonly<Record<number, OperationTitle>> = Object.freeze({
  1: title('updatePayment', 'Update a payment', 'Payments'),
  2: title('listPayments', 'List payments', 'Payments'),
  3: title('createSessionTokens', 'Create wallet session tokens', 'Payments'),
  4: title('authenticatePayment', 'Authenticate the cardholder with 3-D Secure', 'Payments'),
  5: title('updatePayout', 'Update a payout', 'Payouts'),
  6: title('fulfillPayout', 'Fulfil a payout', 'Payouts'),
  7: title('updateRefund', 'Update a refund', 'Refunds'),
  8: title('createCustomer', 'Create a customer', 'Customers'),
  9: title('updateCustomer', 'Update a customer', 'Customers'),
  10: title('listCustomerPaymentMethods', "List a customer's payment methods", 'Customers'),
  11: title('retrievePaymentMethod', 'Retrieve a payment method', 'Payment methods'),
  12: title('updatePaymentMethod', 'Update a payment method', 'Payment methods'),
  13: title('createMerchantAccount', 'Create a merchant account', 'Merchant accounts'),
  14: title('retrieveMerchantAccount', 'Retrieve a merchant account', 'Merchant accounts'),
  15: title('listBusinessProfiles', 'List business profiles', 'Business profiles'),
  16: title('retrieveBusinessProfile', 'Retrieve a business profile', 'Business profiles'),
  17: title('listConnectorAccounts', 'List connector accounts', 'Connector accounts'),
  18: title('retrieveConnectorAccount', 'Retrieve a connector account', 'Connector accounts'),
  19: title('createErrorMapping', 'Create an error mapping', 'Error mappings'),
});

/**
 * The title of an operation.
 *
 * @throws {Error} If the operation has none.
 */
export function titleOf(operation: Operation): OperationTitle {
  const found = titles[operation.number];
  if (!found) throw new Error(`Operation ${operation.number} has no title.`);
  return found;
}
