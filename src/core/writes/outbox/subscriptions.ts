import { isDeepStrictEqual } from 'node:util';
import { type EventTypeValue, objectOf } from '../../entities/event-types.ts';
import type { WebhookDetails } from '../../entities/values/profile-settings.ts';
import type { WebhookFilter } from '../../entities/webhook-endpoint.ts';
import type { Context } from '../../foundation/context.ts';
import { withMaskedSecrets } from '../../model/rest-view.ts';
import { type Row, readSettings } from '../../reads/index.ts';

/** Identifies the endpoint in a profile's own settings. */
interface ProfileKey {
  readonly merchantId: string;
  readonly profileId: string;
}

/** The columns of a profile's own endpoint in {@link profileEndpointTables}, for {@link openProfileEndpoint}. */
export const profileEndpointColumns = `
  p.webhook_details as profile_details, p.payment_response_hash_key as profile_key,
  p.outgoing_webhook_custom_http_headers as headers,
  m.webhook_details as merchant_details, m.payment_response_hash_key as merchant_key, e.stopped_at`;
/** The tables of a profile's own endpoint: its settings, the merchant account's and its state. */
export const profileEndpointTables = `
  business_profiles p
  join merchant_accounts m on m.merchant_id = p.merchant_id
  left join webhook_endpoint_states e on e.merchant_id = p.merchant_id and e.endpoint_id = p.profile_id`;

const subscriptionsText = `
  select ${profileEndpointColumns}, m.is_recon_enabled and m.recon_status = 'active' as reconciles, (
      select jsonb_agg(jsonb_build_object('endpointId', f.endpoint_id, 'types', f.event_types, 'filter', f.filter)
                       order by f.created_at, f.endpoint_id)
      from webhook_endpoints f
      left join webhook_endpoint_states s on s.merchant_id = f.merchant_id and s.endpoint_id = f.endpoint_id
      where f.merchant_id = $1 and f.profile_id = $2 and not f.disabled and s.stopped_at is null
    ) as further
  from ${profileEndpointTables} where p.merchant_id = $1 and p.profile_id = $2`;

const touches = {
  reads: ['business_profiles', 'merchant_accounts', 'webhook_endpoint_states', 'webhook_endpoints'],
};

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
  const row = await readSubscribed(ctx, merchantId, profileId);
  if (!row) return [];
  const further = (row.further as FurtherSubscription[] | null) ?? [];
  return [
    ...ownSubscription(ctx, { merchantId, profileId }, row),
    ...further.map(({ endpointId, filter, types }) => ({
      endpointId,
      wants: (type: EventTypeValue, object: object) =>
        (types === null || types.includes(type)) && meets(object as Record<string, unknown>, filter),
    })),
  ];
}

/** What the outbox needs to know about a profile, in one statement. */
const readSubscribed = (ctx: Context, merchantId: string, profileId: string): Promise<Row | null> =>
  readSettings(ctx, merchantId, ['webhook subscriptions', profileId], async () => {
    const statement = { text: subscriptionsText, values: [merchantId, profileId], touches };
    return (await ctx.rows.query(statement, merchantId))[0] ?? null;
  });

/** An object whose changes may have balance entries. */
export interface MovingObject {
  readonly merchant_id: string;
  readonly profile_id?: string | null;
}

/** Whether reconciliation is active for the merchant of an object: see `reconIsActive`. */
export const reconciles = async (ctx: Context, { merchant_id, profile_id }: MovingObject): Promise<boolean> =>
  (await (profile_id ? readSubscribed(ctx, merchant_id, profile_id) : readSwitch(ctx, merchant_id)))
    ?.reconciles === true;

/** The switch for an object without a profile, from before version 0.3.0. */
const readSwitch = (ctx: Context, merchantId: string): Promise<Row | null> =>
  readSettings(ctx, merchantId, ['reconciliation'], async () => {
    const text = `select is_recon_enabled and recon_status = 'active' as reconciles from merchant_accounts where merchant_id = $1`;
    const statement = { text, values: [merchantId], touches: { reads: ['merchant_accounts'] } };
    const [found = null] = await ctx.rows.query(statement, merchantId);
    return found;
  });

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

function ownSubscription(ctx: Context, key: ProfileKey, row: Row): Subscription[] {
  const { details, own, shared, signingKey } = openProfileEndpoint(ctx, key, row);
  if (!details || !signingKey || row.stopped_at !== null) return [];
  return [{ endpointId: key.profileId, wants: wantsOf(own, shared) }];
}

/** The settings of a profile's own endpoint; `details` with a URL, or null. */
export function openProfileEndpoint(ctx: Context, key: ProfileKey, row: Row) {
  const decrypt = decrypter(ctx, row, key);
  const own = decrypt('profile_details') as WebhookDetails | null;
  const shared = decrypt('merchant_details') as WebhookDetails | null;
  const chosen = own?.webhook_url ? own : shared;
  const details = chosen?.webhook_url ? chosen : null;
  // Most profiles have no URL, and this runs for every event: decrypt the other columns only if they are needed.
  const signingKey = details && ((decrypt('profile_key') ?? decrypt('merchant_key')) as string | null);
  return { decrypt, own, shared, details, signingKey };
}

const encryptedColumns = {
  profile_details: ['business_profiles', 'webhook_details'],
  profile_key: ['business_profiles', 'payment_response_hash_key'],
  headers: ['business_profiles', 'outgoing_webhook_custom_http_headers'],
  merchant_details: ['merchant_accounts', 'webhook_details'],
  merchant_key: ['merchant_accounts', 'payment_response_hash_key'],
} as const;

function decrypter(ctx: Context, row: Row, { merchantId, profileId }: ProfileKey) {
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
