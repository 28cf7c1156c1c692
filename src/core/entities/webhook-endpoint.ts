import * as f from '../model/fields.ts';
import { enumeration, MerchantOwned, Resource, ValueObject, type ValueOf } from '../model/index.ts';
import { BusinessProfile } from './business-profile.ts';
import { EventType, type EventTypeValue } from './event-types.ts';

/** Maximum length of a list in a filter. */
const FILTER_MAX = 20;

/** Which events an endpoint receives, by the object that they are about. Specification: Events. */
@ValueObject({
  about:
    'Filter of the events that a webhook endpoint receives, by the object that they are about. An object has to meet every condition that is set.',
})
export class WebhookFilter {
  @f.TextList('Currencies; the object has one of them.', {
    format: 'currency',
    max: FILTER_MAX,
    example: ['EUR', 'CHF'],
  })
  currencies?: string[] | null;
  @f.TextList("Connectors by name; the object's `connector` is one of them.", {
    max: FILTER_MAX,
    example: ['stripe'],
  })
  connectors?: string[] | null;
  @f.JsonObject(
    "Metadata: the object's `metadata` has each of these keys with the same value. Disputes have none, and do not meet it.",
    { example: { region: 'eu' } },
  )
  metadata?: Record<string, unknown> | null;
}

export const WebhookVersion = enumeration(
  'WebhookVersion',
  'Version of the bodies that an endpoint receives.',
  {
    v1: 'The event with its object as it was right after the event.',
    v1_thin:
      "The event with its object's type and identifier alone, in `content.type` and `content.object_id`: retrieve the object for its present state.",
  },
);

/** Columns that decide neither what an endpoint is sent nor where. */
const harmless: ReadonlySet<string> = new Set([
  'description',
  'secret',
  'previous_secret',
  'previous_secret_expires_at',
  'earlier_secrets',
  'modified_at',
]);

/**
 * A further webhook endpoint of a business profile, beside the one in its `webhook_details`. Specification: Events. It has
 * one endpoint a profile; further ones go beyond it.
 */
@Resource({
  table: 'webhook_endpoints',
  id: 'endpoint_id',
  prefix: 'whe',
  about:
    'A further webhook endpoint of a business profile, with its own events, secret, version and filter. The first is set in `webhook_details` of the profile or the merchant account.',
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
    'URL that receives the events: public https. Loopback over http is allowed only where the service is configured for it. Callers without `settings:write` are shown its origin.',
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
  @f.EnumerationList(() => EventType, 'Types of the events that it receives; null for all types.', {
    example: ['payment_succeeded', 'refund_succeeded'],
  })
  event_types?: EventTypeValue[] | null;
  @f.NestedObject(() => WebhookFilter, 'Filter of the events by their object; null for all.')
  filter?: WebhookFilter | null;
  @f.Enumeration(() => WebhookVersion, 'Version of the bodies.', { required: true, checked: true })
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
    'Whether personal data in the events are sent masked. To set it to false takes the permission `personal_data:read`.',
    { required: true, default: 'false' },
  )
  mask_personal_data!: boolean;
  @f.Bool('Whether it is switched off: events that occur meanwhile are not sent to it.', {
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
  @f.Text('The secret before the last rotation, which signs beside the new one until it expires.', {
    encrypted: true,
    visibility: 'nowhere',
  })
  previous_secret?: Buffer | null;
  @f.Timestamp(
    'Until when webhooks are signed with the former secret as well, since the last rotation; null before the first.',
  )
  previous_secret_expires_at?: Date | null;
  @f.JsonObject('The secrets before that one which still sign, each with the time until when.', {
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
