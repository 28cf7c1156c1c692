// Generated from `UpdateConnectorAccountInput` of schema/schema.graphql by `npm run emit`.
import type { DescribedField } from '../../act/described.ts';

export const accountFields: readonly DescribedField[] = [
  {
    "name": "businessCountry",
    "about": "Two-letter ISO 3166 country code of the business the account serves: payments and payouts with another `business_country` are not routed to it. Null serves all, as with the other two.",
    "kind": "text"
  },
  {
    "name": "businessLabel",
    "about": "Line of business the account serves: payments and payouts with another `business_label` are not routed to it. Case, spaces, hyphens and underscores do not matter.",
    "kind": "text"
  },
  {
    "name": "businessSubLabel",
    "about": "Subdivision of the line of business: payments with another `business_sub_label` are not routed to the account.",
    "kind": "text"
  },
  {
    "name": "connectorWalletsDetails",
    "about": "Settings of wallets, one object per wallet, encrypted at rest; certificates and keys are returned masked. Setting it takes the permission `connectors:credentials`, which the sandbox does not need; the role developer may where `test_mode` is true.",
    "kind": "json"
  },
  {
    "name": "frmConfigs",
    "about": "Of an account at a fraud connector: which payments it checks, when, and what is done with fraud. Over REST, a JSON-encoded list.",
    "kind": "objects",
    "fields": [
      {
        "name": "gateway",
        "about": "Name of the connector whose payments are checked.",
        "kind": "text"
      },
      {
        "name": "paymentMethods",
        "about": "Payment methods to check.",
        "kind": "objects",
        "fields": [
          {
            "name": "paymentMethod",
            "about": "Payment method family, such as `card`.",
            "kind": "choice",
            "options": [
              "bank_debit",
              "bank_redirect",
              "bank_transfer",
              "card",
              "card_redirect",
              "crypto",
              "gift_card",
              "mobile_payment",
              "open_banking",
              "pay_later",
              "real_time_payment",
              "reward",
              "upi",
              "voucher",
              "wallet"
            ]
          },
          {
            "name": "paymentMethodTypes",
            "about": "Payment method subtypes to check.",
            "kind": "objects",
            "fields": [
              {
                "name": "action",
                "about": "The action on fraud; `cancel_txn` by default. A payment that the check wants reviewed is always held.",
                "kind": "choice",
                "options": [
                  "auto_refund",
                  "cancel_txn",
                  "manual_review"
                ]
              },
              {
                "name": "cardNetworks",
                "about": "Card networks to check; empty means all.",
                "kind": "texts"
              },
              {
                "name": "flow",
                "about": "When to check; `pre` by default.",
                "kind": "choice",
                "options": [
                  "post",
                  "pre"
                ]
              },
              {
                "name": "paymentMethodType",
                "about": "Payment method subtype, such as `credit`.",
                "kind": "text"
              }
            ]
          }
        ]
      }
    ]
  },
  {
    "name": "metadata",
    "about": "Connector-specific settings and the merchant's own key-value pairs: up to 50 keys, 16 KiB in total. `debit_network_fees` lists what debit routing compares: `network`, `fixed_amount` and `rate_basis_points` of each. `google_pay` and `apple_pay` are settings of wallets, such as `apple_pay.domain_association`.",
    "kind": "json"
  },
  {
    "name": "paymentMethodsEnabled",
    "about": "Payment methods the account accepts, each with its currencies, countries and amount limits; at most 100. If omitted on creation, all that the connector can take; an empty list accepts none, and of an account for payouts all.",
    "kind": "objects",
    "fields": [
      {
        "name": "paymentMethod",
        "about": "Payment method family, such as `card`.",
        "isRequired": true,
        "kind": "choice",
        "options": [
          "bank_debit",
          "bank_redirect",
          "bank_transfer",
          "card",
          "card_redirect",
          "crypto",
          "gift_card",
          "mobile_payment",
          "open_banking",
          "pay_later",
          "real_time_payment",
          "reward",
          "upi",
          "voucher",
          "wallet"
        ]
      },
      {
        "name": "acceptedCountries",
        "about": "Accepted billing countries; null accepts all.",
        "kind": "object",
        "fields": [
          {
            "name": "type",
            "about": "How the list is interpreted.",
            "isRequired": true,
            "kind": "choice",
            "options": [
              "all_accepted",
              "disable_only",
              "enable_only"
            ]
          },
          {
            "name": "list",
            "about": "Two-letter ISO 3166 country codes.",
            "kind": "texts"
          }
        ]
      },
      {
        "name": "acceptedCurrencies",
        "about": "Accepted currencies; null accepts all.",
        "kind": "object",
        "fields": [
          {
            "name": "type",
            "about": "How the list is interpreted.",
            "isRequired": true,
            "kind": "choice",
            "options": [
              "all_accepted",
              "disable_only",
              "enable_only"
            ]
          },
          {
            "name": "list",
            "about": "Three-letter ISO 4217 currency codes.",
            "kind": "texts"
          }
        ]
      },
      {
        "name": "installmentPaymentEnabled",
        "about": "Whether instalments are enabled.",
        "kind": "flag"
      },
      {
        "name": "maximumAmount",
        "about": "Maximum amount, in minor units; null for no limit.",
        "kind": "amount"
      },
      {
        "name": "minimumAmount",
        "about": "Minimum amount, in minor units; null for no limit. Payments of 0, which verify a payment method, are not below it.",
        "kind": "amount"
      },
      {
        "name": "paymentMethodIssuers",
        "about": "Accepted issuers: names of banks, as in `bank_name` of a bank redirect or debit, or `card_issuer` of a card; empty accepts all, and so does a method whose issuer is not known. Case, spaces and hyphens do not matter.",
        "kind": "texts"
      },
      {
        "name": "paymentMethodTypes",
        "about": "Accepted payment method subtypes, such as `credit` or `ach`; empty accepts all.",
        "kind": "texts"
      },
      {
        "name": "paymentSchemes",
        "about": "Accepted card networks, such as `Visa`; empty accepts all. Case, spaces and hyphens do not matter.",
        "kind": "texts"
      },
      {
        "name": "recurringEnabled",
        "about": "Whether recurring (off-session) payments are enabled.",
        "kind": "flag"
      }
    ]
  },
  {
    "name": "testMode",
    "about": "Whether the account is in the connector's test environment. Setting it takes the permission `connectors:credentials`, which the sandbox does not need; the role developer may where `test_mode` is true.",
    "kind": "flag"
  },
  {
    "name": "walletxVerifiedDomains",
    "about": "Domains verified with Apple Pay for this account's merchant identifier. With any, no page of another has its button; unless given, the payment's pages and the profile's domains have. Setting it takes the permission `vault:export`.",
    "kind": "texts"
  }
];
