import { isDeepStrictEqual } from 'node:util';
import { type EventTypeValue, objectOf } from '../entities/event-types.ts';
import type { WebhookDetails } from '../entities/values/profile-settings.ts';
import type { WebhookEndpoint, WebhookFilter } from '../entities/webhook-endpoint.ts';
import type { Context } from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import { withMaskedSecrets } from '../model/rest-view.ts';
import { type Row, readSettings } from '../reads/index.ts';
import type { OwnedEndpointKey } from './endpoint-health.ts';

/** Where and how an endpoint's events are sent. */
export interface Endpoint extends OwnedEndpointKey {
  readonly url: string;
  /** Credentials for HTTP basic authentication; both null if it is not used. */
  readonly username: string | null;
  readonly password: string | null;
  /** Custom headers the merchant set. */
  readonly headers: Readonly<Record<string, string>>;
  /** The secrets that sign, the current one first; a former one follows until it expires. */
  readonly secrets: readonly SigningSecret[];
  readonly version: WebhookEndpoint['version'];
  /** Whether personal data are masked in what it is sent. */
  readonly masksPersonalData: boolean;
  /** When the endpoint was disabled: by responding with 410, or by the merchant. */
  readonly disabledAt: string | null;
}

/** A secret as the merchant has it, and the key of the signatures: its bytes, or what `whsec_` is followed by in Base64. */
export interface SigningSecret {
  readonly text: string;
  readonly key: Uint8Array;
}

/** Headers that concern the connection, which only the sender may set. */
export const transportHeaders: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The prefix of a further endpoint's secret before its Base64, as in Standard Webhooks. */
export const SECRET_PREFIX = 'whsec_';

const ownColumns = `
  p.webhook_details as profile_details, p.payment_response_hash_key as profile_key,
  p.outgoing_webhook_custom_http_headers as headers,
  m.webhook_details as merchant_details, m.payment_response_hash_key as merchant_key, e.stopped_at`;
const ownTables = `
  business_profiles p
  join merchant_accounts m on m.merchant_id = p.merchant_id
  left join webhook_endpoint_states e on e.merchant_id = p.merchant_id and e.endpoint_id = p.profile_id`;
const ownText = `select ${ownColumns} from ${ownTables} where p.merchant_id = $1 and p.profile_id = $2`;

const furtherText = `
  select f.url, f.headers, f.secret, f.previous_secret, f.previous_secret_expires_at, f.earlier_secrets, f.version, f.mask_personal_data,
         coalesce(e.stopped_at, case when f.disabled then f.modified_at end) as stopped_at
  from webhook_endpoints f
  left join webhook_endpoint_states e on e.merchant_id = f.merchant_id and e.endpoint_id = f.endpoint_id
  where f.merchant_id = $1 and f.endpoint_id = $2 and f.profile_id = $3`;

const subscriptionsText = `
  select ${ownColumns}, (
      select jsonb_agg(jsonb_build_object('endpointId', f.endpoint_id, 'types', f.event_types, 'filter', f.filter)
                       order by f.created_at, f.endpoint_id)
      from webhook_endpoints f
      left join webhook_endpoint_states s on s.merchant_id = f.merchant_id and s.endpoint_id = f.endpoint_id
      where f.merchant_id = $1 and f.profile_id = $2 and not f.disabled and s.stopped_at is null
    ) as further
  from ${ownTables} where p.merchant_id = $1 and p.profile_id = $2`;

const touches = {
  reads: ['business_profiles', 'merchant_accounts', 'webhook_endpoint_states', 'webhook_endpoints'],
};

/**
 * Reads an endpoint. The profile's own has its own URL, or the merchant account's if it has none. The basic authentication
 * comes with the URL, so that no other receiver sees the password. Null if there is no URL, or no such further endpoint.
 * Specification: Events.
 */
export async function readEndpoint(ctx: Context, key: OwnedEndpointKey): Promise<Endpoint | null> {
  const { endpointId, merchantId, profileId } = key;
  const isOwn = endpointId === profileId;
  const [row] = await ctx.rows.query(
    {
      text: isOwn ? ownText : furtherText,
      values: isOwn ? [merchantId, profileId] : [merchantId, endpointId, profileId],
      touches: isOwn
        ? { reads: ['business_profiles', 'merchant_accounts', 'webhook_endpoint_states'] }
        : { reads: ['webhook_endpoints', 'webhook_endpoint_states'] },
    },
    merchantId,
  );
  if (!row) return null;
  return isOwn ? ownEndpoint(ctx, key, row) : furtherEndpoint(ctx, key, row);
}

