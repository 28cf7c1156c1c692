import type { Context } from '../context.ts';

/**
 * Recognises a card within one merchant: the same for the same number, different at another merchant. It is a
 * keyed digest, because card numbers are few enough to try them all out.
 */
export function cardFingerprint(ctx: Context, merchantId: string, cardNumber: string): string {
  const [digest] = ctx.vault.digests(JSON.stringify(['card', merchantId, cardNumber]));
  return digest!;
}
