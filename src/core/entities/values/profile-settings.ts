import * as f from '../../model/fields.ts';
import { enumeration, ValueObject, type ValueOf } from '../../model/index.ts';
import { PaymentStatus } from '../payment-enumerations.ts';
import { PayoutStatus } from '../payout-status.ts';
import { RefundStatus } from '../refund-status.ts';
import { routingAlgorithm, routingData } from './routing-documents.ts';
import { RoutingFallback, RoutingType } from './typed-routing.ts';

/** Connectors for external 3-D Secure. Specification: Business profile. */
@ValueObject({ about: 'Connectors that run external 3-D Secure authentication.' })
export class AuthenticationConnectorDetails {
  @f.TextList('Authentication connectors by name, in order of preference.', { holds: 'code' })
  authentication_connectors!: string[];
  @f.Url('URL of the merchant (3DS requestor URL) sent to 3-D Secure servers, http or https.', {
    redirectsNothing: 'shown',
  })
  three_ds_requestor_url?: string | null;
  @f.Text("Deep link that returns to the merchant's app after a challenge; any scheme.", {
    redirectsNothing: 'leads_back',
  })
  three_ds_requestor_app_url?: string | null;
}

/** Maximum time for which card details are kept for the merchant. */
const TTL_MAX_S = 7200;

/** Encryption settings for extended card details. Specification: Business profile. */
@ValueObject({ about: 'Encryption settings for returning extended card details to the merchant.' })
export class ExtendedCardInfoConfig {
  @f.Text(
    "Merchant's public RSA key for encrypting card details, of at least 2048 bits: PEM, or Base64 of PEM or DER. Null keeps no card details.",
    { max: 4096, redirects: 'card', holds: 'token' },
  )
  public_key?: string | null;
  @f.Integer('Time for which the details can be retrieved, in seconds; 900 if null.', {
    min: 1,
    maximum: TTL_MAX_S,
  })
  ttl_in_secs?: number | null;
}

export const CardTestingGuardStatus = enumeration(
  'CardTestingGuardStatus',
  'Whether a card-testing guard is enabled.',
  { enabled: 'The guard counts declines and blocks.', disabled: 'The guard is off.' },
);

/** Card-testing guard. Specification: Business profile. */
@ValueObject({
  about:
    'Card-testing guard: blocks further payments after repeated declines. A payment counts from its confirmation until it succeeds. Cards and IP addresses are also counted separately, with three times the threshold.',
})
export class CardTestingGuardConfig {
  @f.Enumeration(() => CardTestingGuardStatus, 'Whether declines are counted by card and IP address.')
  card_ip_blocking_status?: ValueOf<typeof CardTestingGuardStatus> | null;
  @f.Enumeration(() => CardTestingGuardStatus, 'Whether declines of guest payments are counted by card.')
  guest_user_card_blocking_status?: ValueOf<typeof CardTestingGuardStatus> | null;
  @f.Enumeration(() => CardTestingGuardStatus, 'Whether declines are counted by customer, across all cards.')
  customer_id_blocking_status?: ValueOf<typeof CardTestingGuardStatus> | null;
  @f.Integer('Number of declines of one card from one IP address after which the combination is blocked.', {
    min: 0,
  })
  card_ip_blocking_threshold?: number | null;
  @f.Integer('Number of declines of one card without a customer after which the card is blocked.', { min: 0 })
  guest_user_card_blocking_threshold?: number | null;
  @f.Integer('Number of declines of one customer after which the customer is blocked.', { min: 0 })
  customer_id_blocking_threshold?: number | null;
  @f.Integer('Counting period, in seconds from the first decline.', { min: 1 })
  card_testing_guard_expiry?: number | null;
}

/** Reason why REST shows the statuses whose events an endpoint receives. */
const STATUSES_CHOSEN = 'It can be set in REST too, and determines which events are sent.';

