import type { RunQuery } from './ask.ts';
import { ListenError } from './options.ts';
import { type Profile, type ProfileWebhookDetails, webhookDetailsMembers } from './profiles.ts';

const currentQuery = `query WebhookDetailsNow($profileId: ID!) {
  businessProfile(profileId: $profileId) { webhookDetails { ${webhookDetailsMembers} } }
}`;

const pointMutation = `mutation PointWebhooks($input: UpdateBusinessProfileInput!) {
  updateBusinessProfile(input: $input) { userErrors { message param } }
}`;

interface Pointing {
  readonly updateBusinessProfile: {
    readonly userErrors: readonly { readonly message: string; readonly param: string | null }[];
  };
}

/**
 * Has the service send a profile's webhooks to an address. What else the details say stays as it is.
 *
 * @throws {ListenError} when the service does not take the address.
 */
export async function pointAt(ask: RunQuery, profileId: string, address: string): Promise<void> {
  const error = await update(ask, profileId, { webhookUrl: address });
  if (!error) return;
  if (!error.param?.includes('webhook_url')) throw new ListenError(error.message);
  throw new ListenError(
    `The service does not send webhooks to ${address}: ${error.message} Start it with WEBHOOKS_TO_LOOPBACK=true, which allows addresses of its own machine (in development they are unless that says otherwise).`,
  );
}

/**
 * Where a profile's webhooks went before they came to an address; null where that was nowhere. The address itself
 * is none to go back to: a session left it that was killed, or was to keep it.
 */
export function formerAddress({ webhookDetails }: Profile, address: string): string | null {
  const before = webhookDetails?.webhookUrl ?? null;
  return before === address ? null : before;
}

/**
 * Has the service send a profile's webhooks where they went before. Answers false when somebody has pointed them
 * elsewhere meanwhile: that was meant, and stays.
 *
 * @throws {ListenError} when the service cannot be asked, or does not take the former address back.
 */
export async function pointBack(ask: RunQuery, profile: Profile, address: string): Promise<boolean> {
  const { profileId, webhookDetails: before } = profile;
  const { businessProfile } = await ask<{
    businessProfile: { webhookDetails: ProfileWebhookDetails | null } | null;
  }>(currentQuery, { profileId });
  const current = businessProfile?.webhookDetails;
  if (current?.webhookUrl !== address) return false;

  // Details that were not there but for the address go as a whole, unless something was added to them meanwhile.
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
  const { updateBusinessProfile } = await ask<Pointing>(pointMutation, {
    input: { profileId, webhookDetails },
  });
  return updateBusinessProfile.userErrors[0];
}
