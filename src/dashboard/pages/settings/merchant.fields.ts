// Generated from `UpdateMerchantAccountInput` of schema/schema.graphql by `npm run emit`.
import type { DescribedField } from '../../act/described.ts';

export const merchantFields: readonly DescribedField[] = [
  {
    "name": "defaultProfile",
    "about": "Business profile used when a request names none; null while there are several and none is the default.",
    "kind": "text"
  },
  {
    "name": "enablePaymentResponseHash",
    "about": "Whether the parameters of the redirect to `return_url` are signed with `payment_response_hash_key`; true for a new account unless its creation says otherwise.",
    "kind": "flag"
  },
  {
    "name": "merchantDetails",
    "about": "Contact details of the business. Hosted pages show its description, website and address.",
    "kind": "object",
    "fields": [
      {
        "name": "aboutBusiness",
        "about": "Short description of the business.",
        "kind": "text"
      },
      {
        "name": "address",
        "about": "Postal address of the business.",
        "kind": "object",
        "fields": [
          {
            "name": "city",
            "about": "City, town or village.",
            "kind": "text"
          },
          {
            "name": "country",
            "about": "Two-letter ISO 3166 country code.",
            "kind": "text"
          },
          {
            "name": "firstName",
            "about": "First name of the contact.",
            "kind": "text"
          },
          {
            "name": "lastName",
            "about": "Last name of the contact.",
            "kind": "text"
          },
          {
            "name": "line1",
            "about": "Address line 1, such as street and number.",
            "kind": "text"
          },
          {
            "name": "line2",
            "about": "Address line 2, such as apartment or floor.",
            "kind": "text"
          },
          {
            "name": "line3",
            "about": "Address line 3.",
            "kind": "text"
          },
          {
            "name": "state",
            "about": "State, province or region.",
            "kind": "text"
          },
          {
            "name": "zip",
            "about": "ZIP or postal code.",
            "kind": "text"
          }
        ]
      },
      {
        "name": "primaryEmail",
        "about": "Email address of the primary contact. Answers to mails for customers go there. Setting it takes the permission `personal_data:read`.",
        "kind": "text"
      },
      {
        "name": "website",
        "about": "Website of the business, with or without scheme.",
        "kind": "text"
      }
    ]
  },
  {
    "name": "merchantName",
    "about": "Name of the merchant.",
    "kind": "text"
  },
  {
    "name": "metadata",
    "about": "Key-value pairs for the merchant's own use, up to 50 keys.",
    "kind": "json"
  },
  {
    "name": "notificationRules",
    "about": "When notifications are opened, and which are sent by e-mail; null for the defaults.",
    "kind": "object",
    "fields": [
      {
        "name": "circuitOpenByEmail",
        "about": "Whether they are sent by e-mail; null counts as true.",
        "kind": "flag"
      },
      {
        "name": "circuitOpenEnabled",
        "about": "Whether open circuits of connector accounts are notified; null counts as true.",
        "kind": "flag"
      },
      {
        "name": "disputeDueByEmail",
        "about": "Whether they are sent by e-mail; null counts as true.",
        "kind": "flag"
      },
      {
        "name": "disputeDueDays",
        "about": "Number of days before the deadline for evidence at which a dispute is due; 3 by default.",
        "kind": "number"
      },
      {
        "name": "disputeDueEnabled",
        "about": "Whether disputes that are due are notified; null counts as true.",
        "kind": "flag"
      },
      {
        "name": "payoutFailedByEmail",
        "about": "Whether they are sent by e-mail; null counts as true.",
        "kind": "flag"
      },
      {
        "name": "payoutFailedEnabled",
        "about": "Whether payouts that failed are notified; null counts as true.",
        "kind": "flag"
      },
      {
        "name": "successRateAttempts",
        "about": "Number of decided attempts below which the success rate says nothing; 20 by default.",
        "kind": "number"
      },
      {
        "name": "successRateBelow",
        "about": "Percentage of approved attempts below which the success rate of a profile fell; 50 by default.",
        "kind": "number"
      },
      {
        "name": "successRateByEmail",
        "about": "Whether it is sent by e-mail; null counts as true.",
        "kind": "flag"
      },
      {
        "name": "successRateEnabled",
        "about": "Whether a fall of the success rate is notified; null counts as true.",
        "kind": "flag"
      },
      {
        "name": "successRateHours",
        "about": "Number of hours that the success rate is taken over; 1 by default.",
        "kind": "number"
      },
      {
        "name": "webhooksFailingByEmail",
        "about": "Whether they are sent by e-mail; null counts as true.",
        "kind": "flag"
      },
      {
        "name": "webhooksFailingEnabled",
        "about": "Whether failing webhooks are notified; null counts as true.",
        "kind": "flag"
      },
      {
        "name": "webhooksFailingMinutes",
        "about": "Number of minutes that an endpoint has to fail first; 15 by default. One that was disabled is notified at once.",
        "kind": "number"
      }
    ]
  },
  {
    "name": "pmCollectLinkConfig",
    "about": "Appearance of the pages on which customers save payment methods.",
    "kind": "object",
    "fields": [
      {
        "name": "allowedDomains",
        "about": "Hosts whose pages may frame the page, such as `shop.example.com` or `*.example.com`.",
        "kind": "texts"
      },
      {
        "name": "domainName",
        "about": "Host that the page is served from in place of the service's own, such as `pay.example.com`. It has to pass requests on to the service. Setting it takes the permission `vault:export`.",
        "kind": "text"
      },
      {
        "name": "enabledPaymentMethods",
        "about": "Payment methods to offer: `card`, `bank_debit` and `bank_transfer` (`ach`, `bacs`, `becs`, `sepa`); without types all of a kind. Unless given, cards and the bank debits that connector accounts take. Over REST a JSON-encoded list; a request may send a plain array.",
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
            "name": "paymentMethodTypes",
            "about": "Payment method subtypes to offer, such as `credit` or `ach`.",
            "kind": "texts"
          }
        ]
      },
      {
        "name": "logo",
        "about": "URL of the logo (http or https).",
        "kind": "text"
      },
      {
        "name": "merchantName",
        "about": "Merchant name shown on the page.",
        "kind": "text"
      },
      {
        "name": "theme",
        "about": "Primary colour as a CSS colour, such as `#1a73e8`.",
        "kind": "text"
      }
    ]
  },
  {
    "name": "primaryBusinessDetails",
    "about": "Countries and lines of business. On creation, each becomes a business profile.",
    "kind": "objects",
    "fields": [
      {
        "name": "business",
        "about": "Name of the line of business, such as `clothing`.",
        "isRequired": true,
        "kind": "text"
      },
      {
        "name": "country",
        "about": "Two-letter ISO 3166 country code.",
        "isRequired": true,
        "kind": "text"
      }
    ]
  },
  {
    "name": "reconStatus",
    "about": "State of reconciliation.",
    "kind": "choice",
    "options": [
      "not_requested",
      "requested",
      "active",
      "disabled"
    ]
  },
  {
    "name": "redirectToMerchantWithHttpPost",
    "about": "Whether the customer is redirected back with a form POST (`true`) or a GET (`false`).",
    "kind": "flag"
  },
  {
    "name": "returnUrl",
    "about": "URL the customer is redirected to after payment, unless the business profile or the payment has its own.",
    "kind": "text"
  },
  {
    "name": "subMerchantsEnabled",
    "about": "Whether other merchant accounts may name this one as their parent.",
    "kind": "flag"
  },
  {
    "name": "webhookDetails",
    "about": "Webhook endpoint for business profiles that have none of their own.",
    "kind": "object",
    "fields": [
      {
        "name": "maskPersonalData",
        "about": "Whether personal data in the events are sent masked. To set it to false takes the permission `personal_data:read`.",
        "kind": "flag"
      },
      {
        "name": "paymentCreatedEnabled",
        "about": "Whether `payment_created` events are sent; null counts as true.",
        "kind": "flag"
      },
      {
        "name": "paymentFailedEnabled",
        "about": "Whether `payment_failed` events are sent; null counts as true.",
        "kind": "flag"
      },
      {
        "name": "paymentStatusesEnabled",
        "about": "Statuses in which a payment's events are sent, other than `payment_created`; null for all.",
        "kind": "choices",
        "options": [
          "cancelled",
          "expired",
          "failed",
          "partially_captured",
          "partially_captured_and_capturable",
          "processing",
          "requires_capture",
          "requires_confirmation",
          "requires_customer_action",
          "requires_merchant_action",
          "requires_payment_method",
          "succeeded"
        ]
      },
      {
        "name": "paymentSucceededEnabled",
        "about": "Whether `payment_succeeded` events are sent; null counts as true.",
        "kind": "flag"
      },
      {
        "name": "payoutStatusesEnabled",
        "about": "Statuses in which a payout's events are sent; null for all.",
        "kind": "choices",
        "options": [
          "cancelled",
          "expired",
          "failed",
          "ineligible",
          "initiated",
          "pending",
          "requires_confirmation",
          "requires_creation",
          "requires_fulfillment",
          "requires_payout_method_data",
          "requires_vendor_account_creation",
          "reversed",
          "success"
        ]
      },
      {
        "name": "refundStatusesEnabled",
        "about": "Statuses in which a refund's events are sent; null for all.",
        "kind": "choices",
        "options": [
          "failed",
          "pending",
          "review",
          "succeeded"
        ]
      },
      {
        "name": "webhookPassword",
        "about": "Password for HTTP basic authentication at `webhook_url`; returned masked, with the first and last two characters visible. Setting it takes the permission `personal_data:read`, unless `mask_personal_data` is true.",
        "kind": "text"
      },
      {
        "name": "webhookUrl",
        "about": "URL that receives events: public https. Loopback over http is allowed only where the service is configured for it. Callers without `settings:write` are shown its origin. Setting it takes the permission `personal_data:read`, unless `mask_personal_data` is true.",
        "kind": "text"
      },
      {
        "name": "webhookUsername",
        "about": "User name for HTTP basic authentication at `webhook_url`. Setting it takes the permission `personal_data:read`, unless `mask_personal_data` is true.",
        "kind": "text"
      },
      {
        "name": "webhookVersion",
        "about": "Version label for the merchant's own use.",
        "kind": "text"
      }
    ]
  }
];
