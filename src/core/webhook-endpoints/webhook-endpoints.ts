import { chooseProfile } from '../access/choose-profile.ts';
import { BusinessProfile } from '../entities/business-profile.ts';
import { WebhookEndpoint } from '../entities/webhook-endpoint.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { invalidParameter, Problem } from '../foundation/errors.ts';
import * as f from '../model/fields.ts';
import { originOfUrl } from '../model/formats.ts';
import { fieldsFrom, Input } from '../model/index.ts';
import { repeatsMask } from '../model/masks.ts';
import type { Row } from '../reads/index.ts';
import { applyChanges, decryptField, encryptField } from '../writes/apply-changes.ts';
import { deleteLocked } from '../writes/delete.ts';
import { insert, inTransaction, lock, requireMerchant } from '../writes/transactions.ts';
import { SECRET_PREFIX } from './endpoint.ts';
import { disableEndpoint, resetEndpoint } from './endpoint-health.ts';
import { requireTarget } from './require-target.ts';
import { requireWebhookHeaders } from './webhook-headers.ts';

/** Maximum number of further endpoints per business profile: each event costs one row per endpoint that receives it. */
export const FURTHER_ENDPOINTS_MAX = 16;

const SECRET_BYTES = 32;
const DAY_S = 24 * 60 * 60;
/** The longest that a former secret signs beside the current one, in seconds. */
const OVERLAP_MAX_S = 7 * DAY_S;
/** Maximum number of former secrets that still sign: each adds a signature to a header. */
const FORMER_SECRETS_MAX = 4;

@Input({ about: 'Parameters for creating a webhook endpoint.' })
export class WebhookEndpointCreation extends fieldsFrom(WebhookEndpoint, {
  requires: ['url'],
  takes: ['description', 'event_types', 'filter', 'version', 'headers', 'mask_personal_data', 'disabled'],
}) {
  @f.Id("Business profile whose events it receives; the merchant's default or only profile if omitted.")
  profile_id?: string | null;
}

@Input({ about: 'Parameters for updating a webhook endpoint. Omitted fields keep their values.' })
export class WebhookEndpointUpdate extends fieldsFrom(WebhookEndpoint, {
  takes: [
    'url',
    'description',
    'event_types',
    'filter',
    'version',
    'headers',
    'mask_personal_data',
    'disabled',
  ],
}) {}

@Input({ about: 'Parameters for giving a webhook endpoint a new secret.' })
export class WebhookSecretRotation {
  @f.Integer(
    'Time for which webhooks are also signed with the previous secret, in seconds, up to 7 days; 24 hours if omitted. 0 ends all previous secrets immediately.',
    { min: 0, maximum: OVERLAP_MAX_S, example: DAY_S },
  )
  overlap_seconds?: number | null;
}

/** An endpoint with its new secret, which is shown only once. */
export interface EndpointWithSecret {
  readonly endpointId: string;
  readonly secret: string;
}

/**
 * Creates a further webhook endpoint of a profile, which receives the events that occur from now on.
 *
 * @throws {Problem} `resource_not_found` for an unknown profile, `missing_parameter` if there are several to choose from;
 *   `invalid_parameter` for an invalid URL, header or filter; `not_permitted` if a caller without access to personal data
 *   would have it sent to their address; `unexpected_state` beyond {@link FURTHER_ENDPOINTS_MAX}.
 */
export function createWebhookEndpoint(
  ctx: Context,
  { profile_id: given, ...settings }: WebhookEndpointCreation,
): Promise<EndpointWithSecret> {
  return inTransaction(ctx, async (tx) => {
    const merchantId = requireMerchant(tx);
    const { profileId } = await chooseProfile(tx, given);
    await requireRoom(tx, merchantId, profileId);
    const endpoint = new WebhookEndpoint();
    endpoint.merchant_id = merchantId;
    endpoint.endpoint_id = tx.ports.ids.make('whe');
    endpoint.profile_id = profileId;
    endpoint.version = 'v1';
    endpoint.mask_personal_data = endpoint.disabled = false;
    endpoint.created_at = endpoint.modified_at = tx.ports.now();
    await applySettings(tx, endpoint, settings);
    const secret = makeSecret(tx);
    encryptField(tx, endpoint, 'secret', secret);
    await insert(tx, endpoint);
    if (endpoint.disabled) await disableEndpoint(tx, keyOf(endpoint));
    return { endpointId: endpoint.endpoint_id, secret };
  });
}

/** Counts under the profile's lock, so that concurrent requests cannot both take the last place. */
async function requireRoom(tx: WritingContext, merchantId: string, profileId: string): Promise<void> {
  await lock(tx, BusinessProfile, profileId, 'profile_id');
  const owner = { merchant_id: merchantId, profile_id: profileId };
  if ((await tx.transaction.em.count(WebhookEndpoint, owner)) < FURTHER_ENDPOINTS_MAX) return;
  throw new Problem(
    'unexpected_state',
    `A business profile can have at most ${FURTHER_ENDPOINTS_MAX} further webhook endpoints. Delete one first.`,
  );
}

/**
 * Updates a further webhook endpoint. A new URL, and `disabled: false`, end a pause, and enable it again after it
 * responded with 410. Headers are deleted if the URL's origin changes, unless the request repeats them: they were meant
 * for the former receiver.
 *
 * @throws {Problem} `resource_not_found`; `invalid_parameter`; `not_permitted` as {@link createWebhookEndpoint}.
 */
