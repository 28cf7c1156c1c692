import { BusinessProfile } from '../entities/business-profile.ts';
import { MerchantAccount } from '../entities/merchant-account.ts';
import type { WebhookDetails } from '../entities/values/profile-settings.ts';
import type { WritingContext } from '../foundation/context.ts';
import { invalidParameter } from '../foundation/errors.ts';
import { originOfUrl } from '../model/formats.ts';
import { maskText, repeatsMask } from '../model/masks.ts';
import { decryptField, encryptField } from '../writes/apply-changes.ts';

/** The webhook settings in an update. */
interface WebhookChanges {
  readonly webhook_details?: unknown;
  readonly outgoing_webhook_custom_http_headers?: unknown;
}

type Details = Partial<WebhookDetails> | null;

const HEADERS = 'outgoing_webhook_custom_http_headers';

/** Whether an update replaces or removes the receiver that the secrets were meant for. */
const moves = (before: string | null, after: string | null): boolean => before !== null && before !== after;

/** The URL after a change; null as a whole clears it, and an omitted one stays. */
function urlAfter(before: Details, change: unknown): string | null {
  if (change === undefined) return before?.webhook_url ?? null;
  const { webhook_url: url } = (change ?? { webhook_url: null }) as WebhookDetails;
  return url === undefined ? (before?.webhook_url ?? null) : url;
}

/**
 * Deletes the user, password and headers of a locked profile's webhooks if its update sends them to another origin, since
 * they were meant for the former receiver. Otherwise a caller who may change the address, but sees secrets masked, could
 * have them sent to an address of their choice. Values in the same update are kept.
 *
 * Call it before the changes are applied.
 *
 * @throws {Problem} `invalid_parameter` if the update repeats a masked secret.
 */
export async function forgetSecretsOfProfile(
  tx: WritingContext,
  profile: BusinessProfile,
  changes: WebhookChanges,
): Promise<void> {
  if (changes.webhook_details === undefined) return;
  const own = decryptField(tx, profile, 'webhook_details') as Details;
  forgetPassword(tx, profile, own, changes.webhook_details);
  const merchant = await tx.transaction.em.findOne(MerchantAccount, { merchant_id: profile.merchant_id });
  const shared = merchant ? (decryptField(tx, merchant, 'webhook_details') as Details) : null;
  const before = own?.webhook_url ?? shared?.webhook_url;
  const after = urlAfter(own, changes.webhook_details) ?? shared?.webhook_url;
  if (!moves(originOfUrl(before), originOfUrl(after))) return;
  const headers = decryptField(tx, profile, HEADERS);
  if (headers === null) return;
  refuseMasked(headers, changes[HEADERS]);
  profile[HEADERS] = null;
}

/**
 * Like {@link forgetSecretsOfProfile}, for a locked merchant account. Profiles without an address use the account's, and
 * their headers are sent there.
 *
 * @throws {Problem} `invalid_parameter` if the update repeats a masked secret.
 */
export async function forgetSecretsOfMerchant(
  tx: WritingContext,
  account: MerchantAccount,
  { webhook_details: change }: WebhookChanges,
): Promise<void> {
  if (change === undefined) return;
  const before = decryptField(tx, account, 'webhook_details') as Details;
  forgetPassword(tx, account, before, change);
  if (!moves(originOfUrl(before?.webhook_url), originOfUrl(urlAfter(before, change)))) return;
  const { merchant_id } = account;
  const profiles = await tx.transaction.em.find(
    BusinessProfile,
    { merchant_id, [HEADERS]: { $ne: null } },
    { orderBy: { profile_id: 'asc' } },
  );
  for (const profile of profiles) {
    const own = decryptField(tx, profile, 'webhook_details') as Details;
    if (own?.webhook_url) continue;
    profile[HEADERS] = null;
    profile.modified_at = tx.ports.now();
  }
}

/** A user and password go with the URL of the same object. */
function forgetPassword(
  tx: WritingContext,
  entity: BusinessProfile | MerchantAccount,
  before: Details,
  change: unknown,
): void {
  if (!moves(originOfUrl(before?.webhook_url), originOfUrl(urlAfter(before, change)))) return;
  const given = (change as Details)?.webhook_password;
  if (before?.webhook_password && given === maskText(before.webhook_password))
    refuse('webhook_details.webhook_password');
  encryptField(tx, entity, 'webhook_details', { ...before, webhook_username: null, webhook_password: null });
}

function refuseMasked(before: unknown, change: unknown): void {
  if (repeatsMask(before, change)) refuse(HEADERS);
}

function refuse(param: string): never {
  throw invalidParameter(
    param,
    `${param} must be sent in full, or omitted: the stored value belongs to the former origin of webhook_url.`,
  );
}
