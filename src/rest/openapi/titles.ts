import type { Operation } from '../operation/operation.ts';

/** What an operation is called: in clients made from the document, in its table of contents, and among which. */
export interface OperationTitle {
  readonly id: string;
  readonly summary: string;
  readonly tag: string;
}

/** What is said of each group of operations, in the order they are shown. */
export const tagDescriptions: Readonly<Record<string, string>> = Object.freeze({
  Payments: 'Money a merchant wants from a customer, through every try at getting it.',
  Payouts: 'Money a merchant sends to someone.',
  Refunds: 'Money given back on a payment.',
  Customers: 'Those who pay a merchant or are paid by it.',
  'Payment methods': 'Payment methods kept for customers.',
  'Merchant accounts': 'Those who take and send payments. Everything else belongs to one.',
  'Business profiles': "Settings of the lines of a merchant's business.",
  'Connector accounts': 'Accounts that merchants have at connectors.',
  'Error mappings': "What connectors' errors mean to the service, for all merchants.",
  Webhooks: "What the service sends to a merchant's own endpoint.",
});

const title = (id: string, summary: string, tag: string): OperationTitle =>
  Object.freeze({ id, summary, tag });

/** By the operations' numbers. Identifiers are part of the contract: clients are generated from them. */
const titles: Readonly<Record<number, OperationTitle>> = Object.freeze({
  1: title('updatePayment', 'Update a payment', 'Payments'),
  2: title('listPayments', 'List payments', 'Payments'),
  3: title('createSessionTokens', 'Get session tokens of wallets', 'Payments'),
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

/** What an operation is called. One without a title is a mistake: the document could not name it. */
export function titleOf(operation: Operation): OperationTitle {
  const found = titles[operation.number];
  if (!found) throw new Error(`Operation ${operation.number} has no title.`);
  return found;
}
