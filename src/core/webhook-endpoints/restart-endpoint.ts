import { WebhookEndpoint } from '../entities/webhook-endpoint.ts';
import type { WritingContext } from '../foundation/context.ts';

/**
 * Forgets how an endpoint has been doing, also that it wanted no more: whoever sets it again, starts it anew.
 * Without a profile it is all of the merchant's, as those without an address of their own share the account's.
 */
export async function restartEndpoint(
  tx: WritingContext,
  merchantId: string,
  profileId: string | null,
): Promise<void> {
  const profile = profileId === null ? {} : { profile_id: profileId };
  await tx.transaction.em.nativeDelete(WebhookEndpoint, { merchant_id: merchantId, ...profile });
}
