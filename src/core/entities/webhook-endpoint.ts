import * as f from '../model/fields.ts';
import { enumeration, MerchantOwned, Resource, ValueObject, type ValueOf } from '../model/index.ts';
import { BusinessProfile } from './business-profile.ts';
import { EventType, type EventTypeValue } from './event-types.ts';

/** Maximum length of a list in a filter. */
const FILTER_MAX = 20;

/** Filter of an endpoint's events, by their object. Specification: Events. */
@ValueObject({
  about:
    "Filter of a webhook endpoint's events, by their object. The object must meet every condition that is set.",
})
export class WebhookFilter {
  @f.TextList("Currencies; the object's `currency` must be one of them.", {
    format: 'currency',
    max: FILTER_MAX,
    example: ['EUR', 'CHF'],
  })
  currencies?: string[] | null;
  @f.TextList("Connectors by name; the object's `connector` must be one of them.", {
    max: FILTER_MAX,
    example: ['stripe'],
  })
  connectors?: string[] | null;
  @f.JsonObject(
    "Metadata: the object's `metadata` must have each of these keys with the same value. Disputes have no metadata and never match.",
    { example: { region: 'eu' } },
  )
  metadata?: Record<string, unknown> | null;
}

export const WebhookVersion = enumeration('WebhookVersion', "Version of an endpoint's event bodies.", {
  v1: "The event with its object's state right after the event.",
  v1_thin:
    "The event with only its object's type and identifier, in `content.type` and `content.object_id`: retrieve the object for its current state.",
});

/** Columns without influence on the endpoint's events or their destination. */
const harmless: ReadonlySet<string> = new Set([
  'description',
  'secret',
  'previous_secret',
  'previous_secret_expires_at',
  'earlier_secrets',
  'modified_at',
]);

/**
 * An additional webhook endpoint of a business profile, besides its `webhook_details`. Specification: Events. It has
 * one endpoint per profile; additional endpoints go beyond it.
 */
@Resource({
  table: 'webhook_endpoints',
  id: 'endpoint_id',
  prefix: 'whe',
  about:
    'An additional webhook endpoint of a business profile, with its own events, secret, version and filter. The first endpoint is set in `webhook_details` of the profile or the merchant account.',
  order: 'created_at',
  from: 'oldest',
  reads: 'settings:read',
  reach: 'profile',
  settings: true,
  audited: { shows: 'values', origins: ['url'] },
  rights: {
    permissions: ({ mask_personal_data: masked }: WebhookEndpoint) => (masked ? [] : ['personal_data:read']),
    restricts: (_before, after: WebhookEndpoint | null, columns) =>
      after !== null &&
      (after.mask_personal_data ||
        [...columns].every((name) => harmless.has(name) || (name === 'disabled' && after.disabled))),
    otherwise:
      'Without it you may only disable the endpoint, set mask_personal_data, or give it a new secret.',
  },
})
export class WebhookEndpoint extends MerchantOwned {
  @f.Id('Unique identifier of the endpoint.', { required: true }) endpoint_id!: string;
  @f.Id('Business profile whose events it receives.', { required: true, filter: true }) profile_id!: string;
  @f.Url(
    'URL that receives the events: public https. Loopback over http is allowed only where the service is configured for it. Callers without `settings:write` see only its origin.',
    {
      required: true,
      encrypted: true,
      example: 'https://example.com/warehouse/webhooks',
      redirects: 'personal',
      maskedBy: 'mask_personal_data',
      secretPath: true,
    },
  )
  url!: Buffer;
  @f.Text("Description for the merchant's own use.", { example: 'Warehouse' }) description?: string | null;
  @f.EnumerationList(() => EventType, 'Types of the events to receive; null for all types.', {
    example: ['payment_succeeded', 'refund_succeeded'],
  })
  event_types?: EventTypeValue[] | null;
  @f.NestedObject(() => WebhookFilter, 'Filter of the events by their object; null for all events.')
  filter?: WebhookFilter | null;
  @f.Enumeration(() => WebhookVersion, 'Version of the event bodies.', { required: true, checked: true })
  version!: ValueOf<typeof WebhookVersion>;
  @f.JsonObject(
    'Custom HTTP headers added to every webhook, as name and value. Values are returned masked.',
    {
      encrypted: true,
      masked: true,
      example: { 'x-shop': 'de' },
      redirects: 'personal',
      maskedBy: 'mask_personal_data',
      sentTo: 'url',
    },
  )
  headers?: Buffer | null;
  @f.Bool(
    'Whether personal data in the events is masked. Setting it to false requires the permission `personal_data:read`.',
    { required: true, default: 'false' },
  )
  mask_personal_data!: boolean;
  @f.Bool('Whether the endpoint is disabled: events that occur meanwhile are never sent to it.', {
    required: true,
    default: 'false',
  })
  disabled!: boolean;
  @f.Text('Secret that signs its webhooks: `whsec_` and 32 random bytes in Base64.', {
    required: true,
    encrypted: true,
    visibility: 'nowhere',
  })
  secret!: Buffer;
  @f.Text('Secret before the last rotation, which also signs webhooks until it expires.', {
    encrypted: true,
    visibility: 'nowhere',
  })
  previous_secret?: Buffer | null;
  @f.Timestamp(
    'Time until which webhooks are also signed with the previous secret; null before the first rotation.',
  )
  previous_secret_expires_at?: Date | null;
  @f.JsonObject('Earlier secrets that still sign webhooks, each with its expiry.', {
    encrypted: true,
    visibility: 'nowhere',
  })
  earlier_secrets?: Buffer | null;
  @f.Timestamp('Time at which it was created.', { required: true, filter: true, sort: true })
  created_at!: Date;
  @f.Timestamp('Time at which it was last changed.', { required: true }) modified_at!: Date;
  @f.Reference(() => BusinessProfile, 'profile_id', 'Business profile whose events it receives.')
  profile?: BusinessProfile;
}
