import type { RunQuery } from './ask.ts';
import { ListenError } from './options.ts';

/** Where a profile's webhooks go, and what else is said of them. */
export type ProfileWebhookDetails = Readonly<Record<string, unknown>> & {
  readonly webhookUrl: string | null;
};

/** A business profile whose webhooks are listened to. */
export interface Profile {
  readonly profileId: string;
  readonly profileName: string;
  /** The text that its webhooks are signed with. */
  readonly key: string;
  readonly webhookDetails: ProfileWebhookDetails | null;
}

/** A merchant with the profiles that are listened to. */
export interface Merchant {
  readonly merchantId: string;
  readonly profiles: readonly Profile[];
}

/** Every member of the details, so that details of which nothing is left can be told from others. */
export const webhookDetailsMembers = `webhookUrl webhookVersion webhookUsername webhookPassword
  paymentCreatedEnabled paymentSucceededEnabled paymentFailedEnabled`;

const pageQuery = `query ProfilesToListenTo($after: String) {
  viewer { keyKind merchantId }
  businessProfiles(first: 100, after: $after) {
    pageInfo { hasNextPage endCursor }
    nodes { profileId profileName paymentResponseHashKey webhookDetails { ${webhookDetailsMembers} } }
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
      readonly webhookDetails: ProfileWebhookDetails | null;
    }[];
  };
}

/** How many profiles a message names. */
const NAMED_MAX = 10;

/**
 * The merchant that the key belongs to, with the one profile that is asked for or all it has.
 *
 * @throws {ListenError} for a key that is no merchant's, and for a profile that is not there or has no key.
 */
export async function readMerchant(ask: RunQuery, profileId: string | null): Promise<Merchant> {
  const nodes: Page['businessProfiles']['nodes'][number][] = [];
  let merchantId: string;
  let after: string | null = null;
  do {
    const page: Page = await ask<Page>(pageQuery, { after });
    if (page.viewer.keyKind !== 'API_KEY' || page.viewer.merchantId === null) {
      throw new ListenError(
        "--api-key must be an API key of a merchant's (sk_test_…), not the admin API key.",
      );
    }
    merchantId = page.viewer.merchantId;
    const { nodes: more, pageInfo } = page.businessProfiles;
    nodes.push(...more);
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after !== null);

  const chosen = nodes.filter((node) => profileId === null || node.profileId === profileId);
  if (chosen.length === 0) {
    const there = nodes.slice(0, NAMED_MAX).map((node) => node.profileId);
    const known =
      there.length > 0 ? `It has ${there.join(', ')}${nodes.length > NAMED_MAX ? ', …' : ''}.` : '';
    throw new ListenError(
      `Merchant ${merchantId} has no business profile${profileId === null ? '' : ` ${profileId}`}. ${known}`.trim(),
    );
  }
  const profiles = chosen.map(({ paymentResponseHashKey: key, ...profile }) => {
    if (key) return { ...profile, key };
    throw new ListenError(
      `Business profile ${profile.profileId} has no paymentResponseHashKey to verify its webhooks with. Set one with updateBusinessProfile.`,
    );
  });
  return { merchantId, profiles };
}
