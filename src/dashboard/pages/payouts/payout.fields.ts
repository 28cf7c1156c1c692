// Generated from `CreatePayoutInput` of schema/schema.graphql by `npm run emit`.
import type { DescribedField } from '../../act/described.ts';

export const payoutFields: readonly DescribedField[] = [
  {
    "name": "amount",
    "about": "Amount to send, in minor units; at least 1.",
    "isRequired": true,
    "kind": "amount"
  },
  {
    "name": "currency",
    "about": "Three-letter ISO 4217 currency code.",
    "isRequired": true,
    "kind": "text"
  },
  {
    "name": "description",
    "about": "Description of the payout, for the merchant's own use.",
    "kind": "text"
  },
  {
    "name": "email",
    "about": "Recipient's email address.",
    "kind": "text"
  },
  {
    "name": "entityType",
    "about": "Type of recipient. Only accounts whose connector can send to one at the destination are used.",
    "kind": "choice",
    "options": [
      "Individual",
      "Company",
      "NonProfit",
      "PublicSector",
      "NaturalPerson",
      "Personal"
    ]
  },
  {
    "name": "name",
    "about": "Recipient's name.",
    "kind": "text"
  },
  {
    "name": "payoutLink",
    "about": "Whether the payout has a page on which its recipient says where the money goes, and confirms it; its address is `payout_link.link`. `false` takes it away.",
    "kind": "flag"
  },
  {
    "name": "payoutMethodData",
    "about": "New destination details: of a card, a bank account or a wallet. Excludes `payout_token` and `payout_method_id`.",
    "kind": "object",
    "fields": [
      {
        "name": "bank",
        "about": "Bank account, for a payout to a bank. Its number is encrypted at rest.",
        "kind": "object",
        "fields": [
          {
            "name": "ach",
            "about": "Account in the United States.",
            "kind": "object",
            "fields": [
              {
                "name": "bankAccountNumber",
                "about": "Account number; returned masked.",
                "isRequired": true,
                "kind": "text"
              },
              {
                "name": "bankRoutingNumber",
                "about": "Routing number of the bank.",
                "isRequired": true,
                "kind": "text"
              },
              {
                "name": "bankAccountHolderName",
                "about": "Name of the account holder; the recipient's by default.",
                "kind": "text"
              },
              {
                "name": "bankCity",
                "about": "City of the branch.",
                "kind": "text"
              },
              {
                "name": "bankCountryCode",
                "about": "Two-letter ISO 3166 country code of the bank.",
                "kind": "text"
              },
              {
                "name": "bankName",
                "about": "Name of the bank.",
                "kind": "text"
              }
            ]
          },
          {
            "name": "bacs",
            "about": "Account in the United Kingdom.",
            "kind": "object",
            "fields": [
              {
                "name": "bankAccountNumber",
                "about": "Account number; returned masked.",
                "isRequired": true,
                "kind": "text"
              },
              {
                "name": "bankSortCode",
                "about": "Sort code of the branch.",
                "isRequired": true,
                "kind": "text"
              },
              {
                "name": "bankAccountHolderName",
                "about": "Name of the account holder; the recipient's by default.",
                "kind": "text"
              },
              {
                "name": "bankCity",
                "about": "City of the branch.",
                "kind": "text"
              },
              {
                "name": "bankCountryCode",
                "about": "Two-letter ISO 3166 country code of the bank.",
                "kind": "text"
              },
              {
                "name": "bankName",
                "about": "Name of the bank.",
                "kind": "text"
              }
            ]
          },
          {
            "name": "becs",
            "about": "Account in Australia.",
            "kind": "object",
            "fields": [
              {
                "name": "bankAccountNumber",
                "about": "Account number; returned masked.",
                "isRequired": true,
                "kind": "text"
              },
              {
                "name": "bankBsbNumber",
                "about": "BSB number of the branch.",
                "isRequired": true,
                "kind": "text"
              },
              {
                "name": "bankAccountHolderName",
                "about": "Name of the account holder; the recipient's by default.",
                "kind": "text"
              },
              {
                "name": "bankCity",
                "about": "City of the branch.",
                "kind": "text"
              },
              {
                "name": "bankCountryCode",
                "about": "Two-letter ISO 3166 country code of the bank.",
                "kind": "text"
              },
              {
                "name": "bankName",
                "about": "Name of the bank.",
                "kind": "text"
              }
            ]
          },
          {
            "name": "sepa",
            "about": "Account with an IBAN.",
            "kind": "object",
            "fields": [
              {
                "name": "iban",
                "about": "IBAN; returned masked.",
                "isRequired": true,
                "kind": "text"
              },
              {
                "name": "bankAccountHolderName",
                "about": "Name of the account holder; the recipient's by default.",
                "kind": "text"
              },
              {
                "name": "bankCity",
                "about": "City of the branch.",
                "kind": "text"
              },
              {
                "name": "bankCountryCode",
                "about": "Two-letter ISO 3166 country code of the bank.",
                "kind": "text"
              },
              {
                "name": "bankName",
                "about": "Name of the bank.",
                "kind": "text"
              },
              {
                "name": "bic",
                "about": "BIC of the bank.",
                "kind": "text"
              }
            ]
          }
        ]
      },
      {
        "name": "card",
        "about": "Card details, for a payout to a card.",
        "kind": "object",
        "fields": [
          {
            "name": "cardNumber",
            "about": "Card number (PAN): 12 to 19 digits without spaces.",
            "isRequired": true,
            "kind": "text"
          },
          {
            "name": "expiryMonth",
            "about": "Expiry month, `01` to `12`; `1` is read as `01`.",
            "isRequired": true,
            "kind": "text"
          },
          {
            "name": "expiryYear",
            "about": "Expiry year; two digits are read as of this century.",
            "isRequired": true,
            "kind": "text"
          },
          {
            "name": "bankCode",
            "about": "Bank code of the issuer, kept with the payout: a card number does not say it.",
            "kind": "text"
          },
          {
            "name": "cardHolderName",
            "about": "Cardholder name.",
            "kind": "text"
          }
        ]
      },
      {
        "name": "wallet",
        "about": "Wallet, for a payout to a wallet.",
        "kind": "object",
        "fields": [
          {
            "name": "paypal",
            "about": "PayPal.",
            "kind": "object",
            "fields": [
              {
                "name": "email",
                "about": "E-mail address of the account; returned masked.",
                "kind": "text"
              },
              {
                "name": "paypalId",
                "about": "Identifier of the account; returned masked.",
                "kind": "text"
              },
              {
                "name": "telephoneNumber",
                "about": "Phone number of the account; returned masked.",
                "kind": "text"
              }
            ]
          },
          {
            "name": "venmo",
            "about": "Venmo.",
            "kind": "object",
            "fields": [
              {
                "name": "telephoneNumber",
                "about": "Phone number of the account; returned masked.",
                "isRequired": true,
                "kind": "text"
              }
            ]
          }
        ]
      }
    ]
  },
  {
    "name": "payoutType",
    "about": "Destination type: `card`, `bank` or `wallet`.",
    "kind": "choice",
    "options": [
      "bank",
      "card",
      "wallet"
    ]
  },
  {
    "name": "priority",
    "about": "Requested transfer speed. Only accounts whose connector has it are used; null leaves it to the connector.",
    "kind": "choice",
    "options": [
      "instant",
      "fast",
      "regular",
      "wire",
      "cross_border",
      "internal"
    ]
  }
];