/** Webhook endpoint and event switches. Specification: Merchant account. */
@ValueObject({ about: 'Webhook endpoint and the events it receives.' })
export class WebhookDetails {
  @f.Text("Version label for the merchant's own use.", { holds: 'code' }) webhook_version?: string | null;
  @f.Text('User name for HTTP basic authentication at `webhook_url`.', {
    redirects: 'personal',
    maskedBy: 'mask_personal_data',
    sentTo: 'webhook_url',
  })
  webhook_username?: string | null;
  @f.Text(
    'Password for HTTP basic authentication at `webhook_url`; returned masked, with the first and last two characters visible.',
    { masked: true, redirects: 'personal', maskedBy: 'mask_personal_data', sentTo: 'webhook_url' },
  )
  webhook_password?: string | null;
  @f.Url(
    'URL that receives events: public https. Loopback over http is allowed only where the service is configured for it. Callers without `settings:write` see only its origin.',
    {
      example: 'https://example.com/webhooks',
      redirects: 'personal',
      maskedBy: 'mask_personal_data',
      secretPath: true,
    },
  )
  webhook_url?: string | null;
  @f.Bool(
    'Whether personal data in the events is masked. Setting it to false requires the permission `personal_data:read`.',
    { onlyIfSet: 'It can be set in REST too, and determines the data that events disclose.' },
  )
  mask_personal_data?: boolean | null;
  @f.Bool('Whether `payment_created` events are sent; null counts as true.')
  payment_created_enabled?: boolean | null;
  @f.Bool('Whether `payment_succeeded` events are sent; null counts as true.')
  payment_succeeded_enabled?: boolean | null;
  @f.Bool('Whether `payment_failed` events are sent; null counts as true.')
  payment_failed_enabled?: boolean | null;
  @f.EnumerationList(
    () => PaymentStatus,
    "Statuses in which a payment's events are sent, other than `payment_created`; null for all.",
    { onlyIfSet: STATUSES_CHOSEN },
  )
  payment_statuses_enabled?: ValueOf<typeof PaymentStatus>[] | null;
  @f.EnumerationList(() => RefundStatus, "Statuses in which a refund's events are sent; null for all.", {
    onlyIfSet: STATUSES_CHOSEN,
  })
  refund_statuses_enabled?: ValueOf<typeof RefundStatus>[] | null;
  @f.EnumerationList(() => PayoutStatus, "Statuses in which a payout's events are sent; null for all.", {
    onlyIfSet: STATUSES_CHOSEN,
  })
  payout_statuses_enabled?: ValueOf<typeof PayoutStatus>[] | null;
}

/** Connector account named by a routing rule. Specification: Shared objects, Routing. */
@ValueObject({ about: 'Connector account selected by a routing rule.' })
export class RoutingData {
  @f.Text('Name of the connector, such as `sandbox`.', { example: 'sandbox', holds: 'code' }) connector?:
    | string
    | null;
  @f.Id('Connector account (`mca_…`); null for any account at the connector.')
  merchant_connector_id?: string | null;
}

/**
 * Rule that selects connector accounts, with the types and forms of a profile's `routing_algorithm`. The
 * specification defines the form of `single`. Specification: Shared objects.
 */
@ValueObject({
  about: 'Rule that selects connector accounts, as `routing_algorithm` of a business profile.',
  documentedAs: routingAlgorithm,
})
export class Routing {
  @f.Enumeration(
    () => RoutingType,
    'Type of routing algorithm: `single`, `priority`, `volume_split` or `advanced`.',
    { example: 'single' },
  )
  type?: ValueOf<typeof RoutingType> | null;
  @f.Json(
    'The accounts, in the form that `type` requires. `single`: one account, as an object with `connector`, `merchant_connector_id` or both. `priority`: a list of accounts. `volume_split`: a list of `{"split", "connector"}` that adds up to 100. `advanced`: `{"rules": [{"name", "conditions", "connectors"}], "default"}`.',
    { of: () => RoutingData, schema: routingData },
  )
  data?: unknown;
  @f.Enumeration(
    () => RoutingFallback,
    '`none` refuses a payment that none of the accounts can take; otherwise the other accounts of its profile are tried.',
    { onlyIfSet: 'It can be set in REST too, and determines whether other accounts are tried.' },
  )
  fallback?: ValueOf<typeof RoutingFallback> | null;
}
