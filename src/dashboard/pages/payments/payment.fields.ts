// Generated from `CreatePaymentInput` of schema/schema.graphql by `npm run emit`.
import type { DescribedField } from '../../act/described.ts';

export const paymentFields: readonly DescribedField[] = [
  {
    "name": "amount",
    "about": "Amount to collect, in minor units, before shipping, tax and surcharge.",
    "isRequired": true,
    "kind": "amount"
  },
  {
    "name": "currency",
    "about": "Three-letter ISO 4217 code of the payment's currency.",
    "isRequired": true,
    "kind": "text"
  },
  {
    "name": "authenticationType",
    "about": "Whether 3-D Secure is requested; never for off-session payments. `no_three_ds` by default. It is what was asked for: what came of it is in `authentication_data` of the card and in `external_authentication_details`.",
    "kind": "choice",
    "options": [
      "no_three_ds",
      "three_ds"
    ]
  },
  {
    "name": "captureMethod",
    "about": "How authorized funds are captured; `automatic` by default.",
    "kind": "choice",
    "options": [
      "automatic",
      "manual",
      "manual_multiple",
      "sequential_automatic"
    ]
  },
  {
    "name": "description",
    "about": "Description of the payment, for the merchant's own use.",
    "kind": "text"
  },
  {
    "name": "email",
    "about": "Customer's email address.",
    "kind": "text"
  },
  {
    "name": "merchantOrderReferenceId",
    "about": "Merchant's own order reference.",
    "kind": "text"
  },
  {
    "name": "name",
    "about": "Customer's name.",
    "kind": "text"
  },
  {
    "name": "returnUrl",
    "about": "URL the customer returns to after a redirect; the business profile's by default.",
    "kind": "text"
  },
  {
    "name": "sessionExpiry",
    "about": "Time until the payment expires unless confirmed, in seconds from now; null for the profile's `session_expiry`.",
    "kind": "number"
  },
  {
    "name": "statementDescriptorSuffix",
    "about": "Suffix of the statement descriptor, which follows it.",
    "kind": "text"
  }
];
