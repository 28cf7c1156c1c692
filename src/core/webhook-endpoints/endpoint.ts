import type { WebhookDetails } from '../entities/values/webhook-details.ts';
import type { Context } from '../foundation/context.ts';
import type { Row } from '../reads/index.ts';

/** Where the events of a profile go, with what, and whether they still do. */
export interface Endpoint {
  readonly merchantId: string;
  readonly profileId: string;
  readonly url: string;
  /** For HTTP basic authentication; null where there is none. */
  readonly username: string | null;
  readonly password: string | null;
  /** The merchant's own headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** What both signatures are made with. */
  readonly signingKey: string;
  /** `payment_created_enabled` and the like: false is off, unset is on. */
  readonly switches: Readonly<Record<string, boolean | null | undefined>>;
  /** When the endpoint said that it wants no more. */
  readonly stoppedAt: string | null;
}

const text = `
  select p.webhook_details as profile_details, p.payment_response_hash_key as profile_key,
         p.outgoing_webhook_custom_http_headers as headers,
         m.webhook_details as merchant_details, m.payment_response_hash_key as merchant_key, e.stopped_at
  from business_profiles p
  join merchant_accounts m on m.merchant_id = p.merchant_id
  left join webhook_endpoints e on e.merchant_id = p.merchant_id and e.profile_id = p.profile_id
  where p.merchant_id = $1 and p.profile_id = $2`;

/**
 * The endpoint of a profile: its own address, or the merchant account's where it has none. Basic authentication
 * goes with the address, so that no other receiver is told the password; a switch of the profile goes before the
 * merchant account's. Null where there is no address. Specification: Events.
 */
export async function readEndpoint(
  ctx: Context,
  merchantId: string,
  profileId: string,
): Promise<Endpoint | null> {
  const [row] = await ctx.rows.query({ text, values: [merchantId, profileId] }, merchantId);
  if (!row) return null;
  const open = opener(ctx, row, merchantId, profileId);
  const own = open('profile_details') as WebhookDetails | null;
  const shared = open('merchant_details') as WebhookDetails | null;
  const details = own?.webhook_url ? own : shared;
  // Most profiles have no address, and this is read for every event: what is sealed is opened where it is needed.
  if (!details?.webhook_url) return null;
  const signingKey = (open('profile_key') ?? open('merchant_key')) as string | null;
  if (!signingKey) return null;
  return {
    merchantId,
    profileId,
    url: details.webhook_url,
    username: details.webhook_username ?? null,
    password: details.webhook_password ?? null,
    headers: (open('headers') ?? {}) as Record<string, string>,
    signingKey,
    switches: switchesOf(own, shared),
    stoppedAt: (row.stopped_at as string | null) ?? null,
  };
}

const sealedColumns = {
  profile_details: ['business_profiles', 'webhook_details'],
  profile_key: ['business_profiles', 'payment_response_hash_key'],
  headers: ['business_profiles', 'outgoing_webhook_custom_http_headers'],
  merchant_details: ['merchant_accounts', 'webhook_details'],
  merchant_key: ['merchant_accounts', 'payment_response_hash_key'],
} as const;

function opener(ctx: Context, row: Row, merchantId: string, profileId: string) {
  return (name: keyof typeof sealedColumns): unknown => {
    const box = row[name];
    if (!(box instanceof Uint8Array)) return null;
    const [table, column] = sealedColumns[name];
    const key = table === 'merchant_accounts' ? [merchantId] : [merchantId, profileId];
    return ctx.encryption.decrypt(box, { table, column, key });
  };
}

function switchesOf(own: WebhookDetails | null, shared: WebhookDetails | null): Endpoint['switches'] {
  const names = ['payment_created_enabled', 'payment_succeeded_enabled', 'payment_failed_enabled'] as const;
  return Object.fromEntries(names.map((name) => [name, own?.[name] ?? shared?.[name]]));
}
