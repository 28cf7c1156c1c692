import type { EventTypeValue } from '../entities/event-types.ts';
import type { WebhookDetails } from '../entities/values/profile-settings.ts';
import type { Context } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { type Row, readSettings } from '../reads/index.ts';

/** Where and how the events of a profile are sent. */
export interface Endpoint {
  readonly merchantId: string;
  readonly profileId: string;
  readonly url: string;
  /** Credentials for HTTP basic authentication; both null if it is not used. */
  readonly username: string | null;
  readonly password: string | null;
  /** Custom headers the merchant set. */
  readonly headers: Readonly<Record<string, string>>;
  /** The key of both signatures. */
  readonly signingKey: string;
  /** Event switches such as `payment_created_enabled`: false is off, unset is on. */
  readonly switches: Readonly<Record<string, boolean | null | undefined>>;
  /** Whether personal data are masked in what it is sent. */
  readonly masksPersonalData: boolean;
  /** When the endpoint was disabled, by responding with 410. */
  readonly disabledAt: string | null;
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

const text = `
  select p.webhook_details as profile_details, p.payment_response_hash_key as profile_key,
         p.outgoing_webhook_custom_http_headers as headers,
         m.webhook_details as merchant_details, m.payment_response_hash_key as merchant_key, e.stopped_at
  from business_profiles p
  join merchant_accounts m on m.merchant_id = p.merchant_id
  left join webhook_endpoints e on e.merchant_id = p.merchant_id and e.profile_id = p.profile_id
  where p.merchant_id = $1 and p.profile_id = $2`;

/**
 * Reads the endpoint of a profile: its own URL, or the merchant account's if it has none. The basic
 * authentication comes with the URL, so that no other receiver sees the password; a profile's switches override
 * the merchant account's. Null if there is no URL. Specification: Events.
 */
export async function readEndpoint(
  ctx: Context,
  merchantId: string,
  profileId: string,
): Promise<Endpoint | null> {
  return endpointIn(ctx, merchantId, profileId, await readRow(ctx, merchantId, profileId));
}

/**
 * Like {@link readEndpoint}, through the process's cache of settings: for the events of a transaction, which every
 * payment has.
 */
export async function endpointOfEvents(
  ctx: Context,
  merchantId: string,
  profileId: string,
): Promise<Endpoint | null> {
  const read = () => readRow(ctx, merchantId, profileId);
  return endpointIn(
    ctx,
    merchantId,
    profileId,
    await readSettings(ctx, merchantId, ['endpoint', profileId], read),
  );
}

async function readRow(ctx: Context, merchantId: string, profileId: string): Promise<Row | null> {
  const [row = null] = await ctx.rows.query(
    {
      text,
      values: [merchantId, profileId],
      touches: { reads: ['business_profiles', 'merchant_accounts', 'webhook_endpoints'] },
    },
    merchantId,
  );
  return row;
}

function endpointIn(ctx: Context, merchantId: string, profileId: string, row: Row | null): Endpoint | null {
  if (!row) return null;
  const decrypt = decrypter(ctx, row, merchantId, profileId);
  const own = decrypt('profile_details') as WebhookDetails | null;
  const shared = decrypt('merchant_details') as WebhookDetails | null;
  const details = own?.webhook_url ? own : shared;
  // Most profiles have no URL, and this runs for every event: decrypt the other columns only if they are needed.
  if (!details?.webhook_url) return null;
  const signingKey = (decrypt('profile_key') ?? decrypt('merchant_key')) as string | null;
  if (!signingKey) return null;
  return {
    merchantId,
    profileId,
    url: details.webhook_url,
    username: details.webhook_username ?? null,
    password: details.webhook_password ?? null,
    headers: (decrypt('headers') ?? {}) as Record<string, string>,
    signingKey,
    switches: switchesOf(own, shared),
    masksPersonalData: details.mask_personal_data === true,
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

function decrypter(ctx: Context, row: Row, merchantId: string, profileId: string) {
  return (name: keyof typeof encryptedColumns): unknown => {
    const encrypted = row[name];
    if (!(encrypted instanceof Uint8Array)) return null;
    const [table, column] = encryptedColumns[name];
    const key = table === 'merchant_accounts' ? [merchantId] : [merchantId, profileId];
    return ctx.ports.encryption.decrypt(encrypted, { table, column, key });
  };
}

function switchesOf(own: WebhookDetails | null, shared: WebhookDetails | null): Endpoint['switches'] {
  const names = ['payment_created_enabled', 'payment_succeeded_enabled', 'payment_failed_enabled'] as const;
  return Object.fromEntries(names.map((name) => [name, own?.[name] ?? shared?.[name]]));
}

/** Whether events of a type are sent to the endpoint: it is enabled, and the type is not switched off. */
export function isSubscribed(endpoint: Endpoint, type: EventTypeValue): boolean {
  return endpoint.disabledAt === null && endpoint.switches[`${type}_enabled`] !== false;
}

/**
 * Reads a profile's endpoint for a message that a caller requested.
 *
 * @throws {Problem} `unexpected_state` if there is no enabled endpoint, naming the setting to change.
 */
export async function requireEndpoint(
  ctx: Context,
  merchantId: string,
  profileId: string | null,
): Promise<Endpoint> {
  if (profileId === null) {
    throw new Problem(
      'unexpected_state',
      'The event does not belong to a business profile, so there is no endpoint to send it to.',
    );
  }
  const endpoint = await readEndpoint(ctx, merchantId, profileId);
  if (!endpoint) {
    throw new Problem(
      'unexpected_state',
      'The business profile has no endpoint. Set webhook_details.webhook_url on the profile or the merchant account, and a payment_response_hash_key to sign with if neither has one.',
    );
  }
  if (endpoint.disabledAt !== null) {
    throw new Problem(
      'unexpected_state',
      'The endpoint responded with 410 and was disabled. Set webhook_details on the profile or the merchant account again to enable it.',
    );
  }
  return endpoint;
}
