// Generated from `UpdateWebhookEndpointInput` of schema/schema.graphql by `npm run emit`.
import type { DescribedField } from '../../act/described.ts';

export const endpointFields: readonly DescribedField[] = [
  {
    "name": "description",
    "about": "Description for the merchant's own use.",
    "kind": "text"
  },
  {
    "name": "disabled",
    "about": "Whether it is switched off: events that occur meanwhile are not sent to it.",
    "kind": "flag"
  },
  {
    "name": "eventTypes",
    "about": "Types of the events that it receives; null for all types.",
    "kind": "choices",
    "options": [
      "action_required",
      "dispute_accepted",
      "dispute_cancelled",
      "dispute_challenged",
      "dispute_expired",
      "dispute_lost",
      "dispute_opened",
      "dispute_won",
      "notification_created",
      "payment_authorization_increase_failed",
      "payment_authorization_increased",
      "payment_authorized",
      "payment_cancelled",
      "payment_capture_failed",
      "payment_captured",
      "payment_created",
      "payment_failed",
      "payment_not_as_asked",
      "payment_partially_captured",
      "payment_processing",
      "payment_reversal_failed",
      "payment_reversed",
      "payment_succeeded",
      "payment_void_failed",
      "payout_cancelled",
      "payout_expired",
      "payout_failed",
      "payout_initiated",
      "payout_not_as_asked",
      "payout_processing",
      "payout_reversed",
      "payout_success",
      "refund_failed",
      "refund_not_as_asked",
      "refund_succeeded",
      "report_ready"
    ]
  },
  {
    "name": "filter",
    "about": "Filter of the events by their object; null for all.",
    "kind": "object",
    "fields": [
      {
        "name": "connectors",
        "about": "Connectors by name; the object's `connector` is one of them.",
        "kind": "texts"
      },
      {
        "name": "currencies",
        "about": "Currencies; the object has one of them.",
        "kind": "texts"
      },
      {
        "name": "metadata",
        "about": "Metadata: the object's `metadata` has each of these keys with the same value. Disputes have none, and do not meet it.",
        "kind": "json"
      }
    ]
  },
  {
    "name": "headers",
    "about": "Custom HTTP headers added to every webhook, as name and value. Values are returned masked. Setting it takes the permission `personal_data:read`, unless `mask_personal_data` is true.",
    "kind": "json"
  },
  {
    "name": "maskPersonalData",
    "about": "Whether personal data in the events are sent masked. To set it to false takes the permission `personal_data:read`.",
    "kind": "flag"
  },
  {
    "name": "url",
    "about": "URL that receives the events: public https. Loopback over http is allowed only where the service is configured for it. Callers without `settings:write` are shown its origin. Setting it takes the permission `personal_data:read`, unless `mask_personal_data` is true.",
    "kind": "text"
  },
  {
    "name": "version",
    "about": "Version of the bodies.",
    "kind": "choice",
    "options": [
      "v1",
      "v1_thin"
    ]
  }
];