export function updateWebhookEndpoint(
  ctx: Context,
  endpointId: string,
  changes: WebhookEndpointUpdate,
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const endpoint = await lock(tx, WebhookEndpoint, endpointId);
    const wasDisabled = endpoint.disabled;
    await applySettings(tx, endpoint, changes);
    endpoint.modified_at = tx.ports.now();
    if (endpoint.disabled) {
      if (!wasDisabled) await disableEndpoint(tx, keyOf(endpoint));
    } else if (changes.url !== undefined || changes.disabled === false) {
      await resetEndpoint(tx, endpoint.merchant_id, endpointId);
    }
  });
}

/**
 * Deletes a further webhook endpoint. Its pending deliveries fail; their events can be redelivered to another.
 *
 * @returns Its last state.
 * @throws {Problem} `resource_not_found`.
 */
export function deleteWebhookEndpoint(ctx: Context, endpointId: string): Promise<Row> {
  return inTransaction(ctx, async (tx) => {
    const endpoint = await lock(tx, WebhookEndpoint, endpointId);
    const row = await deleteLocked(tx, WebhookEndpoint, endpoint, endpointId);
    // Neither paused nor disabled: pending deliveries are due, and fail because the endpoint is gone.
    await resetEndpoint(tx, endpoint.merchant_id, endpointId);
    return row;
  });
}

/** The former secrets that still sign, each with its end. */
function formerSecrets(tx: WritingContext, endpoint: WebhookEndpoint): Record<string, string> {
  const previous = decryptField(tx, endpoint, 'previous_secret') as string | null;
  const expiresAt = endpoint.previous_secret_expires_at?.toISOString();
  const earlier = (decryptField(tx, endpoint, 'earlier_secrets') ?? {}) as Record<string, string>;
  const all = { ...earlier, ...(previous && expiresAt ? { [previous]: expiresAt } : {}) };
  const now = tx.ports.now();
  return Object.fromEntries(Object.entries(all).filter(([, until]) => new Date(until) > now));
}

/**
 * Gives a further webhook endpoint a new secret. Former secrets keep signing beside it until their own ends, so that the
 * receiver can switch over. Without an overlap they all end at once.
 *
 * @throws {Problem} `resource_not_found`; `invalid_parameter` for an overlap out of range; `unexpected_state` while too many
 *   former secrets sign.
 */
export function rotateWebhookSecret(
  ctx: Context,
  endpointId: string,
  { overlap_seconds: overlapS }: WebhookSecretRotation,
): Promise<EndpointWithSecret> {
  return inTransaction(ctx, async (tx) => {
    const endpoint = await lock(tx, WebhookEndpoint, endpointId);
    const now = tx.ports.now();
    const overlapMs = (overlapS ?? DAY_S) * 1_000;
    const earlier = overlapMs > 0 ? formerSecrets(tx, endpoint) : {};
    const ends = Object.values(earlier).sort();
    if (ends.length >= FORMER_SECRETS_MAX) {
      throw new Problem(
        'unexpected_state',
        `This endpoint already signs with ${ends.length} former secrets; the first expires at ${ends[0]}. Rotate after that, or send overlap_seconds 0, which ends them all.`,
        { param: 'overlap_seconds' },
      );
    }
    encryptField(tx, endpoint, 'earlier_secrets', ends.length > 0 ? earlier : null);
    encryptField(
      tx,
      endpoint,
      'previous_secret',
      overlapMs > 0 ? decryptField(tx, endpoint, 'secret') : null,
    );
    endpoint.previous_secret_expires_at = new Date(now.getTime() + overlapMs);
    const secret = makeSecret(tx);
    encryptField(tx, endpoint, 'secret', secret);
    endpoint.modified_at = now;
    return { endpointId, secret };
  });
}

const keyOf = ({ endpoint_id, merchant_id, profile_id }: WebhookEndpoint) => ({
  endpointId: endpoint_id,
  merchantId: merchant_id,
  profileId: profile_id,
});

const makeSecret = ({ ports }: Context): string =>
  SECRET_PREFIX + Buffer.from(ports.randomBytes(SECRET_BYTES)).toString('base64');

async function applySettings(
  tx: WritingContext,
  endpoint: WebhookEndpoint,
  changes: WebhookEndpointUpdate,
): Promise<void> {
  requireWebhookHeaders(changes.headers, 'headers');
  await requireTarget(tx.ports, changes.url, 'url');
  requireFilter(changes.filter);
  const before = decryptField(tx, endpoint, 'url') as string | null;
  const isMoved =
    before !== null && changes.url !== undefined && originOfUrl(before) !== originOfUrl(changes.url);
  if (isMoved) forgetHeaders(tx, endpoint, changes.headers);
  applyChanges(tx, endpoint, changes);
}

function forgetHeaders(tx: WritingContext, endpoint: WebhookEndpoint, given: unknown): void {
  if (repeatsMask(decryptField(tx, endpoint, 'headers'), given)) {
    throw invalidParameter(
      'headers',
      'headers must be sent in full, or omitted: the stored headers belong to the former origin of url.',
    );
  }
  endpoint.headers = null;
}

/** An empty list would silently match nothing. */
function requireFilter(filter: WebhookEndpoint['filter'] | undefined): void {
  for (const name of ['currencies', 'connectors'] as const) {
    if (filter?.[name]?.length === 0) {
      throw invalidParameter(`filter.${name}`, `filter.${name} must have a value. Omit it to match all.`);
    }
  }
}
