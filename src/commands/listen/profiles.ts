import type { RunQuery } from './ask.ts';
import { ListenError } from './options.ts';

/** A profile's webhook URL and its other webhook details. */
export type ProfileWebhookDetails = Readonly<Record<string, unknown>> & {
  readonly webhookUrl: string | null;
};

/** A business profile to receive webhooks of. */
export interface Profile {
  readonly profileId: string;
  readonly profileName: string;
  /** The key that its webhooks are signed with. */
  readonly key: string;
  readonly webhookDetails: ProfileWebhookDetails | null;
}

/** A merchant and its profiles to receive webhooks of. */
export interface Merchant {
  readonly merchantId: string;
  readonly profiles: readonly Profile[];
  /** Names of the profiles left out: their webhooks carry secrets, which the service drops with another URL. */
  readonly guarded: readonly string[];
}

/** Every member of the details, so that empty details can be recognised. */
export const webhookDetailsMembers = `webhookUrl webhookVersion webhookUsername webhookPassword
  paymentCreatedEnabled paymentSucceededEnabled paymentFailedEnabled`;

const pageQuery = `query ProfilesToListenTo($after: String) {
  viewer { keyKind merchantId }
  businessProfiles(first: 100, after: $after) {
    pageInfo { hasNextPage endCursor }
    nodes { profileId profileName paymentResponseHashKey outgoingWebhookCustomHttpHeaders
      webhookDetails { ${webhookDetailsMembers} } }
  }
}`;

interface Page {
  readonly viewer: { readonly keyKind: string; readonly merchantId: string | null };
  readonly businessProfiles: {
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    readonly nodes: readonly {
      readonly profileId: string;
      readonly profileName: string;
      readonly paymentResponseHashKey: string | null;
      readonly outgoingWebhookCustomHttpHeaders: object | null;
      readonly webhookDetails: ProfileWebhookDetails | null;
    }[];
  };
}

/** Most profiles that an error message lists. */
const NAMED_MAX = 10;

/**
 * Reads the key's merchant with the requested profile, or with all profiles.
 *
 * @throws {ListenError} for a key of another kind, for a profile that does not exist or has no signing key, and if
 * no profile's URL can be changed and restored.
 */
export async function readMerchant(ask: RunQuery, profileId: string | null): Promise<Merchant> {
  const nodes: Page['businessProfiles']['nodes'][number][] = [];
  let merchantId: string;
  let after: string | null = null;
  do {
    const page: Page = await ask<Page>(pageQuery, { after });
    if (page.viewer.keyKind !== 'API_KEY' || page.viewer.merchantId === null) {
      throw new ListenError("--api-key must be a merchant's API key (sk_test_…), not the admin API key.");
    }
    merchantId = page.viewer.merchantId;
    const { nodes: more, pageInfo } = page.businessProfiles;
    nodes.push(...more);
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after !== null);

  const chosen = nodes.filter((node) => profileId === null || node.profileId === profileId);
  if (chosen.length === 0) {
    const known = nodes.slice(0, NAMED_MAX).map((node) => node.profileId);
    const hint =
      known.length > 0 ? `It has ${known.join(', ')}${nodes.length > NAMED_MAX ? ', …' : ''}.` : '';
    throw new ListenError(
      `Merchant ${merchantId} has no business profile${profileId === null ? '' : ` ${profileId}`}. ${hint}`.trim(),
    );
  }
  const [guarded, free] = [true, false].map((is) => chosen.filter((node) => carriesSecrets(node) === is));
  if (free!.length === 0) {
    throw new ListenError(
      `The webhooks of ${guarded!.map((node) => node.profileId).join(', ')} carry a user name, a password or headers, which are dropped when the URL changes. Listen with a profile that has none.`,
    );
  }
  const profiles = free!.map(
    ({ outgoingWebhookCustomHttpHeaders: _, paymentResponseHashKey: key, ...profile }) => {
      if (key) return { ...profile, key };
      throw new ListenError(
        `Business profile ${profile.profileId} has no paymentResponseHashKey to verify its webhooks with. Set one with updateBusinessProfile.`,
      );
    },
  );
  return { merchantId, profiles, guarded: guarded!.map((node) => node.profileName) };
}

/** Whether a profile's webhooks carry secrets that were given for the URL it has. */
function carriesSecrets(node: Page['businessProfiles']['nodes'][number]): boolean {
  const { webhookPassword, webhookUrl, webhookUsername } = node.webhookDetails ?? { webhookUrl: null };
  return (
    webhookUrl !== null &&
    Boolean(webhookUsername ?? webhookPassword ?? node.outgoingWebhookCustomHttpHeaders)
  );
}

const currentQuery = `query WebhookDetailsNow($profileId: ID!) {
  businessProfile(profileId: $profileId) { webhookDetails { ${webhookDetailsMembers} } }
}`;

const pointMutation = `mutation PointWebhooks($input: UpdateBusinessProfileInput!) {
  updateBusinessProfile(input: $input) { userErrors { message param } }
}`;

interface PointResult {
  readonly updateBusinessProfile: {
    readonly userErrors: readonly { readonly message: string; readonly param: string | null }[];
  };
}

/**
 * Sets a profile's webhook URL. Its other webhook details are unchanged.
 *
 * @throws {ListenError} if the service rejects the URL.
 */
export async function pointAt(ask: RunQuery, profileId: string, address: string): Promise<void> {
  const error = await update(ask, profileId, { webhookUrl: address });
  if (!error) return;
  if (!error.param?.includes('webhook_url')) throw new ListenError(error.message);
  throw new ListenError(
    `The service does not send webhooks to ${address}: ${error.message} Start it with WEBHOOKS_TO_LOOPBACK=true, the default in development, to allow loopback addresses.`,
  );
}

/**
 * The webhook URL to restore; null if there was none. A URL equal to this session's own was left by a session that was
 * killed or ran with `--keep`, and is not restored.
 */
export function formerAddress({ webhookDetails }: Profile, address: string): string | null {
  const before = webhookDetails?.webhookUrl ?? null;
  return before === address ? null : before;
}

/**
 * Restores a profile's former webhook URL. Returns false, and changes nothing, if it was changed meanwhile.
 *
 * @throws {ListenError} if the service is unreachable or rejects the former URL.
 */
export async function pointBack(ask: RunQuery, profile: Profile, address: string): Promise<boolean> {
  const { profileId, webhookDetails: before } = profile;
  const { businessProfile } = await ask<{
    businessProfile: { webhookDetails: ProfileWebhookDetails | null } | null;
  }>(currentQuery, { profileId });
  const current = businessProfile?.webhookDetails;
  if (current?.webhookUrl !== address) return false;

  // Details that held only the URL are removed as a whole, unless other members were set meanwhile.
  const { webhookUrl: _, ...others } = current;
  const hasOthers = Object.values(others).some((value) => value !== null);
  const isBare = (before === null || before.webhookUrl === address) && !hasOthers;
  const details = isBare ? null : { webhookUrl: formerAddress(profile, address) };
  const error = await update(ask, profileId, details);
  if (error) throw new ListenError(error.message);
  return true;
}

async function update(
  ask: RunQuery,
  profileId: string,
  webhookDetails: { webhookUrl: string | null } | null,
) {
  const { updateBusinessProfile } = await ask<PointResult>(pointMutation, {
    input: { profileId, webhookDetails },
  });
  return updateBusinessProfile.userErrors[0];
}
