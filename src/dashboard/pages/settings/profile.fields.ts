// Generated from `UpdateBusinessProfileInput` of schema/schema.graphql by `npm run emit`.
import type { DescribedField } from '../../act/described.ts';

export const profileFields: readonly DescribedField[] = [
  {
    "name": "alwaysCollectBillingDetailsFromWalletConnector",
    "about": "Whether wallets always collect billing details.",
    "kind": "flag"
  },
  {
    "name": "alwaysCollectShippingDetailsFromWalletConnector",
    "about": "Whether wallets always collect shipping details.",
    "kind": "flag"
  },
  {
    "name": "alwaysRequestExtendedAuthorization",
    "about": "Whether connectors are asked for an extended authorization of every payment that is not captured at once: one that can be captured for longer.",
    "kind": "flag"
  },
  {
    "name": "authenticationConnectorDetails",
    "about": "Connectors that run external 3-D Secure authentication; null disables it.",
    "kind": "object",
    "fields": [
      {
        "name": "authenticationConnectors",
        "about": "Authentication connectors by name, in order of preference.",
        "kind": "texts"
      },
      {
        "name": "threeDsRequestorAppUrl",
        "about": "Deep link that returns to the merchant's app after a challenge; any scheme.",
        "kind": "text"
      },
      {
        "name": "threeDsRequestorUrl",
        "about": "URL of the merchant (3DS requestor URL) sent to 3-D Secure servers, http or https.",
        "kind": "text"
      }
    ]
  },
  {
    "name": "cardTestingGuardConfig",
    "about": "Card-testing guard: limits on repeated declines by card, IP address and customer.",
    "kind": "object",
    "fields": [
      {
        "name": "cardIpBlockingStatus",
        "about": "Whether declines are counted by card and IP address.",
        "kind": "choice",
        "options": [
          "disabled",
          "enabled"
        ]
      },
      {
        "name": "cardIpBlockingThreshold",
        "about": "Number of declines of one card from one IP address after which it is blocked.",
        "kind": "number"
      },
      {
        "name": "cardTestingGuardExpiry",
        "about": "Counting period, in seconds from the first decline.",
        "kind": "number"
      },
      {
        "name": "customerIdBlockingStatus",
        "about": "Whether declines are counted by customer, across all cards.",
        "kind": "choice",
        "options": [
          "disabled",
          "enabled"
        ]
      },
      {
        "name": "customerIdBlockingThreshold",
        "about": "Number of declines of one customer after which they are blocked.",
        "kind": "number"
      },
      {
        "name": "guestUserCardBlockingStatus",
        "about": "Whether declines of guest payments are counted by card.",
        "kind": "choice",
        "options": [
          "disabled",
          "enabled"
        ]
      },
      {
        "name": "guestUserCardBlockingThreshold",
        "about": "Number of declines of one card without a customer after which it is blocked.",
        "kind": "number"
      }
    ]
  },
  {
    "name": "collectBillingDetailsFromWalletConnector",
    "about": "Whether wallets collect billing details when the connector needs them.",
    "kind": "flag"
  },
  {
    "name": "collectShippingDetailsFromWalletConnector",
    "about": "Whether wallets collect shipping details when the connector needs them.",
    "kind": "flag"
  },
  {
    "name": "enablePaymentResponseHash",
    "about": "Whether the parameters of the redirect to `return_url` are signed with `payment_response_hash_key`; true by default.",
    "kind": "flag"
  },
  {
    "name": "extendedCardInfoConfig",
    "about": "Key that the card of each confirmation is encrypted with, for the merchant to read for a while; null keeps none.",
    "kind": "object",
    "fields": [
      {
        "name": "publicKey",
        "about": "Merchant's public RSA key that card details are encrypted with, of at least 2048 bits: PEM, or Base64 of PEM or DER. Null keeps none. Setting it takes the permission `vault:export`.",
        "kind": "text"
      },
      {
        "name": "ttlInSecs",
        "about": "Time the details can be fetched, in seconds; 900 if null.",
        "kind": "number"
      }
    ]
  },
  {
    "name": "force3dsChallenge",
    "about": "Whether a 3-D Secure challenge is always requested.",
    "kind": "flag"
  },
  {
    "name": "intentFulfillmentTime",
    "about": "Lifetime of payment tokens of saved payment methods, in seconds; 900 if set to null.",
    "kind": "number"
  },
  {
    "name": "isAutoRetriesEnabled",
    "about": "Whether a failed payment or payout is retried on the next eligible connector account when its error mapping decides `retry`.",
    "kind": "flag"
  },
  {
    "name": "isClearPanRetriesEnabled",
    "about": "Whether a charge of a saved card by the connector's token that fails is tried again at the same account with the card's number, once, when its error mapping decides `retry` and sets `clear_pan_possible`. It counts as no automatic retry, and takes no `is_auto_retries_enabled`.",
    "kind": "flag"
  },
  {
    "name": "isConnectorAgnosticMitEnabled",
    "about": "Whether a merchant-initiated payment may use another connector account than the one that holds the mandate.",
    "kind": "flag"
  },
  {
    "name": "isDebitRoutingEnabled",
    "about": "Whether a co-badged debit card goes to the account, and over the debit network, with the least cost: by the `debit_network_fees` in the metadata of the connector accounts.",
    "kind": "flag"
  },
  {
    "name": "isIframeRedirectionEnabled",
    "about": "Whether redirects open in an iframe.",
    "kind": "flag"
  },
  {
    "name": "maxAutoRetriesEnabled",
    "about": "Maximum number of automatic retries for one confirmation; null means none. Passing over a connector that could not be reached is no retry.",
    "kind": "number"
  },
  {
    "name": "merchantBusinessCountry",
    "about": "Two-letter ISO 3166 country code the business operates from.",
    "kind": "text"
  },
  {
    "name": "metadata",
    "about": "Key-value pairs for the merchant's own use, up to 50 keys.",
    "kind": "json"
  },
  {
    "name": "outgoingWebhookCustomHttpHeaders",
    "about": "Custom HTTP headers added to every webhook, as name and value. Values are returned masked. Setting it takes the permission `personal_data:read`, unless `webhook_details.mask_personal_data` is true.",
    "kind": "json"
  },
  {
    "name": "paymentLinkConfig",
    "about": "Appearance and behaviour of payment links.",
    "kind": "object",
    "fields": [
      {
        "name": "allowedDomains",
        "about": "Hosts whose pages may frame the page, such as `shop.example.com` or `*.example.com`.",
        "kind": "texts"
      },
      {
        "name": "backgroundColour",
        "about": "Background colour of the page, as a CSS colour.",
        "kind": "text"
      },
      {
        "name": "backgroundImage",
        "about": "Background image of the page.",
        "kind": "object",
        "fields": [
          {
            "name": "position",
            "about": "Position of the image; `center` by default.",
            "kind": "choice",
            "options": [
              "bottom",
              "bottom_left",
              "bottom_right",
              "center",
              "left",
              "right",
              "top",
              "top_left",
              "top_right"
            ]
          },
          {
            "name": "size",
            "about": "Size of the image.",
            "kind": "object",
            "fields": [
              {
                "name": "variants",
                "about": "CSS background size; `cover` by default.",
                "kind": "choice",
                "options": [
                  "auto",
                  "contain",
                  "cover"
                ]
              }
            ]
          },
          {
            "name": "url",
            "about": "URL of the image (http or https).",
            "kind": "text"
          }
        ]
      },
      {
        "name": "brandingVisibility",
        "about": "Whether the service's branding is shown.",
        "kind": "flag"
      },
      {
        "name": "businessSpecificConfigs",
        "about": "Named variants of these settings, each an object with some of them. A payment selects one by `payment_link_config_id`.",
        "kind": "json"
      },
      {
        "name": "colorIconCardCvcError",
        "about": "Colour of the icon shown beside an invalid CVC, as a CSS colour.",
        "kind": "text"
      },
      {
        "name": "customMessageForCardTerms",
        "about": "Card terms shown below the card form, replacing the default text.",
        "kind": "text"
      },
      {
        "name": "detailsLayout",
        "about": "Layout of the payment details; `layout1` by default.",
        "kind": "choice",
        "options": [
          "layout1",
          "layout2"
        ]
      },
      {
        "name": "displaySdkOnly",
        "about": "Whether to show only the payment form, without the payment details.",
        "kind": "flag"
      },
      {
        "name": "domainName",
        "about": "Host that the page is served from in place of the service's own, such as `pay.example.com`. It has to pass requests on to the service. Setting it takes the permission `vault:export`.",
        "kind": "text"
      },
      {
        "name": "enableButtonOnlyOnFormReady",
        "about": "Whether to disable the pay button until the form is complete.",
        "kind": "flag"
      },
      {
        "name": "enabledSavedPaymentMethod",
        "about": "Whether to offer saved payment methods.",
        "kind": "flag"
      },
      {
        "name": "hideCardNicknameField",
        "about": "Whether to hide the card nickname field.",
        "kind": "flag"
      },
      {
        "name": "isSetupMandateFlow",
        "about": "Whether the page sets up a mandate instead of charging.",
        "kind": "flag"
      },
      {
        "name": "logo",
        "about": "URL of the logo (http or https).",
        "kind": "text"
      },
      {
        "name": "paymentButtonColour",
        "about": "Background colour of the pay button, as a CSS colour.",
        "kind": "text"
      },
      {
        "name": "paymentButtonText",
        "about": "Text of the pay button.",
        "kind": "text"
      },
      {
        "name": "paymentButtonTextColour",
        "about": "Text colour of the pay button, as a CSS colour.",
        "kind": "text"
      },
      {
        "name": "paymentFormHeaderText",
        "about": "Heading of the payment form.",
        "kind": "text"
      },
      {
        "name": "paymentFormLabelType",
        "about": "Position of form labels; `above` by default.",
        "kind": "choice",
        "options": [
          "above",
          "floating",
          "never"
        ]
      },
      {
        "name": "paymentLinkUiRules",
        "about": "Style rules of the page around it. Keys are elements (`body`, `h1`, `button`, `#submit`, `.Input`, `.Label`, `.Tab`, `.Block`, `.Error`, `.Item`), values are objects of properties in camelCase: colours, fonts, spacing, borders and shadows.",
        "kind": "json"
      },
      {
        "name": "sdkLayout",
        "about": "Layout of the payment methods; `accordion` by default.",
        "kind": "choice",
        "options": [
          "accordion",
          "tabs"
        ]
      },
      {
        "name": "sdkUiRules",
        "about": "Style rules of the payment form. Keys are elements (`body`, `h1`, `button`, `#submit`, `.Input`, `.Label`, `.Tab`, `.Block`, `.Error`, `.Item`), values are objects of properties in camelCase: colours, fonts, spacing, borders and shadows.",
        "kind": "json"
      },
      {
        "name": "sellerName",
        "about": "Seller name shown on the page.",
        "kind": "text"
      },
      {
        "name": "showCardFormByDefault",
        "about": "Whether the card's fields are open at first; true unless set. No effect where the card is the only way to pay, or the customer has saved methods, which are open then.",
        "kind": "flag"
      },
      {
        "name": "showCardTerms",
        "about": "When card terms are shown; `auto` by default.",
        "kind": "choice",
        "options": [
          "always",
          "auto",
          "never"
        ]
      },
      {
        "name": "skipStatusScreen",
        "about": "Whether to skip the status page and redirect to `return_url` immediately.",
        "kind": "flag"
      },
      {
        "name": "theme",
        "about": "Primary colour as a CSS colour, such as `#1a73e8`.",
        "kind": "text"
      },
      {
        "name": "transactionDetails",
        "about": "Additional lines shown beside the amount, in order; at most 100.",
        "kind": "objects",
        "fields": [
          {
            "name": "key",
            "about": "Label of the line.",
            "kind": "text"
          },
          {
            "name": "uiConfiguration",
            "about": "Place and font weight of the line.",
            "kind": "object",
            "fields": [
              {
                "name": "isKeyBold",
                "about": "Whether the label is bold; `false` by default.",
                "kind": "flag"
              },
              {
                "name": "isValueBold",
                "about": "Whether the value is bold; `false` by default.",
                "kind": "flag"
              },
              {
                "name": "position",
                "about": "Place among the lines: smaller ones come first. Lines without one follow, in their order.",
                "kind": "number"
              }
            ]
          },
          {
            "name": "value",
            "about": "Value of the line.",
            "kind": "text"
          }
        ]
      }
    ]
  },
  {
    "name": "payoutLinkConfig",
    "about": "Appearance of the pages of payouts with `payout_link`.",
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
        "name": "formLayout",
        "about": "Layout of the form; `tabs` by default.",
        "kind": "choice",
        "options": [
          "journey",
          "tabs"
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
        "name": "payoutTestMode",
        "about": "Whether the page may also be opened in a window of its own, and framed on the own machine, though it has allowed domains: for testing. The page says so.",
        "kind": "flag"
      },
      {
        "name": "theme",
        "about": "Primary colour as a CSS colour, such as `#1a73e8`.",
        "kind": "text"
      }
    ]
  },
  {
    "name": "profileName",
    "about": "Name of the business profile, such as `default` or `US_clothing`.",
    "kind": "text"
  },
  {
    "name": "redirectToMerchantWithHttpPost",
    "about": "Whether the customer is redirected back with a form POST (`true`) or a GET (`false`).",
    "kind": "flag"
  },
  {
    "name": "returnUrl",
    "about": "URL the customer is redirected to after payment, unless the payment has its own `return_url`.",
    "kind": "text"
  },
  {
    "name": "sessionExpiry",
    "about": "Time a payment or payout may wait to be confirmed, and lifetime of its client secret, in seconds; 900 if set to null.",
    "kind": "number"
  },
  {
    "name": "taxConnectorId",
    "about": "Connector account that calculates taxes (`mca_…`).",
    "kind": "text"
  },
  {
    "name": "useBillingAsPaymentMethodBilling",
    "about": "Whether the payment's billing contact is used for the payment method as well.",
    "kind": "flag"
  },
  {
    "name": "walletxVerifiedDomains",
    "about": "Domains verified with Apple Pay for this profile, whose pages may have its button beside the payment's own page. Setting it takes the permission `vault:export`.",
    "kind": "texts"
  },
  {
    "name": "webhookDetails",
    "about": "Webhook endpoint of the profile; null to use the merchant account's.",
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