/** An endpoint that receives events of a profile. */
export interface Subscription {
  readonly endpointId: string;
  /** Whether an event of a type is sent to it, with its object as REST shows it. */
  readonly wants: (type: EventTypeValue, object: object) => boolean;
}

/**
 * Reads the enabled endpoints of a profile, its own first, through the process's cache of settings: for the events of a
 * transaction, which every payment has. A profile's switches override the merchant account's.
 */
export async function readSubscriptions(
  ctx: Context,
  merchantId: string,
  profileId: string,
): Promise<Subscription[]> {
  const row = await readSettings(ctx, merchantId, ['webhook subscriptions', profileId], async () => {
    const values = [merchantId, profileId];
    const [found = null] = await ctx.rows.query({ text: subscriptionsText, values, touches }, merchantId);
    return found;
  });
  if (!row) return [];
  const further = (row.further as FurtherSubscription[] | null) ?? [];
  return [
    ...ownSubscription(ctx, { merchantId, profileId, endpointId: profileId }, row),
    ...further.map(({ endpointId, filter, types }) => ({
      endpointId,
      wants: (type: EventTypeValue, object: object) =>
        (types === null || types.includes(type)) && meets(object as Record<string, unknown>, filter),
    })),
  ];
}

interface FurtherSubscription {
  readonly endpointId: string;
  readonly types: readonly EventTypeValue[] | null;
  readonly filter: WebhookFilter | null;
}

/** Whether the object of an event meets every condition of a filter. */
function meets(object: Readonly<Record<string, unknown>>, filter: WebhookFilter | null): boolean {
  const { connectors, currencies, metadata } = filter ?? {};
  const isOneOf = (names: readonly string[] | null | undefined, value: unknown) =>
    !names?.length || names.includes(value as string);
  const held = (object.metadata ?? {}) as Record<string, unknown>;
  return (
    isOneOf(currencies, object.currency) &&
    isOneOf(connectors, object.connector) &&
    // An event shows secrets in metadata masked.
    Object.entries(withMaskedSecrets(metadata ?? {}) as object).every(
      ([name, value]) => Object.hasOwn(held, name) && isDeepStrictEqual(held[name], value),
    )
  );
}

function ownSubscription(ctx: Context, key: OwnedEndpointKey, row: Row): Subscription[] {
  const { details, own, shared, signingKey } = openSettings(ctx, key, row);
  if (!details || !signingKey || row.stopped_at !== null) return [];
  return [{ endpointId: key.endpointId, wants: wantsOf(own, shared) }];
}

function ownEndpoint(ctx: Context, key: OwnedEndpointKey, row: Row): Endpoint | null {
  const { decrypt, details, signingKey } = openSettings(ctx, key, row);
  if (!details?.webhook_url || !signingKey) return null;
  return {
    ...key,
    url: details.webhook_url,
    username: details.webhook_username ?? null,
    password: details.webhook_password ?? null,
    headers: (decrypt('headers') ?? {}) as Record<string, string>,
    secrets: [{ text: signingKey, key: Buffer.from(signingKey) }],
    version: 'v1',
    masksPersonalData: details.mask_personal_data === true,
    disabledAt: (row.stopped_at as string | null) ?? null,
  };
}

/** The settings of a profile's own endpoint; `details` with a URL, or null. */
function openSettings(ctx: Context, key: OwnedEndpointKey, row: Row) {
  const decrypt = decrypter(ctx, row, key);
  const own = decrypt('profile_details') as WebhookDetails | null;
  const shared = decrypt('merchant_details') as WebhookDetails | null;
  const chosen = own?.webhook_url ? own : shared;
  const details = chosen?.webhook_url ? chosen : null;
  // Most profiles have no URL, and this runs for every event: decrypt the other columns only if they are needed.
  const signingKey = details && ((decrypt('profile_key') ?? decrypt('merchant_key')) as string | null);
  return { decrypt, own, shared, details, signingKey };
}

