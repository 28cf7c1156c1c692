import type { WritingContext } from '../foundation/context.ts';

const text = `
  delete from webhook_endpoints where merchant_id = $1 and ($2::text is null or profile_id = $2)`;

/**
 * Forgets how an endpoint has been doing, also that it wanted no more: whoever sets it again, starts it anew.
 * Without a profile it is all of the merchant's, as those without an address of their own share the account's.
 */
export async function restartEndpoint(
  tx: WritingContext,
  merchantId: string,
  profileId: string | null,
): Promise<void> {
  await tx.rows.query({ text, values: [merchantId, profileId] }, merchantId);
}
