import type { Context } from '../foundation/context.ts';

/**
 * Recognises a card within one merchant: the same for the same number, different at another merchant. It is a
 * keyed digest, because card numbers are few enough to try them all out.
 */
export function cardFingerprint(ctx: Context, merchantId: string, cardNumber: string): string {
  return cardFingerprints(ctx, merchantId, cardNumber)[0]!;
}

/** All fingerprints that a card may be kept under: the current one, and those of keys that are being retired. */
export function cardFingerprints(ctx: Context, merchantId: string, cardNumber: string): readonly string[] {
  return ctx.encryption.digests(JSON.stringify(['card', merchantId, cardNumber]));
}
