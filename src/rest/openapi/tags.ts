import { BEYOND_TAG } from '../operation.ts';

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
  [BEYOND_TAG]:
    'Operations that the specification does not have: what else GraphQL can do, at the paths of Hyperswitch where it has them.',
  Webhooks: "Events the service sends to the merchant's endpoint.",
});