function furtherEndpoint(ctx: Context, key: OwnedEndpointKey, row: Row): Endpoint {
  const open = (column: string): unknown => {
    const encrypted = row[column];
    const place = { table: 'webhook_endpoints', column, key: [key.merchantId, key.endpointId] };
    return encrypted instanceof Uint8Array ? ctx.ports.encryption.decrypt(encrypted, place) : null;
  };
  const now = ctx.ports.now();
  const isCurrent = (until: string | null) => until !== null && new Date(until) > now;
  const earlier = Object.entries((open('earlier_secrets') ?? {}) as Record<string, string>);
  const texts = [
    open('secret') as string | null,
    isCurrent(row.previous_secret_expires_at as string | null) ? (open('previous_secret') as string) : null,
    ...earlier.flatMap(([text, until]) => (isCurrent(until) ? [text] : [])),
  ];
  return {
    ...key,
    url: open('url') as string,
    username: null,
    password: null,
    headers: (open('headers') ?? {}) as Record<string, string>,
    secrets: texts.flatMap((text) =>
      text === null ? [] : [{ text, key: Buffer.from(text.slice(SECRET_PREFIX.length), 'base64') }],
    ),
    version: row.version as Endpoint['version'],
    masksPersonalData: row.mask_personal_data === true,
    disabledAt: (row.stopped_at as string | null) ?? null,
  };
}

const encryptedColumns = {
  profile_details: ['business_profiles', 'webhook_details'],
  profile_key: ['business_profiles', 'payment_response_hash_key'],
  headers: ['business_profiles', 'outgoing_webhook_custom_http_headers'],
  merchant_details: ['merchant_accounts', 'webhook_details'],
  merchant_key: ['merchant_accounts', 'payment_response_hash_key'],
} as const;

function decrypter(ctx: Context, row: Row, { merchantId, profileId }: OwnedEndpointKey) {
  return (name: keyof typeof encryptedColumns): unknown => {
    const encrypted = row[name];
    if (!(encrypted instanceof Uint8Array)) return null;
    const [table, column] = encryptedColumns[name];
    const key = table === 'merchant_accounts' ? [merchantId] : [merchantId, profileId];
    return ctx.ports.encryption.decrypt(encrypted, { table, column, key });
  };
}

/** The subscription of a profile's own endpoint. Each setting is the profile's, else the merchant account's. */
function wantsOf(own: WebhookDetails | null, shared: WebhookDetails | null): Subscription['wants'] {
  const setting = <Name extends keyof WebhookDetails>(name: Name) => own?.[name] ?? shared?.[name];
  const switches: Readonly<Record<string, boolean | null | undefined>> = {
    payment_created: setting('payment_created_enabled'),
    payment_succeeded: setting('payment_succeeded_enabled'),
    payment_failed: setting('payment_failed_enabled'),
  };
  const statuses: Readonly<Record<string, readonly string[] | null | undefined>> = {
    payment: setting('payment_statuses_enabled'),
    refund: setting('refund_statuses_enabled'),
    payout: setting('payout_statuses_enabled'),
  };
  return (type, object) => {
    if (type === 'notification_created' || switches[type] === false) return false;
    const listed = type === 'payment_created' ? null : statuses[objectOf(type)];
    return !listed || listed.includes((object as { status: string }).status);
  };
}

/**
 * Reads an endpoint for a message that a caller requested: the one given, or else the profile's own.
 *
 * @throws {Problem} `unexpected_state` if there is no enabled endpoint, naming the setting to change; `resource_not_found`
 * for a further endpoint that the profile does not have.
 */
export async function requireEndpoint(
  ctx: Context,
  merchantId: string,
  profileId: string | null,
  endpointId: string | null | undefined,
): Promise<Endpoint> {
  if (profileId === null) {
    throw new Problem(
      'unexpected_state',
      'The event does not belong to a business profile, so there is no endpoint to send it to.',
    );
  }
  const isOwn = !endpointId || endpointId === profileId;
  const endpoint = await readEndpoint(ctx, { merchantId, profileId, endpointId: endpointId || profileId });
  if (!endpoint) {
    if (!isOwn) throw notFound('webhook endpoint', 'endpoint_id');
    throw new Problem(
      'unexpected_state',
      'The business profile has no endpoint. Set webhook_details.webhook_url on the profile or the merchant account, and a payment_response_hash_key to sign with if neither has one; or name a further endpoint in endpoint_id.',
    );
  }
  if (endpoint.disabledAt !== null) {
    throw new Problem(
      'unexpected_state',
      isOwn
        ? 'The endpoint responded with 410 and was disabled. Set webhook_details on the profile or the merchant account again to enable it.'
        : 'The endpoint is disabled. Set disabled to false to enable it.',
    );
  }
  return endpoint;
}
