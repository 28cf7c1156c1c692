import type { WebhookEndpoint } from '../entities/webhook-endpoint.ts';
import type { Context } from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import type { Row } from '../reads/index.ts';
import {
  openProfileEndpoint,
  profileEndpointColumns,
  profileEndpointTables,
} from '../writes/outbox/subscriptions.ts';
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
  /** Whether personal data are masked in its webhooks. */
  readonly masksPersonalData: boolean;
  /** When the endpoint was disabled: by responding with 410, or by the merchant. */
  readonly disabledAt: string | null;
}

/** A secret as the merchant has it, and the key of the signatures: its bytes, or the Base64 after `whsec_`. */
export interface SigningSecret {
  readonly text: string;
  readonly key: Uint8Array;
}

/** The prefix of a further endpoint's secret before its Base64, as in Standard Webhooks. */
export const SECRET_PREFIX = 'whsec_';

const ownText = `select ${profileEndpointColumns} from ${profileEndpointTables} where p.merchant_id = $1 and p.profile_id = $2`;

const furtherText = `
  select f.url, f.headers, f.secret, f.previous_secret, f.previous_secret_expires_at, f.earlier_secrets, f.version, f.mask_personal_data,
         coalesce(e.stopped_at, case when f.disabled then f.modified_at end) as stopped_at
  from webhook_endpoints f
  left join webhook_endpoint_states e on e.merchant_id = f.merchant_id and e.endpoint_id = f.endpoint_id
  where f.merchant_id = $1 and f.endpoint_id = $2 and f.profile_id = $3`;

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

function ownEndpoint(ctx: Context, key: OwnedEndpointKey, row: Row): Endpoint | null {
  const { decrypt, details, signingKey } = openProfileEndpoint(ctx, key, row);
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
