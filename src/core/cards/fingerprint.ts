import type { Context } from '../foundation/context.ts';

/**
 * Identifies a card number within one merchant; the same card has another fingerprint at another merchant. A
 * keyed digest, because there are few enough card numbers to brute-force a plain hash.
 */
export function cardFingerprint(ctx: Context, merchantId: string, cardNumber: string): string {
  return cardFingerprints(ctx, merchantId, cardNumber)[0]!;
}

/** Every fingerprint a stored card may have: by the current encryption key, then by keys being rotated out. */
export function cardFingerprints(ctx: Context, merchantId: string, cardNumber: string): readonly string[] {
  return ctx.encryption.digests(JSON.stringify(['card', merchantId, cardNumber]));
}
